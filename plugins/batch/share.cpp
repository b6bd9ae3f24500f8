// Chunks, sizes of memory, and variables of schedulers.
#include "batch/share.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "support/one_line.h"

namespace weft {
namespace {

std::optional<long long> number_of(std::string_view text) {
    long long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

using Get = std::function<const char*(const char*)>;

std::optional<long long> variable(const Get& get, const char* name, long long least,
                                  long long most) {
    const char* text = get(name);
    const std::optional<long long> number = text != nullptr ? number_of(text) : std::nullopt;
    if (!number || *number < least || *number > most) return std::nullopt;
    return number;
}

constexpr long long kMany = 1'000'000'000;

/// Tasks of an array are numbered from anywhere, by any step: this one's place among them.
std::optional<Chunk> array_task(const Get& get) {
    const auto id = variable(get, "SLURM_ARRAY_TASK_ID", 0, kMany);
    const auto count = variable(get, "SLURM_ARRAY_TASK_COUNT", 1, kMany);
    const auto first = variable(get, "SLURM_ARRAY_TASK_MIN", 0, kMany);
    const auto step = variable(get, "SLURM_ARRAY_TASK_STEP", 1, kMany).value_or(1);
    if (!id || !count || !first || *id < *first || (*id - *first) % step != 0) return std::nullopt;
    const long long index = (*id - *first) / step;
    if (index >= *count) return std::nullopt;
    return Chunk{static_cast<int>(index + 1), static_cast<int>(*count)};
}

}  // namespace

Result<Chunk> parse_chunk(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        const auto index = number_of(text.substr(0, slash));
        const auto count = number_of(text.substr(slash + 1));
        if (index && count && *index >= 1 && *index <= *count && *count <= kMany)
            return Chunk{static_cast<int>(*index), static_cast<int>(*count)};
    }
    return Error{ErrorKind::kUsage,
                 fmt::format("'{}' is no chunk; expected K/N with K from 1 to N, such as 3/20, or "
                             "auto on a farm",
                             one_line(std::string(text.substr(0, 60))))};
}

std::vector<int> frames_of_chunk(const std::vector<int>& frames, const Chunk& chunk) {
    const auto size = static_cast<long long>(frames.size());
    const long long begin = size * (chunk.index - 1) / chunk.count;
    const long long end = size * chunk.index / chunk.count;
    return {frames.begin() + begin, frames.begin() + end};
}

Result<std::size_t> parse_memory(std::string_view text) {
    double amount = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (unit.size() == 2 && (unit[1] == 'b' || unit[1] == 'B')) unit.remove_suffix(1);
    constexpr std::string_view kUnits = "kmgt";
    const char letter = unit.size() == 1 ? static_cast<char>(unit[0] | 0x20) : '\0';
    const std::size_t power = kUnits.find(letter);
    const bool known = unit.empty() || (unit.size() == 1 && power != std::string_view::npos);
    const double bytes =
        unit.empty() ? amount : std::ldexp(amount, 10 * (static_cast<int>(power) + 1));
    if (error == std::errc() && known && bytes >= 1 && bytes < std::ldexp(1.0, 60))
        return static_cast<std::size_t>(bytes);
    return Error{ErrorKind::kUsage,
                 fmt::format("'{}' is no amount of memory; expected such as 512M or 16G",
                             one_line(std::string(text.substr(0, 60))))};
}

FarmTask read_farm_task(const Get& get) {
    FarmTask task;
    if (task.chunk = array_task(get); task.chunk) task.frames_from = "SLURM_ARRAY_TASK_ID";
    if (const auto frame = variable(get, "CUE_IFRAME", -kMany, kMany)) {
        task.first_frame = static_cast<int>(*frame);
        task.frame_count = static_cast<int>(variable(get, "CUE_CHUNK", 1, kMany).value_or(1));
        task.frames_from = "CUE_IFRAME";
    }
    for (const char* name : {"CUE_THREADS", "SLURM_CPUS_PER_TASK"})
        if (const auto threads = variable(get, name, 1, 1024); threads && !task.threads) {
            task.threads = static_cast<int>(*threads);
            task.threads_from = name;
        }
    const auto memory = [&](const char* name, long long unit, long long times) {
        if (task.memory) return;
        const auto amount = variable(get, name, 1, 1LL << 40);
        if (!amount) return;
        task.memory = static_cast<std::size_t>(*amount * unit * times);
        task.memory_from = name;
    };
    memory("CUE_MEMORY", 1 << 10, 1);          // in KB
    memory("SLURM_MEM_PER_NODE", 1 << 20, 1);  // in MB
    memory("SLURM_MEM_PER_CPU", 1 << 20, task.threads.value_or(1));
    return task;
}

Result<std::vector<int>> frames_of_task(const std::vector<int>& frames, const FarmTask& task) {
    if (task.first_frame) {
        const auto first = std::find(frames.begin(), frames.end(), *task.first_frame);
        if (first == frames.end())
            return Error{ErrorKind::kUsage,
                         fmt::format("the farm asks for frame {} ({}), which is not among the "
                                     "frames of -F; give both the same range",
                                     *task.first_frame, task.frames_from)};
        const auto count = std::min<std::ptrdiff_t>(task.frame_count, frames.end() - first);
        return std::vector<int>(first, first + count);
    }
    if (task.chunk) return frames_of_chunk(frames, *task.chunk);
    return Error{ErrorKind::kUsage,
                 "--chunk auto takes its part from a farm, but neither SLURM_ARRAY_TASK_ID (with "
                 "_MIN and _COUNT) nor CUE_IFRAME says which; give --chunk K/N"};
}

}  // namespace weft
