// Compiled code into this process.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "compile/host_compiler.h"
#include "compile/open_file.h"

namespace weft {

/// Loads an open file, whatever has its name by now. Errors: what the dynamic linker says.
Result<std::shared_ptr<LoadedObject>> load_file(const OpenFile& file);

/// Loads from memory; where the system does not allow that, through a temporary file.
Result<std::shared_ptr<LoadedObject>> load_bytes(std::string_view bytes);

/// Loads by way of a file in $TMPDIR, else /tmp, that is removed at once.
Result<std::shared_ptr<LoadedObject>> load_through_temporary_file(std::string_view bytes);

}  // namespace weft
