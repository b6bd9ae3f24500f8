// Compiled code into this process, by dlopen.
#include "compile/load_object.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compile/file_bytes.h"

namespace weft {
namespace {

class DynamicObject final : public LoadedObject {
  public:
    DynamicObject(void* handle, std::string path, int fd)
        : handle_(handle), path_(std::move(path)), fd_(fd) {}

    ~DynamicObject() override {
        dlclose(handle_);
        if (fd_ < 0) return;
        // The dynamic linker knows objects by their paths. While it keeps this one (it may refuse
        // to unload), no other may be given the same path, so the descriptor is kept too.
        if (void* kept = dlopen(path_.c_str(), RTLD_NOW | RTLD_NOLOAD)) {
            dlclose(kept);
            return;
        }
        close(fd_);
    }

    void* symbol(const char* name) const override { return dlsym(handle_, name); }

  private:
    void* handle_;
    std::string path_;
    int fd_;  ///< of an object without a file; -1 otherwise
};

Result<std::shared_ptr<LoadedObject>> open_object(const std::string& path, int fd) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char* why = dlerror();
        return Error{ErrorKind::kCompile,
                     std::string("cannot load compiled code: ") + (why ? why : path.c_str())};
    }
    return std::shared_ptr<LoadedObject>(std::make_shared<DynamicObject>(handle, path, fd));
}

}  // namespace

Result<std::shared_ptr<LoadedObject>> load_file(const std::string& path) {
    return open_object(path, -1);
}

Result<std::shared_ptr<LoadedObject>> load_bytes(std::string_view bytes) {
    const int fd = memfd_create("weft-kernel", MFD_CLOEXEC);
    if (fd >= 0) {
        if (write_all(fd, bytes))
            if (auto loaded = open_object("/proc/self/fd/" + std::to_string(fd), fd)) return loaded;
        close(fd);
    }
    return load_through_temporary_file(bytes);
}

Result<std::shared_ptr<LoadedObject>> load_through_temporary_file(std::string_view bytes) {
    const char* folder = std::getenv("TMPDIR");
    std::string path = std::string(folder && *folder ? folder : "/tmp") + "/weft-XXXXXX";
    const int fd = mkostemp(path.data(), O_CLOEXEC);
    if (fd < 0 || !write_all(fd, bytes)) {
        const std::string why = std::strerror(errno);
        if (fd >= 0) close(fd), unlink(path.c_str());
        return Error{ErrorKind::kCompile, "cannot load compiled code: neither memory files nor '" +
                                              path + "' can be written: " + why};
    }
    close(fd);
    auto loaded = open_object(path, -1);
    unlink(path.c_str());
    return loaded;
}

}  // namespace weft
