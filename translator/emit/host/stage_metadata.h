// The constants of a stage as structs of generated source.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/cpu_plan.h"

namespace weft {

/// Prints Baked<s>, and one struct for each input and output of stage `s` of `loop`.
void print_stage_metadata(const CpuPlan& plan, const Loop& loop, Id<Stage> s, Writer& out);

std::string input_metadata(const ReadBy& by);
std::string output_metadata(Id<Stage> stage, std::size_t output);

/// The read of a stage's input; null where it is a value of the loop or read anywhere.
const Read* find_read(const Loop& loop, const ReadBy& by);

/// Whether a row of what the stage reads has so many taps that vectors are shifted into place, and
/// so few that the loops over them may be unrolled.
bool unrolls_taps(const CpuPlan& plan, const Loop& loop, Id<Stage> s);

/// Whether the stage writes so few planes that registers may hold them all.
bool unrolls_planes(const CpuPlan& plan, Id<Stage> s);

/// The accessor template for a freedom: "weft::Input1D".
const char* accessor_of(Freedom freedom);

/// How many values per element an output has inside its loop: planes where per pixel, else 1.
int value_planes(const CpuPlan& plan, const Stage& stage, std::size_t output);

/// Row pointers that a read occupies.
int slot_count(const Read& read);

}  // namespace weft
