// A functor header to the C++ source of its module.
#include "compile/worker/functor_module.h"

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

}  // namespace weft::worker
