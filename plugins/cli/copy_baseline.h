// What moving pictures costs by itself: the yardstick of weft bench.
#pragma once

#include <vector>

#include "runtime/picture.h"

namespace weft {

/// Plain copies, by rows over threads, that read and write as many bytes as an effect with these
/// inputs and outputs must.
class CopyBaseline {
  public:
    /// Requires at least one input; `outputs` counts pictures of the inputs' size.
    CopyBaseline(const std::vector<Picture>& inputs, int outputs, int threads);

    /// Copies once. With `read_too`, reads the first input once more.
    void run(bool read_too);

  private:
    /// One thread's share.
    void part(int thread, bool read_too);

    const std::vector<Picture>& inputs_;
    std::vector<Picture> copies_;
    int half_pictures_;  ///< to copy: inputs and outputs together
    int threads_;
};

}  // namespace weft
