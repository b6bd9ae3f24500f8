// A functor header to the C++ source of its module.
#include "compile/worker/functor_module.h"

#include "frontend/translate.h"

namespace weft::worker {

ModuleSource translate_header(const std::string& header, const std::string& contents, bool checked,
                              const std::vector<std::string>& include_paths) {
    TranslateOptions options;
    // A text lies in a folder that is not there, so that it finds no files of this machine beside
    // it.
    options.header = contents.empty() ? header : "/text-of-a-document/" + header;
    options.display_name = header;
    options.include_paths = include_paths;
    options.checked = checked;
    options.watched = true;
    if (!contents.empty()) options.contents = &contents;
    const Result<Translation> translation = translate(options);
    if (!translation) return {false, {}, {}, translation.error().message};
    if (!translation->diagnostics.empty())
        return {false, {}, translation->diagnostics, {}, translation->warnings};
    const Result<std::string> module =
        print_module({*translation}, "", checked || !contents.empty());
    if (!module) return {false, {}, {}, module.error().message};
    return {true, *module, {}, {}, translation->warnings};
}

}  // namespace weft::worker
