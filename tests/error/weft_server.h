// The command, loaded once, that is forked for each run.
#pragma once

#include <sys/types.h>

#include <mutex>

#include "fork_request.h"

namespace weft::test {

/// A process of weft with a fork server in it (fork_server.cpp). Ends with this process.
class WeftServer {
  public:
    WeftServer();
    ~WeftServer();

    /// Whether runs can be begun: not where a library starts threads as it is loaded. It says
    /// which.
    bool works() const { return works_; }

    /// Begins a run, a child of this process. Throws std::runtime_error where the server is gone.
    pid_t begin(const ForkRequest& request);

  private:
    std::mutex mutex_;
    int socket_ = -1;
    bool works_ = false;
    pid_t pid_ = -1;
};

/// One for all that this process runs, from when it is first asked for.
WeftServer& weft_server();

}  // namespace weft::test
