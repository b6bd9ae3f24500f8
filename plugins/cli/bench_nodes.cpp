#include "cli/bench_nodes.h"

#include <fmt/format.h>

namespace weft {

Result<NodesReport> bench_nodes(BenchSubject& subject, const EngineOptions& engine, int runs,
                                bool interleaved) {
    const Result<const BackendInfo*> device = find_backend(engine.device);
    if (!device) return device.error();
    if (!(*device)->times_nodes)
        return Error{ErrorKind::kUsage,
                     fmt::format("--nodes times what each node takes inside the kernels of the "
                                 "device {}; those of '{}' are not made to be timed: leave out "
                                 "--device, or --nodes",
                                 backend_names([](const BackendInfo& b) { return b.times_nodes; }),
                                 engine.device)};
    EngineOptions counting = engine;
    counting.timed = true;
    const Result<Ready> timed = make_ready(subject, counting, interleaved);
    if (!timed) return timed.error();
    const Result<Ready> untimed = make_ready(subject, engine, interleaved);
    if (!untimed) return untimed.error();

    const Result<Contender> with = contender_of("timed", *timed, subject);
    if (!with) return with.error();
    const Result<Contender> without = contender_of("untimed", *untimed, subject);
    if (!without) return without.error();
    std::vector<Contender> contenders{*with, *without};
    std::vector<std::vector<KernelTimes>> counted;
    contenders[0].run = [&, run = contenders[0].run] {
        const Status done = run();
        counted.push_back(timed->prepared->kernel_times());
        return done;
    };
    if (Status ok = measure_in_turn(contenders, runs); !ok) return ok.error();
    // Runs that warm caches come first.
    counted.erase(counted.begin(), counted.end() - runs);
    return NodesReport{
        subject.graph.name,     subject.size,           subject.planes,  thread_count(engine), runs,
        contenders[0].median(), contenders[1].median(), mean_of(counted)};
}

}  // namespace weft
