// A graph's hash: XXH3 over a canonical byte string that tells any two different graphs apart.
//
// Every string and list is preceded by its length, every variant by its index; integers are 64-bit
// little-endian, floats their bits. Nodes come by id.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>

#include "graph/graph.h"

namespace weft {

namespace {

class Canonical {
  public:
    void put(std::int64_t v) {
        const auto u = static_cast<std::uint64_t>(v);
        for (int shift = 0; shift < 64; shift += 8)
            bytes_ += static_cast<char>(static_cast<unsigned char>(u >> shift));
    }
    void put(const std::string& s) {
        put(static_cast<std::int64_t>(s.size()));
        bytes_ += s;
    }
    void put(float v) { put(static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(v))); }
    void put(const ImageId& id) {
        put(static_cast<std::int64_t>(id.node.value));
        put(static_cast<std::int64_t>(id.output));
    }
    void put(const Offset& o) {
        put(static_cast<std::int64_t>(o.x));
        put(static_cast<std::int64_t>(o.y));
    }
    void put(const Border& b) {
        put(static_cast<std::int64_t>(b.mode));
        put(b.value);
    }
    void put(const Tangent& t) {
        put(t.slope);
        put(t.weight);
    }
    void put(const Keyframe& key) {
        // Which lists of tangents follow is told by bits that are 0 where there are none, so that
        // hashes of curves without outlive programs.
        const int lists = (key.in.empty() ? 0 : 256) + (key.out.empty() ? 0 : 512);
        put(static_cast<std::int64_t>(key.frame));
        put(key.value);
        put(static_cast<std::int64_t>(key.interpolation) + lists);
        if (!key.in.empty()) put_list(key.in);
        if (!key.out.empty()) put_list(key.out);
    }
    void put(const ParameterValue& value) {
        put(static_cast<std::int64_t>(value.index()));
        std::visit([&](const auto& v) { put_alternative(v); }, value);
    }
    template <class T>
    void put_list(const std::vector<T>& list) {
        put(static_cast<std::int64_t>(list.size()));
        for (const T& item : list) put(item);
    }
    const std::string& bytes() const { return bytes_; }

  private:
    void put_alternative(float v) { put(v); }
    /// Of whole numbers, switches and enums.
    template <class T>
    void put_alternative(T v) {
        put(static_cast<std::int64_t>(v));
    }
    void put_alternative(const std::vector<float>& v) { put_list(v); }
    void put_alternative(const std::vector<Offset>& v) { put_list(v); }

    std::string bytes_;
};

void put_node(Canonical& out, const Node& node) {
    out.put(static_cast<std::int64_t>(node.id.value));
    out.put(node.name);
    out.put(node.functor);
    out.put_list(node.parameters);
    out.put_list(node.inputs);
    out.put_list(node.borders);
    out.put(static_cast<std::int64_t>(node.restart_period));
}

/// Nothing where nothing is animated; else behind a mark that nothing before it ends with.
void put_curves(Canonical& out, const std::vector<const Node*>& nodes) {
    for (const Node* node : nodes) {
        if (node->curves.empty()) continue;
        out.put(std::int64_t{-1});
        out.put(static_cast<std::int64_t>(node->id.value));
        out.put(static_cast<std::int64_t>(node->curves.size()));
        for (const Curve& curve : node->curves) {
            out.put(curve.parameter);
            out.put_list(curve.keys);
        }
    }
}

/// Nothing where there are none; else behind a mark of their own.
void put_optional_inputs(Canonical& out, const std::vector<OptionalInput>& inputs) {
    const auto put_places = [&](const std::vector<std::pair<NodeId, std::string>>& places) {
        out.put(static_cast<std::int64_t>(places.size()));
        for (const auto& [node, name] : places) {
            out.put(static_cast<std::int64_t>(node.value));
            out.put(name);
        }
    };
    for (const OptionalInput& input : inputs) {
        out.put(std::int64_t{-2});
        out.put(input.name);
        out.put(input.help);
        put_places(input.readers);
        put_places(input.told);
    }
}

}  // namespace

std::uint64_t hash(const Graph& graph) {
    Canonical out;
    const auto size = [&](const auto& list) { out.put(static_cast<std::int64_t>(list.size())); };
    out.put(graph.name);
    out.put(graph.summary);
    size(graph.inputs);
    for (const GraphInput& input : graph.inputs) out.put(input.name);
    std::vector<const Node*> nodes;
    for (const Node& node : graph.nodes) nodes.push_back(&node);
    std::sort(nodes.begin(), nodes.end(),
              [](const Node* a, const Node* b) { return a->id < b->id; });
    size(nodes);
    for (const Node* node : nodes) put_node(out, *node);
    size(graph.outputs);
    for (const GraphOutput& output : graph.outputs) {
        out.put(output.name);
        out.put(output.image);
    }
    size(graph.controls);
    for (const Control& control : graph.controls) {
        out.put(control.name);
        out.put(control.label);
        out.put(control.help);
        size(control.targets);
        for (const auto& [id, parameter] : control.targets) {
            out.put(static_cast<std::int64_t>(id.value));
            out.put(parameter);
        }
    }
    // Last, and only where it is not as ever: hashes of bounded graphs outlive programs.
    if (graph.intermediates != Intermediates::kBounded)
        out.put(static_cast<std::int64_t>(graph.intermediates));
    put_curves(out, nodes);
    put_optional_inputs(out, graph.optional_inputs);
    return XXH3_64bits(out.bytes().data(), out.bytes().size());
}

}  // namespace weft
