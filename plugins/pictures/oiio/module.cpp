// The module's one symbol, who reads what, and the settings that hold for all of OpenImageIO.
#include <OpenImageIO/imageio.h>

#include "pictures/ocio/colour_source.h"
#include "pictures/ocio/config_menu.h"
#include "pictures/ocio/decide_colour.h"
#include "pictures/oiio/checked_start.h"
#include "pictures/oiio/oiio_io.h"

namespace weft {
namespace {

class OiioPictureIO final : public PictureIO {
  public:
    void set_threads(int count) override {
        OIIO::attribute("threads", count);
        OIIO::attribute("exr_threads", count);
    }
    void allow_any_size(bool allowed) override { any_size() = allowed; }
    Result<PictureInfo> info(const std::string& path, const PictureChoice& choice) override {
        return is_colour_source(path) ? colour_info(path) : oiio_info(path, choice);
    }
    Result<LoadedPicture> read(const std::string& path, const PictureChoice& choice,
                               const std::atomic<bool>* cancel) override {
        return is_colour_source(path) ? colour_read(path) : oiio_read(path, choice, cancel);
    }
    Result<std::unique_ptr<PictureReader>> open(const std::string& path,
                                                const PictureChoice& choice,
                                                const std::atomic<bool>* cancel) override {
        return is_colour_source(path) ? colour_open(path) : oiio_open(path, choice, cancel);
    }
    Result<std::unique_ptr<PictureWriter>> start(const WriteRequest& request) override {
        return oiio_start(request);
    }
    Result<ColourMenu> colour_menu(const std::string& config) override {
        return config_menu(config);
    }
    Result<FileColour> output_colour(const OutputColour& output) override {
        return oiio_output_colour(output);
    }
    Result<std::vector<std::string>> colour_spaces() override { return chosen_colour_spaces(); }
};

}  // namespace

SampleFormat format_for(const OIIO::TypeDesc& type) {
    switch (type.basetype) {
        case OIIO::TypeDesc::UINT8: return SampleFormat::kU8;
        case OIIO::TypeDesc::UINT16: return SampleFormat::kU16;
        case OIIO::TypeDesc::HALF: return SampleFormat::kHalf;
        default: return SampleFormat::kFloat;
    }
}

OIIO::TypeDesc type_for(SampleFormat format) {
    switch (format) {
        case SampleFormat::kU8: return OIIO::TypeDesc::UINT8;
        case SampleFormat::kU16: return OIIO::TypeDesc::UINT16;
        case SampleFormat::kHalf: return OIIO::TypeDesc::HALF;
        case SampleFormat::kFloat: break;
    }
    return OIIO::TypeDesc::FLOAT;
}

bool stop_when_cancelled(void* cancel, float) {
    const auto* flag = static_cast<const std::atomic<bool>*>(cancel);
    return flag != nullptr && flag->load(std::memory_order_relaxed);
}

std::string first_line(const std::string& report) {
    const std::size_t begin = report.find_first_not_of(" \r\n");
    if (begin == std::string::npos) return "no reason was given";
    std::string line = report.substr(begin, report.find_first_of("\r\n", begin) - begin);
    line.erase(line.find_last_not_of(" .;") + 1);
    return line;
}

}  // namespace weft

extern "C" __attribute__((visibility("default"))) weft::PictureIO* weft_picture_io(int version) {
    static weft::OiioPictureIO io;
    return version == weft::kPictureModuleVersion ? &io : nullptr;
}
