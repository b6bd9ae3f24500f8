// Delayed evaluation: Image handles, and the recording of functor calls into a Graph
// (active-library, listing 1).
//
//   GraphBuilder build("unsharp");
//   Image input = build.input("input"), gray, output;
//   Luminance luminance;
//   luminance(input, gray);            // records a node; nothing runs
//   ...
//   build.output("output", output);
//   Graph graph = build.finish();
//
// An Image that a functor writes must be empty: each picture is written once.
#pragma once

#include <memory>
#include <string>

#include "graph/graph.h"

namespace weft {

class GraphBuilder;

/// A handle on a picture that does not exist yet. Copies refer to the same picture.
class Image {
  public:
    Image() = default;
    bool empty() const { return builder_ == nullptr; }
    ImageId id() const { return id_; }

  private:
    friend class GraphBuilder;
    GraphBuilder* builder_ = nullptr;
    ImageId id_;
};

/// Collects the nodes that functor calls record.
class GraphBuilder {
  public:
    explicit GraphBuilder(std::string name, std::string summary = {});

    Image input(std::string name);
    void output(std::string name, const Image& image);

    /// Prefixes the names of nodes recorded until the returned guard goes: "level2/".
    class Scope;
    Scope scope(std::string name);

    /// The border of every input of functors recorded from now on.
    void border(Border border) { border_ = border; }

    /// Offers node parameters under one name. `paths` are "node.parameter"; "node*" before the dot
    /// matches all nodes whose name begins so.
    void control(std::string name, std::string label, std::string help,
                 const std::vector<std::string>& paths);

    /// Records one call of `functor` on `count` images, inputs and outputs in the order of its
    /// indexers. Programming errors (wrong count, an empty input, an output written twice) throw
    /// std::logic_error naming the functor.
    void record(const FunctorType& type, FunctorBase& functor, Image* const* images, int count);

    Graph finish();

    /// Every functor type that was recorded, for building a Library without modules.
    const std::vector<const FunctorType*>& types() const { return types_; }

  private:
    friend class Scope;
    Graph graph_;
    std::string prefix_;
    Border border_;
    std::vector<const FunctorType*> types_;
};

class GraphBuilder::Scope {
  public:
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

  private:
    friend class GraphBuilder;
    Scope(GraphBuilder& builder, std::string name);
    GraphBuilder& builder_;
    std::string previous_;
};

namespace detail {
/// The builder of the first non-empty image; throws when all are empty.
GraphBuilder& builder_of(Image* const* images, int count);
}  // namespace detail

/// Called by Functor::operator(): records the call in the builder that the images belong to.
template <class Derived, class... Images>
void record(const Derived& functor, Images&... images) {
    Derived copy = functor;
    copy.prepare();
    Image* list[] = {const_cast<Image*>(&images)...};
    static_cast<void>(detail::builder_of(list, sizeof...(Images)));
    detail::builder_of(list, sizeof...(Images))
        .record(functor_type<Derived>(), copy, list, sizeof...(Images));
}

}  // namespace weft
