// A functor header to the C++ source of its module: the one place where weft-cc meets the frontend.
#pragma once

#include <string>
#include <vector>

#include "support/diagnostic.h"

namespace weft::worker {

struct ModuleSource {
    bool ok = false;
    std::string text;         ///< C++ that includes the header and defines its module
    std::vector<Diagnostic> diagnostics = {};  ///< otherwise: the translator's,
    std::string reason = {};                   ///< or why there is nothing to translate
    std::vector<Diagnostic> warnings = {};     ///< about the header, translated or not
};

/// `header` as the user wrote it, relative to the current directory. Where `contents` is not empty
/// it stands for the file. `checked`: the module is one for run_trial().
ModuleSource translate_header(const std::string& header, const std::string& contents, bool checked,
                              const std::vector<std::string>& include_paths);

}  // namespace weft::worker
