// Patterns in, values out.
#include "test_pictures.h"

#include <stdexcept>

namespace weft::test {

std::vector<float> pattern(const OIIO::ImageSpec& spec) {
    std::vector<float> values(spec.image_pixels() * static_cast<std::size_t>(spec.nchannels));
    unsigned state = 12345;
    for (float& v : values) {
        state = state * 1664525u + 1013904223u;
        v = static_cast<float>(state >> 16) / 65535.0f;
    }
    return values;
}

void write_picture(const std::string& path, const OIIO::ImageSpec& spec) {
    const std::vector<float> values = pattern(spec);
    std::unique_ptr<OIIO::ImageOutput> output = OIIO::ImageOutput::create(path);
    if (output == nullptr || !output->open(path, spec) ||
        !output->write_image(OIIO::TypeDesc::FLOAT, values.data()) || !output->close())
        throw std::runtime_error("cannot write " + path);
}

void write_picture(const std::string& path, int width, int height, int channels,
                   const OIIO::TypeDesc& type) {
    write_picture(path, OIIO::ImageSpec(width, height, channels, type));
}

OIIO::ImageSpec unnamed_channels(int width, int height, int channels, const OIIO::TypeDesc& type) {
    OIIO::ImageSpec spec(width, height, channels, type);
    for (int c = 0; c < channels; ++c)
        spec.channelnames[static_cast<std::size_t>(c)] = "c" + std::to_string(c);
    spec.alpha_channel = spec.z_channel = -1;
    return spec;
}

ReadPicture read_picture(const std::string& path) {
    std::unique_ptr<OIIO::ImageInput> input = OIIO::ImageInput::open(path);
    if (input == nullptr) throw std::runtime_error("cannot read " + path);
    ReadPicture picture{input->spec(), {}};
    picture.values.resize(picture.spec.image_pixels() *
                          static_cast<std::size_t>(picture.spec.nchannels));
    if (!input->read_image(0, 0, 0, picture.spec.nchannels, OIIO::TypeDesc::FLOAT,
                           picture.values.data()))
        throw std::runtime_error("cannot read the pixels of " + path);
    return picture;
}

}  // namespace weft::test
