// File descriptor 2 lent to /dev/null.
#include "cli/quiet_stderr.h"

#include <fcntl.h>
#include <unistd.h>

namespace weft {

QuietStderr::QuietStderr() {
    std::fflush(stderr);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    saved_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (saved_ >= 0) dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

QuietStderr::~QuietStderr() {
    if (saved_ < 0) return;
    std::fflush(stderr);
    dup2(saved_, STDERR_FILENO);
    close(saved_);
}

People::People() : copy_(fdopen(dup(STDERR_FILENO), "w")) {}

People::~People() {
    if (copy_ != nullptr) std::fclose(copy_);
}

}  // namespace weft
