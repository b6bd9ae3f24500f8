// Whole frames over file descriptors, and an eye on the client.
#include "compile/worker/channel.h"

#include <cerrno>
#include <thread>

#include <poll.h>
#include <unistd.h>

#include "compile/protocol.h"

namespace weft::worker {
namespace {

/// Bytes read: fewer than `size` only at the end of input.
std::size_t read_fully(int fd, char* bytes, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t n = read(fd, bytes + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
    }
    return done;
}

}  // namespace

Heard read_frame(int fd, int idle_seconds, std::string& payload) {
    pollfd ready{fd, POLLIN, 0};
    int polled;
    do polled = poll(&ready, 1, idle_seconds * 1000);
    while (polled < 0 && errno == EINTR);
    if (polled == 0) return Heard::kIdle;

    char header[kFrameHeaderSize];
    const std::size_t n = read_fully(fd, header, sizeof header);
    if (n == 0) return Heard::kEnd;
    const auto size = payload_size({header, n});
    if (!size) return Heard::kGarbage;
    payload.resize(*size);
    return read_fully(fd, payload.data(), payload.size()) == *size ? Heard::kFrame : Heard::kEnd;
}

bool write_frame(int fd, const std::string& frame) {
    for (std::size_t done = 0; done < frame.size();) {
        const ssize_t n = write(fd, frame.data() + done, frame.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

void end_with_client(int fd) {
    std::thread([fd] {
        for (;;) {
            pollfd closed{fd, POLLRDHUP, 0};
            if (poll(&closed, 1, -1) > 0 && (closed.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0)
                _exit(0);
        }
    }).detach();
}

}  // namespace weft::worker
