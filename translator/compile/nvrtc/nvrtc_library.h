// NVRTC, found at run time: the few of its functions that are used, without its header.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/result.h"

namespace weft {

/// A library that stays loaded as long as the program runs. Its functions may be called from
/// several threads, one program each.
struct NvrtcLibrary {
    using Program = struct OpaqueProgram*;
    using Outcome = int;  ///< 0: success

    const char* (*error_string)(Outcome);
    Outcome (*version)(int* major, int* minor);
    Outcome (*supported_count)(int* count);
    Outcome (*supported)(int* capabilities);
    Outcome (*create)(Program*, const char* text, const char* name, int headers,
                      const char* const* header_texts, const char* const* header_names);
    Outcome (*destroy)(Program*);
    Outcome (*compile)(Program, int options, const char* const* option_texts);
    Outcome (*log_size)(Program, std::size_t*);
    Outcome (*log)(Program, char*);
    Outcome (*cubin_size)(Program, std::size_t*);
    Outcome (*cubin)(Program, char*);

    std::string path;      ///< of the file that was loaded
    std::string identity;  ///< differs between libraries, of one version too (shared_libraries.h)
    int major = 0, minor = 0;
    std::vector<int> capabilities;  ///< that it compiles for, ascending: 75, 80, ...
};

/// Where NVRTC is looked for: in the folders that $CUDA_HOME and $CUDA_PATH mean (null: not set),
/// then where the dynamic linker looks, then where the toolkit installs itself.
std::vector<std::string> nvrtc_places(const char* cuda_home, const char* cuda_path);

/// The first of `places` that is a file; what names no folder is looked for in `folders`.
std::optional<std::string> nvrtc_file(const std::vector<std::string>& places,
                                      const std::vector<std::string>& folders);

/// The first of `places` that loads and is new enough. The error says what was wrong with each.
Result<std::shared_ptr<const NvrtcLibrary>> load_nvrtc(const std::vector<std::string>& places);

/// load_nvrtc() of this process's environment, once; the same answer to every caller.
const Result<std::shared_ptr<const NvrtcLibrary>>& nvrtc_library();

}  // namespace weft
