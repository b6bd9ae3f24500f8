// A machine's share of a job: which of the frames, how many threads, how much memory.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace weft {

/// Part `index` of `count`, counted from 1.
struct Chunk {
    int index = 1, count = 1;
    friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// "3/20". kUsage errors show the form.
Result<Chunk> parse_chunk(std::string_view text);

/// Neighbouring frames of the list, as many as in other chunks or one more or less; the chunks
/// together are the list. None where there are more chunks than frames.
std::vector<int> frames_of_chunk(const std::vector<int>& frames, const Chunk& chunk);

/// "16G", "512M", "1.5g", "800000k", "1000000" (bytes); by 1024. kUsage errors show the form.
Result<std::size_t> parse_memory(std::string_view text);

/// What a farm's scheduler tells a task by its environment. What is not told is empty; `*_from`
/// names the variable.
struct FarmTask {
    std::optional<Chunk> chunk;      ///< Slurm: a task of an array
    std::optional<int> first_frame;  ///< OpenCue: the first frame of the task...
    int frame_count = 1;             ///< ...and of how many
    std::optional<int> threads;
    std::optional<std::size_t> memory;  ///< in bytes
    std::string frames_from, threads_from, memory_from;
};

/// Reads SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT, SLURM_CPUS_PER_TASK, SLURM_MEM_PER_NODE,
/// SLURM_MEM_PER_CPU; CUE_IFRAME, CUE_CHUNK, CUE_THREADS, CUE_MEMORY. `get` is as std::getenv.
/// Values that make no sense count as not told.
FarmTask read_farm_task(const std::function<const char*(const char*)>& get);

/// The frames of the list that the scheduler means this task to render. kUsage: the scheduler says
/// nothing about frames, or names a frame that is not in the list.
Result<std::vector<int>> frames_of_task(const std::vector<int>& frames, const FarmTask& task);

}  // namespace weft
