// Reads indexers and parameters off functor objects through their visitors.
#include "graph/descriptor.h"

#include <algorithm>

namespace weft {

bool FunctorDescriptor::per_pixel() const {
    return std::any_of(indexers.begin(), indexers.end(),
                       [](const IndexerDescriptor& i) { return i.granularity == ePixel; });
}

int FunctorDescriptor::find_parameter(const std::string& parameter_name) const {
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].name == parameter_name) return static_cast<int>(i);
    return -1;
}

std::vector<std::string> FunctorDescriptor::parameter_names() const {
    std::vector<std::string> names;
    for (const ParameterDescriptor& p : parameters) names.push_back(p.name);
    return names;
}

int FunctorDescriptor::find_input(const std::string& input_name) const {
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i].name == input_name) return static_cast<int>(i);
    return -1;
}

std::vector<std::string> FunctorDescriptor::input_names() const {
    std::vector<std::string> names;
    for (const IndexerDescriptor& i : inputs) names.push_back(i.name);
    return names;
}

std::vector<ParameterRef> parameters_of(FunctorBase& functor) {
    struct Collector final : ParameterVisitor {
        std::vector<ParameterRef> list;
        void parameter(const ParameterRef& p) override { list.push_back(p); }
    } collector;
    functor.visit_parameters(collector);
    return std::move(collector.list);
}

std::vector<NamedIndexer> indexers_of(FunctorBase& functor) {
    struct Collector final : IndexerVisitor {
        std::vector<NamedIndexer> list;
        void indexer(const char* name, int length, IndexerBase& indexer) override {
            list.push_back({std::string(name, static_cast<std::size_t>(length)), &indexer});
        }
    } collector;
    functor.visit_indexers(collector);
    return std::move(collector.list);
}

FunctorDescriptor describe(FunctorBase& functor) {
    FunctorDescriptor result;
    result.name = functor.name();
    result.dependence = functor.dependence();
    result.has_shape = functor.has_shape();
    result.has_measure = functor.has_measure();
    for (ParameterRef p : parameters_of(functor)) {
        p.value = nullptr;
        p.list_count = nullptr;
        p.list_values = nullptr;
        result.parameters.push_back({p.name, p});
    }
    for (const NamedIndexer& n : indexers_of(functor)) {
        const IndexerBase& i = *n.indexer;
        const IndexerDescriptor d{n.name, i.direction, i.granularity, i.freedom, i.border};
        result.indexers.push_back(d);
        (i.direction == eInput ? result.inputs : result.outputs).push_back(d);
    }
    return result;
}

FunctorDescriptor describe(const FunctorType& type) {
    const std::unique_ptr<FunctorBase> functor(type.create());
    return describe(*functor);
}

bool reads_nothing(const IndexerBase& indexer) {
    return indexer.freedom == eSparse && indexer.Offsets.count == 0;
}

OffsetBounds offset_bounds(const IndexerBase& indexer) {
    OffsetBounds b;
    switch (indexer.freedom) {
        case e0D: break;
        case e1D:
            if (indexer.Axis == eHorizontal) {
                b = {-indexer.Radius, indexer.Radius, 0, 0};
            } else {
                b = {0, 0, -indexer.Radius, indexer.Radius};
            }
            break;
        case e2D: b = {-indexer.RadiusX, indexer.RadiusX, -indexer.RadiusY, indexer.RadiusY}; break;
        case eSparse: {
            const OffsetList& list = indexer.Offsets;
            if (list.count == 0) break;
            b = {list.items[0].x, list.items[0].x, list.items[0].y, list.items[0].y};
            for (int i = 1; i < list.count; ++i) {
                b.x_min = std::min(b.x_min, list.items[i].x);
                b.x_max = std::max(b.x_max, list.items[i].x);
                b.y_min = std::min(b.y_min, list.items[i].y);
                b.y_max = std::max(b.y_max, list.items[i].y);
            }
            break;
        }
        case eRandom: break;  // no offsets: footprint() gives the whole picture
    }
    return b;
}

int reach(FunctorBase& functor, Axis axis) {
    int farthest = 0;
    for (const NamedIndexer& n : indexers_of(functor)) {
        if (n.indexer->direction != eInput) continue;
        const OffsetBounds b = offset_bounds(*n.indexer);
        farthest = axis == eHorizontal ? std::max({farthest, -b.x_min, b.x_max})
                                       : std::max({farthest, -b.y_min, b.y_max});
    }
    return farthest;
}

}  // namespace weft
