// What a fork server is asked: arguments, environment, folder and streams of a run of the command.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace weft::test {

/// Has the number of the socket on which a server is asked.
inline constexpr const char* kForkServer = "WEFT_FORK_SERVER";

struct ForkRequest {
    std::vector<std::string> arguments;    ///< the program's name first
    std::vector<std::string> environment;  ///< each as NAME=VALUE
    std::string folder;
    long file_size_limit = 0;  ///< in bytes, 0: none
    int out = -1, err = -1;    ///< open for writing in this process

    /// Gives this process all of it, and standard input that is empty. Returns what main() is
    /// given, null at the end, which points into this.
    std::vector<char*> become();
    void close_streams() const;
};

/// Whether it could be sent. Its streams have to be open until there is an answer.
bool send(int socket, const ForkRequest& request);

/// Waits for one, and opens its streams here; none where the other end is closed.
std::optional<ForkRequest> receive(int socket);

}  // namespace weft::test
