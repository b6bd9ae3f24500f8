#include "model/tidy.h"

#include <algorithm>
#include <cmath>
#include <list>

#include "model/canvas.h"
#include "model/groups.h"

namespace weft::editor {
namespace {

/// Between a wire that passes a row and its neighbours there.
constexpr double kWirePitch = 44.0;

/// A wire, and where it comes in, right of the middle of the item.
struct Link {
    ItemId from, to;
    double port = 0.0;
};

Link link_of(ItemId from, const Wire& wire, std::size_t inputs) {
    const double at = (wire.input + 1.0) / (static_cast<double>(inputs) + 1.0);
    return {from, wire.to, (kColumnPitch - 16) * (at - 0.5)};
}

std::size_t inputs_of(const Document& document, ItemId to) {
    if (to.kind == ItemKind::kGroup) return ports_of(document, to.value).inputs.size();
    const Node* node =
        to.kind == ItemKind::kNode ? document.draft.graph.find(NodeId{to.value}) : nullptr;
    return node ? node->inputs.size() : 1;
}

/// `items` so that each follows what it reads, where that can be.
std::vector<ItemId> ordered(const std::vector<ItemId>& items, const std::vector<Link>& links) {
    std::map<ItemId, std::vector<ItemId>> above;
    for (const Link& link : links) above[link.to].push_back(link.from);
    std::list<ItemId> left(items.begin(), items.end());
    std::set<ItemId> waiting(items.begin(), items.end());
    std::vector<ItemId> order;
    while (!left.empty()) {
        auto next = std::find_if(left.begin(), left.end(), [&](ItemId id) {
            const std::vector<ItemId>& read = above[id];
            return std::none_of(read.begin(), read.end(),
                                [&](ItemId from) { return waiting.contains(from); });
        });
        if (next == left.end()) next = left.begin();  // groups may read each other
        order.push_back(*next);
        waiting.erase(*next);
        left.erase(next);
    }
    return order;
}

/// Items in rows, with what each reads and is read by. Wires that pass rows have bends in them,
/// which are laid out as narrow items, so that nothing lies on a wire.
class Layout {
  public:
    /// Of items each of which follows what it reads.
    Layout(const std::vector<ItemId>& order, const std::vector<Link>& links) {
        for (const ItemId id : order) neighbours_[id];
        for (const Link& link : links) join(link.from, link.to, 0.0);
        find_rows(order);
        bend_wires(links);
        for (std::vector<ItemId>& row : rows_) {
            double x = 0.0;
            for (const ItemId id : row) x_[id] = (x += width(id)) - width(id) / 2.0;
            for (const ItemId id : row) x_[id] -= x / 2.0;
        }
    }

    std::map<ItemId, Place> places() {
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            for (std::size_t r = 1; r < rows_.size(); ++r) settle(rows_[r], true, sweep);
            for (std::size_t r = rows_.size(); r-- > 0;) settle(rows_[r], false, sweep);
        }
        std::map<ItemId, Place> places;
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (const ItemId id : rows_[r])
                if (!is_bend(id))
                    places[id] = snapped(
                        {static_cast<int>(std::lround(x_[id])), static_cast<int>(r) * kRowPitch});
        return places;
    }

  private:
    static constexpr int kSweeps = 12;
    /// An item, and how far beside it a straight wire would have us.
    struct Neighbour {
        ItemId id;
        double beside;
    };
    struct Neighbours {
        std::vector<Neighbour> above, below;
    };

    static bool is_bend(ItemId id) { return id.kind == ItemKind::kNode && id.value < 0; }
    static double width(ItemId id) { return is_bend(id) ? kWirePitch : kColumnPitch; }

    /// A wire into `below`, `port` right of its middle.
    void join(ItemId above, ItemId below, double port) {
        neighbours_[below].above.push_back({above, -port});
        neighbours_[above].below.push_back({below, port});
    }

    void bend_wires(const std::vector<Link>& links) {
        std::map<ItemId, std::size_t> row;
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (const ItemId id : rows_[r]) row[id] = r;
        neighbours_.clear();
        int bends = 0;
        for (const Link& link : links) {
            ItemId last = link.from;
            for (std::size_t r = row[last] + 1; r < row[link.to]; ++r) {
                const ItemId bend{ItemKind::kNode, --bends};
                rows_[r].push_back(bend);
                join(last, bend, 0.0);
                last = bend;
            }
            join(last, link.to, link.port);
        }
    }

    /// Below everything read; then down to just above the readers, so that wires are short.
    void find_rows(const std::vector<ItemId>& order) {
        std::map<ItemId, int> row;
        int last = 0;
        for (const ItemId id : order) {
            for (const Neighbour& above : neighbours_[id].above)
                row[id] = std::max(row[id], row[above.id] + 1);
            last = std::max(last, row[id]);
        }
        for (auto id = order.rbegin(); id != order.rend(); ++id) {
            const std::vector<Neighbour>& below = neighbours_[*id].below;
            if (id->kind == ItemKind::kOutput) row[*id] = last;
            if (below.empty() || id->kind == ItemKind::kInput) continue;
            int lowest = last;
            for (const Neighbour& reader : below) lowest = std::min(lowest, row[reader.id] - 1);
            row[*id] = std::max(row[*id], lowest);
        }
        rows_.resize(static_cast<std::size_t>(last) + 1);
        for (const ItemId id : order) rows_[static_cast<std::size_t>(row[id])].push_back(id);
    }

    double target(ItemId id, bool from_above, int sweep) {
        const Neighbours& near = neighbours_[id];
        double sum = 0.0;
        std::size_t count = 0;
        const auto add = [&](const std::vector<Neighbour>& list) {
            for (const Neighbour& other : list) sum += x_[other.id] + other.beside;
            count += list.size();
        };
        // Early sweeps look one way and find the order, late ones both ways and straighten.
        if (from_above || sweep >= kSweeps / 2) add(near.above);
        if (!from_above || sweep >= kSweeps / 2) add(near.below);
        return count ? sum / static_cast<double>(count) : x_[id];
    }

    /// Orders a row by where its items want to be, and puts them there as far as they have room.
    void settle(std::vector<ItemId>& row, bool from_above, int sweep) {
        std::map<ItemId, double> targets;
        for (const ItemId id : row) targets[id] = target(id, from_above, sweep);
        std::stable_sort(row.begin(), row.end(), [&](ItemId a, ItemId b) {
            return targets[a] != targets[b] ? targets[a] < targets[b] : x_[a] < x_[b];
        });
        // Without widths between them, items need only keep their order: those that would not are
        // pooled at their mean.
        struct Pool {
            double at;
            int count;
        };
        std::vector<Pool> pools;
        double offset = 0.0, last_width = 0.0;
        std::vector<double> offsets;
        for (const ItemId id : row) {
            offset += offsets.empty() ? 0.0 : (last_width + width(id)) / 2.0;
            last_width = width(id);
            offsets.push_back(offset);
            pools.push_back({targets[id] - offset, 1});
            while (pools.size() > 1 && pools[pools.size() - 2].at > pools.back().at) {
                const Pool b = pools.back();
                pools.pop_back();
                Pool& a = pools.back();
                a.at = (a.at * a.count + b.at * b.count) / (a.count + b.count);
                a.count += b.count;
            }
        }
        std::size_t i = 0;
        for (const Pool& pool : pools)
            for (int n = 0; n < pool.count; ++n, ++i) x_[row[i]] = pool.at + offsets[i];
    }

    std::map<ItemId, Neighbours> neighbours_;
    std::map<ItemId, double> x_;
    std::vector<std::vector<ItemId>> rows_;
};

}  // namespace

std::map<ItemId, Place> tidy(const Document& document) {
    std::vector<Link> links;
    for (const Wire& wire : wires(document))
        links.push_back(link_of(source(wire.from), wire, inputs_of(document, wire.to)));
    return Layout(items(document), links).places();
}

std::map<ItemId, Place> tidy(const Document& document, int group) {
    const Canvas canvas = canvas_of(document, group);
    const auto lies_here = [&](ItemId id) {
        return canvas.places.contains(id) && !canvas.outside.contains(id);
    };
    std::vector<ItemId> boxes;
    for (const ItemId id : items(document))
        if (lies_here(id)) boxes.push_back(id);
    for (const auto& [id, entry] : document.groups)
        if (const ItemId box{ItemKind::kGroup, id}; lies_here(box)) boxes.push_back(box);
    std::vector<Link> links;
    for (const auto& [wire, start] : canvas.wires)
        if (lies_here(start.item) && lies_here(wire.to))
            links.push_back(link_of(start.item, wire, inputs_of(document, wire.to)));
    return Layout(ordered(boxes, links), links).places();
}

}  // namespace weft::editor
