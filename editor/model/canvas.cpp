#include "model/canvas.h"

#include <algorithm>

#include "model/groups.h"
#include "model/ports.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

/// Ports of groups, each found once.
class KnownPorts {
  public:
    explicit KnownPorts(const Document& document) : document_(document) {}

    int input(int group, const Dot& reader) {
        const std::vector<GroupInput>& inputs = of(group).inputs;
        const auto reads = [&](const GroupInput& input) {
            return std::find(input.readers.begin(), input.readers.end(), reader) !=
                   input.readers.end();
        };
        return static_cast<int>(std::find_if(inputs.begin(), inputs.end(), reads) - inputs.begin());
    }
    int output(int group, ImageId image) {
        const std::vector<ImageId>& outputs = of(group).outputs;
        return static_cast<int>(std::find(outputs.begin(), outputs.end(), image) - outputs.begin());
    }

  private:
    const GroupPorts& of(int group) {
        const auto [at, is_new] = known_.try_emplace(group);
        if (is_new) at->second = ports_of(document_, group);
        return at->second;
    }

    const Document& document_;
    std::map<int, GroupPorts> known_;
};

/// Gives a row of items places at `y`: each near the middle of those it is joined with, in order
/// and apart.
void put_row(Canvas& canvas, const std::map<ItemId, std::vector<int>>& row, int y) {
    std::vector<std::pair<int, ItemId>> targets;
    for (const auto& [id, xs] : row) {
        int sum = 0;
        for (const int x : xs) sum += x;
        targets.emplace_back(sum / static_cast<int>(xs.size()), id);
    }
    std::sort(targets.begin(), targets.end());
    int shift = 0, x = 0;
    std::vector<int> at;
    for (const auto& [target, id] : targets) {
        x = at.empty() ? target : std::max(target, x + kColumnPitch);
        at.push_back(x);
        shift += x - target;
    }
    if (!at.empty()) shift /= static_cast<int>(at.size());
    for (std::size_t i = 0; i < at.size(); ++i)
        canvas.places[targets[i].second] = snapped({at[i] - shift, y});
}

void place_outside(Canvas& canvas) {
    if (canvas.outside.empty()) return;
    const std::map<ItemId, Place> inside = canvas.places;
    int top = inside.begin()->second.y, bottom = top;
    for (const auto& [id, place] : inside) {
        top = std::min(top, place.y);
        bottom = std::max(bottom, place.y);
    }
    std::map<ItemId, std::vector<int>> above, below;
    for (const auto& [wire, start] : canvas.wires) {
        if (canvas.outside.contains(start.item))
            above[start.item].push_back(inside.at(wire.to).x);
        else if (canvas.outside.contains(wire.to))
            below[wire.to].push_back(inside.at(start.item).x);
    }
    for (const auto& [id, xs] : above) below.erase(id);
    constexpr int kApart = kRowPitch + kRowPitch / 2;
    put_row(canvas, above, top - kApart);
    put_row(canvas, below, bottom + kApart);
}

}  // namespace

Canvas canvas_of(const Document& document, int open) {
    Canvas canvas;
    canvas.open = open;
    for (const auto& [id, place] : document.places)
        if (group_of(document, id) == open) canvas.places.emplace(id, place);
    KnownPorts ports(document);
    std::map<std::pair<ItemId, int>, Wire> bent;
    for (const auto& [id, dot] : document.dots)
        if (group_of(document, {ItemKind::kDot, id}) == open) bent[{dot.to, dot.input}];
    for (const Wire& wire : wires(document)) {
        const auto from = seen_as(document, source(wire.from), open);
        const auto to = seen_as(document, wire.to, open);
        if ((!from && !to) || from == to) continue;
        Wire seen = wire;
        if (to && *to != wire.to)
            seen = {wire.from, *to, ports.input(to->value, {wire.to, wire.input})};
        WireStart start{from.value_or(source(wire.from)),
                        wire.from.is_graph_input() ? 0 : wire.from.output};
        if (start.item.kind == ItemKind::kGroup)
            start.output = ports.output(start.item.value, wire.from);
        canvas.wires.emplace(seen, start);
        if (!from) canvas.outside.insert(start.item);
        if (!to) canvas.outside.insert(wire.to);
        if (const auto at = bent.find({wire.to, wire.input}); at != bent.end()) at->second = seen;
    }
    for (const auto& [id, dot] : document.dots)
        if (const auto at = bent.find({dot.to, dot.input});
            at != bent.end() && group_of(document, {ItemKind::kDot, id}) == open)
            canvas.dots.emplace(id, at->second);
    place_outside(canvas);
    return canvas;
}

Selection lying_in(const Canvas& canvas, const Selection& items) {
    Selection here;
    for (const ItemId id : items)
        if (canvas.places.contains(id) && !canvas.outside.contains(id)) here.insert(id);
    return here;
}

std::set<ItemId> stream_of(const Canvas& canvas, ItemId item, bool up) {
    std::map<ItemId, std::vector<ItemId>> next;
    for (const auto& [wire, start] : canvas.wires)
        if (up)
            next[wire.to].push_back(start.item);
        else
            next[start.item].push_back(wire.to);
    return reached(next, item);
}

}  // namespace weft::editor
