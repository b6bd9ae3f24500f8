// A file for OpenImageIO to write through, which remembers the first failure: several encoders drop
// the error of their last buffered write, and a full disk would pass for success.
#pragma once

#include <cstdio>
#include <string>

#include <OpenImageIO/filesystem.h>

namespace weft {

class CheckedFile final : public OIIO::Filesystem::IOProxy {
  public:
    explicit CheckedFile(const std::string& path);
    ~CheckedFile() override;

    /// Not "file": encoders would take it for OpenImageIO's own and write past it.
    const char* proxytype() const override { return "checked"; }
    /// Encoders call this when they are done; finish() is what closes.
    void close() override {}
    int64_t tell() override;
    bool seek(int64_t offset) override;
    size_t read(void* buffer, size_t size) override;
    size_t write(const void* buffer, size_t size) override;
    size_t pread(void* buffer, size_t size, int64_t offset) override;
    size_t pwrite(const void* buffer, size_t size, int64_t offset) override;
    size_t size() const override;
    void flush() const override;

    /// Flushes and closes. The errno of the first thing that failed since opening, 0: all is well.
    int finish();
    int first_error() const { return first_error_; }

  private:
    void note();
    std::FILE* file_ = nullptr;
    int first_error_ = 0;
};

}  // namespace weft
