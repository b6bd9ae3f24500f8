// What the compiler client and the worker weft-cc say to each other, and how it looks as bytes.
//
// The client writes one request frame to the worker's standard input and reads one reply frame from
// its standard output; then the next request may follow. The worker serves one request at a time
// and ends when its input does.
//
//   frame    magic (8 bytes), size of the payload (u64), payload
//   payload  the fields of the struct in order of declaration:
//            enums and counts as u32, flags as u32 0 or 1, sizes as u64,
//            strings as size and bytes, lists as count and elements
//
// Numbers are in the machine's own byte order: both ends are on one machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"

namespace weft {

/// First in every frame. Its last two digits are raised when the payload changes, so that a client
/// and a worker of different installations refuse each other.
inline constexpr std::string_view kFrameMagic = "WEFTCC05";

inline constexpr std::size_t kFrameHeaderSize = 16;

/// A longer payload is taken for garbage.
inline constexpr std::uint64_t kMaxPayload = 256u << 20;

enum class RequestKind : std::uint32_t {
    kVersion = 1,  ///< are you of my version? no other field is used
    kKernel = 2,   ///< compile `text`, which includes nothing unless there are include_paths
    /// Translate the functor header at the path `name` and compile its module. Where `text` is not
    /// empty it stands for the file, which is not read.
    kFunctors = 3,
    /// Translate the same, and run its reference for a while in a process of its own, watched.
    kTrial = 4,
};

struct WorkerRequest {
    RequestKind kind = RequestKind::kVersion;
    std::string name;  ///< of the source in diagnostics; kFunctors: the header's path
    std::string text;  ///< C++20
    std::string cpu;   ///< as -march= takes it, or "native"
    bool fast_math = false;
    std::vector<std::string> include_paths;
    std::string directory;       ///< what relative paths are relative to; empty: there are none
    std::uint64_t preamble = 0;  ///< kKernel: HostSource::preamble

    friend bool operator==(const WorkerRequest&, const WorkerRequest&) = default;
};

enum class ReplyKind : std::uint32_t {
    kVersion = 1,      ///< yes; no other field is used
    kObject = 2,       ///< `object` is a shared object
    kDiagnostics = 3,  ///< the source is at fault: `message` has the diagnostics
    kFailure = 4,      ///< the request or the machine is at fault: `message` says how
    kTried = 5,        ///< `diagnostics` says what is wrong with the functors, and warns
};

struct WorkerReply {
    ReplyKind kind = ReplyKind::kFailure;
    std::string object;
    std::string message;
    /// kObject, kTried: absolute paths of all files that were read besides `text`.
    std::vector<std::string> dependencies;
    std::vector<Diagnostic> diagnostics;

    friend bool operator==(const WorkerReply&, const WorkerReply&) = default;
};

/// A whole frame, header included.
std::string encode(const WorkerRequest& request);
std::string encode(const WorkerReply& reply);

/// The payload's size, from the first kFrameHeaderSize bytes of a frame; nothing when these are not
/// a frame's or the payload would exceed kMaxPayload.
std::optional<std::uint64_t> payload_size(std::string_view header);

/// Nothing when the payload is malformed: short, with bytes left over, or of an unknown kind.
std::optional<WorkerRequest> decode_request(std::string_view payload);
std::optional<WorkerReply> decode_reply(std::string_view payload);

}  // namespace weft
