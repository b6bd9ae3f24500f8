// How loops are printed that are to be timed stage by stage.
//
// Several stages of a loop keep their values in registers from one to the next, where no time can
// be told apart. Timed, they take turns over pieces of the row: a stage goes over a piece, leaves
// its values in an array that stays in the first-level cache, and reads the clock. Each element is
// computed as before, so that results are the same bits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/host/loop_text.h"

namespace weft {

/// Prints into `out`; made for one loop of a kernel of `plan`. `first_section` is that of its
/// stages in the kernel (plan/kernel_sections.h); none: the loop is not to be timed.
class TimedText : public LoopText {
  public:
    TimedText(const CpuPlan& plan, const Loop& loop, std::optional<int> first_section, Writer& out);

  protected:
    /// Whether the loop's stages take turns.
    bool in_pieces() const { return first_section_ && loop_.stages.size() > 1; }

    /// Elements of a piece: many, for one reading of the clock; as few as the first-level cache
    /// holds of all values, or as a reduction's leaf is wide.
    int piece() const { return piece_; }

    void declare_profiler();
    /// What was done since the clock was read last was for the i-th stage of the loop.
    void charge_stage(std::size_t i, const std::string& elements);
    /// Arrays for the values that other stages of the loop read.
    void declare_pieces();
    /// The i-th stage from element `begin` of the row to `end`, where a piece ends as well.
    void print_stage(std::size_t i, const std::string& row, const char* begin, const char* end);
    /// The values of others that the i-th stage reads of the vector at x; the piece starts at
    /// `begin`.
    void take_values(std::size_t i, const char* begin);

  private:
    std::vector<Id<PlanImage>> values_read(std::size_t i) const;
    int planes_made(Id<PlanImage> image) const;

    const std::optional<int> first_section_;
    std::vector<Id<PlanImage>> buffered_;  ///< those whose values are buffered in pieces
    int piece_ = 0;
};

/// Prints a loop of several stages that are evaluated at every element.
void print_timed_loop(const CpuPlan& plan, const Loop& loop, int first_section,
                      const std::string& symbol, Writer& out);

/// Prints a function that calls `symbol`, a loop of one stage, and reads the clock. Returns its
/// name.
std::string print_timed_call(int section, const std::string& symbol, Writer& out);

}  // namespace weft
