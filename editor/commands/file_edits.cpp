#include "commands/file_edits.h"

#include <algorithm>
#include <string_view>

#include "commands/free_name_in.h"
#include "commands/interface_edits.h"
#include "commands/optional_edits.h"

namespace weft::editor {

Document set_read(const Document& document, const std::string& input, const ReadFile& file) {
    Document after = document;
    if (file.path.empty())
        after.draft.files.reads.erase(input);
    else
        after.draft.files.reads[input] = file;
    return after;
}

Document set_write(const Document& document, const std::string& output, const std::string& path) {
    Document after = document;
    if (path.empty())
        after.draft.files.writes.erase(output);
    else
        after.draft.files.writes[output] = path;
    return after;
}

Edited add_read(const Document& document, const ReadFile& file, Place place) {
    const Graph& graph = document.draft.graph;
    if (graph.nodes.empty() && graph.inputs.size() == 1 && !read_of(document, graph.inputs[0].name))
        return {set_read(document, graph.inputs[0].name, file), {{ItemKind::kInput, 0}}};
    Edited edited = add_input(document, place);
    std::vector<GraphInput>& inputs = edited.document.draft.graph.inputs;
    inputs.back().name.clear();  // so that its own name is not taken
    inputs.back().name = free_input_name(edited.document.draft.graph, name_after(file.path));
    edited.document = set_read(edited.document, inputs.back().name, file);
    return edited;
}

Edited add_write(const Document& document, ImageId image, const std::string& path, Place place) {
    const std::vector<GraphOutput>& there = document.draft.graph.outputs;
    for (std::size_t i = 0; i < there.size(); ++i)
        if (there[i].image == image && write_of(document, there[i].name).empty())
            return {set_write(document, there[i].name, path),
                    {{ItemKind::kOutput, static_cast<int>(i)}}};
    Edited edited = add_output(document, place, image);
    std::vector<GraphOutput>& outputs = edited.document.draft.graph.outputs;
    outputs.back().name.clear();
    outputs.back().name = free_name_in(outputs, name_after(path));
    edited.document = set_write(edited.document, outputs.back().name, path);
    return edited;
}

std::string name_after(const std::string& path) {
    std::string name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
    name = name.substr(0, std::min(name.find('.', 1), name.find('%')));
    constexpr std::string_view kPlaces = "#@_- ", kForbidden = "=*\"";
    while (!name.empty() && kPlaces.find(name.back()) != std::string_view::npos) name.pop_back();
    std::replace_if(
        name.begin(), name.end(),
        [&](char c) {
            return static_cast<unsigned char>(c) < ' ' || c == '.' ||
                   kForbidden.find(c) != std::string_view::npos;
        },
        '_');
    return name.empty() ? "picture" : name;
}

}  // namespace weft::editor
