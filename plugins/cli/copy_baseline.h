// What moving pictures costs by itself: the yardstick of weft bench.
#pragma once

#include <tbb/task_arena.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/bench_subject.h"
#include "cli/contender.h"
#include "runtime/picture.h"

namespace weft {

/// Plain copies, by rows over threads, that read and write as many bytes as an effect with these
/// inputs and outputs must.
class CopyBaseline {
  public:
    /// Requires at least one input, and all of one size; `output_planes`: of all outputs together.
    CopyBaseline(const std::vector<Picture>& inputs, int output_planes, int threads);

    /// Copies once. With `read_too`, reads the first input once more.
    void run(bool read_too);

  private:
    struct Plane {
        const Picture* picture;
        int plane;
    };

    /// One thread's share.
    void part(int thread, bool read_too);

    const std::vector<Picture>& inputs_;
    std::vector<Plane> planes_;  ///< of all inputs
    int half_planes_;            ///< to copy: inputs' and outputs' together
    Picture copies_;
    int threads_;
    tbb::task_arena arena_;
};

/// Of a subject's pictures; null where nothing is read.
std::unique_ptr<CopyBaseline> copies_of(const BenchSubject& subject, int threads);

/// `copies` must stay where it is.
Contender copy_contender(std::string name, CopyBaseline& copies, bool read_too);

}  // namespace weft
