// Delayed evaluation: Image handles, and the recording of functor calls into a Graph
// (active-library, listing 1).
//
//   GraphBuilder build("unsharp", "Sharpens by the difference to a blurred copy");
//   Image input = build.input("input"), gray, output;
//   Luminance luminance;
//   luminance(input, gray);            // records the node "luminance1"; nothing runs
//   ...
//   build.name_next("sharpen");        // the next node's name, instead of one made up
//   sharpen(input, gray, output);
//   build.output("output", output);
//   build.control("amount", "Amount", "How much is added.", {"sharpen.amount"});
//   Graph graph = build.finish();
//
// An Image that a functor writes must be empty: each picture is written once. Mistakes here are the
// effect's own bugs: they throw std::logic_error naming the functor. Effects read from documents
// come through graph/document.h, which returns errors.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"

namespace weft {

class GraphBuilder;

/// A handle on a picture of the graph that is recorded. Copies refer to the same picture.
class Image {
  public:
    Image() = default;
    bool empty() const { return builder_ == nullptr; }
    ImageId id() const { return id_; }
    /// The builder that recorded this picture; null when empty.
    GraphBuilder* builder() const { return builder_; }

  private:
    friend class GraphBuilder;
    GraphBuilder* builder_ = nullptr;
    ImageId id_;
};

/// Collects the nodes that functor calls record. Outlives the Images it hands out.
class GraphBuilder {
  public:
    explicit GraphBuilder(std::string name, std::string summary = {});
    GraphBuilder(const GraphBuilder&) = delete;
    GraphBuilder& operator=(const GraphBuilder&) = delete;

    Image input(std::string name);
    void output(std::string name, const Image& image);

    /// Prefixes the names of nodes recorded until the returned guard goes: "level2" gives
    /// "level2/dwt1d1". Scopes nest.
    class Scope;
    [[nodiscard]] Scope scope(const std::string& name);

    /// Names the next recorded node (after the scope's prefix). Without it a node is named after
    /// its functor in lower case and a number, from 1 in each scope: "dwt1d1", "dwt1d2".
    /// A name that is taken throws when the node is recorded.
    void name_next(std::string name);

    /// The border of every input of functors recorded from now on. Without it each input has the
    /// border that its indexer was given (clamp, unless the functor says otherwise).
    void border(Border border) { border_ = border; }

    /// Where the pictures between nodes are defined: bounded without it. Where they are unbounded,
    /// nodes recorded from now on clamp what they read at their element alone, as all others do.
    void intermediates(Intermediates intermediates) { graph_.intermediates = intermediates; }

    /// Offers a picture that the effect can do without. `readers` are "node.Input", inputs of nodes
    /// recorded so far; `told` are "node.parameter", booleans that become true when it is given.
    void optional_input(std::string name, std::string help, const std::vector<std::string>& readers,
                        const std::vector<std::string>& told = {});

    /// Offers node parameters under one name. `paths` are "node.parameter"; "node*" before the dot
    /// matches all nodes recorded so far whose name begins so.
    void control(std::string name, std::string label, std::string help,
                 const std::vector<std::string>& paths);

    /// Records one call of a functor that has no inputs.
    template <class Derived, class... Images>
    void generate(const Derived& functor, Images&... outputs) {
        Derived copy = functor;
        copy.prepare();
        Image* const list[] = {&outputs...};
        record(functor_type<Derived>(), copy, list, sizeof...(Images));
    }

    /// Records one call of `functor` on `count` images, inputs and outputs in the order of its
    /// indexers. Throws std::logic_error: wrong count, an empty input, an output written twice, an
    /// image of another builder, an indexer set up otherwise than the functor's parameters say.
    void record(const FunctorType& type, FunctorBase& functor, Image* const* images, int count);

    /// The graph, validated; a graph that is not valid throws with validate()'s message.
    Graph finish();

    /// Every functor type that was recorded, for building a Library without modules.
    const std::vector<const FunctorType*>& types() const { return types_; }

  private:
    using Places = std::vector<std::pair<NodeId, std::string>>;

    Image handle(ImageId id);
    /// The nodes of `paths`, which have the `form` "node.parameter", and what stands behind the
    /// point; `who` names them.
    Places find_places(const std::string& who, const char* form,
                       const std::vector<std::string>& paths) const;
    std::string take_name(const char* functor_name);

    Graph graph_;
    std::string prefix_;
    std::string next_name_;
    std::optional<Border> border_;
    std::vector<const FunctorType*> types_;
};

class GraphBuilder::Scope {
  public:
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

  private:
    friend class GraphBuilder;
    Scope(GraphBuilder& builder, const std::string& name);
    GraphBuilder& builder_;
    std::string previous_;
};

namespace detail {
/// The builder of the first non-empty image; throws when all are empty.
GraphBuilder& builder_of(const char* functor_name, Image* const* images, int count);
}  // namespace detail

/// Called by Functor::operator(): records the call in the builder that the images belong to.
template <class Derived, class... Images>
void record(const Derived& functor, Images&... images) {
    Derived copy = functor;
    copy.prepare();
    const FunctorType& type = functor_type<Derived>();
    constexpr int kCount = sizeof...(Images);
    Image* const list[] = {const_cast<Image*>(&images)...};  // outputs alone are written
    detail::builder_of(type.name, list, kCount).record(type, copy, list, kCount);
}

}  // namespace weft
