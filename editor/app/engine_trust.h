// The trust that all of Weft shares (engine/trust.h).
#pragma once

#include <memory>

#include "code/code_trust.h"

namespace weft::editor {

std::unique_ptr<CodeTrust> make_engine_trust();

}  // namespace weft::editor
