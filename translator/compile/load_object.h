// Compiled code into this process.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "compile/host_compiler.h"

namespace weft {

/// Loads a file that stays where it is. Errors: what the dynamic linker says.
Result<std::shared_ptr<LoadedObject>> load_file(const std::string& path);

/// Loads from memory; where the system does not allow that, through a temporary file.
Result<std::shared_ptr<LoadedObject>> load_bytes(std::string_view bytes);

/// Loads by way of a file in $TMPDIR, else /tmp, that is removed at once.
Result<std::shared_ptr<LoadedObject>> load_through_temporary_file(std::string_view bytes);

}  // namespace weft
