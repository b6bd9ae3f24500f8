// A functor header to the C++ source of its module: the one place where weft-cc meets the frontend.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/diagnostic.h"

namespace weft::worker {

struct ModuleSource {
    bool ok = false;
    std::string text = {};  ///< C++ that includes the header and defines its module
    /// Texts that stand for files, by their paths.
    std::map<std::string, std::string> files = {};
    std::vector<Diagnostic> diagnostics = {};  ///< otherwise: the translator's,
    std::string reason = {};                   ///< or why there is nothing to translate
    std::vector<Diagnostic> warnings = {};     ///< about the header, translated or not
};

/// What becomes of the functions of a functor that run in the program itself.
enum class HostCode {
    kPlain,
    kCounted,  ///< they are bounded (core/host_call.h)
    kChecked,  ///< they are for run_trial()
};

/// `header` as the user wrote it, relative to the current directory. Where `contents` is not empty
/// it stands for the file.
ModuleSource translate_header(const std::string& header, const std::string& contents, HostCode code,
                              const std::vector<std::string>& include_paths);

}  // namespace weft::worker
