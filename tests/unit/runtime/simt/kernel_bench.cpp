#include "kernel_bench.h"

namespace weft::test {

Bench::Bench(std::vector<Rect> pictures, int inputs) : inputs_(inputs) {
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        DevicePicture shape;
        shape.stored = pictures[i];
        const Id<PlanImage> image = memory_.add(DeviceArray("picture" + std::to_string(i), shape));
        if (static_cast<int>(i) >= inputs) continue;
        float next = 0;
        for (int y = pictures[i].y0; y < pictures[i].y1; ++y)
            for (int x = pictures[i].x0; x < pictures[i].x1; ++x)
                *memory_[image].picture().at(x, y, 0) = next++;
        memory_[image].fill();
    }
}

std::optional<SimtFinding> Bench::run(const std::function<void(const Kernel&)>& kernel,
                                      SimtSchedule schedule) {
    std::vector<float*> pictures;
    for (const DeviceArray& array : memory_) pictures.push_back(array.picture().data);
    struct Args {
        const std::function<void(const Kernel&)>& kernel;
        const std::vector<float*>& pictures;
    } args{kernel, pictures};
    SimtLaunch launch;
    launch.kernel = "test";
    launch.source = "Test (kernel.cu:1)";
    launch.function = [](const void* a) {
        const Args& given = *static_cast<const Args*>(a);
        given.kernel(Kernel{given.pictures});
    };
    launch.args = &args;
    launch.grid = grid;
    launch.block = block;
    launch.shared_bytes = shared_bytes;
    for (int i = 0; i < inputs_; ++i) launch.reads.push_back(Id<PlanImage>(i));
    launch.writes = {Id<PlanImage>(memory_.size() - 1)};
    memory_.back().poison();
    return run_launch(launch, memory_, schedule, fibres_, {max_calls, nullptr});
}

std::optional<SimtFinding> Bench::run_all(const std::function<void(const Kernel&)>& kernel) {
    for (const SimtSchedule& schedule : simt_schedules(4, 1))
        if (auto found = run(kernel, schedule)) return found;
    return std::nullopt;
}

}  // namespace weft::test
