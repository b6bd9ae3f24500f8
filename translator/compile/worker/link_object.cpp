// One run of lld between two files in memory.
#include "compile/worker/link_object.h"

#include <lld/Common/Driver.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

namespace weft::worker {
namespace {

bool write_all(int fd, const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n = write(fd, bytes.data() + done, bytes.size() - done);
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

bool read_whole(int fd, std::string& bytes) {
    struct stat info;
    if (fstat(fd, &info) != 0) return false;
    bytes.resize(static_cast<std::size_t>(info.st_size));
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n = pread(fd, bytes.data() + done, bytes.size() - done, off_t(done));
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return !bytes.empty();
}

}  // namespace

bool capture_standard_output() {
    const int memory = memfd_create("weft-cc.so", MFD_CLOEXEC);
    if (memory < 0 || dup2(memory, 1) != 1) return false;
    close(memory);
    return true;
}

LinkOutcome link_object(const std::string& object) {
    LinkOutcome outcome;
    const int input = memfd_create("weft-cc.o", MFD_CLOEXEC);
    if (input < 0 || !write_all(input, object) || ftruncate(1, 0) != 0 ||
        lseek(1, 0, SEEK_SET) != 0) {
        outcome.diagnostics = "out of memory while linking";
        if (input >= 0) close(input);
        return outcome;
    }
    const std::string path = "/proc/self/fd/" + std::to_string(input);
    const char* arguments[] = {"ld.lld",
                               "-shared",
                               "-Bsymbolic",
                               "--threads=1",
                               "--build-id=none",
                               "--hash-style=gnu",
                               "--eh-frame-hdr",  // by which exceptions find who catches them
                               "-z",
                               "relro",
                               "-z",
                               "now",
                               "-o",
                               "-",
                               path.c_str()};
    const lld::DriverDef drivers[] = {{lld::Gnu, &lld::elf::link}};
    llvm::raw_string_ostream messages(outcome.diagnostics);
    const lld::Result result = lld::lldMain(arguments, messages, messages, drivers);
    close(input);
    outcome.ok = result.retCode == 0 && read_whole(1, outcome.shared_object);
    outcome.reusable = result.canRunAgain;
    return outcome;
}

}  // namespace weft::worker
