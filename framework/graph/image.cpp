// Records functor calls as nodes.
#include "graph/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "graph/descriptor.h"

namespace weft {

namespace {

[[noreturn]] void mistake(const std::string& message) { throw std::logic_error(message); }

std::string lower_case(std::string s) {
    for (char& c : s)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return s;
}

bool same_metadata(const IndexerBase& a, const IndexerBase& b) {
    return a.Axis == b.Axis && a.Radius == b.Radius && a.RadiusX == b.RadiusX &&
           a.RadiusY == b.RadiusY && a.Offsets == b.Offsets && a.ScaleX == b.ScaleX &&
           a.ScaleY == b.ScaleY;
}

/// A node keeps parameter values alone: what they do not determine would be lost.
void check_determined(const Node& node, const FunctorType& type, FunctorBase& recorded) {
    Library library;
    library.add(type);
    const std::unique_ptr<FunctorBase> again = instantiate(node, library);
    const std::vector<NamedIndexer> before = indexers_of(recorded), after = indexers_of(*again);
    for (std::size_t i = 0; i < before.size(); ++i)
        if (!same_metadata(*before[i].indexer, *after[i].indexer))
            mistake(fmt::format(
                "{}: the axis, radius, offsets or scale of {} are not determined by its "
                "parameters; declare them as parameters or set them in Prepare()",
                type.name, before[i].name));
    const auto undetermined = [&](const char* member) {
        mistake(
            fmt::format("{}: {} is not determined by its parameters; declare it as a "
                        "parameter or set it in Prepare()",
                        type.name, member));
    };
    if (recorded.ScanAxis != again->ScanAxis) undetermined("ScanAxis");
    if (recorded.ScanBackwards != again->ScanBackwards) undetermined("ScanBackwards");
}

}  // namespace

GraphBuilder::GraphBuilder(std::string name, std::string summary) {
    graph_.name = std::move(name);
    graph_.summary = std::move(summary);
}

Image GraphBuilder::handle(ImageId id) {
    Image image;
    image.builder_ = this;
    image.id_ = id;
    return image;
}

Image GraphBuilder::input(std::string name) {
    graph_.inputs.push_back({std::move(name)});
    return handle({NodeId{}, static_cast<int>(graph_.inputs.size()) - 1});
}

void GraphBuilder::output(std::string name, const Image& image) {
    if (image.builder_ != this)
        mistake(fmt::format("{}: output \"{}\" is a picture that nothing here writes", graph_.name,
                            name));
    graph_.outputs.push_back({std::move(name), image.id_});
}

GraphBuilder::Scope GraphBuilder::scope(const std::string& name) { return Scope(*this, name); }

GraphBuilder::Scope::Scope(GraphBuilder& builder, const std::string& name)
    : builder_(builder), previous_(builder.prefix_) {
    builder.prefix_ += name + "/";
}

GraphBuilder::Scope::~Scope() { builder_.prefix_ = std::move(previous_); }

void GraphBuilder::name_next(std::string name) { next_name_ = std::move(name); }

std::string GraphBuilder::take_name(const char* functor_name) {
    if (!next_name_.empty()) {
        std::string name = prefix_ + next_name_;
        next_name_.clear();
        if (graph_.find(name))
            mistake(fmt::format("{}: the node name \"{}\" is taken", functor_name, name));
        return name;
    }
    for (int number = 1;; ++number) {
        std::string name = fmt::format("{}{}{}", prefix_, lower_case(functor_name), number);
        if (!graph_.find(name)) return name;
    }
}

void GraphBuilder::record(const FunctorType& type, FunctorBase& functor, Image* const* images,
                          int count) {
    const std::vector<NamedIndexer> indexers = indexers_of(functor);
    if (static_cast<std::size_t>(count) != indexers.size())
        mistake(fmt::format("{} has {} indexers, but was called with {} images", type.name,
                            indexers.size(), count));

    Node node;
    node.id = NodeId{static_cast<int>(graph_.nodes.size())};
    node.name = take_name(type.name);
    node.functor = type.name;
    for (const ParameterRef& p : parameters_of(functor)) {
        const ParameterValue value = get_value(p);
        if (Status s = check_value(p, value); !s)
            mistake(fmt::format("{}: parameter \"{}\" {}", type.name, p.name, s.error().message));
        node.parameters.push_back(value);
    }
    node.restart_period = default_restart_period(functor);

    std::vector<Image*> outputs;
    for (int i = 0; i < count; ++i) {
        const auto& [name, indexer] = indexers[static_cast<std::size_t>(i)];
        if (indexer->direction == eOutput) {
            if (!images[i]->empty() ||
                std::find(outputs.begin(), outputs.end(), images[i]) != outputs.end())
                mistake(
                    fmt::format("{}: the picture given for {} is written already; give an "
                                "empty Image",
                                type.name, name));
            outputs.push_back(images[i]);
            continue;
        }
        if (images[i]->builder_ != this)
            mistake(fmt::format("{}: the picture given for {} is empty or of another graph",
                                type.name, name));
        node.inputs.push_back(images[i]->id_);
        // Between nodes of unbounded intermediates no picture ends, nor do the graph's inputs then.
        const bool endless = graph_.intermediates == Intermediates::kUnbounded &&
                             indexer->freedom == e0D && indexer->border == kNothing;
        node.borders.push_back(border_.value_or(endless ? Border{} : indexer->border));
    }
    check_determined(node, type, functor);

    for (std::size_t i = 0; i < outputs.size(); ++i)
        *outputs[i] = handle({node.id, static_cast<int>(i)});
    graph_.nodes.push_back(std::move(node));
    if (std::find(types_.begin(), types_.end(), &type) == types_.end()) types_.push_back(&type);
}

GraphBuilder::Places GraphBuilder::find_places(const std::string& who, const char* form,
                                               const std::vector<std::string>& paths) const {
    Places places;
    for (const std::string& path : paths) {
        const std::size_t dot = path.rfind('.');
        if (dot == std::string::npos || dot == 0)
            mistake(fmt::format("{}: \"{}\" is not {}", who, path, form));
        std::string pattern = path.substr(0, dot);
        const bool prefix = pattern.back() == '*';
        if (prefix) pattern.pop_back();
        const std::size_t before = places.size();
        for (const Node& node : graph_.nodes)
            if (prefix ? node.name.starts_with(pattern) : node.name == pattern)
                places.emplace_back(node.id, path.substr(dot + 1));
        if (places.size() == before)
            mistake(fmt::format("{}: no node is named \"{}\"", who, path.substr(0, dot)));
    }
    return places;
}

void GraphBuilder::optional_input(std::string name, std::string help,
                                  const std::vector<std::string>& readers,
                                  const std::vector<std::string>& told) {
    const std::string who = fmt::format("optional input \"{}\"", name);
    graph_.optional_inputs.push_back({std::move(name), std::move(help),
                                      find_places(who, "node.Input", readers),
                                      find_places(who, "node.parameter", told)});
}

void GraphBuilder::control(std::string name, std::string label, std::string help,
                           const std::vector<std::string>& paths) {
    const std::string who = fmt::format("control \"{}\"", name);
    graph_.controls.push_back({std::move(name), std::move(label), std::move(help),
                               find_places(who, "node.parameter", paths)});
}

Graph GraphBuilder::finish() {
    Library library;
    for (const FunctorType* type : types_) library.add(*type);
    if (Status s = validate(graph_, library); !s)
        mistake(fmt::format("effect \"{}\": {}", graph_.name, s.error().message));
    return std::move(graph_);
}

GraphBuilder& detail::builder_of(const char* functor_name, Image* const* images, int count) {
    for (int i = 0; i < count; ++i)
        if (!images[i]->empty()) return *images[i]->builder();
    mistake(
        fmt::format("{}: no picture it was called with belongs to a graph; a functor "
                    "without inputs is recorded by GraphBuilder::generate()",
                    functor_name));
}

}  // namespace weft
