#include "emit/cuda/element_text.h"

#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/cuda_text.h"
#include "plan/kernel_borders.h"

namespace weft {

namespace {

std::string storage_text(GpuAccess access, const std::string& metadata, bool by_sides) {
    switch (access) {
        case GpuAccess::kGlobal: return fmt::format("Global<{}>", metadata);
        case GpuAccess::kBordered:
            return fmt::format("Bordered<{}{}>", metadata, by_sides ? ", kSides" : "");
        case GpuAccess::kShared: break;
    }
    return fmt::format("Shared<{}>", metadata);
}

}  // namespace

ElementText::ElementText(const GpuPlan& p, const GpuKernel& k, std::string s)
    : plan(p),
      kernel(k),
      stage(p.stages[k.stages.front()]),
      symbol(std::move(s)),
      inputs(indexers_of(stage, eInput)),
      outputs(indexers_of(stage, eOutput)) {}

const char* ElementText::members() const {
    return stage.facts.members.empty() ? "members" : "args.members";
}

void ElementText::declare_types(Writer& out) const {
    out.line("using S = weft::Scalar;");
    if (stage.facts.members.empty())
        out.line("const {}_scalar::Members members{{}};", stage.functor);
}

void ElementText::declare_state(Writer& out) const {
    out.line("{}_scalar::State<S> state{{}};", stage.functor);
}

void ElementText::declare_values(Writer& out) const {
    for (std::size_t o = 0; o < outputs.size(); ++o)
        out.line("float v_{}[{}] = {{}};", outputs[o]->name,
                 stage.output_granularity[o] == ePixel ? plan.images[kernel.outputs[o]].shape.planes
                                                       : 1);
}

void ElementText::call(const char* function, Writer& out) const {
    std::string line =
        fmt::format("{}_scalar::{}<S, Baked>({}, state, S::M(true){}{}", stage.functor, function,
                    members(), stage.facts.places ? ", weft::Place<S>{e}" : "", watch());
    for (const std::string& accessor : accessors()) {
        out.line("{},", line);
        line = "    " + accessor;
    }
    out.line("{});", line);
}

/// One per indexer, in the order in which the functor names them.
std::vector<std::string> ElementText::accessors() const {
    std::vector<std::string> texts;
    std::size_t input = 0;
    for (const IndexerFacts& indexer : stage.facts.indexers) {
        if (indexer.direction == eOutput) {
            texts.push_back(
                fmt::format("weft::Output<{}>(v_{})", cuda_output_metadata(indexer), indexer.name));
            continue;
        }
        const GpuInput& in = kernel.inputs[Id<GpuInput>(input++)];
        texts.push_back(accessor(indexer, in, in.access));
    }
    return texts;
}

std::string ElementText::accessor(const IndexerFacts& indexer, const GpuInput& in,
                                  GpuAccess access) const {
    const std::string metadata = cuda_input_metadata(indexer);
    if (indexer.freedom == eRandom)
        return fmt::format("weft::InputRandom<{}>(args.{}, e)", metadata,
                           cuda_input_picture(indexer));
    const std::string storage = access == GpuAccess::kShared
                                    ? fmt::format("shared + {}", in.shared_offset / sizeof(float))
                                    : fmt::format("args.{}, e", cuda_input_picture(indexer));
    const bool by_sides = has_variants() && checks_borders(plan, in);
    return fmt::format("weft::{}<weft::{}>({}{})", cuda_accessor(indexer.freedom),
                       storage_text(access, metadata, by_sides), storage,
                       cuda_own_argument(stage.inputs[in.by.input], metadata));
}

void ElementText::store_values(Writer& out) const {
    for (const IndexerFacts* o : outputs)
        out.line("weft::store<{}>(args.{}, e, v_{});", cuda_output_metadata(*o),
                 cuda_output_picture(*o), o->name);
}

}  // namespace weft
