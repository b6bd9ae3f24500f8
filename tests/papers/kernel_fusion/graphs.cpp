#include "graphs.h"

#include <algorithm>
#include <random>

namespace weft::test {

int FusionGraphBuilder::input(const std::string& name) {
    graph.images.push_back({.name = name});
    return static_cast<int>(graph.images.size()) - 1;
}

int FusionGraphBuilder::kernel(const std::string& name, const std::vector<int>& images, int side,
                               double alu) {
    std::vector<FusionRead> reads;
    for (int i : images) reads.push_back({.image = i, .window = {side, side}});
    return kernel_of(name, reads, alu);
}

int FusionGraphBuilder::kernel_of(const std::string& name, const std::vector<FusionRead>& reads,
                                  double alu) {
    FusionVertex vertex;
    vertex.name = name;
    vertex.operations.alu = alu;
    vertex.reads = reads;
    graph.vertices.push_back(vertex);
    graph.images.push_back({.name = name, .producer = static_cast<int>(graph.vertices.size()) - 1});
    return static_cast<int>(graph.images.size()) - 1;
}

FusionGraph harris() {
    FusionGraphBuilder b;
    const int in = b.input("in");
    const int dx = b.kernel("dx", {in}, 3), dy = b.kernel("dy", {in}, 3);
    const int sx = b.kernel("sx", {dx}, 1, 2), sy = b.kernel("sy", {dy}, 1, 2);
    const int sxy = b.kernel("sxy", {dx, dy}, 1, 2);
    const int gx = b.kernel("gx", {sx}, 3), gy = b.kernel("gy", {sy}, 3);
    const int gxy = b.kernel("gxy", {sxy}, 3);
    b.keep(b.kernel("hc", {gx, gy, gxy}, 1));
    return b.graph;
}

FusionGraph sobel() {
    FusionGraphBuilder b;
    const int in = b.input("in");
    const int dx = b.kernel("dx", {in}, 3), dy = b.kernel("dy", {in}, 3);
    b.keep(b.kernel("magnitude", {dx, dy}, 1));
    return b.graph;
}

FusionGraph unsharp() {
    FusionGraphBuilder b;
    const int in = b.input("in");
    const int blur = b.kernel("blur", {in}, 3);
    const int high = b.kernel("high", {in, blur}, 1);
    const int ratio = b.kernel("ratio", {high, in}, 1);
    b.keep(b.kernel("sharp", {ratio, in}, 1));
    return b.graph;
}

FusionGraph night() {
    FusionGraphBuilder b;
    const int a0 = b.kernel("A0", {b.input("in")}, 3, 68);
    const int a1 = b.kernel("A1", {a0}, 5, 68);
    b.keep(b.kernel("Scoto", {a1}, 1, 89));
    return b.graph;
}

FusionGraph enhance() {
    FusionGraphBuilder b;
    const int mean = b.kernel("mean", {b.input("in")}, 3, 20);
    const int gain = b.kernel("gain", {mean}, 1, 1);
    b.keep(b.kernel("gamma", {gain}, 1, 4));
    return b.graph;
}

FusionGraph halide_unsharp() {
    FusionGraphBuilder b;
    const int in = b.input("in");
    const int grey = b.kernel("grey", {in}, 1, 5);
    const int down = b.kernel_of("down", {{.image = grey, .window = {1, 7}}}, 13);
    const int across = b.kernel_of("across", {{.image = down, .window = {7, 1}}}, 13);
    b.keep(b.kernel("sharp", {in, grey, across}, 1, 4));
    return b.graph;
}

FusionGraph random_fusion_graph(std::uint64_t seed, int most) {
    std::mt19937_64 bits(seed);
    const auto below = [&](int n) { return static_cast<int>(bits() % static_cast<unsigned>(n)); };
    FusionGraphBuilder b;
    b.input("a");
    b.input("b");
    const int kernels = 1 + below(most);
    for (int k = 0; k < kernels; ++k) {
        std::vector<FusionRead> reads;
        for (int count = 1 + below(3); count > 0; --count) {
            // Near kernels more often than far ones, so that chains are long.
            const int images = static_cast<int>(b.graph.images.size());
            const int image = std::max(below(images), below(images));
            const bool is_new = std::none_of(reads.begin(), reads.end(),
                                             [&](const auto& r) { return r.image == image; });
            const int side = 1 + 2 * std::max(0, below(5) - 2);
            if (is_new)
                reads.push_back(
                    {.image = image, .window = {side, side}, .transposed = below(40) == 0});
        }
        const int image = b.kernel_of(std::string("k") + std::to_string(k), reads,
                                      below(4) == 0 ? 100 : below(4));
        FusionVertex& vertex = b.graph.vertices.back();
        if (below(12) == 0) vertex.header.evaluations = 3;
        vertex.fusible = below(15) != 0;
        if (below(6) == 0) b.keep(image);
    }
    std::vector<bool> is_read(b.graph.images.size());
    for (const FusionVertex& vertex : b.graph.vertices)
        for (const FusionRead& read : vertex.reads)
            is_read[static_cast<std::size_t>(read.image)] = true;
    for (std::size_t i = 0; i < is_read.size(); ++i)
        if (!is_read[i]) b.keep(static_cast<int>(i));
    return b.graph;
}

std::string to_text(const FusionGraph& graph, std::vector<FusionBlock> blocks) {
    std::sort(blocks.begin(), blocks.end());
    std::string text;
    for (const FusionBlock& block : blocks) {
        std::string names;
        for (int v : block)
            names += (names.empty() ? "" : ",") + graph.vertices[static_cast<std::size_t>(v)].name;
        text += "{" + names + "}";
    }
    return text;
}

double weight_of(const FusionGraph& graph, const FusionPartition& partition,
                 const std::string& from, const std::string& to) {
    return benefit_of(graph, partition, from, to).weight;
}

const EdgeBenefit& benefit_of(const FusionGraph& graph, const FusionPartition& partition,
                              const std::string& from, const std::string& to) {
    for (std::size_t e = 0; e < partition.edges.size(); ++e)
        if (partition.edges[e].from == vertex_named(graph, from) &&
            partition.edges[e].to == vertex_named(graph, to))
            return partition.benefits[e];
    static const EdgeBenefit none{.weight = -1, .why_illegal = "no such edge"};
    return none;
}

int vertex_named(const FusionGraph& graph, const std::string& name) {
    for (std::size_t v = 0; v < graph.vertices.size(); ++v)
        if (graph.vertices[v].name == name) return static_cast<int>(v);
    return -1;
}

FusionBlock block_named(const FusionGraph& graph, const std::vector<std::string>& names) {
    FusionBlock block;
    for (const std::string& name : names) block.push_back(vertex_named(graph, name));
    std::sort(block.begin(), block.end());
    return block;
}

}  // namespace weft::test
