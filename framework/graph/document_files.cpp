// The files of documents, read and written as members of inputs and outputs.
#include "graph/document_files.h"

#include <filesystem>

#include <fmt/format.h>

#include "graph/document_fields.h"
#include "support/nearest.h"
#include "support/one_line.h"
#include "support/refusal.h"

namespace weft {
namespace {

using document::Object;
using document::Where;

/// Sets `path` to the member "file", which may be absent.
Status read_path(const Object& o, const Where& where, std::string& path) {
    if (Status s = document::read_text(o, where, "file", path); !s) return s;
    if (path.empty() && document::member(o, "file") != nullptr)
        return document_error(
            fmt::format("{}: \"file\" is empty: name a file, or leave it out", where));
    return {};
}

/// `path` as seen from where `folder` is seen from.
std::string from_folder(const std::filesystem::path& folder, const std::string& path) {
    const bool is_file = !path.starts_with("ocio:");  // no transform of colours
    if (!is_file || folder.empty() || std::filesystem::path(path).is_absolute()) return path;
    std::string text;
    for (const char c : folder.string()) text += c == '%' ? std::string("%%") : std::string(1, c);
    return (std::filesystem::path(text) / path).string();
}

Result<DocumentFiles> read_files(const Object& root) {
    DocumentFiles files;
    for (const Object* o : document::objects_in(root, "inputs")) {
        std::string name;
        ReadFile file;
        if (Status s = document::read_text(*o, "an input", "name", name); !s) return s.error();
        const Where where = fmt::format("input \"{:.80}\"", name);
        if (Status s = document::read_file(*o, where, file); !s) return s.error();
        if (!file.path.empty()) files.reads[name] = file;
    }
    for (const Object* o : document::objects_in(root, "outputs")) {
        std::string name, path;
        if (Status s = document::read_text(*o, "an output", "name", name); !s) return s.error();
        const Where where = fmt::format("output \"{:.80}\"", name);
        if (Status s = document::read_target(*o, where, path); !s) return s.error();
        if (!path.empty()) files.writes[name] = path;
    }
    return files;
}

}  // namespace

Result<DocumentFiles> files_of_document(const std::string& text) {
    const Result<JsonValue> tree = parse_json(text);
    const Object* const root = tree ? tree->get<Object>() : nullptr;
    if (root == nullptr) return DocumentFiles{};
    Result<DocumentFiles> files = read_files(*root);
    if (!files) return one_line(files.error());
    return files;
}

DocumentFiles beside_document(DocumentFiles files, const std::string& document) {
    const std::filesystem::path folder = std::filesystem::path(document).parent_path();
    for (auto& [name, file] : files.reads) file.path = from_folder(folder, file.path);
    for (auto& [name, path] : files.writes) path = from_folder(folder, path);
    return files;
}

namespace document {

Status read_file(const Object& o, const Where& where, ReadFile& file) {
    if (Status s = read_path(o, where, file.path); !s) return s;
    if (Status s = read_text(o, where, "part", file.part); !s) return s;
    if (Status s = read_text(o, where, "layer", file.layer); !s) return s;
    std::string missing = name_of(MissingFrames::kError);
    if (Status s = read_text(o, where, "missing", missing); !s) return s;
    const std::optional<MissingFrames> known = find_choice<MissingFrames>(missing);
    if (!known)
        return document_error(fmt::format("{}: \"missing\" must be {}, but is \"{:.80}\"{}", where,
                                          choice_list<MissingFrames>(), missing,
                                          did_you_mean(missing, choice_names<MissingFrames>())));
    file.missing = *known;
    if (file.path.empty())
        for (const char* key : {"part", "layer", "missing"})
            if (member(o, key) != nullptr)
                return document_error(fmt::format(
                    "{} has \"{}\", but no \"file\": name one, or leave it out", where, key));
    return {};
}

Status read_target(const Object& o, const Where& where, std::string& path) {
    return read_path(o, where, path);
}

std::string file_text(const ReadFile& file) {
    std::string text = ", \"file\": " + json_string(file.path);
    if (!file.part.empty()) text += ", \"part\": " + json_string(file.part);
    if (!file.layer.empty()) text += ", \"layer\": " + json_string(file.layer);
    if (file.missing != MissingFrames::kError)
        text += fmt::format(", \"missing\": \"{}\"", name_of(file.missing));
    return text;
}

}  // namespace document
}  // namespace weft
