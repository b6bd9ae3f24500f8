// The list of attributes that a new picture must not inherit.
#include "pictures/oiio/metadata.h"

#include <algorithm>
#include <string_view>

namespace weft {
namespace {

// Exact names.
constexpr std::string_view kDropped[] = {
    "AverageColor",
    "Exif:PixelXDimension",
    "Exif:PixelYDimension",
    "ImageHeight",
    "ImageLength",
    "ImageWidth",
    "Software",
    "chunkCount",
    "name",
    "textureformat",
    "tiff:PageName",
    "tiff:PageNumber",
    "tiff:PlanarConfiguration",
    "tiff:RowsPerStrip",
    "tiff:bigtiff",
    "tiff:planarconfig",
    "type",
    "version",
    "openexr:chunkCount",
    "openexr:levelmode",
    "openexr:lineOrder",
    "openexr:roundingmode",
    "openexr:version",
    "planarconfig",
    "png:interlaceMethod",
    "jpeg:progressive",
    "dpx:EndOfLinePadding",
    "dpx:EndOfImagePadding",
    "dpx:ImageDescriptor",
    "dpx:Packing",
    "dpx:UserData",
    "Exif:ImageUniqueID",
};

// Beginnings of names. OpenImageIO's own notes on the file, but for those on colour and alpha.
constexpr std::string_view kDroppedPrefixes[] = {"oiio:", "thumbnail", "CompressedBitsPerPixel"};
constexpr std::string_view kAlwaysCopied[] = {"oiio:ColorSpace", "oiio:Gamma"};

template <std::size_t N>
bool contains(const std::string_view (&list)[N], std::string_view name) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

/// Names such as "png:..." that mean something in one format alone.
bool of_another_format(std::string_view name, std::string_view file_kind) {
    static constexpr std::string_view kFormats[] = {
        "openexr", "tiff",      "png",  "jpeg",     "dpx",       "cineon", "targa",
        "bmp",     "hdr",       "pnm",  "webp",     "sgi",       "rla",    "gif",
        "ico",     "iff",       "fits", "jpeg2000", "psd",       "heif",   "raw",
        "dds",     "photoshop", "ptex", "zfile",    "softimage", "rgbe",   "dicom"};
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view prefix = name.substr(0, colon);
    return prefix != file_kind && contains(kFormats, prefix);
}

/// The shapes of pixels that OpenEXR knows. Scanners leave others in headers.
bool is_pixel_shape(const OIIO::ParamValue& attribute) {
    const float ratio = attribute.get_float();
    return ratio >= 1e-6f && ratio <= 1e6f;
}

bool keeps(const OIIO::ParamValue& attribute, const PictureInfo& source,
           const std::string& file_kind, bool keeps_channels, int channels) {
    const std::string_view name(attribute.name().data(), attribute.name().size());
    if (contains(kAlwaysCopied, name)) return true;
    if (name == "multiView") return keeps_channels;
    if (contains(kDropped, name) || of_another_format(name, file_kind)) return false;
    for (std::string_view prefix : kDroppedPrefixes)
        if (name.substr(0, prefix.size()) == prefix) return false;
    if (name == "compression" || name == "CompressionQuality") return source.file_kind == file_kind;
    if (name == "PixelAspectRatio") return is_pixel_shape(attribute);
    // A colour profile describes a number of channels.
    if (name.substr(0, 10) == "ICCProfile")
        return static_cast<int>(source.channels.size()) == channels;
    return true;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> HeaderMetadata::entries() const {
    std::vector<std::pair<std::string, std::string>> list;
    for (const OIIO::ParamValue& attribute : spec_.extra_attribs)
        list.emplace_back(std::string(attribute.name()),
                          OIIO::ImageSpec::metadata_val(attribute, /*human=*/true));
    return list;
}

void carry_metadata(const PictureInfo& source, const std::string& file_kind, bool keeps_channels,
                    OIIO::ImageSpec& spec) {
    const auto* header = dynamic_cast<const HeaderMetadata*>(source.metadata.get());
    if (header == nullptr) return;
    for (const OIIO::ParamValue& attribute : header->spec().extra_attribs)
        if (keeps(attribute, source, file_kind, keeps_channels, spec.nchannels))
            spec.attribute(attribute.name(), attribute.type(), attribute.data());
}

void set_software(const std::string& software, OIIO::ImageSpec& spec) {
    spec.attribute("Software", software);
    constexpr const char* kHistory = "Exif:ImageHistory";
    const std::string history(spec.get_string_attribute(kHistory));
    if (!history.empty())
        spec.attribute(kHistory, history + (history.ends_with('\n') ? "" : "\n") + software);
}

void carry_tiles(const PictureInfo& source, const std::string& file_kind, OIIO::ImageSpec& spec) {
    const auto* header = dynamic_cast<const HeaderMetadata*>(source.metadata.get());
    if (header == nullptr || source.file_kind != file_kind) return;
    spec.tile_width = header->spec().tile_width;
    spec.tile_height = header->spec().tile_height;
    spec.tile_depth = header->spec().tile_depth;
}

}  // namespace weft
