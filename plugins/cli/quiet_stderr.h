// Silence for decoders that print to stderr by themselves: what they say comes back as an error,
// and an error is one line.
#pragma once

#include <cstdio>

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

/// What people still read meanwhile: standard error as it was when this was made.
class People {
  public:
    People();
    ~People();
    People(const People&) = delete;
    People& operator=(const People&) = delete;
    std::FILE* file() const { return copy_ != nullptr ? copy_ : stderr; }

  private:
    std::FILE* copy_;
};

}  // namespace weft
