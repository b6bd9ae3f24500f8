#include "runtime/cpu/pixel_run.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace weft {
namespace {

constexpr std::uintptr_t kVectorBytes = 64;  // of the widest vectors

bool fits(const PictureView& view, int planes, const Rect& range) {
    return is_interleaved_floats(view) && view.planes == planes &&
           intersect(view.domain, range) == range;
}

}  // namespace

std::optional<PixelRun> PixelRun::over(const KernelRun& run, const TileRanges& ranges) {
    if (run.pixels == nullptr) return std::nullopt;
    std::optional<PixelRows> rows = pixel_rows(run.plan, run.kernel);
    if (!rows || ranges.loops[rows->loop].empty()) return std::nullopt;
    const Rect& range = ranges.loops[rows->loop];
    const auto reads = [&](Id<PlanImage> image) {
        return fits(run.sources[image].view, rows->planes, range);
    };
    const auto writes = [&](Id<PlanImage> image) {
        const std::vector<BoundPicture>& places = run.destinations[image];
        return places.size() == 1 && fits(places.front().view, rows->planes, range);
    };
    if (!std::all_of(rows->inputs.begin(), rows->inputs.end(), reads) ||
        !std::all_of(rows->outputs.begin(), rows->outputs.end(), writes))
        return std::nullopt;
    return PixelRun(run, *std::move(rows), range);
}

PixelRun::PixelRun(const KernelRun& run, PixelRows rows, const Rect& range)
    : function_(run.pixels),
      rows_(std::move(rows)),
      range_(range),
      in_(rows_.inputs.size()),
      out_(rows_.outputs.size()) {
    for (const Id<PlanImage> image : rows_.inputs) {
        inputs_.push_back(run.sources[image].view);
        prefetch_.push_back(inputs_.back().y_stride / std::ptrdiff_t{sizeof(float)});
    }
    for (const Id<PlanImage> image : rows_.outputs)
        outputs_.push_back(run.destinations[image].front().view);
}

void PixelRun::compute(int y, ProfiledArgs args) {
    const auto row_of = [&](const PictureView& view) {
        return reinterpret_cast<float*>(view.at(range_.x0, y, 0));
    };
    std::transform(inputs_.begin(), inputs_.end(), in_.begin(), row_of);
    std::transform(outputs_.begin(), outputs_.end(), out_.begin(), row_of);
    const bool aligned = std::all_of(out_.begin(), out_.end(), [](const float* row) {
        return reinterpret_cast<std::uintptr_t>(row) % kVectorBytes == 0;
    });
    args.in = in_.data();
    args.out = out_.data();
    args.prefetch = prefetch_.data();
    args.count = range_.width();
    args.x = range_.x0;
    args.y = y;
    args.rows = 1;
    args.streams = rows_.non_temporal && aligned;
    function_(&args);
}

}  // namespace weft
