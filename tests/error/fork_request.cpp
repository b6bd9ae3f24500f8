#include "fork_request.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

namespace weft::test {
namespace {

/// What comes before the text, whose words end in 0: the folder, arguments, the environment.
struct Head {
    std::size_t bytes = 0, arguments = 0;
    long file_size_limit = 0;
    pid_t sender = -1;  ///< whose streams they are
    int out = -1, err = -1;
};

int opened(pid_t process, int stream) {
    const std::string name = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(stream);
    return open(name.c_str(), O_WRONLY | O_CLOEXEC);
}

bool write_all(int socket, const void* bytes, std::size_t size) {
    for (const char* at = static_cast<const char*>(bytes); size > 0;) {
        const ssize_t n = ::send(socket, at, size, MSG_NOSIGNAL);
        if (n <= 0) return false;
        at += n;
        size -= static_cast<std::size_t>(n);
    }
    return true;
}

bool read_all(int socket, void* bytes, std::size_t size) {
    return size == 0 || recv(socket, bytes, size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

}  // namespace

std::vector<char*> ForkRequest::become() {
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close_streams();
    if (chdir(folder.c_str()) != 0) _exit(127);
    if (file_size_limit > 0) {
        const auto bytes = static_cast<rlim_t>(file_size_limit);
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    clearenv();
    for (std::string& variable : environment) putenv(variable.data());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    return argv;
}

void ForkRequest::close_streams() const {
    close(out);
    close(err);
}

bool send(int socket, const ForkRequest& request) {
    std::string text = request.folder + '\0';
    for (const auto* list : {&request.arguments, &request.environment})
        for (const std::string& word : *list) text += word + '\0';
    const Head head{
        text.size(), request.arguments.size(), request.file_size_limit, getpid(), request.out,
        request.err};
    return write_all(socket, &head, sizeof head) && write_all(socket, text.data(), text.size());
}

std::optional<ForkRequest> receive(int socket) {
    Head head;
    if (!read_all(socket, &head, sizeof head)) return std::nullopt;
    std::string text(head.bytes, '\0');
    if (!read_all(socket, text.data(), text.size())) return std::nullopt;
    std::vector<std::string> words;
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
        end = text.find('\0', at);
        words.push_back(text.substr(at, end - at));
    }
    ForkRequest request;
    request.folder = words.front();
    const auto environment = words.begin() + 1 + static_cast<std::ptrdiff_t>(head.arguments);
    request.arguments.assign(words.begin() + 1, environment);
    request.environment.assign(environment, words.end());
    request.file_size_limit = head.file_size_limit;
    request.out = opened(head.sender, head.out);
    request.err = opened(head.sender, head.err);
    return request;
}

}  // namespace weft::test
