// What a kernel asks of a GPU, from its facts, its accesses and the shape of its blocks: the input
// of the model of time.
#pragma once

#include <vector>

#include "models/active_library.h"
#include "models/gpu_time.h"
#include "plan/gpu_plan.h"

namespace weft {

/// What an element of a kernel that checks every border takes, in instructions.
struct BorderInstructions {
    double all = 0;
    double checks = 0;    ///< of these, what remaps coordinates
    double accesses = 0;  ///< that are checked
};

/// A kernel's work, taken apart so that accesses and blocks can be tried one after another.
class KernelWork {
  public:
    /// Refers to both; accesses are those that the kernel has.
    KernelWork(const GpuPlan& plan, const GpuKernel& kernel);

    /// Whether the kernel's input is to be read through shared memory, instead of as it was.
    void stage(Id<GpuInput> input, bool staged) { staged_[input] = staged; }

    /// The work of all threads under blocks of this shape; of a compiled kernel with the
    /// instructions that the compiler has added.
    GpuWork work(BlockShape block) const;
    /// Instructions of the kernel's text, all its variants, each once, by the model; 0 where
    /// threads advance, transpose or loop over terms: those are not estimated.
    double text_instructions(BlockShape block) const;
    /// Under kNaive, whatever scheme the kernel has.
    BorderInstructions border_instructions(BlockShape block) const;
    double seconds(BlockShape block) const { return weft::seconds(plan_.target, work(block)); }
    /// Of work(), the instructions that are the same in every plane: where an element lies, and
    /// remapping coordinates.
    double of_any_plane(BlockShape block) const;

    /// Input by input: read in place, or by way of shared memory.
    GpuWork in_place(Id<GpuInput> input, BlockShape block) const;
    GpuWork staged(Id<GpuInput> input, BlockShape block) const;

  private:
    /// `checked`: the share of checks that are made, of all four sides by all threads.
    GpuWork expected(BlockShape block, double checked) const;
    GpuWork in_place(Id<GpuInput> input, BlockShape block, double checked) const;
    GpuWork staged(Id<GpuInput> input, BlockShape block, double checked) const;
    double copies(Id<GpuInput> input, BlockShape block) const;
    double off_boundary(const GpuInput& input, BlockShape block) const;
    double checked(BlockShape block) const;
    /// An input's reads by all threads.
    struct Reads {
        double aligned = 0, misaligned = 0;  ///< in place
        double distinct = 0;                 ///< floats
        double instructions = 0;             ///< of reading in place
        double checks = 0;                   ///< the same of remapping coordinates, each time
        double all() const { return aligned + misaligned; }
    };
    Reads reads_of(const GpuInput& input) const;
    GpuRun run(BlockShape block, bool aligned) const;

    const GpuPlan& plan_;
    const GpuKernel& kernel_;
    double elements_ = 0;
    bool scattered_ = false;  ///< threads advance along u, each in its own row
    double threads_ = 0;      ///< that advance or reduce, each many elements; 0: one an element
    double written_ = 0;      ///< floats
    GpuWork base_;            ///< arithmetic, and transpositions whole
    Table<Reads, GpuInput> reads_;
    Table<bool, GpuInput> staged_;
};

/// What a thread of a minimised kernel runs before its loop: instructions, as counted in compiled
/// code of 9.0.
inline constexpr double kFlatSetUp = 54;

/// Blocks of a minimised kernel: as minimised_blocks() says, and no more than there is work for.
int fixed_blocks(const GpuPlan& plan, const GpuKernel& kernel, BlockShape block);

/// Its seconds by models/gpu_time.h.
double seconds_of(const GpuPlan& plan, const GpuKernel& kernel, BlockShape block);

/// Floats along memory from the picture's first stored one to where the kernel's region begins.
int first_float(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input);
/// Whether the first read of `input` is on a boundary, as it lies.
bool begins_aligned(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input);

/// Bytes that a kernel reads and writes when each float moves once: what it cannot do without.
struct Traffic {
    double read = 0, written = 0;
};
Traffic least_traffic(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
