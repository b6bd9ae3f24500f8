#include "runtime/gpu/pack_args.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
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
    for (const Id<Stage> s : kernel.stages) {
        const Stage& stage = plan.stages[s];
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
    const Table<GpuPicture, PlanImage>& pictures;
    ArgumentBlock block;
    std::vector<PackedArguments::Place> placed;

    void operator()(const RangeArgument& /*range*/) { block.add(range_of(plan, kernel)); }
    void operator()(const LevelArgument& level) { add_bounds(level.bounds); }
    void operator()(const LoopArgument& loop) { add_bounds(loop.bounds); }
    void operator()(const InnerArgument& inner) { add_bounds(inner.bounds); }
    void operator()(const ElementsArgument& elements) { add_bounds(elements.bounds); }
    void operator()(const SourceArgument& source) {
        add_picture(source.image, picture(source.image));
    }
    void operator()(const InputArgument& input) {
        GpuPicture read = picture(input.image);
        read.outside = input.outside;
        add_picture(input.image, read);
    }
    void operator()(const OutputArgument& output) {
        add_picture(output.image, picture(output.image));
    }
    void operator()(const TileBorderArgument& border) { block.add(border.value); }
    void operator()(const MembersArgument& argument) {
        const Stage& stage = plan.stages[argument.stage];
        block.add(stage.members.data(), static_cast<std::size_t>(stage.members_size),
                  members_alignment(stage.facts.members));
    }
    void operator()(const ReachArgument& reach) {
        for (const int number : reach.numbers) block.add(number);
    }
    const GpuPicture& picture(Id<PlanImage> image) const { return pictures[image]; }
    void add_picture(Id<PlanImage> image, const GpuPicture& described) {
        // Without the padding at its end, which may be anything: equal launches have equal bytes.
        std::array<std::byte, sizeof(GpuPicture)> bytes{};
        std::memcpy(bytes.data(), &described, offsetof(GpuPicture, y1) + sizeof described.y1);
        placed.push_back({image, block.add(bytes.data(), bytes.size(), alignof(GpuPicture))});
    }
    void add_bounds(const Rect& r) { block.add(GpuBounds{r.x0, r.y0, r.x1, r.y1}); }
};

}  // namespace

GpuPicture gpu_picture(const GpuPlan& plan, Id<PlanImage> image, float* data, int slack) {
    const PlanImage& i = plan.images[image];
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
                          const Table<float*, PlanImage>& addresses, int slack) {
    Table<GpuPicture, PlanImage> pictures;
    for (const Id<PlanImage> i : addresses.ids())
        pictures.add(gpu_picture(plan, i, addresses[i], slack));
    return pack_args(plan, kernel, pictures);
}

PackedArguments pack_args(const GpuPlan& plan, const GpuKernel& kernel,
                          const Table<GpuPicture, PlanImage>& pictures) {
    Pack pack{plan, kernel, pictures, {}, {}};
    for (const GpuArgument& argument : gpu_arguments(plan, kernel)) std::visit(pack, argument);
    return {std::move(pack.block).finish(), std::move(pack.placed)};
}

}  // namespace weft
