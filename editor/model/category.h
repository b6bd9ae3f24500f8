// Kinds of nodes, by what their functors declare: what their colours and glyphs say.
#pragma once

#include "graph/descriptor.h"

namespace weft::editor {

enum class Category { kGenerate, kColour, kFilter, kMerge, kTransform, kAnalyse, kInOut };

/// A reduction analyses, what reads nothing generates, several inputs merge, a reader of places far
/// away or with a shape of its own transforms, of places near by filters; the rest is colour.
Category category(const FunctorDescriptor& functor);

}  // namespace weft::editor
