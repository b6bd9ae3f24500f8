#include "runtime/cuda/launch_list.h"

#include <fmt/format.h>

#include <cstring>

#include "runtime/gpu/external_picture.h"
#include "runtime/gpu/pack_args.h"

namespace weft {

namespace {

std::size_t aligned(std::size_t n, std::size_t alignment) {
    return (n + alignment - 1) / alignment * alignment;
}

/// Pictures that go in or out, each once, side by side. `index_of` maps the plan's images to them;
/// -1: to none.
void exchange_pictures(const GpuProgram& program, LaunchList& list,
                       Table<int, PlanImage>& index_of) {
    const GpuPlan& plan = program.plan;
    index_of.assign(plan.images.size(), -1);
    const auto exchange = [&](Id<PlanImage> image) {
        if (index_of[image] >= 0 || external_of(program.external, image)) return index_of[image];
        const PlanImage& from = plan.images[image];
        const GpuStorage& place = plan.storage[image];
        ExchangedPicture picture{from.region, place.layout, from.shape.planes, place.arena_offset,
                                 list.exchange_bytes};
        list.exchange_bytes += aligned(picture.bytes(), kExchangeAlignment);
        list.pictures.push_back(picture);
        return index_of[image] = static_cast<int>(list.pictures.size()) - 1;
    };
    for (const Id<PlanImage> i : plan.images.ids()) {
        const PlanImage& image = plan.images[i];
        const std::optional<Id<GraphInput>> input = image.graph_input();
        if (!input) continue;
        const std::size_t port = input->index();
        if (list.inputs.size() <= port) list.inputs.resize(port + 1);
        list.inputs[port] = {image.name, {image.shape.domain, image.shape.planes}, exchange(i)};
    }
    for (const Id<GraphOutput> o : plan.outputs.ids()) {
        const Id<PlanImage> image = plan.outputs[o];
        list.outputs.push_back({plan.output_names[o],
                                {plan.output_regions[o], plan.images[image].shape.planes},
                                exchange(image)});
    }
}

/// Bytes of each picture that the kernel touches, once.
std::size_t bytes_moved(const GpuPlan& plan, const std::vector<Id<PlanImage>>& images) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
        bool first = true;
        for (std::size_t j = 0; j < i; ++j) first = first && images[j] != images[i];
        if (first) bytes += stored_bytes(plan, images[i]);
    }
    return bytes;
}

Launch launch_of(const GpuProgram& program, Id<GpuKernel> k,
                 const Table<int, PlanImage>& index_of) {
    const GpuPlan& plan = program.plan;
    const GpuKernel& kernel = plan.kernels[k];
    const auto unsigned_of = [](int n) { return static_cast<unsigned>(n); };
    Launch launch;
    launch.kernel = kernel.name;
    launch.code = program.code_of[k].number();
    launch.grid = {unsigned_of(kernel.shape.grid_u), unsigned_of(kernel.shape.grid_v),
                   unsigned_of(kernel.shape.grid_planes)};
    launch.block = {unsigned_of(kernel.shape.block_u), unsigned_of(kernel.shape.block_v), 1};
    launch.shared_bytes = kernel.shared_bytes;

    // Offsets instead of addresses: the block is the same wherever the pictures will lie.
    Table<float*, PlanImage> offsets(plan.images.size(), nullptr);
    for (const Id<PlanImage> i : offsets.ids())
        // NOLINTNEXTLINE(performance-no-int-to-ptr): that is what a block holds
        if (index_of[i] < 0) offsets[i] = reinterpret_cast<float*>(plan.storage[i].arena_offset);
    PackedArguments packed = pack_args(plan, kernel, offsets);
    launch.args = std::move(packed.bytes);
    std::vector<Id<PlanImage>> images;
    for (const auto& [i, position] : packed.pictures) {
        images.push_back(i);
        const PlanImage& image = plan.images[i];
        if (external_of(program.external, i)) {
            const std::optional<Id<GraphInput>> input = image.graph_input();
            launch.external.push_back(
                {position, !input, input ? input->number() : image.graph_outputs.front().number()});
        } else {
            launch.slots.push_back({position + offsetof(GpuPicture, data), index_of[i]});
        }
    }
    launch.bytes_moved = bytes_moved(plan, images);
    return launch;
}

Error broken(const std::string& what) {
    return {ErrorKind::kInput, fmt::format("the list of launches is damaged: {}", what)};
}

}  // namespace

LaunchList list_launches(const GpuProgram& program) {
    const GpuPlan& plan = program.plan;
    LaunchList list;
    list.name = plan.name;
    list.fast_math = plan.fast_math;
    list.arena_bytes = plan.arena_bytes;
    list.target = plan.target.name;
    list.capability = plan.target.compiled_for().number();
    list.dram_bytes_per_second = plan.target.dram_bytes_per_second;
    Table<int, PlanImage> index_of;
    exchange_pictures(program, list, index_of);
    for (const Id<GpuKernel> k : plan.kernels.ids())
        list.launches.push_back(launch_of(program, k, index_of));
    for (const GpuCode& code : program.code) list.code.push_back({code.symbol, code.cubin});
    return list;
}

std::vector<std::byte> bind_addresses(const Launch& launch, std::uint64_t arena,
                                      const std::vector<std::uint64_t>& addresses) {
    std::vector<std::byte> args = launch.args;
    for (const AddressSlot& slot : launch.slots) {
        std::uint64_t address = 0;
        std::memcpy(&address, args.data() + slot.position, sizeof(address));
        address += slot.picture < 0 ? arena : addresses[static_cast<std::size_t>(slot.picture)];
        std::memcpy(args.data() + slot.position, &address, sizeof(address));
    }
    return args;
}

void bind_pictures(std::vector<std::byte>& args, const Launch& launch,
                   const std::vector<PictureView>& inputs,
                   const std::vector<PictureView>& outputs) {
    for (const ExternalSlot& slot : launch.external) {
        GpuPicture picture;
        std::memcpy(&picture, args.data() + slot.position, sizeof(picture));
        put_in_place(picture,
                     (slot.output ? outputs : inputs)[static_cast<std::size_t>(slot.port)]);
        std::memcpy(args.data() + slot.position, &picture, sizeof(picture));
    }
}

Status validate(const LaunchList& list) {
    const auto count = [](const auto& items) { return static_cast<int>(items.size()); };
    for (const ExchangedPicture& p : list.pictures) {
        if (p.planes < 1 || p.planes > kMaxPlanes)
            return broken(fmt::format("a picture of {} planes", p.planes));
        if (p.stored.x0 > p.stored.x1 || p.stored.y0 > p.stored.y1 ||
            p.stored.x0 < -kMaxCoordinate || p.stored.x1 > kMaxCoordinate ||
            p.stored.y0 < -kMaxCoordinate || p.stored.y1 > kMaxCoordinate)
            return broken("a picture of impossible size");
        if (p.bytes() > list.arena_bytes || p.arena_offset > list.arena_bytes - p.bytes())
            return broken("a picture outside the arena");
        if (p.bytes() > list.exchange_bytes || p.exchange_offset > list.exchange_bytes - p.bytes())
            return broken("a picture outside what is exchanged");
        if (p.arena_offset % sizeof(float) != 0 || p.exchange_offset % kExchangeAlignment != 0)
            return broken("a picture that is not aligned");
    }
    for (const auto* ports : {&list.inputs, &list.outputs})
        for (const PicturePort& port : *ports) {
            const bool input = ports == &list.inputs;
            if (port.shape.domain.empty() || port.shape.planes < 1 ||
                port.shape.planes > kMaxPlanes)
                return broken(fmt::format("'{}' is empty", port.name));
            if (input && port.picture == -1) continue;
            if (port.picture < 0 || port.picture >= count(list.pictures))
                return broken(fmt::format("'{}' is a picture that is not there", port.name));
            const ExchangedPicture& p = list.pictures[static_cast<std::size_t>(port.picture)];
            const bool fits =
                input ? port.shape.domain.contains(p.stored) : p.stored.contains(port.shape.domain);
            if (!fits || p.planes != port.shape.planes)
                return broken(fmt::format("'{}' does not fit its picture", port.name));
        }
    for (const Launch& launch : list.launches) {
        if (launch.code < 0 || launch.code >= count(list.code))
            return broken(fmt::format("kernel '{}' has no code", launch.kernel));
        for (int axis = 0; axis < 3; ++axis)
            if (launch.grid[axis] == 0 || launch.block[axis] == 0)
                return broken(fmt::format("kernel '{}' has an empty launch", launch.kernel));
        for (const AddressSlot& slot : launch.slots)
            if (slot.picture < -1 || slot.picture >= count(list.pictures) ||
                slot.position > launch.args.size() ||
                launch.args.size() - slot.position < sizeof(std::uint64_t))
                return broken(
                    fmt::format("kernel '{}' has an address outside its arguments", launch.kernel));
    }
    return {};
}

bool launches_dominate(const LaunchList& list) {
    if (list.launches.size() < 2 || list.dram_bytes_per_second <= 0) return false;
    double bytes = 0;
    for (const Launch& launch : list.launches) bytes += static_cast<double>(launch.bytes_moved);
    const double starting = kLaunchSeconds * static_cast<double>(list.launches.size());
    return starting > 0.5 * bytes / list.dram_bytes_per_second;
}

}  // namespace weft
