// A functor header to the C++ source of its module.
#include "compile/worker/functor_module.h"

#include "frontend/translate.h"

namespace weft::worker {

ModuleSource translate_header(const std::string& header, const std::string& contents, HostCode code,
                              const std::vector<std::string>& include_paths) {
    TranslateOptions options;
    // A text lies in a folder that is not there, so that it finds no files of this machine beside
    // it.
    options.header = contents.empty() ? header : "/text-of-a-document/" + header;
    options.display_name = header;
    options.include_paths = include_paths;
    options.checked = code == HostCode::kChecked;
    options.counted = code == HostCode::kCounted;
    options.watched = true;
    if (!contents.empty()) options.contents = &contents;
    Result<Translation> translation = translate(options);
    if (!translation) return {.reason = translation.error().message};
    if (!translation->diagnostics.empty())
        return {.diagnostics = translation->diagnostics, .warnings = translation->warnings};
    const bool embedded = options.checked || !contents.empty();
    if (embedded && options.counted) translation->source = translation->counted.at(options.header);
    const Result<std::string> module = print_module({*translation}, "", embedded);
    if (!module) return {.reason = module.error().message};
    if (embedded) translation->counted.clear();
    return {.ok = true,
            .text = *module,
            .files = std::move(translation->counted),
            .warnings = translation->warnings};
}

}  // namespace weft::worker
