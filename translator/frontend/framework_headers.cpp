#include "frontend/framework_headers.h"

#include <limits.h>
#include <unistd.h>
#include <filesystem>

namespace weft {

std::string framework_headers() {
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self);
    if (length <= 0) return {};
    std::string folder(self, static_cast<std::size_t>(length));
    folder.resize(folder.rfind('/') + 1);
    // Installed; in a build tree; in the plug-in of a build tree. By ways from the program alone,
    // so that two checkouts build the same program, and share what it compiled.
    for (const char* way : {"../include/weft", WEFT_HEADERS_FROM_BIN, WEFT_HEADERS_FROM_PLUGIN})
        if (access((folder + way + "/core/functor.h").c_str(), R_OK) == 0)
            return std::filesystem::canonical(folder + way);
    return folder + WEFT_HEADERS_FROM_BIN;
}

}  // namespace weft
