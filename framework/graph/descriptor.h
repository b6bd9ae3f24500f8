// What a functor declares, as values: its indexers and its parameters.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/functor.h"

namespace weft {

/// One parameter of a functor type. `ref` has no object behind it (its pointers are null).
struct ParameterDescriptor {
    std::string name;
    ParameterRef ref;
};

/// One indexer of a functor type, as a default-constructed object has it.
struct IndexerDescriptor {
    std::string name;
    Direction direction = eInput;
    Granularity granularity = eComponent;
    Freedom freedom = e0D;
    Border border;  ///< of an input
};

struct FunctorDescriptor {
    std::string name;
    Dependence dependence = eParallel;
    bool has_shape = false;                       ///< it has a Shape()
    bool has_measure = false;                     ///< it has a Measure()
    std::vector<ParameterDescriptor> parameters;  ///< in declaration order
    std::vector<IndexerDescriptor> indexers;      ///< in the order of mFunctorIndexers
    std::vector<IndexerDescriptor> inputs;        ///< the inputs among them, in order
    std::vector<IndexerDescriptor> outputs;       ///< the outputs among them, in order

    /// True when a kernel call handles all planes of a pixel: some indexer is ePixel.
    bool per_pixel() const;
    /// The position in `parameters`, or -1.
    int find_parameter(const std::string& parameter_name) const;
    std::vector<std::string> parameter_names() const;
    /// The position in `inputs`, or -1.
    int find_input(const std::string& input_name) const;
    std::vector<std::string> input_names() const;
};

FunctorDescriptor describe(FunctorBase& functor);
FunctorDescriptor describe(const FunctorType& type);

/// The parameters of one object, in declaration order; they point into `functor`.
std::vector<ParameterRef> parameters_of(FunctorBase& functor);

/// The indexers of one object, in declaration order.
struct NamedIndexer {
    std::string name;
    IndexerBase* indexer;
};
std::vector<NamedIndexer> indexers_of(FunctorBase& functor);

/// The largest distance that any input of `functor` reads at along `axis`, in pixels.
int reach(FunctorBase& functor, Axis axis);

/// Whether an input tells its picture's size alone: an eSparse indexer without offsets.
bool reads_nothing(const IndexerBase& indexer);

/// The hull of the offsets that an input indexer declares, in pixels; each range is closed.
struct OffsetBounds {
    int x_min = 0, x_max = 0, y_min = 0, y_max = 0;
};
OffsetBounds offset_bounds(const IndexerBase& indexer);

}  // namespace weft
