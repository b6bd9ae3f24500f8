// Checks one node by itself: its functor, parameter values, radii and restart period.
#include <fmt/format.h>

#include <algorithm>

#include "graph/check_known.h"
#include "graph/descriptor.h"
#include "graph/graph.h"
#include "graph/tangents.h"
#include "graph/unknown_functors.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {

namespace {

Status check_parameters(const Node& node, const FunctorDescriptor& d) {
    if (node.parameters.size() != d.parameters.size())
        return document_error(
            fmt::format("node \"{}\" has {} parameter values, but {} has {} parameters", node.name,
                        node.parameters.size(), d.name, d.parameters.size()));
    for (std::size_t i = 0; i < node.parameters.size(); ++i)
        if (Status s = check_value(d.parameters[i].ref, node.parameters[i]); !s)
            return document_error(fmt::format("node \"{}\": parameter \"{}\" {}", node.name,
                                              d.parameters[i].name, s.error().message));
    return {};
}

/// Whether a parameter of the functor is the indexer's list of offsets. One of none that nobody can
/// set reads nothing, and tells its picture's size alone.
bool is_parameter(FunctorBase& functor, const OffsetList& offsets) {
    const std::vector<ParameterRef> parameters = parameters_of(functor);
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const ParameterRef& p) { return p.value == &offsets; });
}

Status check_indexer(const Node& node, const NamedIndexer& n, FunctorBase& functor) {
    const IndexerBase& i = *n.indexer;
    const int least = is_parameter(functor, i.Offsets) ? 1 : 0;
    if (i.freedom == eSparse && (i.Offsets.count < least || i.Offsets.count > kMaxSparseOffsets))
        return document_error(
            fmt::format("node \"{}\": indexer \"{}\" lists {} offsets: it needs from {} "
                        "to {}",
                        node.name, n.name, i.Offsets.count, least, kMaxSparseOffsets));
    if (i.Radius < 0 || i.RadiusX < 0 || i.RadiusY < 0)
        return document_error(
            fmt::format("node \"{}\": indexer \"{}\" has a negative radius: it must be "
                        "0 or more",
                        node.name, n.name));
    const OffsetBounds b = offset_bounds(i);
    for (const int offset : {b.x_min, b.x_max, b.y_min, b.y_max})
        if (offset < -kMaxRadius || offset > kMaxRadius)
            return document_error(
                fmt::format("node \"{}\": indexer \"{}\" reads {} pixels away: at most "
                            "{} are allowed",
                            node.name, n.name, offset < 0 ? -offset : offset, kMaxRadius));
    return {};
}

Status check_scale(const Node& node, const NamedIndexer& n, const FunctorBase& functor) {
    const IndexerBase& i = *n.indexer;
    if (i.ScaleX == Scale{} && i.ScaleY == Scale{}) return {};
    for (const Scale& s : {i.ScaleX, i.ScaleY})
        if (s.times < 1 || s.times > kMaxScale || s.over < 1 || s.over > kMaxScale ||
            s.plus < -kMaxRadius || s.plus > kMaxRadius)
            return document_error(fmt::format(
                "node \"{}\": indexer \"{}\" has the scale ({} i + {}) / {}: "
                "factors lie from 1 to {}, what is added from -{} to {}",
                node.name, n.name, s.times, s.plus, s.over, kMaxScale, kMaxRadius, kMaxRadius));
    const char* wrong =
        i.direction == eOutput                  ? "is an output, which has none"
        : i.freedom == eRandom                  ? "is eRandom, which has none"
        : functor.dependence() == eReduction    ? "belongs to a reduction, which has none"
        : !is_elementwise(functor.dependence()) ? "belongs to a scan, which has none"
        : !functor.has_shape() ? "has one, but the functor has no Shape() that says how large the "
                                 "result is"
                               : nullptr;
    if (wrong == nullptr) return {};
    return document_error(
        fmt::format("node \"{}\": a scale: indexer \"{}\" {}", node.name, n.name, wrong));
}

/// What only a functor with its parameters set can tell.
Status check_functor(const Node& node, FunctorBase& functor) {
    if (functor.dependence() == eReduction && !functor.has_shape())
        return document_error(
            fmt::format("node \"{}\": {} is a reduction without a Shape(): it tells how "
                        "large the result is",
                        node.name, node.functor));
    for (const NamedIndexer& n : indexers_of(functor)) {
        if (Status s = check_indexer(node, n, functor); !s) return s;
        if (Status s = check_scale(node, n, functor); !s) return s;
    }
    if (functor.ScanAxis != eHorizontal && functor.ScanAxis != eVertical)
        return document_error(
            fmt::format("node \"{}\": the scan axis must be horizontal or vertical", node.name));
    if (functor.ScanBackwards && functor.dependence() != eRecurrence)
        return document_error(
            fmt::format("node \"{}\": ScanBackwards is for recurrences; {} runs forwards: take it "
                        "out",
                        node.name, node.functor));
    if (functor.dependence() == eMovingAverage && node.restart_period < 1)
        return document_error(
            fmt::format("node \"{}\": the restart period of a moving average must be 1 "
                        "or more, but is {}; usual here is {}",
                        node.name, node.restart_period, default_restart_period(functor)));
    if (functor.dependence() != eMovingAverage && node.restart_period != 0)
        return document_error(
            fmt::format("node \"{}\" has the restart period {}, but {} is no moving "
                        "average: take it out",
                        node.name, node.restart_period, node.functor));
    return {};
}

/// Every curve by itself, then the node as it is where one goes furthest.
Status check_curves(const Node& node, const Library& library, const FunctorDescriptor& d) {
    for (const Curve& curve : node.curves) {
        const int index = d.find_parameter(curve.parameter);
        if (index < 0)
            return document_error(
                fmt::format("node \"{}\" has keyframes of \"{}\", but {} has no such "
                            "parameter{}",
                            node.name, curve.parameter, d.name,
                            did_you_mean(curve.parameter, d.parameter_names())));
        if (std::count_if(node.curves.begin(), node.curves.end(),
                          [&](const Curve& c) { return c.parameter == curve.parameter; }) > 1)
            return document_error(
                fmt::format("node \"{}\" has keyframes of \"{}\" twice: keep one list", node.name,
                            curve.parameter));
        const ParameterRef& ref = d.parameters[static_cast<std::size_t>(index)].ref;
        if (Status s = check_curve(ref, curve); !s)
            return document_error(fmt::format("node \"{}\": parameter \"{}\" {}", node.name,
                                              curve.parameter, s.error().message));
    }
    for (const Curve& curve : node.curves)
        for (const int frame : telling_frames(curve))
            if (Status s = validate(at_frame(node, library, frame), library); !s)
                return document_error(fmt::format("at frame {}: {}", frame, s.error().message));
    return {};
}

}  // namespace

Status check_known(const Node& node, const Library& library) {
    if (library.find(node.functor)) return {};
    return unknown_functor(node, library);
}

Status validate(const Node& node, const Library& library) {
    if (Status s = check_known(node, library); !s) return s;
    const FunctorDescriptor d = describe(*library.find(node.functor));
    if (Status s = check_parameters(node, d); !s) return s;
    if (node.borders.size() != d.inputs.size())
        return document_error(fmt::format("node \"{}\" has {} borders for {} inputs: give one each",
                                          node.name, node.borders.size(), d.inputs.size()));
    const std::unique_ptr<FunctorBase> functor = instantiate(node, library);
    // Of one that was ended nothing is known; who asks for shapes is told.
    const bool ended = functor->fault().kind != HostFault::kNone;
    if (Status s = ended ? Status{} : check_functor(node, *functor); !s) return s;
    return check_curves(node, library, d);
}

}  // namespace weft
