// A functor header to the C++ source of its module: the one place where weft-cc meets the frontend.
#pragma once

#include <string>
#include <vector>

namespace weft::worker {

struct ModuleSource {
    bool ok = false;
    std::string text;         ///< C++ that includes the header and defines its module
    std::string diagnostics;  ///< otherwise: the translator's, or why there is nothing to translate
};

/// `header` as the user wrote it, relative to the current directory.
ModuleSource translate_header(const std::string& header,
                              const std::vector<std::string>& include_paths);

}  // namespace weft::worker
