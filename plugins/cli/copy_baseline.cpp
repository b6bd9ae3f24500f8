#include "cli/copy_baseline.h"

#include <tbb/parallel_for.h>

#include <cstring>

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

int planes_of(const std::vector<Picture>& pictures) {
    int planes = 0;
    for (const Picture& picture : pictures) planes += picture.planes();
    return planes;
}

}  // namespace

CopyBaseline::CopyBaseline(const std::vector<Picture>& inputs, int output_planes, int threads)
    : inputs_(inputs),
      half_planes_(planes_of(inputs) + output_planes),
      copies_(inputs[0].domain(), (half_planes_ + 1) / 2),
      threads_(threads),
      arena_(threads) {
    for (const Picture& input : inputs)
        for (int p = 0; p < input.planes(); ++p) planes_.push_back({&input, p});
}

void CopyBaseline::run(bool read_too) {
    // Threads that wait, as a plan's do: to start them takes as long as to copy a small picture.
    arena_.execute([&] {
        tbb::parallel_for(
            0, threads_, [&](int t) { part(t, read_too); }, tbb::static_partitioner());
    });
}

void CopyBaseline::part(int thread, bool read_too) {
    const Rect domain = inputs_[0].domain();
    const int first = domain.y0 + domain.height() * thread / threads_;
    const int last = domain.y0 + domain.height() * (thread + 1) / threads_;
    const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(domain.width());
    for (int half = 0; half < half_planes_; half += 2) {
        const Plane& from = planes_[static_cast<std::size_t>(half / 2) % planes_.size()];
        const int end = half + 1 < half_planes_ ? last : first + (last - first) / 2;
        for (int y = first; y < end; ++y)
            std::memcpy(copies_.row(y, half / 2), from.picture->row(y, from.plane), bytes);
    }
    if (!read_too) return;
    float sum = 0;
    for (int p = 0; p < inputs_[0].planes(); ++p)
        for (int y = first; y < last; ++y) sum += sum_of(inputs_[0].row(y, p), domain.width());
    volatile float keep = sum;
    static_cast<void>(keep);
}

std::unique_ptr<CopyBaseline> copies_of(const BenchSubject& subject, int threads) {
    if (subject.inputs.empty()) return {};
    return std::make_unique<CopyBaseline>(subject.inputs, planes_of(subject.results), threads);
}

Contender copy_contender(std::string name, CopyBaseline& copies, bool read_too) {
    return {std::move(name), [&copies, read_too] {
                copies.run(read_too);
                return Status{};
            }};
}

}  // namespace weft
