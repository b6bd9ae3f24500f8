// Whole files in and out.
#include "compile/file_bytes.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/open_file.h"

namespace weft {
std::string path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

bool read_all(int fd, std::string& bytes) {
    struct stat info;
    if (fstat(fd, &info) != 0) return false;
    if (!S_ISREG(info.st_mode)) {
        errno = EINVAL;
        return false;
    }
    bytes.resize(static_cast<std::size_t>(info.st_size));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = read(fd, bytes.data() + done, bytes.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        if (n == 0) break;
        done += static_cast<std::size_t>(n);
    }
    bytes.resize(done);
    return true;
}

std::optional<std::string> read_file(const std::string& path) {
    const OpenFile file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    std::string bytes;
    if (!file || !read_all(file.descriptor(), bytes)) return std::nullopt;
    return bytes;
}

bool read_in_parts(const std::string& path, const std::function<void(std::string_view)>& take) {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    bool good = fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    std::string part(64 << 10, '\0');
    for (ssize_t n = 1; good && n != 0;) {
        n = read(fd, part.data(), part.size());
        if (n > 0) take({part.data(), static_cast<std::size_t>(n)});
        good = n >= 0 || errno == EINTR;
    }
    if (fd >= 0) close(fd);
    return good;
}

bool make_private_folders(const std::string& path) {
    struct stat info;
    if (stat(path.c_str(), &info) == 0) {
        if (S_ISDIR(info.st_mode)) return true;
        errno = ENOTDIR;
        return false;
    }
    if (errno != ENOENT) return false;
    const auto slash = path.find_last_of('/');
    if (slash != std::string::npos && slash > 0 && !make_private_folders(path.substr(0, slash)))
        return false;
    return mkdir(path.c_str(), 0700) == 0 || errno == EEXIST;
}

bool publish_file(const std::string& folder, const std::string& name,
                  const std::function<bool(int descriptor)>& fill) {
    std::string temporary = folder + "/.weft-XXXXXX";
    OpenFile file(mkostemp(temporary.data(), O_CLOEXEC));
    if (!file) return false;
    bool written = fill(file.descriptor());
    int why = errno;
    if (!file.finish() && written) written = false, why = errno;
    if (written && rename(temporary.c_str(), (folder + '/' + name).c_str()) != 0)
        written = false, why = errno;
    if (!written) unlink(temporary.c_str());
    errno = why;
    return written;
}

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

}  // namespace weft
