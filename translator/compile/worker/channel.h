// The worker's end of the conversation: whole frames over file descriptors.
#pragma once

#include <optional>
#include <string>

namespace weft::worker {

enum class Heard { kFrame, kEnd, kGarbage, kIdle };

/// Waits for the next frame's payload, at most `idle_seconds` for its first byte.
/// kEnd: the client closed its end. kGarbage: what came is no frame.
Heard read_frame(int fd, int idle_seconds, std::string& payload);

/// False when the client is gone.
bool write_frame(int fd, const std::string& frame);

/// Ends this process as soon as the client's end of `fd` closes, even amid a compilation.
/// (A parent-death signal would not do: it is sent when the thread that started this process ends.)
void end_with_client(int fd);

}  // namespace weft::worker
