// One weft-cc process: started, spoken to under a time limit, and ended.
//
// Made to live inside somebody else's application: no signal is ever raised in this process,
// nothing of it is inherited but the conversation, and no child outlives it.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "compile/protocol.h"
#include "support/result.h"

namespace weft {

/// Where weft-cc is looked for: beside each of `homes` (paths of programs or libraries) and in the
/// folder bin next to theirs, then in the folders of `path_variable`.
std::vector<std::string> worker_places(const std::vector<std::string>& homes,
                                       const std::string& path_variable);

/// Where the worker is: `configured` when not empty; else $WEFT_CC; else the first that can be run
/// of worker_places() for the running program, the library that holds this code, and $PATH.
Result<std::string> find_worker(const std::string& configured);

class WorkerProcess {
  public:
    /// In a process group of its own, so that Ctrl-C in a terminal is for the application alone.
    static Result<std::unique_ptr<WorkerProcess>> start(const std::string& path);

    /// Closes the conversation, which ends an idle worker; a busy one is killed.
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Sends one request and waits for its reply. After an error the process is gone: it crashed,
    /// ended, talked nonsense, or took more processor time than `timeout`, or none for as long
    /// (ProcessorLimit), and was killed with its group; so it is where `cancel`, if not null,
    /// becomes true: kCancelled.
    Result<WorkerReply> exchange(const WorkerRequest& request, std::chrono::milliseconds timeout,
                                 const std::atomic<bool>* cancel = nullptr);

    pid_t pid() const { return pid_; }

    /// Which compiler it is (compiler_identity.h); empty where that was replaced while it started.
    const std::string& compiler() const { return compiler_; }

    /// False once the process has ended, for whatever reason.
    bool alive();

    /// True when it ended by itself, without fault and without having answered: it had been idle
    /// for long. The same request may be sent to another.
    bool retired() const { return retired_; }

  private:
    WorkerProcess(std::string path, std::string compiler, pid_t pid, int socket, int errors);

    Error kill_for(const std::string& what);
    Error describe_end(bool answered);
    bool reap(bool wait);
    bool send_part(std::string_view& out);
    bool receive_part(std::string& in);
    void drain_errors();
    std::string last_words() const;

    std::string path_, compiler_;
    pid_t pid_;
    int socket_;  ///< both directions: a socket, whose writes can be told to raise no SIGPIPE
    int errors_;  ///< its standard error; -1 once that is closed
    std::string stderr_;  ///< the end of what it said there
    bool ended_ = false;
    bool status_known_ = false;
    bool retired_ = false;
    int status_ = 0;  ///< as waitpid() gives it
};

}  // namespace weft
