// Compiled code into this process, by dlopen.
#include "compile/load_object.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
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

/// "/" and "/." for the 64 bits of a number: steps of a path that lead nowhere else.
std::string steps_of(std::uint64_t number) {
    std::string steps;
    for (int bit = 0; bit < 64; ++bit) steps += ((number >> bit) & 1) != 0 ? "/." : "/";
    return steps;
}

/// A path to an open file that no other file in use is known by. The dynamic linker takes two paths
/// that are the same text for the same object, for longer than it is in use where it refuses to
/// unload it, but descriptors have the same numbers again and again. So the file's own number is in
/// the steps of the path, which holds for all copies of this code in the process.
std::string path_of_file(int descriptor) {
    struct stat info{};
    if (fstat(descriptor, &info) != 0) return path_of(descriptor);
    return "/proc/self/fd" + steps_of(info.st_dev) + steps_of(info.st_ino) + "/" +
           std::to_string(descriptor);
}

}  // namespace

Result<std::shared_ptr<LoadedObject>> load_file(const OpenFile& file) {
    return open_object(path_of_file(file.descriptor()));
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
