// A weft-cc that misbehaves as $WEFT_FAKE_WORKER says. With $WEFT_FAKE_ONCE naming a file, it does
// so only while that file does not exist, and then creates it; otherwise it answers every request
// with a failure that repeats the request's name.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "compile/protocol.h"

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

void say(const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n = write(1, bytes.data() + done, bytes.size() - done);
        if (n <= 0) _exit(1);
        done += static_cast<std::size_t>(n);
    }
}

std::string hear(std::size_t size) {
    std::string bytes(size, '\0');
    for (std::size_t done = 0; done < size;) {
        const ssize_t n = read(0, bytes.data() + done, size - done);
        if (n <= 0) _exit(0);
        done += static_cast<std::size_t>(n);
    }
    return bytes;
}

[[noreturn]] void hang() {
    for (;;) pause();
}

std::string reply_with(const std::string& message) {
    weft::WorkerReply reply;
    reply.kind = weft::ReplyKind::kFailure;
    reply.message = message;
    return weft::encode(reply);
}

std::string open_descriptors() {
    std::string list;
    for (int fd = 0; fd < 256; ++fd)
        if (fcntl(fd, F_GETFD) >= 0) list += std::to_string(fd) + " ";
    return list;
}

/// What is done instead of answering.
void misbehave(const std::string& how) {
    if (how == "crash") {
        std::fputs("stack dump follows\n", stderr);
        std::signal(SIGSEGV, SIG_DFL);
        std::raise(SIGSEGV);
    }
    if (how == "exit-3") {
        std::fputs("LLVM ERROR: out of ideas\n", stderr);
        _exit(3);
    }
    if (how == "retire") _exit(0);
    if (how == "garbage") say(std::string(4000, 'g')), hang();
    if (how == "half-a-reply") say(reply_with("half").substr(0, 30)), _exit(0);
    if (how == "damaged-payload") {
        std::string reply = reply_with("damaged");
        reply[weft::kFrameHeaderSize] = 99;
        say(reply), hang();
    }
    if (how == "oversized") {
        std::string reply = reply_with("x");
        for (std::size_t i = 8; i < 16; ++i) reply[i] = '\x7f';
        say(reply), hang();
    }
    if (how == "mute") close(0), close(1), hang();
    if (how == "descriptors") say(reply_with(open_descriptors()));
    if (how == "flood") {
        for (int i = 0; i < 20000; ++i) std::fprintf(stderr, "line %d of much too many lines\n", i);
        say(reply_with("flooded"));
    }
    if (how == "hang") {
        std::signal(SIGTERM, SIG_IGN);
        if (const pid_t child = fork(); child > 0)
            std::ofstream(variable("WEFT_FAKE_PIDS")) << getpid() << " " << child << std::endl;
        hang();
    }
}

}  // namespace

int main() {
    const std::string how = variable("WEFT_FAKE_WORKER"), once = variable("WEFT_FAKE_ONCE");
    if (how == "close-early") return 0;
    if (how == "deaf") hang();
    for (;;) {
        const auto size = weft::payload_size(hear(weft::kFrameHeaderSize));
        if (!size) return 9;
        const auto request = weft::decode_request(hear(*size));
        if (!request) return 9;
        if (once.empty() || !std::filesystem::exists(once)) {
            if (!once.empty()) std::ofstream(once) << "done";
            misbehave(how);
            if (how == "descriptors" || how == "flood") continue;
        }
        say(reply_with("heard " + request->name));
    }
}
