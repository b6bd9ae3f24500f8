// Names of a configuration: found, or told with those that are near.
#pragma once

#include <string>
#include <vector>

#include <OpenColorIO/OpenColorIO.h>

#include "pictures/colour_path.h"
#include "support/result.h"

namespace weft {

/// The configuration that `transform` asks for.
Result<OCIO_NAMESPACE::ConstConfigRcPtr> open_config(const ColourTransform& transform,
                                                     const std::string& path);

/// Sees to it that all names of `transform` are known, and fills in a display or a view that is
/// left out.
Status resolve_names(const OCIO_NAMESPACE::Config& config, ColourTransform& transform,
                     const std::string& path);

/// What is wrong with a name that is neither one of `names` nor of `others`; "": it is.
std::string trouble_with(const std::string& name, const std::string& owner, const std::string& what,
                         const std::vector<std::string>& names,
                         const std::vector<std::string>& others);

/// kInput unless `name` is one of `names` or of `others`, in letters of either case. The message
/// says which are near, or where none is what there is. `owner` "has no" `what`.
Status check_name(const std::string& name, const std::string& owner, const std::string& what,
                  const std::vector<std::string>& names, const std::vector<std::string>& others,
                  const std::string& path);

}  // namespace weft
