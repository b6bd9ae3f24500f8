// weft-run: executes a bundle that `weft compile` wrote. Needs the C library and the GPU's driver.
#include <cstdio>
#include <new>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "runner/bundle_trial.h"
#include "runner/raw_picture.h"
#include "runtime/cuda/bandwidth.h"
#include "runtime/cuda/cuda_devices.h"

namespace weft {
namespace {

using nlohmann::json;

struct RunnerOptions {
    std::string bundle;
    std::vector<std::string> inputs, outputs;
    std::optional<std::uint64_t> seed;
    bool check = false, print_json = false, devices = false;
    std::string compare;
    std::optional<double> absolute, relative, outliers;  ///< instead of the bundle's
    int rounds = 0;
    int bandwidth_megabytes = 0;
    CudaOptions cuda;
};

Result<std::vector<Picture>> inputs_of(const Trial& trial, const RunnerOptions& options) {
    if (options.inputs.empty())
        return synthetic_inputs(trial,
                                options.seed.value_or(trial.expected ? trial.expected->seed : 1));
    if (options.inputs.size() != trial.inputs.size())
        return Error{ErrorKind::kUsage, fmt::format("the bundle takes {} pictures, {} were given",
                                                    trial.inputs.size(), options.inputs.size())};
    std::vector<Picture> inputs;
    for (const std::string& path : options.inputs) {
        Result<Picture> picture = read_raw(path, trial.inputs[inputs.size()].shape);
        if (!picture) return picture.error();
        inputs.push_back(*std::move(picture));
    }
    return inputs;
}

/// Compares with the hashes; `report` says what differs.
Result<ExitCode> check(const Trial& trial, const std::vector<Picture>& outputs,
                       const RunnerOptions& options, json& report) {
    if (!trial.expected)
        return Error{ErrorKind::kUsage,
                     "the bundle holds no hashes to check with; compile it with --check-by"};
    if (!options.inputs.empty() || (options.seed && *options.seed != trial.expected->seed))
        return Error{
            ErrorKind::kUsage,
            "--check is about the bundle's own synthetic pictures: give no pictures and no "
            "other seed"};
    const std::vector<std::string> wrong = wrong_bands(trial, outputs);
    report["check"] = {{"agrees", wrong.empty()}, {"differing_bands", wrong}};
    return wrong.empty() ? ExitCode::kSuccess : ExitCode::kDifference;
}

/// What was asked for, else what the bundle says, else equality.
FastTolerance tolerance_of(const Trial& trial, const RunnerOptions& options) {
    FastTolerance tolerance = trial.tolerance.value_or(FastTolerance{});
    tolerance.absolute = options.absolute.value_or(tolerance.absolute);
    tolerance.relative = options.relative.value_or(tolerance.relative);
    tolerance.outliers = options.outliers.value_or(tolerance.outliers);
    return tolerance;
}

Result<ExitCode> compare(const Trial& trial, const std::vector<Picture>& inputs,
                         const std::vector<Picture>& outputs, const RunnerOptions& options,
                         json& report) {
    Result<Trial> other = open_trial(options.compare, options.cuda);
    if (!other) return other.error();
    Result<std::vector<Picture>> expected = run_once(*other, inputs);
    if (!expected) return expected.error();
    if (expected->size() != outputs.size())
        return Error{ErrorKind::kUsage, "the bundles have different numbers of outputs"};
    for (std::size_t o = 0; o < outputs.size(); ++o)
        if ((*expected)[o].domain() != outputs[o].domain() ||
            (*expected)[o].planes() != outputs[o].planes())
            return Error{ErrorKind::kUsage, "the bundles have outputs of different shapes"};
    const FastTolerance tolerance = tolerance_of(trial, options);
    const Distance d = distance(outputs, *expected, tolerance);
    const bool agrees = d.outliers <= tolerance.outliers;
    report["compare"] = {{"agrees", agrees}, {"outliers", d.outliers}, {"largest", d.largest}};
    return agrees ? ExitCode::kSuccess : ExitCode::kDifference;
}

Status report_times(Trial& trial, const std::vector<Picture>& inputs, int rounds, json& report) {
    Result<Times> times = take_times(trial, inputs, rounds);
    if (!times) return times.error();
    json launches = json::array();
    double sum = 0;
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < times->launches.size(); ++k) {
        launches.push_back({{"kernel", trial.kernels[k]},
                            {"seconds", times->launches[k]},
                            {"bytes_moved", trial.bytes_moved[k]}});
        sum += times->launches[k];
        bytes += trial.bytes_moved[k];
    }
    report["times"] = {{"launches", launches},
                       {"launch_seconds", sum},
                       {"frame_seconds", times->frame},
                       {"frame_seconds_with_copies", times->with_copies},
                       {"bytes_moved", bytes},
                       {"rounds", rounds},
                       {"graph", trial.executor->uses_graph()}};
    return {};
}

/// Of pictures as the kernels see them: what must pass through memory at least once.
std::size_t bytes_of(const std::vector<PicturePort>& ports) {
    std::size_t bytes = 0;
    for (const PicturePort& port : ports)
        bytes += sizeof(float) * static_cast<std::size_t>(port.shape.domain.area()) *
                 static_cast<std::size_t>(port.shape.planes);
    return bytes;
}

Result<ExitCode> run_bundle(const RunnerOptions& options, json& report) {
    Result<Trial> trial = open_trial(options.bundle, options.cuda);
    if (!trial) return trial.error();
    Result<std::vector<Picture>> inputs = inputs_of(*trial, options);
    if (!inputs) return inputs.error();
    Result<std::vector<Picture>> outputs = run_once(*trial, *inputs);
    if (!outputs) return outputs.error();
    report["bundle"] = {{"name", trial->name},
                        {"target", trial->target},
                        {"fast_math", trial->fast_math},
                        {"launches", trial->kernels.size()},
                        {"picture_bytes", bytes_of(trial->inputs) + bytes_of(trial->outputs)},
                        {"device_bytes", trial->executor->scratch_bytes()}};
    ExitCode code = ExitCode::kSuccess;
    if (options.check) {
        Result<ExitCode> verdict = check(*trial, *outputs, options, report);
        if (!verdict) return verdict.error();
        code = *verdict;
    }
    if (!options.compare.empty()) {
        Result<ExitCode> verdict = compare(*trial, *inputs, *outputs, options, report);
        if (!verdict) return verdict.error();
        if (*verdict != ExitCode::kSuccess) code = *verdict;
    }
    if (!options.outputs.empty() && options.outputs.size() != outputs->size())
        return Error{ErrorKind::kUsage, fmt::format("the bundle makes {} pictures, {} were named",
                                                    outputs->size(), options.outputs.size())};
    for (std::size_t o = 0; o < options.outputs.size(); ++o)
        if (Status ok = write_raw(options.outputs[o], (*outputs)[o]); !ok) return ok.error();
    if (options.rounds > 0)
        if (Status ok = report_times(*trial, *inputs, options.rounds, report); !ok)
            return ok.error();
    return code;
}

Status report_devices(const RunnerOptions& options, json& report) {
    Result<std::vector<CudaDevice>> devices = cuda_devices(options.cuda.driver_library);
    if (!devices) return devices.error();
    report["devices"] = json::array();
    for (const CudaDevice& device : *devices)
        report["devices"].push_back({{"ordinal", device.ordinal},
                                     {"name", device.name},
                                     {"capability", device.target.capability.number()},
                                     {"multiprocessors", device.target.multiprocessors},
                                     {"memory_bytes", device.memory_bytes},
                                     {"dram_bytes_per_second", device.target.dram_bytes_per_second},
                                     {"driver_version", device.driver_version}});
    return {};
}

Result<ExitCode> run(const RunnerOptions& options) {
    json report = json::object();
    ExitCode code = ExitCode::kSuccess;
    if (options.devices)
        if (Status ok = report_devices(options, report); !ok) return ok.error();
    if (options.bandwidth_megabytes > 0) {
        Result<double> bandwidth = measure_copy_bandwidth(
            options.cuda, static_cast<std::size_t>(options.bandwidth_megabytes) << 20);
        if (!bandwidth) return bandwidth.error();
        report["copy_bytes_per_second"] = *bandwidth;
    }
    if (!options.bundle.empty()) {
        Result<ExitCode> ran = run_bundle(options, report);
        if (!ran) return ran.error();
        code = *ran;
    } else if (report.empty()) {
        return Error{ErrorKind::kUsage, "name a bundle; see 'weft-run --help'"};
    }
    fmt::print("{}\n", report.dump(options.print_json ? 1 : -1));
    return code;
}

void add_options(CLI::App& app, RunnerOptions& o) {
    app.add_option("BUNDLE", o.bundle, "A folder that 'weft compile' wrote");
    app.add_option("-i,--input", o.inputs,
                   "A picture: raw float32, plane after plane; one for each "
                   "input. Without, pictures are made from a seed")
        ->type_name("FILE");
    app.add_option("-o,--output", o.outputs, "Where to write the results, in the same form")
        ->type_name("FILE");
    app.add_option("--seed", o.seed, "Of the pictures that are made");
    app.add_flag("--check", o.check, "Compare the result with the bundle's hashes");
    app.add_option("--compare", o.compare, "Compare the result with that of another bundle")
        ->type_name("BUNDLE");
    app.add_option("--absolute", o.absolute,
                   "Difference that --compare allows [what the bundle says]");
    app.add_option("--relative", o.relative, "The same, as a part of the value");
    app.add_option("--outliers", o.outliers, "Fraction of samples that may be beyond");
    app.add_option("--time", o.rounds, "Take the time of so many rounds")->type_name("N");
    app.add_option("--bandwidth", o.bandwidth_megabytes, "Time copies of so much device memory")
        ->type_name("MB");
    app.add_flag("--devices", o.devices, "Say which GPUs there are");
    app.add_option("--device", o.cuda.device, "Which of them to use")->type_name("N");
    app.add_option("--driver", o.cuda.driver_library, "The driver's library [libcuda.so.1]")
        ->type_name("FILE");
    app.add_flag("--blocking", o.cuda.blocking, "Wait for every kernel, so that errors name it");
    app.add_flag("--pretty", o.print_json, "Print the report for people");
}

int fail(const Error& error) {
    fmt::print(stderr, "weft-run: error: {}\n", error.message);
    return static_cast<int>(exit_code_of(error.kind));
}

int guarded(int argc, char** argv) {
    CLI::App app{"Executes a bundle of compiled kernels on a GPU; prints a report as JSON.",
                 "weft-run"};
    app.footer(
        "Exit codes are those of weft: 0 as expected, 1 different, 2 usage, 4 a bundle or\n"
        "picture that cannot be read, 7 memory, 8 no device or a lost one, 9 output.");
    RunnerOptions options;
    add_options(app, options);
    try {
        app.parse(argc, argv);
        const Result<ExitCode> result = run(options);
        return result ? static_cast<int>(*result) : fail(result.error());
    } catch (const CLI::Success& wanted) {
        return app.exit(wanted);
    } catch (const CLI::ParseError& error) {
        return fail({ErrorKind::kUsage, fmt::format("{}; see 'weft-run --help'", error.what())});
    } catch (const std::bad_alloc&) {
        return fail({ErrorKind::kMemory, "out of memory"});
    }
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::guarded(argc, argv); }
