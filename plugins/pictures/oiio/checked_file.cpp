// The proxy over stdio.
#include "pictures/oiio/checked_file.h"

#include <cerrno>

namespace weft {

CheckedFile::CheckedFile(const std::string& path)
    : IOProxy(path, Write), file_(std::fopen(path.c_str(), "w+b")) {
    if (file_ == nullptr) {
        note();
        m_mode = Closed;
    }
}

CheckedFile::~CheckedFile() {
    if (file_ != nullptr) std::fclose(file_);
}

void CheckedFile::note() {
    if (first_error_ == 0) first_error_ = errno != 0 ? errno : EIO;
}

int64_t CheckedFile::tell() { return file_ != nullptr ? ftello(file_) : -1; }

bool CheckedFile::seek(int64_t offset) {
    if (file_ != nullptr && fseeko(file_, offset, SEEK_SET) == 0) return true;
    note();
    return false;
}

size_t CheckedFile::read(void* buffer, size_t size) {
    if (file_ == nullptr || size == 0) return 0;
    // Between a write and a read stdio asks for a seek.
    fseeko(file_, 0, SEEK_CUR);
    const size_t count = std::fread(buffer, 1, size, file_);
    fseeko(file_, 0, SEEK_CUR);
    return count;
}

size_t CheckedFile::write(const void* buffer, size_t size) {
    // Encoders write nothing, from null; stdio may not.
    if (file_ == nullptr || size == 0) return 0;
    errno = 0;
    const size_t count = std::fwrite(buffer, 1, size, file_);
    if (count != size) note();
    return count;
}

size_t CheckedFile::pread(void* buffer, size_t size, int64_t offset) {
    const int64_t here = tell();
    if (!seek(offset)) return 0;
    const size_t count = read(buffer, size);
    seek(here);
    return count;
}

size_t CheckedFile::pwrite(const void* buffer, size_t size, int64_t offset) {
    const int64_t here = tell();
    if (!seek(offset)) return 0;
    const size_t count = write(buffer, size);
    seek(here);
    return count;
}

size_t CheckedFile::size() const {
    if (file_ == nullptr) return 0;
    const off_t here = ftello(file_);
    fseeko(file_, 0, SEEK_END);
    const off_t end = ftello(file_);
    fseeko(file_, here, SEEK_SET);
    return end > 0 ? static_cast<size_t>(end) : 0;
}

void CheckedFile::flush() const {
    if (file_ != nullptr) std::fflush(file_);  // its failure stays in ferror()
}

int CheckedFile::finish() {
    if (file_ == nullptr) return first_error_;
    errno = 0;
    if (std::fflush(file_) != 0 || std::ferror(file_) != 0) note();
    errno = 0;
    if (std::fclose(file_) != 0) note();
    file_ = nullptr;
    m_mode = Closed;
    return first_error_;
}

}  // namespace weft
