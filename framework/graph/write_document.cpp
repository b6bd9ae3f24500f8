// Prints documents, one fact per line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/border_modes.h"
#include "graph/descriptor.h"
#include "graph/document.h"
#include "graph/document_fields.h"
#include "graph/draft.h"
#include "graph/json_tree.h"

namespace weft {

namespace {

using document::block;

class Writer {
  public:
    Writer(const Draft& draft, const Library& library, const std::string& editor)
        : draft_(draft), graph_(draft.graph), library_(library), editor_(editor) {}

    std::string document() const {
        std::vector<std::string> inputs, nodes, outputs, controls;
        for (const GraphInput& input : graph_.inputs) inputs.push_back(this->input(input));
        std::vector<const Node*> by_id;
        for (const Node& n : graph_.nodes) by_id.push_back(&n);
        std::sort(by_id.begin(), by_id.end(),
                  [](const Node* a, const Node* b) { return a->id < b->id; });
        for (const Node* n : by_id) nodes.push_back(node(*n));
        for (const GraphOutput& output : graph_.outputs)
            outputs.push_back(fmt::format(
                "{{\"name\": {}{}{}{}}}", json_string(output.name),
                output.image == kUnconnected ? std::string() : ", " + image(output.image),
                target(output), colour(output.colour)));
        for (const Control& c : controls_with_kept()) controls.push_back(control(c));
        std::vector<std::string> facts{fmt::format("\"weft\": {}", kDocumentVersion),
                                       "\"name\": " + json_string(graph_.name),
                                       "\"summary\": " + json_string(graph_.summary)};
        // Said only where it is not as ever, so that an older Weft reads all other documents.
        if (graph_.intermediates != Intermediates::kBounded)
            facts.push_back(
                fmt::format("\"intermediates\": \"{}\"", intermediates_name(graph_.intermediates)));
        if (draft_.format) facts.push_back("\"format\": " + format(*draft_.format));
        facts.push_back("\"inputs\": " + block('[', inputs, ']', 2));
        if (!graph_.optional_inputs.empty()) {
            std::vector<std::string> optional;
            for (const OptionalInput& o : graph_.optional_inputs)
                optional.push_back(optional_input(o));
            facts.push_back("\"optional inputs\": " + block('[', optional, ']', 2));
        }
        facts.push_back("\"nodes\": " + block('[', nodes, ']', 2));
        facts.push_back("\"outputs\": " + block('[', outputs, ']', 2));
        facts.push_back("\"controls\": " + block('[', controls, ']', 2));
        if (!draft_.functors.empty())
            facts.push_back("\"functors\": " + document::functors_text(draft_.functors, 2));
        if (!editor_.empty()) facts.push_back("\"editor\": " + editor_);
        return block('{', facts, '}', 0) + '\n';
    }

  private:
    FunctorDescriptor descriptor(const Node& node) const {
        return describe(*library_.find(node.functor));
    }

    std::string input(const GraphInput& input) const {
        const auto file = draft_.files.reads.find(input.name);
        const std::string more =
            (file == draft_.files.reads.end() ? "" : document::file_text(file->second)) +
            colour(input.colour);
        const std::string name = json_string(input.name);
        return more.empty() ? name : fmt::format("{{\"name\": {}{}}}", name, more);
    }

    std::string target(const GraphOutput& output) const {
        const auto path = draft_.files.writes.find(output.name);
        return path == draft_.files.writes.end() ? std::string()
                                                 : ", \"file\": " + json_string(path->second);
    }

    static std::string format(const Format& format) {
        const std::string name =
            format.name.empty() ? "" : fmt::format("\"name\": {}, ", json_string(format.name));
        return fmt::format("{{{}\"width\": {}, \"height\": {}}}", name, format.width,
                           format.height);
    }

    static std::string colour(const std::string& space) {
        return space.empty() ? std::string() : ", \"colour\": " + json_string(space);
    }

    std::string image(ImageId id) const {
        const auto output = static_cast<std::size_t>(id.output);
        if (id.is_graph_input())
            return fmt::format("\"input\": {}", json_string(graph_.inputs[output].name));
        return fmt::format("\"node\": {}, \"output\": {}", id.node.value,
                           json_string(descriptor(*graph_.find(id.node)).outputs[output].name));
    }

    std::string connection(ImageId id, const Border& border) const {
        std::string text =
            fmt::format("{{{}\"border\": \"{}\"", id == kUnconnected ? "" : image(id) + ", ",
                        name_of(border.mode));
        // A value that no read uses is kept too: borders compare by it.
        if (border.mode == eConstant || border.value != 0.0f || std::signbit(border.value))
            text += ", \"value\": " + json_float(border.value);
        return text + "}";
    }

    std::string node(const Node& n) const {
        const FunctorDescriptor d = descriptor(n);
        std::vector<std::string> inputs, parameters;
        for (std::size_t i = 0; i < n.inputs.size(); ++i)
            if (n.inputs[i] != kUnconnected || !(n.borders[i] == d.inputs[i].border))
                inputs.push_back(json_string(d.inputs[i].name) + ": " +
                                 connection(n.inputs[i], n.borders[i]));
        const Kept::Node* const kept = kept_of(n);
        if (kept)
            for (const auto& [name, value] : kept->parameters)
                parameters.push_back(json_string(name) + ": " + value);
        for (std::size_t i = 0; i < n.parameters.size(); ++i)
            parameters.push_back(json_string(d.parameters[i].name) + ": " +
                                 document::value_text(d.parameters[i].ref, n.parameters[i]));
        std::vector<std::string> facts{fmt::format("\"id\": {}", n.id.value),
                                       "\"name\": " + json_string(n.name),
                                       "\"functor\": " + json_string(n.functor)};
        const auto clone = draft_.clones.find(n.id);
        const bool is_clone = clone != draft_.clones.end();
        if (n.restart_period != 0 && !is_clone)
            facts.push_back(fmt::format("\"restart\": {}", n.restart_period));
        if (kept && !kept->restart.empty()) facts.push_back("\"restart\": " + kept->restart);
        // The first input is not named, so that an older Weft reads it.
        if (const auto by = draft_.disabled.find(n.id); by != draft_.disabled.end())
            facts.push_back(
                "\"disabled\": " +
                (by->second == 0
                     ? std::string("true")
                     : json_string(d.inputs[static_cast<std::size_t>(by->second)].name)));
        if (is_clone) facts.push_back(fmt::format("\"clone_of\": {}", clone->second.value));
        facts.push_back("\"inputs\": " + block('{', inputs, '}', 6));
        if (is_clone) return block('{', facts, '}', 4);
        facts.push_back("\"parameters\": " + block('{', parameters, '}', 6));
        // Said only where there are some, so that an older Weft reads all other documents.
        if (!n.curves.empty()) facts.push_back("\"keyframes\": " + keyframes(n, d));
        if (kept && !kept->keyframes.empty()) {
            std::vector<std::string> curves;
            for (const auto& [name, curve] : kept->keyframes)
                curves.push_back(json_string(name) + ": " + curve);
            facts.push_back("\"keyframes\": " + block('{', curves, '}', 6));
        }
        return block('{', facts, '}', 4);
    }

    /// How values go on from a keyframe, and by which tangents.
    static std::string way_text(const ParameterRef& ref, const Keyframe& key) {
        const std::string tangents = document::tangents_text(ref, key);
        if (key.interpolation == Interpolation::kLinear && tangents.empty()) return {};
        return fmt::format(", \"{}\"{}", interpolation_name(key.interpolation), tangents);
    }

    static std::string keyframes(const Node& n, const FunctorDescriptor& d) {
        std::vector<std::string> curves;
        for (const Curve& curve : n.curves) {
            const auto at = static_cast<std::size_t>(d.find_parameter(curve.parameter));
            std::vector<std::string> keys;
            for (const Keyframe& key : curve.keys)
                keys.push_back(fmt::format("[{}, {}{}]", key.frame,
                                           document::value_text(d.parameters[at].ref, key.value),
                                           way_text(d.parameters[at].ref, key)));
            curves.push_back(
                fmt::format("{}: [{}]", json_string(curve.parameter), fmt::join(keys, ", ")));
        }
        return block('{', curves, '}', 6);
    }

    /// [{"node": 0, "KIND": name}, ...]
    static std::string places(const char* kind,
                              const std::vector<std::pair<NodeId, std::string>>& list) {
        std::vector<std::string> items;
        for (const auto& [id, name] : list)
            items.push_back(
                fmt::format("{{\"node\": {}, \"{}\": {}}}", id.value, kind, json_string(name)));
        return block('[', items, ']', 6);
    }

    /// What the document said of a node whose functor is not known; null where it is.
    const Kept::Node* kept_of(const Node& n) const {
        const auto at = draft_.kept.nodes.find(n.id);
        return at != draft_.kept.nodes.end() && is_stand_in(n, library_) ? &at->second : nullptr;
    }

    /// The places that are of nodes which are still there.
    std::vector<std::pair<NodeId, std::string>> still_kept(
        std::vector<std::pair<NodeId, std::string>> places) const {
        std::erase_if(places, [&](const auto& place) {
            const Node* const node = graph_.find(place.first);
            return node == nullptr || kept_of(*node) == nullptr;
        });
        return places;
    }

    std::vector<Control> controls_with_kept() const {
        std::vector<Control> all = graph_.controls;
        for (const Control& kept : draft_.kept.controls) {
            const auto targets = still_kept(kept.targets);
            if (targets.empty()) continue;
            auto at = std::find_if(all.begin(), all.end(),
                                   [&](const Control& c) { return c.name == kept.name; });
            if (at == all.end()) at = all.insert(at, {kept.name, kept.label, kept.help, {}});
            at->targets.insert(at->targets.end(), targets.begin(), targets.end());
        }
        return all;
    }

    std::string optional_input(OptionalInput o) const {
        if (const auto kept = draft_.kept.told.find(o.name); kept != draft_.kept.told.end()) {
            const auto told = still_kept(kept->second);
            o.told.insert(o.told.end(), told.begin(), told.end());
        }
        std::vector<std::string> facts{"\"name\": " + json_string(o.name),
                                       "\"help\": " + json_string(o.help),
                                       "\"readers\": " + places("input", o.readers)};
        if (!o.told.empty()) facts.push_back("\"told\": " + places("parameter", o.told));
        return block('{', facts, '}', 4);
    }

    static std::string control(const Control& c) {
        return block(
            '{',
            {"\"name\": " + json_string(c.name), "\"label\": " + json_string(c.label),
             "\"help\": " + json_string(c.help), "\"sets\": " + places("parameter", c.targets)},
            '}', 4);
    }

    const Draft& draft_;
    const Graph& graph_;
    const Library& library_;
    const std::string editor_;
};

}  // namespace

std::string to_document(const Graph& graph, const Library& library) {
    return to_document(Draft{graph, {}}, library, {});
}

std::string to_document(const Draft& draft, const Library& library, const std::string& editor) {
    return Writer(draft, library, editor).document();
}

}  // namespace weft
