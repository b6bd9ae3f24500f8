// JPEG: libjpeg fills what is missing with grey and reports success.
#include "pictures/oiio/truncation.h"

#include <fstream>
#include <iterator>
#include <string_view>

namespace weft {

bool is_truncated(const std::string& path, const std::string& file_kind) {
    if (file_kind != "jpeg") return false;
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    // Entropy-coded data holds neither marker, so the end belongs after the last start of scan.
    const std::size_t scan = bytes.rfind(std::string_view("\xff\xda", 2));
    return scan == std::string::npos ||
           bytes.find(std::string_view("\xff\xd9", 2), scan) == std::string::npos;
}

}  // namespace weft
