// The library of built-in functors, and effects of single ones.
#include "effects/builtin.h"

#include <memory>
#include <stdexcept>

#include "builtin_module.h"
#include "graph/image.h"

namespace weft {
namespace {

/// "high-output" of "HighOutput": the name of a picture as people write it.
std::string kebab_case(const std::string& name) {
    std::string text;
    for (const char c : name) {
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper && !text.empty()) text += '-';
        text += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

/// Names and directions of a functor's indexers, in order.
struct IndexerNames final : IndexerVisitor {
    struct Entry {
        std::string name;
        Direction direction;
    };
    std::vector<Entry> entries;

    void indexer(const char* name, int length, IndexerBase& indexer) override {
        entries.push_back(
            {kebab_case({name, static_cast<std::size_t>(length)}), indexer.direction});
    }
};

/// Offers every parameter of a graph's only node under the parameter's own name.
struct ParameterControls final : ParameterVisitor {
    explicit ParameterControls(Graph& g) : graph(g) {}
    Graph& graph;

    void parameter(const ParameterRef& p) override {
        graph.controls.push_back({p.name, p.label, p.help, {{graph.nodes.front().id, p.name}}});
    }
};

}  // namespace

Library builtin_library() {
    static const Library library = [] {
        Library all;
        const Status added = all.add(*functors::builtin_module());
        if (!added) throw std::logic_error("the built-in functors: " + added.error().message);
        return all;
    }();
    return library;
}

Graph graph_of(const FunctorType& type) {
    const std::unique_ptr<FunctorBase> functor(type.create());
    IndexerNames indexers;
    functor->visit_indexers(indexers);

    GraphBuilder build(type.name);
    std::vector<Image> images(indexers.entries.size());
    std::vector<Image*> arguments;
    for (std::size_t i = 0; i < images.size(); ++i) {
        const auto& [name, direction] = indexers.entries[i];
        if (direction == eInput) images[i] = build.input(name);
        arguments.push_back(&images[i]);
    }
    build.record(type, *functor, arguments.data(), static_cast<int>(arguments.size()));
    for (std::size_t i = 0; i < images.size(); ++i) {
        const auto& [name, direction] = indexers.entries[i];
        if (direction == eOutput) build.output(name, images[i]);
    }

    Graph graph = build.finish();
    ParameterControls controls(graph);
    functor->visit_parameters(controls);
    return graph;
}

}  // namespace weft
