// The constants of a GPU kernel as structs of generated source, and the names that they go by.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

/// Of the indexer: "In_Input" is its metadata, "in_Input" its picture among the arguments.
std::string cuda_input_metadata(const IndexerFacts& indexer);
std::string cuda_input_picture(const IndexerFacts& indexer);
std::string cuda_output_metadata(const IndexerFacts& indexer);
std::string cuda_output_picture(const IndexerFacts& indexer);

/// The reach that is an argument as the last of what an input's storage is made of, by the input's
/// metadata; "" where its reach is a constant.
std::string cuda_own_argument(const StageInput& in, const std::string& metadata);

/// The member of a kernel's arguments that it is.
std::string cuda_own_name(const std::string& metadata);

/// The indexers of one direction, in order: those of stage.inputs or stage.outputs.
std::vector<const IndexerFacts*> indexers_of(const Stage& stage, Direction direction);

/// The structs called `name` of what a stage has baked, of one of its inputs, and of an output.
/// `type`: of the input's picture (cuda_input_type()).
void print_cuda_baked(const Stage& stage, const std::string& name, Writer& out);
void print_cuda_input(const StageInput& in, const IndexerFacts& facts, const PlanImage& image,
                      Layout layout, const std::string& type, const std::string& name, Writer& out);
void print_cuda_output(Granularity granularity, const IndexerFacts& facts, const PlanImage& image,
                       Layout layout, const std::string& name, Writer& out);

/// Prints Baked, and one struct for each input and output of the kernel's stage: what the accessors
/// (preamble/gpu/gpu_accessors.h, tiles.h) derive from.
void print_cuda_metadata(const GpuPlan& plan, const GpuKernel& kernel,
                         const ExternalImages& external, Writer& out);

}  // namespace weft
