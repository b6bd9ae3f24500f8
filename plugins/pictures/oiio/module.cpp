// The module's one symbol, and the settings that hold for all of OpenImageIO.
#include <OpenImageIO/imageio.h>

#include "pictures/oiio/oiio_io.h"

namespace weft {
namespace {

class OiioPictureIO final : public PictureIO {
  public:
    void set_threads(int count) override {
        OIIO::attribute("threads", count);
        OIIO::attribute("exr_threads", count);
    }
    Result<PictureInfo> info(const std::string& path) override { return oiio_info(path); }
    Result<LoadedPicture> read(const std::string& path, const std::atomic<bool>* cancel) override {
        return oiio_read(path, cancel);
    }
    Status write(const WriteRequest& request) override { return oiio_write(request); }
};

}  // namespace

std::string one_line(const std::string& report) {
    std::string line;
    for (char c : report) {
        if (c == '\r') continue;
        // Several lines: one after the other, joined.
        if (c == '\n') {
            if (!line.empty() && line.back() != ' ' && line.back() != ';') line += "; ";
        } else {
            line += c;
        }
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == ';' || line.back() == '.'))
        line.pop_back();
    return line.empty() ? "unknown reason" : line;
}

}  // namespace weft

extern "C" __attribute__((visibility("default"))) weft::PictureIO* weft_picture_io(int version) {
    static weft::OiioPictureIO io;
    return version == weft::kPictureModuleVersion ? &io : nullptr;
}
