#include "model/category.h"

#include <algorithm>

namespace weft::editor {

Category category(const FunctorDescriptor& functor) {
    const auto reads = [&](auto... freedoms) {
        return std::any_of(
            functor.inputs.begin(), functor.inputs.end(),
            [&](const IndexerDescriptor& input) { return ((input.freedom == freedoms) || ...); });
    };
    if (functor.dependence == eReduction) return Category::kAnalyse;
    if (functor.inputs.empty()) return Category::kGenerate;
    if (functor.has_shape || reads(eRandom)) return Category::kTransform;
    if (!is_elementwise(functor.dependence) || reads(e1D, e2D, eSparse)) return Category::kFilter;
    return functor.inputs.size() > 1 ? Category::kMerge : Category::kColour;
}

}  // namespace weft::editor
