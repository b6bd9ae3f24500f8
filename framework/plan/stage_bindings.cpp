#include "plan/stage_bindings.h"

#include <algorithm>
#include <cstring>

namespace weft {

namespace {

int member_size(const MemberFacts& m) { return m.type == "bool" ? 1 : 4; }

/// The members that are wanted: plain ones, and of arrays domains.
template <class Wanted>
void bind_members(const Stage& stage, const Wanted& wanted, Bindings& bindings) {
    const std::vector<int> offsets = member_offsets(stage.facts.members);
    for (std::size_t m = 0; m < stage.facts.members.size(); ++m) {
        const MemberFacts& member = stage.facts.members[m];
        if (!wanted(member)) continue;
        const std::byte* const at = stage.members.data() + offsets[m];
        if (member.array) {
            static constexpr const char* kEdges[] = {".x0", ".y0", ".x1", ".y1"};
            for (int e = 0; e < 4; ++e) {
                std::int32_t edge = 0;
                std::memcpy(&edge, at + 4 * e, sizeof edge);
                bindings[member.name + kEdges[e]] = edge;
            }
            continue;
        }
        std::int32_t value = 0;
        std::memcpy(&value, at, static_cast<std::size_t>(member_size(member)));
        bindings[member.name] = value;
    }
}

void bind_planes(const std::string& indexer, const ImageShape& shape, Bindings& bindings) {
    bindings[indexer + ".Planes"] = shape.planes;
    bindings[indexer + ".Colours"] = shape.colours;
    bindings[indexer + ".Alpha"] = shape.alpha;
}

}  // namespace

std::vector<int> member_offsets(const std::vector<MemberFacts>& members) {
    std::vector<int> offsets;
    int at = 0;
    for (const MemberFacts& m : members) {
        const int size = member_size(m);
        at = (at + size - 1) / size * size;
        offsets.push_back(at);
        at += size * std::max(m.count, 1);
    }
    return offsets;
}

Bindings structure_of(const BoundGraph& graph, const Stage& stage) {
    Bindings bindings;
    auto input = stage.inputs.begin();
    auto output = stage.outputs.begin();
    for (const IndexerFacts& indexer : stage.facts.indexers) {
        if (indexer.direction == eInput && input != stage.inputs.end()) {
            const StageInput& read = *input++;
            bindings[indexer.name + ".Radius"] = read.radius;
            bindings[indexer.name + ".RadiusX"] = read.radius_x;
            bindings[indexer.name + ".RadiusY"] = read.radius_y;
            bindings[indexer.name + ".Count"] = static_cast<std::int64_t>(read.offsets.size());
            bindings[indexer.name + ".Axis"] = read.axis;
            bind_planes(indexer.name, graph.images[read.image].shape, bindings);
        } else if (indexer.direction == eOutput && output != stage.outputs.end()) {
            bind_planes(indexer.name, graph.images[*output++].shape, bindings);
        }
    }
    bind_members(
        stage, [](const MemberFacts& m) { return m.baked && m.type != "float" && !m.array; },
        bindings);
    return bindings;
}

Bindings bindings_of(const BoundGraph& graph, const Stage& stage) {
    Bindings bindings = structure_of(graph, stage);
    bind_members(
        stage,
        [](const MemberFacts& m) {
            return m.array ? m.name.ends_with(".Domain") : m.type != "float";
        },
        bindings);
    return bindings;
}

}  // namespace weft
