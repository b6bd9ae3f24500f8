#include "frontend/framework_headers.h"

#include <limits.h>
#include <unistd.h>

namespace weft {

std::string framework_headers() {
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self);
    if (length > 0) {
        std::string path(self, static_cast<std::size_t>(length));
        path = path.substr(0, path.rfind('/')) + "/../include/weft";
        if (access((path + "/core/functor.h").c_str(), R_OK) == 0) return path;
    }
    return WEFT_FRAMEWORK_HEADERS;
}

}  // namespace weft
