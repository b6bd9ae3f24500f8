// Effects as artists look for them, beside the functors of functor_catalogue.h.
#pragma once

#include <string>

#include "manual/functor_catalogue.h"

namespace weft {

/// Of an effect that comes with Weft; `help` is its summary, and `functor` its name. Measures of
/// speed and programs of papers are building blocks.
CatalogueEntry effect_entry(const std::string& effect, const std::string& summary);

/// "Warm glow" of "warm-glow".
std::string effect_title(const std::string& name);

}  // namespace weft
