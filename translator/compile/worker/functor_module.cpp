// A functor header to the C++ source of its module.
#include "compile/worker/functor_module.h"

#include <limits.h>
#include <unistd.h>

#include "frontend/translate.h"

namespace weft::worker {

ModuleSource translate_header(const std::string& header,
                              const std::vector<std::string>& include_paths) {
    TranslateOptions options;
    options.header = header;
    options.include_paths = include_paths;
    const Result<Translation> translation = translate(options);
    if (!translation) return {false, {}, translation.error().message};
    if (!translation->diagnostics.empty())
        return {false, {}, format_diagnostics(translation->diagnostics)};
    const Result<std::string> module = print_module({*translation}, "");
    if (!module) return {false, {}, module.error().message};
    return {true, *module, {}};
}

std::string framework_headers() {
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self);
    if (length > 0) {
        std::string path(self, static_cast<std::size_t>(length));
        path = path.substr(0, path.rfind('/')) + "/../include/weft";
        if (access((path + "/core/functor.h").c_str(), R_OK) == 0) return path;
    }
    return WEFT_FRAMEWORK_HEADERS;
}

}  // namespace weft::worker
