// Silence for decoders that print to stderr by themselves: what they say comes back as an error,
// and an error is one line.
#pragma once

namespace weft {

/// While it lives, what this process writes to stderr is dropped. For the command line only: the
/// whole process is silenced.
class QuietStderr {
  public:
    QuietStderr();
    ~QuietStderr();
    QuietStderr(const QuietStderr&) = delete;
    QuietStderr& operator=(const QuietStderr&) = delete;

  private:
    int saved_ = -1;
};

}  // namespace weft
