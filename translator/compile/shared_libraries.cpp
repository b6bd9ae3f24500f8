#include "compile/shared_libraries.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/bounded_bytes.h"
#include "compile/file_bytes.h"
#include "support/words.h"

namespace weft {
namespace {

/// Headers, tables and notes are far smaller; what says otherwise is damaged.
constexpr std::size_t kMaxBytes = 1 << 20;

/// A 64-bit ELF file of which parts are read. Without segments where it is none.
class ElfFile {
  public:
    explicit ElfFile(const std::string& path)
        : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        const std::string start = part(0, sizeof(Elf64_Ehdr));
        const auto header = BoundedBytes(start).at<Elf64_Ehdr>(0);
        is_elf_ = header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
                  header->e_ident[EI_CLASS] == ELFCLASS64;
        if (is_elf_) segments_ = all<Elf64_Phdr>(header->e_phoff, header->e_phnum);
    }
    ~ElfFile() {
        if (fd_ >= 0) close(fd_);
    }
    ElfFile(const ElfFile&) = delete;
    ElfFile& operator=(const ElfFile&) = delete;

    int fd() const { return fd_; }
    bool is_elf() const { return is_elf_; }
    const std::vector<Elf64_Phdr>& segments() const { return segments_; }

    /// Shorter where the file ends, or is no file.
    std::string part(std::size_t offset, std::size_t size) const {
        std::string bytes(std::min(size, kMaxBytes), '\0');
        const ssize_t n = pread(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
        return bytes;
    }

    template <class Value>
    std::vector<Value> all(std::size_t offset, std::size_t count) const {
        const std::string bytes = part(offset, count * sizeof(Value));
        std::vector<Value> values(bytes.size() / sizeof(Value));
        if (!values.empty())
            std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
        return values;
    }

    /// Where in the file that is loaded which a program sees at `address`.
    std::optional<std::size_t> offset_of(std::size_t address) const {
        for (const Elf64_Phdr& s : segments_)
            if (s.p_type == PT_LOAD && address >= s.p_vaddr && address - s.p_vaddr < s.p_filesz)
                return address - s.p_vaddr + s.p_offset;
        return std::nullopt;
    }

  private:
    int fd_;
    bool is_elf_ = false;
    std::vector<Elf64_Phdr> segments_;
};

std::string with_origin(std::string folder, const std::string& origin) {
    for (const std::string name : {"$ORIGIN", "${ORIGIN}"})
        for (std::size_t at = 0; (at = folder.find(name, at)) != std::string::npos;
             at += origin.size())
            folder.replace(at, name.size(), origin);
    return folder;
}

/// The paths of a library in the dynamic linker's own list, which holds each as a text that ends in
/// 0.
std::vector<std::string> listed(const std::string& name) {
    const std::string list = read_file("/etc/ld.so.cache").value_or(std::string());
    const std::string wanted = "/" + name + '\0';
    std::vector<std::string> paths;
    for (std::size_t at = 0; (at = list.find(wanted, at)) != std::string::npos;
         at += wanted.size()) {
        const std::size_t before = list.rfind('\0', at);
        if (before != std::string::npos)
            paths.push_back(list.substr(before + 1, at - before + wanted.size() - 2));
    }
    return paths;
}

std::size_t padded(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

std::string build_id_in(std::string_view notes) {
    constexpr std::string_view kOwner("GNU\0", 4);
    const BoundedBytes bytes(notes);
    for (std::size_t at = 0; const auto note = bytes.at<Elf64_Nhdr>(at);) {
        const std::size_t owner = at + sizeof *note, id = owner + padded(note->n_namesz);
        if (id > notes.size() || notes.size() - id < note->n_descsz) break;
        if (note->n_type == NT_GNU_BUILD_ID && notes.substr(owner, note->n_namesz) == kOwner)
            return std::string(notes.substr(id, note->n_descsz));
        at = id + padded(note->n_descsz);
    }
    return {};
}

}  // namespace

NeededLibraries needed_libraries(const std::string& path) {
    const ElfFile file(path);
    std::vector<Elf64_Dyn> entries;
    for (const Elf64_Phdr& s : file.segments())
        if (s.p_type == PT_DYNAMIC)
            entries = file.all<Elf64_Dyn>(s.p_offset, s.p_filesz / sizeof(Elf64_Dyn));
    std::optional<std::size_t> place;
    std::size_t size = 0;
    for (const Elf64_Dyn& e : entries) {
        if (e.d_tag == DT_STRTAB) place = file.offset_of(e.d_un.d_ptr);
        if (e.d_tag == DT_STRSZ) size = e.d_un.d_val;
    }
    NeededLibraries needed;
    if (!place) return needed;
    const std::string table = file.part(*place, size);
    for (const Elf64_Dyn& e : entries) {
        const std::string text(BoundedBytes(table).text(e.d_un.d_val));
        if (e.d_tag == DT_NEEDED && !text.empty()) needed.names.push_back(text);
        if (e.d_tag == DT_RPATH || e.d_tag == DT_RUNPATH)
            needed.folders = nonempty_parts(text, ':');
    }
    return needed;
}

std::vector<std::string> library_folders(const std::string& more) {
    std::vector<std::string> folders = nonempty_parts(more, ':');
    for (const char* usual : {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64",
                              "/usr/lib64", "/usr/lib", "/usr/local/lib"})
        folders.emplace_back(usual);
    return folders;
}

std::string in_folder(const std::string& folder, const std::string& name) {
    return folder + "/" + name;
}

std::optional<std::string> find_library(const std::string& name,
                                        const std::vector<std::string>& folders,
                                        const std::string& program) {
    // The dynamic linker passes over libraries for other kinds of processes.
    const auto is_library = [](const std::string& place) { return ElfFile(place).is_elf(); };
    std::error_code ignored;
    const std::string origin =
        std::filesystem::weakly_canonical(program, ignored).parent_path().string();
    for (const std::string& folder : folders) {
        std::string place = in_folder(with_origin(folder, origin), name);
        if (is_library(place)) return place;
    }
    std::vector<std::string> places = listed(name);
    for (const std::string& folder : library_folders("")) places.push_back(in_folder(folder, name));
    const auto found = std::find_if(places.begin(), places.end(), is_library);
    return found == places.end() ? std::nullopt : std::optional(*found);
}

std::string library_identity(const std::string& path) {
    const ElfFile file(path);
    for (const Elf64_Phdr& s : file.segments())
        if (s.p_type == PT_NOTE)
            if (std::string id = build_id_in(file.part(s.p_offset, s.p_filesz)); !id.empty())
                return id;
    struct stat info;
    if (file.fd() < 0 || fstat(file.fd(), &info) != 0) return {};
    return std::to_string(info.st_size) + " " + std::to_string(info.st_mtim.tv_sec) + " " +
           std::to_string(info.st_mtim.tv_nsec);
}

}  // namespace weft
