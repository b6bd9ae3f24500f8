// Compiled code into this process, by dlopen.
#include "compile/load_object.h"

#include <atomic>
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
    explicit DynamicObject(void* handle) : handle_(handle) {}
    ~DynamicObject() override { dlclose(handle_); }

    void* symbol(const char* name) const override { return dlsym(handle_, name); }

  private:
    void* handle_;
};

Result<std::shared_ptr<LoadedObject>> open_object(const std::string& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char* why = dlerror();
        return Error{ErrorKind::kCompile,
                     std::string("cannot load compiled code: ") + (why ? why : path.c_str())};
    }
    return std::shared_ptr<LoadedObject>(std::make_shared<DynamicObject>(handle));
}

/// A path to an open file that no other object was ever loaded by. The dynamic linker knows objects
/// by their paths, for longer than they are in use where it refuses to unload them, but descriptors
/// have the same numbers again and again. So the steps of the path, "/" or "/./", count.
std::string fresh_path_of(int descriptor) {
    static std::atomic<unsigned> loaded = 0;
    std::string path = "/proc/self/fd";
    for (unsigned count = ++loaded; count != 0; count >>= 1) path += (count & 1) ? "/." : "/";
    return path + "/" + std::to_string(descriptor);
}

}  // namespace

Result<std::shared_ptr<LoadedObject>> load_file(const OpenFile& file) {
    return open_object(fresh_path_of(file.descriptor()));
}

Result<std::shared_ptr<LoadedObject>> load_bytes(std::string_view bytes) {
    const OpenFile file(memfd_create("weft-kernel", MFD_CLOEXEC));
    if (file && write_all(file.descriptor(), bytes))
        if (auto loaded = load_file(file)) return loaded;
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
    auto loaded = open_object(path);
    unlink(path.c_str());
    return loaded;
}

}  // namespace weft
