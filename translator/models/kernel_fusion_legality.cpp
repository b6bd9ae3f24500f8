#include "models/kernel_fusion_legality.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace weft {

namespace {

const FusionVertex& vertex(const FusionGraph& graph, int v) {
    return graph.vertices[static_cast<std::size_t>(v)];
}

const FusionImage& image(const FusionGraph& graph, int i) {
    return graph.images[static_cast<std::size_t>(i)];
}

bool holds(const FusionBlock& block, int v) {
    return std::binary_search(block.begin(), block.end(), v);
}

bool is_read_within(const FusionGraph& graph, const FusionBlock& block, const FusionRead& read) {
    return holds(block, image(graph, read.image).producer);
}

bool reads(const FusionVertex& v, int image) {
    return std::any_of(v.reads.begin(), v.reads.end(),
                       [&](const FusionRead& read) { return read.image == image; });
}

std::string names(const FusionGraph& graph, const std::set<int>& images) {
    std::string text;
    for (int i : images) text += (text.empty() ? "" : ", ") + image(graph, i).name;
    return text;
}

/// The longer sides of the windows by which a kernel reads, each made larger by what its producer
/// in the block reaches: by width and height of `reach`, which hold extents less one.
int staged_sides(const FusionGraph& graph, const FusionBlock& block, const FusionVertex& v,
                 const std::vector<WindowSize>& reach) {
    int sides = 0;
    for (const FusionRead& read : v.reads) {
        if (read.window.is_point()) continue;
        WindowSize window = read.window;
        if (is_read_within(graph, block, read)) {
            const int producer = image(graph, read.image).producer;
            window.width += reach[static_cast<std::size_t>(producer)].width;
            window.height += reach[static_cast<std::size_t>(producer)].height;
        }
        sides += std::max(window.width, window.height);
    }
    return sides;
}

/// How much further than its element each vertex of the block reads images from outside of it.
std::vector<WindowSize> reaches(const FusionGraph& graph, const FusionBlock& block) {
    std::vector<WindowSize> reach(graph.vertices.size(), {0, 0});
    for (int v : block)
        for (const FusionRead& read : vertex(graph, v).reads) {
            WindowSize behind{0, 0};
            if (is_read_within(graph, block, read))
                behind = reach[static_cast<std::size_t>(image(graph, read.image).producer)];
            WindowSize& r = reach[static_cast<std::size_t>(v)];
            r.width = std::max(r.width, read.window.width - 1 + behind.width);
            r.height = std::max(r.height, read.window.height - 1 + behind.height);
        }
    return reach;
}

/// Whether a local kernel of the block uses a vertex's values, through others or not.
std::vector<bool> used_by_local(const FusionGraph& graph, const FusionBlock& block) {
    std::vector<bool> used(graph.vertices.size());
    for (auto v = block.rbegin(); v != block.rend(); ++v)
        for (const FusionRead& read : vertex(graph, *v).reads)
            if (is_read_within(graph, block, read) &&
                (used[static_cast<std::size_t>(*v)] || !mask(vertex(graph, *v)).is_point()))
                used[static_cast<std::size_t>(image(graph, read.image).producer)] = true;
    return used;
}

bool is_source(const FusionGraph& graph, const FusionBlock& block, int v) {
    const auto& all = vertex(graph, v).reads;
    return std::none_of(all.begin(), all.end(),
                        [&](const FusionRead& read) { return is_read_within(graph, block, read); });
}

bool is_connected(const FusionGraph& graph, const FusionBlock& block) {
    std::set<int> reached = {block.front()};
    for (bool grew = true; grew;) {
        grew = false;
        for (const FusionEdge& e : edges(graph)) {
            if (!holds(block, e.from) || !holds(block, e.to)) continue;
            if (reached.contains(e.from) == reached.contains(e.to)) continue;
            reached.insert(e.from);
            reached.insert(e.to);
            grew = true;
        }
    }
    return reached.size() == block.size();
}

/// A vertex outside the block on a path from it into it, or -1.
int outside_between(const FusionGraph& graph, const FusionBlock& block) {
    std::vector<bool> comes_after(graph.vertices.size());
    for (std::size_t v = 0; v < graph.vertices.size(); ++v)
        for (const FusionRead& read : graph.vertices[v].reads) {
            const int producer = image(graph, read.image).producer;
            if (producer < 0) continue;
            const bool leaves = comes_after[static_cast<std::size_t>(producer)];
            if (holds(block, static_cast<int>(v))) {
                if (leaves && !holds(block, producer)) return producer;
            } else if (leaves || holds(block, producer)) {
                comes_after[v] = true;
            }
        }
    return -1;
}

std::optional<std::string> header_conflict(const FusionGraph& graph, const FusionBlock& block) {
    const FusionVertex& first = vertex(graph, block.front());
    for (int v : block) {
        const FusionVertex& other = vertex(graph, v);
        if (!other.fusible)
            return fmt::format("{} is neither a point nor a local operator", other.name);
        if (!compatible(first, other))
            return fmt::format("{} and {} differ in iteration space, granularity or layout",
                               first.name, other.name);
        for (const FusionRead& read : other.reads) {
            if (!is_read_within(graph, block, read)) continue;
            if (read.transposed)
                return fmt::format("{} is transposed before {} reads it",
                                   image(graph, read.image).name, other.name);
            if (read.far)
                return fmt::format("{} reads {} elsewhere than around an element", other.name,
                                   image(graph, read.image).name);
        }
    }
    return std::nullopt;
}

std::optional<std::string> papers_conflict(const FusionGraph& graph, const FusionBlock& block) {
    const std::set<int> outputs = leaving(graph, block);
    if (outputs.size() > 1)
        return fmt::format("external output dependence: {} are all needed outside",
                           names(graph, outputs));
    const std::set<int> inputs = entering(graph, block);
    const bool is_one_sources = std::any_of(block.begin(), block.end(), [&](int v) {
        return is_source(graph, block, v) && std::all_of(inputs.begin(), inputs.end(), [&](int i) {
                   return reads(vertex(graph, v), i);
               });
    });
    if (is_one_sources) return std::nullopt;
    return fmt::format("external input dependence: no source kernel reads all of {}",
                       names(graph, inputs));
}

}  // namespace

FusionLegality legality_of(const CutChoices& asked) {
    const FusionLegality usual = kExtendedLegality;
    return {asked.rules.value_or(usual.rules), asked.most_shared.value_or(usual.most_shared)};
}

std::set<int> leaving(const FusionGraph& graph, const FusionBlock& block) {
    std::set<int> images;
    for (std::size_t i = 0; i < graph.images.size(); ++i)
        if (graph.images[i].live_out && holds(block, graph.images[i].producer))
            images.insert(static_cast<int>(i));
    for (const FusionEdge& e : edges(graph))
        if (holds(block, e.from) && !holds(block, e.to)) images.insert(e.image);
    return images;
}

std::set<int> entering(const FusionGraph& graph, const FusionBlock& block) {
    std::set<int> images;
    for (int v : block)
        for (const FusionRead& read : vertex(graph, v).reads)
            if (!is_read_within(graph, block, read)) images.insert(read.image);
    return images;
}

bool compatible(const FusionVertex& a, const FusionVertex& b) {
    return a.fusible && b.fusible && a.header == b.header;
}

int staged_mask_sides(const FusionGraph& graph, const FusionBlock& block) {
    const std::vector<WindowSize> reach = reaches(graph, block);
    const std::vector<bool> used = used_by_local(graph, block);
    int sides = 0;
    for (int v : block)
        if (!used[static_cast<std::size_t>(v)])
            sides += staged_sides(graph, block, vertex(graph, v), reach);
    return sides;
}

double shared_growth(const FusionGraph& graph, const FusionBlock& block) {
    int most = 0;
    for (int v : block) most = std::max(most, staged_mask_sides(graph, {v}));
    return most == 0 ? 1.0 : static_cast<double>(staged_mask_sides(graph, block)) / most;
}

std::optional<std::string> why_illegal(const FusionGraph& graph, const FusionBlock& block,
                                       const FusionLegality& legality) {
    if (block.size() <= 1) return std::nullopt;
    if (!is_connected(graph, block)) return "no edge connects all of them";
    if (auto conflict = header_conflict(graph, block)) return conflict;
    if (const int v = outside_between(graph, block); v >= 0)
        return fmt::format("{} comes between them", vertex(graph, v).name);
    if (legality.rules == FusionRules::kPaper)
        if (auto conflict = papers_conflict(graph, block)) return conflict;
    if (const double growth = shared_growth(graph, block); !(growth <= legality.most_shared))
        return fmt::format("equation 2: shared memory grows {:.2f} times, at most {:g} may be",
                           growth, legality.most_shared);
    return std::nullopt;
}

}  // namespace weft
