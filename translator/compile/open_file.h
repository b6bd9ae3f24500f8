// A file descriptor that is closed with its owner.
#pragma once

#include <utility>

#include <unistd.h>

namespace weft {

class OpenFile {
  public:
    /// Takes what open() returned: -1 is no file.
    explicit OpenFile(int descriptor = -1) : descriptor_(descriptor) {}
    OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    OpenFile& operator=(OpenFile&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~OpenFile() {
        if (descriptor_ >= 0) close(descriptor_);
    }

    explicit operator bool() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }

    /// Closes at once; false, and errno, where what was written may be lost.
    bool finish() { return close(std::exchange(descriptor_, -1)) == 0; }

  private:
    int descriptor_;
};

}  // namespace weft
