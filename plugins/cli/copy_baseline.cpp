#include "cli/copy_baseline.h"

#include <cstring>
#include <thread>

namespace weft {

namespace {

/// Adds up a row, so that it must be read.
float sum_of(const float* row, int width) {
    float lanes[16] = {};
    for (int x = 0; x + 16 <= width; x += 16)
        for (int l = 0; l < 16; ++l) lanes[l] += row[x + l];
    float sum = 0;
    for (float lane : lanes) sum += lane;
    return sum;
}

}  // namespace

CopyBaseline::CopyBaseline(const std::vector<Picture>& inputs, int outputs, int threads)
    : inputs_(inputs),
      half_pictures_(static_cast<int>(inputs.size()) + outputs),
      threads_(threads) {
    for (int i = 0; i < (half_pictures_ + 1) / 2; ++i)
        copies_.emplace_back(inputs[0].domain(), inputs[0].planes());
}

void CopyBaseline::run(bool read_too) {
    std::vector<std::thread> helpers;
    for (int t = 1; t < threads_; ++t)
        helpers.emplace_back([this, t, read_too] { part(t, read_too); });
    part(0, read_too);
    for (std::thread& helper : helpers) helper.join();
}

void CopyBaseline::part(int thread, bool read_too) {
    const Rect domain = inputs_[0].domain();
    const int first = domain.y0 + domain.height() * thread / threads_;
    const int last = domain.y0 + domain.height() * (thread + 1) / threads_;
    const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(domain.width());
    for (int half = 0; half < half_pictures_; half += 2) {
        const Picture& from = inputs_[static_cast<std::size_t>(half / 2) % inputs_.size()];
        Picture& to = copies_[static_cast<std::size_t>(half / 2)];
        const int end = half + 1 < half_pictures_ ? last : first + (last - first) / 2;
        for (int p = 0; p < from.planes(); ++p)
            for (int y = first; y < end; ++y) std::memcpy(to.row(y, p), from.row(y, p), bytes);
    }
    if (!read_too) return;
    float sum = 0;
    for (int p = 0; p < inputs_[0].planes(); ++p)
        for (int y = first; y < last; ++y) sum += sum_of(inputs_[0].row(y, p), domain.width());
    volatile float keep = sum;
    static_cast<void>(keep);
}

}  // namespace weft
