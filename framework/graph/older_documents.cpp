// What documents of older versions mean.
#include "graph/older_documents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/document.h"
#include "graph/json_tree.h"

namespace weft::document {

Border unnamed_border(int version, const IndexerDescriptor& input) {
    return version < 2 ? Border{eClamp, 0.0f} : input.border;
}

ParameterValue unnamed_value(int version, const std::string& functor,
                             const ParameterRef& parameter) {
    const std::string name = parameter.name;
    if (version < 2 && functor == "Crop" && name == "reformat") return true;
    return get_value(parameter);
}

}  // namespace weft::document

namespace weft {
namespace {

/// The format version; the newest where the text has none.
int version_of(const std::string& text) {
    const Result<JsonValue> tree = parse_json(text);
    const JsonValue::Object* const root = tree ? tree->get<JsonValue::Object>() : nullptr;
    int version = kDocumentVersion;
    if (root == nullptr) return version;
    for (const JsonValue::Member& member : *root)
        if (const auto* number = member.second.get<JsonValue::Number>();
            member.first == "weft" && number != nullptr)
            read_number(*number, version);
    return version;
}

/// Whether the node combines pictures, and reads on beyond one where the functor would end there.
bool reads_on(const Node& node, const Library& library) {
    const FunctorDescriptor d = describe(*library.find(node.functor));
    if (d.inputs.size() < 2) return false;
    for (std::size_t i = 0; i < d.inputs.size(); ++i)
        if (d.inputs[i].border == kNothing && node.borders[i].mode == eClamp) return true;
    return false;
}

}  // namespace

std::vector<std::string> nodes_with_older_borders(const std::string& text, const Graph& graph,
                                                  const Library& library) {
    std::vector<std::string> names;
    if (version_of(text) >= 2) return names;
    for (const Node& node : graph.nodes)
        if (reads_on(node, library)) names.push_back(node.name);
    return names;
}

std::string kept_of_older_version(const std::string& text, const Graph& graph,
                                  const Library& library) {
    const std::vector<std::string> names = nodes_with_older_borders(text, graph, library);
    if (names.empty()) return {};
    return fmt::format(
        "the document is of format version {}: beyond a picture's pixels {} goes on with the "
        "nearest one, as it did then; give its inputs \"border\": \"constant\", \"value\": 0.0, "
        "to have nothing there, as new documents do",
        version_of(text), fmt::join(names, ", "));
}

}  // namespace weft
