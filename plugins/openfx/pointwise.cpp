#include "openfx/pointwise.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "effects/with_mix.h"
#include "graph/descriptor.h"
#include "graph/parameter_value.h"
#include "plan/translated_facts.h"

namespace weft::openfx {
namespace {

constexpr ImageShape kAnyShape{{0, 0, 256, 256}, 4};

/// Whether elements read only what lies where they do, and results are as large as pictures.
bool stays_in_place(FunctorBase& functor, const FunctorDescriptor& descriptor) {
    const auto indexers = indexers_of(functor);
    const bool scaled = std::any_of(indexers.begin(), indexers.end(), [](const NamedIndexer& i) {
        return i.indexer->ScaleX != Scale{} || i.indexer->ScaleY != Scale{};
    });
    if (scaled) return false;
    if (!functor.has_shape()) return true;
    const std::vector<ImageShape> inputs(descriptor.inputs.size(), kAnyShape);
    for (std::size_t o = 0; o < descriptor.outputs.size(); ++o)
        if (functor.shape(static_cast<int>(o), inputs.data()).domain != kAnyShape.domain)
            return false;
    return functor.fault().kind == HostFault::kNone;
}

/// One end of a parameter's range; a list of numbers is full of it. Offsets stay: that they are
/// read is known already.
void set_end(const ParameterRef& p, bool high) {
    const auto end = from_number(p, high ? p.maximum : p.minimum);
    if (end) set_value(p, *end);
}

bool always_stays_in_place(const FunctorType& type, const FunctorDescriptor& descriptor) {
    for (std::size_t i = 0; i < descriptor.parameters.size(); ++i)
        for (const bool high : {false, true}) {
            const std::unique_ptr<FunctorBase> functor(type.create());
            set_end(parameters_of(*functor)[i], high);
            functor->prepare();
            if (!stays_in_place(*functor, descriptor)) return false;
        }
    const std::unique_ptr<FunctorBase> functor(type.create());
    return stays_in_place(*functor, descriptor);
}

/// Whether the kernel asks for no place but the plane, and for no edges of pictures.
bool ignores_places(const FunctorFacts& facts) {
    const auto is_edge = [](const MemberFacts& m) { return m.name.ends_with(".Domain"); };
    return !facts.positional && std::none_of(facts.members.begin(), facts.members.end(), is_edge);
}

bool is_pointwise(const std::string& name, const Library& library) {
    const TranslatedFunctor* translated = library.find_translated(name);
    if (translated == nullptr) return false;
    const FunctorDescriptor d = describe(*translated->type);
    const bool reads_around = std::any_of(d.inputs.begin(), d.inputs.end(),
                                          [](const auto& input) { return input.freedom != e0D; });
    if (!is_elementwise(d.dependence) || d.has_measure || reads_around) return false;
    const auto facts = facts_of(*translated);
    return facts && ignores_places(**facts) && always_stays_in_place(*translated->type, d);
}

}  // namespace

bool is_pointwise(const Graph& graph, const Library& library) {
    // A mix asks where pictures without alpha end, which is where there is nothing to mix.
    return std::all_of(graph.nodes.begin(), graph.nodes.end(), [&](const Node& node) {
        return is_mix(node) || is_pointwise(node.functor, library);
    });
}

}  // namespace weft::openfx
