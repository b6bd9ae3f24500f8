#include "runtime/gpu/pack_args.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "plan/gpu_arguments.h"
#include "runtime/gpu/device_picture.h"

namespace weft {

namespace {

/// A struct's bytes, member by member, as the C++ compiler lays them out.
class ArgumentBlock {
  public:
    /// Each returns where the value stands.
    template <class T>
    std::size_t add(const T& value) {
        return add(&value, sizeof(T), alignof(T));
    }
    std::size_t add(const void* value, std::size_t size, std::size_t alignment) {
        align(alignment);
        const std::size_t at = bytes_.size();
        bytes_.resize(at + size);
        std::memcpy(bytes_.data() + at, value, size);
        return at;
    }
    std::vector<std::byte> finish() && {
        align(alignment_);
        return std::move(bytes_);
    }

  private:
    void align(std::size_t alignment) {
        alignment_ = std::max(alignment_, alignment);
        bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
    }

    std::vector<std::byte> bytes_;
    std::size_t alignment_ = 1;
};

/// Of the struct that the kernel text declares: numbers of four bytes, and bools.
std::size_t members_alignment(const std::vector<MemberFacts>& members) {
    for (const MemberFacts& member : members)
        if (member.type != "bool") return 4;
    return 1;
}

GpuRange range_of(const GpuPlan& plan, const GpuKernel& kernel) {
    const Rect& r = kernel.region;
    const bool rows = kernel.layout == Layout::kRows;
    GpuRange range{};
    range.x0 = r.x0;
    range.y0 = r.y0;
    range.x1 = r.x1;
    range.y1 = r.y1;
    range.planes = kernel.planes;
    range.periods_per_thread = kernel.periods_per_thread;
    range.elements = r.area() * kernel.planes;
    range.width = gpu_divisor(static_cast<unsigned>(std::max(rows ? r.width() : r.height(), 1)));
    range.height = gpu_divisor(static_cast<unsigned>(std::max(rows ? r.height() : r.width(), 1)));
    for (int s : kernel.stages) {
        const Stage& stage = plan.stages[static_cast<std::size_t>(s)];
        if (!stage.is_scan()) continue;
        range.restart_origin = stage.scan_axis == eHorizontal ? stage.domain.x0 : stage.domain.y0;
        range.restart_period = stage.restart_period;
    }
    return range;
}

/// Adds the bytes of one argument after another.
struct Pack {
    const GpuPlan& plan;
    const GpuKernel& kernel;
    const std::vector<GpuPicture>& pictures;
    ArgumentBlock block;
    std::vector<PackedArguments::Place> placed;

    void operator()(const RangeArgument& /*range*/) { block.add(range_of(plan, kernel)); }
    void operator()(const BoundsArgument& argument) {
        const Rect& r = argument.bounds;
        block.add(GpuBounds{r.x0, r.y0, r.x1, r.y1});
    }
    void operator()(const PictureArgument& argument) {
        GpuPicture picture = pictures[static_cast<std::size_t>(argument.image)];
        if (argument.as == PictureArgument::As::kInput) picture.outside = argument.outside;
        placed.push_back({argument.image, block.add(picture)});
    }
    void operator()(const TileBorderArgument& border) { block.add(border.value); }
    void operator()(const MembersArgument& argument) {
        const Stage& stage = plan.stages[static_cast<std::size_t>(argument.stage)];
        block.add(stage.members.data(), static_cast<std::size_t>(stage.members_size),
                  members_alignment(stage.facts.members));
    }
    void operator()(const ReachArgument& reach) {
        for (const int number : reach.numbers) block.add(number);
    }
};

}  // namespace

GpuPicture gpu_picture(const GpuPlan& plan, int image, float* data, int slack) {
    const PlanImage& i = plan.images[static_cast<std::size_t>(image)];
    const DevicePicture stored = device_picture(plan, image, data, slack);
    GpuPicture picture{};
    picture.data = data;
    picture.pitch = static_cast<int>(stored.pitch());
    picture.plane = i.shape.planes == 1 ? 0 : stored.plane();
    picture.x0 = i.region.x0;
    picture.y0 = i.region.y0;
    picture.x1 = i.region.x1;
    picture.y1 = i.region.y1;
    picture.left = i.shape.domain.x0;
    picture.top = i.shape.domain.y0;
    picture.right = i.shape.domain.x1;
    picture.bottom = i.shape.domain.y1;
    picture.planes = i.shape.planes;
    return picture;
}

GpuDivisor gpu_divisor(unsigned divisor) {
    const auto log = static_cast<unsigned>(std::bit_width(divisor - 1u));  // rounded up
    const unsigned shift = 31 + log;
    const std::uint64_t power = std::uint64_t{1} << shift;
    return {divisor, static_cast<unsigned>((power + divisor - 1) / divisor), shift};
}

PackedArguments pack_args(const GpuPlan& plan, const GpuKernel& kernel,
                          const std::vector<float*>& addresses, int slack) {
    std::vector<GpuPicture> pictures;
    for (std::size_t i = 0; i < addresses.size(); ++i)
        pictures.push_back(gpu_picture(plan, static_cast<int>(i), addresses[i], slack));
    return pack_args(plan, kernel, pictures);
}

PackedArguments pack_args(const GpuPlan& plan, const GpuKernel& kernel,
                          const std::vector<GpuPicture>& pictures) {
    Pack pack{plan, kernel, pictures, {}, {}};
    for (const GpuArgument& argument : gpu_arguments(plan, kernel)) std::visit(pack, argument);
    return {std::move(pack.block).finish(), std::move(pack.placed)};
}

}  // namespace weft
