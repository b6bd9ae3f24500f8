#include "runner/bundle_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "runtime/bundle/synthetic.h"
#include "runtime/cuda/cuda_devices.h"

namespace weft {

namespace {

std::vector<PictureView> views(const std::vector<Picture>& pictures) {
    std::vector<PictureView> result;
    for (const Picture& picture : pictures) result.push_back(picture.view());
    return result;
}

std::vector<Picture> pictures_for(const std::vector<PicturePort>& ports) {
    std::vector<Picture> pictures;
    for (const PicturePort& port : ports)
        pictures.emplace_back(port.shape.domain, port.shape.planes);
    return pictures;
}

/// Code for 9.0 runs on 9.x, and on nothing else.
Status check_capability(const LaunchList& list, const CudaOptions& options) {
    Result<std::vector<CudaDevice>> devices = cuda_devices(options.driver_library);
    if (!devices) return devices.error();
    if (options.device < 0 || options.device >= static_cast<int>(devices->size())) return {};
    const CudaDevice& device = (*devices)[static_cast<std::size_t>(options.device)];
    const ComputeCapability has = device.target.capability;
    if (list.capability == 0 ||
        (has.major == list.capability / 10 && has.number() >= list.capability))
        return {};
    return Error{
        ErrorKind::kDevice,
        fmt::format("the bundle is for compute capability {}.{}, and {} has {}.{}; compile "
                    "it with --target sm_{}",
                    list.capability / 10, list.capability % 10, device.name, has.major, has.minor,
                    has.number())};
}

}  // namespace

Result<Trial> open_trial(const std::string& folder, CudaOptions options) {
    Result<Bundle> bundle = read_bundle(folder);
    if (!bundle) return bundle.error();
    LaunchList& list = bundle->launches;
    if (Status ok = check_capability(list, options); !ok) return ok.error();
    Trial trial;
    trial.expected = bundle->expected;
    trial.tolerance = bundle->tolerance;
    trial.inputs = list.inputs;
    trial.outputs = list.outputs;
    trial.fast_math = list.fast_math;
    trial.name = list.name;
    trial.target = list.target;
    for (const Launch& launch : list.launches) {
        trial.kernels.push_back(launch.kernel);
        trial.bytes_moved.push_back(launch.bytes_moved);
    }
    options.frames_in_flight = 2;
    auto executor = make_cuda_executor(std::move(list), options);
    if (!executor) return executor.error();
    trial.executor = *std::move(executor);
    return trial;
}

std::vector<Picture> synthetic_inputs(const Trial& trial, std::uint64_t seed) {
    std::vector<Picture> inputs;
    for (const PicturePort& port : trial.inputs)
        inputs.push_back(synthetic_picture(port.shape.domain, port.shape.planes,
                                           input_seed(seed, inputs.size())));
    return inputs;
}

Result<std::vector<Picture>> run_once(Trial& trial, const std::vector<Picture>& inputs) {
    std::vector<Picture> outputs = pictures_for(trial.outputs);
    if (Status ok = trial.executor->run(views(inputs), views(outputs), {}); !ok) return ok.error();
    return outputs;
}

std::vector<std::string> wrong_bands(const Trial& trial, const std::vector<Picture>& outputs) {
    std::vector<std::string> wrong;
    const int rows = trial.expected->band_rows;
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        const std::vector<std::uint64_t> got = band_hashes(outputs[o], rows);
        const auto& expected = trial.expected->hashes;
        for (std::size_t band = 0; band < got.size(); ++band)
            if (o >= expected.size() || band >= expected[o].size() ||
                got[band] != expected[o][band])
                wrong.push_back(
                    fmt::format("output {}, rows {} to {}", o, band * rows, (band + 1) * rows - 1));
    }
    return wrong;
}

Distance distance(const std::vector<Picture>& got, const std::vector<Picture>& expected,
                  const FastTolerance& tolerance) {
    Distance result;
    long long samples = 0, beyond = 0;
    for (std::size_t o = 0; o < got.size(); ++o) {
        const Rect domain = got[o].domain();
        for (int p = 0; p < got[o].planes(); ++p)
            for (int y = domain.y0; y < domain.y1; ++y)
                for (int x = domain.x0; x < domain.x1; ++x) {
                    const double a = got[o].at(x, y, p), b = expected[o].at(x, y, p);
                    ++samples;
                    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
                    const double difference = std::abs(a - b);
                    if (std::isfinite(difference))
                        result.largest = std::max(result.largest, difference);
                    beyond +=
                        !(difference <= tolerance.absolute + tolerance.relative * std::abs(b));
                }
    }
    if (samples > 0) result.outliers = static_cast<double>(beyond) / static_cast<double>(samples);
    return result;
}

Result<Times> take_times(Trial& trial, const std::vector<Picture>& inputs, int rounds) {
    using Clock = std::chrono::steady_clock;
    Times times;
    for (int round = 0; round < rounds; ++round) {
        Result<std::vector<double>> launches = trial.executor->time_launches(views(inputs));
        if (!launches) return launches.error();
        if (round == 0) times.launches = *launches;
        for (std::size_t k = 0; k < launches->size(); ++k)
            times.launches[k] = std::min(times.launches[k], (*launches)[k]);
        Result<double> frame = trial.executor->time_frame();
        if (!frame) return frame.error();
        times.frame = round == 0 ? *frame : std::min(times.frame, *frame);
    }
    // A sequence: several frames on their way.
    std::vector<Picture> outputs = pictures_for(trial.outputs);
    const auto start = Clock::now();
    for (int frame = 0; frame < rounds; ++frame)
        if (Status ok = trial.executor->begin(views(inputs), views(outputs), {}); !ok)
            return ok.error();
    if (Status ok = trial.executor->finish({}); !ok) return ok.error();
    times.with_copies = std::chrono::duration<double>(Clock::now() - start).count() / rounds;
    return times;
}

}  // namespace weft
