// Temporary files, permissions and renames by POSIX calls.
#include "pictures/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace weft {
namespace {

Error output_error(const std::string& target, const std::string& what) {
    return {ErrorKind::kOutput, fmt::format("cannot write '{}': {}", target, what)};
}

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

/// What a link points to, be it there or not, so that the link stays; the path itself otherwise. Of
/// a loop some path in it, which no file can be opened by.
std::string resolved(const std::string& target) {
    constexpr int kMaxLinks = 40;  // as the system has it
    std::filesystem::path path(target);
    std::error_code error;
    for (int i = 0; i < kMaxLinks; ++i) {
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error) break;                  // no link
        path = path.parent_path() / next;  // where `next` is absolute, that alone
    }
    return path.string();
}

std::string advice(int error, const std::string& folder) {
    switch (error) {
        case ENOENT: return fmt::format("the folder '{}' does not exist; create it first", folder);
        case ENOTDIR: return fmt::format("'{}' is not a folder; choose another path", folder);
        case EACCES:
        case EPERM:
        case EROFS:
            return fmt::format("the folder '{}' is not writable ({}); choose another one", folder,
                               std::strerror(error));
        case ENOSPC:
        case EDQUOT: return fmt::format("{}; free some space", std::strerror(error));
        default: return std::strerror(error);
    }
}

/// What the names of a target's temporary files begin with.
std::string temporary_prefix(const std::filesystem::path& target) {
    // A name may have 255 bytes; the marks need some of them.
    return fmt::format(".{}.weft-tmp-", target.stem().string().substr(0, 180));
}

std::string temporary_name(const std::string& target, int attempt) {
    const std::filesystem::path path(target);
    const std::string name =
        fmt::format("{}{}{}{}", temporary_prefix(path), getpid(),
                    attempt == 0 ? "" : fmt::format("-{}", attempt), path.extension().string());
    return path.parent_path() / name;
}

}  // namespace

Status check_target(const std::string& target) {
    const std::string real = resolved(target);
    const std::string folder = folder_of(real);
    struct stat status{};
    if (stat(folder.c_str(), &status) != 0) return output_error(target, advice(errno, folder));
    if (!S_ISDIR(status.st_mode)) return output_error(target, advice(ENOTDIR, folder));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return output_error(target, advice(errno, folder));
    if (stat(real.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return output_error(target, "it is a folder; name a file in it");
        if (!S_ISREG(status.st_mode))
            return output_error(target, "it is a device or a pipe; name a regular file");
    } else if (errno == ELOOP) {
        return output_error(target, "its links go round in a circle; remove them");
    }
    return {};
}

Result<OutputFile> OutputFile::create(const std::string& target) {
    if (Status s = check_target(target); !s) return s.error();
    const std::string real = resolved(target);
    for (int attempt = 0; attempt < 100; ++attempt) {
        const std::string path = temporary_name(real, attempt);
        const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            struct stat old{};
            if (stat(real.c_str(), &old) == 0) static_cast<void>(fchmod(fd, old.st_mode & 07777));
            close(fd);
            return OutputFile(real, path);
        }
        if (errno != EEXIST) return output_error(target, advice(errno, folder_of(real)));
    }
    return output_error(target, "its temporary names are all taken; remove '.*.weft-tmp-*' files");
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : target_(std::move(other.target_)), path_(std::exchange(other.path_, {})) {}

OutputFile::~OutputFile() {
    if (!path_.empty()) unlink(path_.c_str());
}

int remove_abandoned(const std::vector<std::string>& targets) {
    // Folder by folder, so that each is listed once.
    std::map<std::string, std::set<std::string>> prefixes;
    for (const std::string& target : targets) {
        const std::string real = resolved(target);
        prefixes[folder_of(real)].insert(temporary_prefix(real));
    }
    int removed = 0;
    for (const auto& [folder, wanted] : prefixes) {
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            const std::string name = entry.path().filename().string();
            const std::size_t mark = name.rfind(".weft-tmp-");
            if (mark == std::string::npos) continue;
            if (!wanted.contains(name.substr(0, mark) + ".weft-tmp-")) continue;
            if (unlink(entry.path().c_str()) == 0) ++removed;
        }
    }
    return removed;
}

Status OutputFile::commit(Replace replace) {
    const int fd = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return output_error(target_, advice(errno, folder_of(target_)));
    const int synced = fsync(fd);
    const int error = errno;
    close(fd);
    // A file system that cannot flush says EINVAL; that is no failure to write.
    if (synced != 0 && error != EINVAL)
        return output_error(target_, advice(error, folder_of(target_)));
    if (replace == Replace::kNever) {
        // A link, unlike a rename, fails where the name is taken.
        if (link(path_.c_str(), target_.c_str()) != 0)
            return output_error(target_, errno == EEXIST
                                             ? "it was written by somebody else meanwhile"
                                             : advice(errno, folder_of(target_)));
        unlink(path_.c_str());
    } else if (std::rename(path_.c_str(), target_.c_str()) != 0)
        return output_error(target_, advice(errno, folder_of(target_)));
    path_.clear();
    return {};
}

}  // namespace weft
