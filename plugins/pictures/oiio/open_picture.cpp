#include "pictures/oiio/open_picture.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <OpenImageIO/strutil.h>

#include "pictures/channel_choice.h"
#include "pictures/oiio/checked_start.h"
#include "pictures/oiio/colour_header.h"
#include "pictures/oiio/metadata.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/orientation.h"

namespace weft {
namespace {

PartInfo part_of(const OIIO::ImageSpec& spec) {
    PartInfo part{
        std::string(spec.get_string_attribute("oiio:subimagename")), spec.channelnames, {}};
    for (const OIIO::TypeDesc& type : spec.channelformats) part.types.emplace_back(type.c_str());
    return part;
}

/// All parts where the file says how many it has, or `all` are wanted; else the first, and one more
/// that stands for any number.
std::vector<PartInfo> parts_of(OIIO::ImageInput& input, bool all) {
    std::vector<PartInfo> parts{part_of(input.spec())};
    const int stated = input.spec().get_int_attribute("oiio:subimages", 0);
    constexpr int kMaxParts = 1000;
    // Some readers of formats with one part lose it where another is asked for. That of TIFF has
    // pages, though it does not say so.
    const bool several =
        input.supports("multiimage") || std::string_view(input.format_name()) == "tiff";
    const int most = stated > 0 ? stated : !several ? 1 : all ? kMaxParts : 2;
    for (int i = 1; i < most && input.seek_subimage(i, 0); ++i)
        parts.push_back(part_of(input.spec()));
    static_cast<void>(input.geterror());  // that there is no further part
    return parts;
}

std::string list_of(const std::vector<PartInfo>& parts) {
    if (parts.size() == 1)
        return fmt::format("its layers are {}", fmt::join(layers_of(parts.front()), ", "));
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < parts.size(); ++i)
        texts.push_back(fmt::format(
            "{}{} ({})", i, parts[i].name.empty() ? "" : fmt::format(" '{}'", parts[i].name),
            fmt::join(layers_of(parts[i]), ", ")));
    return fmt::format("its parts, and their layers, are {}", fmt::join(texts, "; "));
}

std::vector<int> all_channels(const PartInfo& part) {
    std::vector<int> channels(part.channels.size());
    std::iota(channels.begin(), channels.end(), 0);
    return channels;
}

std::vector<int> main_channels(const PartInfo& part) {
    return colours_of_layer(part.channels, main_layer_of(part.channels));
}

struct Found {
    int part = 0;
    std::vector<int> channels;
};

Result<int> find_part(const std::string& path, const std::vector<PartInfo>& parts,
                      const std::string& name) {
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].name == name || std::to_string(i) == name) return static_cast<int>(i);
    return input_error(path, fmt::format("it has no part '{}'; {}", name, list_of(parts)));
}

Result<Found> find_choice(const std::string& path, const std::vector<PartInfo>& parts,
                          const PictureChoice& choice) {
    int first = 0, last = static_cast<int>(parts.size());
    if (!choice.part.empty()) {
        const Result<int> part = find_part(path, parts, choice.part);
        if (!part) return part.error();
        first = *part;
        last = first + 1;
    }
    const PartInfo& usual = parts[static_cast<std::size_t>(first)];
    if (choice.layer.empty()) return Found{first, main_channels(usual)};
    if (choice.layer == "all") return Found{first, all_channels(usual)};
    for (int i = first; i < last; ++i) {
        std::vector<int> found =
            colours_of_layer(parts[static_cast<std::size_t>(i)].channels, choice.layer);
        if (!found.empty()) return Found{i, std::move(found)};
    }
    for (int i = first; i < last; ++i) {
        const PartInfo& part = parts[static_cast<std::size_t>(i)];
        if (part.name == choice.layer) return Found{i, main_channels(part)};
    }
    return input_error(
        path, fmt::format("{} no layer '{}'; {}",
                          choice.part.empty() ? std::string("it has")
                                              : fmt::format("its part '{}' has", choice.part),
                          choice.layer, list_of(parts)));
}

/// Beyond what leaves room for radii and sums of extents.
bool is_far(int x, int y, int width, int height) {
    constexpr int kFar = 1 << 28;
    return x < -kFar || x > kFar || y < -kFar || y > kFar || width > kFar || height > kFar;
}

Status check_spec(const std::string& path, const OIIO::ImageSpec& spec, std::size_t channels) {
    if (spec.deep)
        return input_error(path, "it is a deep picture; flatten it first (oiiotool --flatten)");
    if (spec.depth > 1) return input_error(path, "it is a volume; expected a flat picture");
    if (spec.width < 1 || spec.height < 1)
        return input_error(path, fmt::format("its size is {}x{}; expected at least one pixel",
                                             spec.width, spec.height));
    if (channels < 1 || channels > static_cast<std::size_t>(kMaxPlanes))
        return input_error(
            path, fmt::format("it has {} channels; expected 1 to {}{}", channels, kMaxPlanes,
                              channels < 1 ? "" : "; choose some by --layer"));
    if (is_far(spec.x, spec.y, spec.width, spec.height))
        return input_error(path, fmt::format("its data window {}x{}{:+d}{:+d} is out of range",
                                             spec.width, spec.height, spec.x, spec.y));
    if (is_far(spec.full_x, spec.full_y, spec.full_width, spec.full_height))
        return input_error(
            path, fmt::format("its display window {}x{}{:+d}{:+d} is out of range", spec.full_width,
                              spec.full_height, spec.full_x, spec.full_y));
    return {};
}

/// The type that holds the chosen channels best: they may differ.
OIIO::TypeDesc type_of(const OIIO::ImageSpec& spec, const std::vector<int>& channels) {
    OIIO::TypeDesc type = spec.channelformat(channels.front());
    for (const int c : channels) type = OIIO::TypeDesc::basetype_merge(type, spec.channelformat(c));
    return type;
}

/// What is named so; else what the format says, whose names may be by convention alone.
int alpha_of(const PictureInfo& info, const OIIO::ImageSpec& spec) {
    const int named = channel_with_role(info.channels, ChannelRole::kAlpha);
    if (named >= 0 || info.file_kind == "openexr" || spec.alpha_channel < 0) return named;
    const auto at =
        std::find(info.part_channels.begin(), info.part_channels.end(), spec.alpha_channel);
    return at == info.part_channels.end() ? -1 : static_cast<int>(at - info.part_channels.begin());
}

/// What of the part that `input` is at is not read as it is. Stays there.
std::vector<std::string> remarks_on(OIIO::ImageInput& input, int part) {
    std::vector<std::string> remarks;
    const OIIO::ImageSpec spec = input.spec();
    for (const char* name : {"tiff:ColorSpace", "jpeg:ColorSpace", "psd:ColorMode"}) {
        const OIIO::string_view model = spec.get_string_attribute(name);
        if (model == "CMYK" || model == "YCbCrK")
            remarks.push_back(fmt::format("its {} colours are read as RGB", std::string(model)));
    }
    if (input.seek_subimage(part, 1))
        remarks.emplace_back("its smaller levels, for textures, are neither read nor written");
    static_cast<void>(input.geterror());  // that there are none
    input.seek_subimage(part, 0);
    return remarks;
}

/// The header of the upright picture.
OIIO::ImageSpec upright(OIIO::ImageSpec spec, const Orientation& orientation) {
    if (!orientation.turns()) return spec;
    spec.attribute("Orientation", 1);
    if (!orientation.swaps_axes()) return spec;
    const float x = spec.get_float_attribute("XResolution", 0);
    const float y = spec.get_float_attribute("YResolution", 0);
    if (x != 0 && y != 0) {
        spec.attribute("XResolution", y);
        spec.attribute("YResolution", x);
    }
    if (const float aspect = spec.get_float_attribute("PixelAspectRatio", 0); aspect > 0)
        spec.attribute("PixelAspectRatio", 1 / aspect);
    return spec;
}

/// Of the upright picture; scanners leave impossible ones in headers.
float pixel_aspect_of(const OIIO::ImageSpec& spec, const Orientation& orientation) {
    const float aspect = spec.get_float_attribute("PixelAspectRatio", 1.0f);
    if (!(aspect >= 1e-6f && aspect <= 1e6f)) return 1.0f;
    return orientation.swaps_axes() ? 1.0f / aspect : aspect;
}

/// What OpenImageIO reads files of this extension as, or "".
std::string format_named_by(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    if (extension.size() < 2) return {};
    extension.erase(0, 1);
    // "openexr:exr,sxr,mxr;tiff:tif,tiff;..."
    const std::string all = OIIO::get_string_attribute("extension_list");
    for (const OIIO::string_view& row : OIIO::Strutil::splitsv(all, ";")) {
        const std::size_t colon = row.find(':');
        if (colon == OIIO::string_view::npos) continue;
        for (const OIIO::string_view& known : OIIO::Strutil::splitsv(row.substr(colon + 1), ","))
            if (OIIO::Strutil::iequals(known, extension)) return row.substr(0, colon);
    }
    return {};
}

/// The format whose decoder gets to see the file, and none else: by how it begins, or else by its
/// extension. OpenImageIO, asked to open a file, has every decoder try it.
std::string format_of(const std::string& path, const FileStart& start) {
    const std::string_view begins = format_that_begins(start);
    // What cameras write begins as TIFF does.
    if (!begins.empty() && begins != "tiff") return std::string(begins);
    std::string named = format_named_by(path);
    return begins.empty() || named == "raw" ? named : std::string(begins);
}

/// Whole numbers that are wider than 16 bits are no colours.
Status set_colour(const OIIO::TypeDesc& type, const std::string& choice,
                  const OIIO::ImageSpec& spec, PictureInfo& info) {
    if (choice.empty() || choice == kRawColour) return {};
    const bool wide = format_for(type) == SampleFormat::kFloat && !type.is_floating_point();
    if (wide) {
        info.colour = {.by = ColourBy::kData, .because = "its whole numbers are counted"};
        return {};
    }
    std::string remark;
    const std::optional<SaidColour> said = said_colour(info.path, info.file_kind, spec, remark);
    Result<FileColour> colour = decide_colour(
        {info.path, choice, info.file_kind, info.format.samples, info.channels, said});
    if (!colour) return colour.error();
    info.colour = *std::move(colour);
    if (!remark.empty() && info.colour.by > ColourBy::kHeader) info.remarks.push_back(remark);
    return {};
}

}  // namespace

Error input_error(const std::string& path, const std::string& what) {
    return {ErrorKind::kInput, fmt::format("cannot read '{}': {}", path, what)};
}

Rect data_window_of(const OIIO::ImageSpec& spec) {
    return {spec.x, spec.y, spec.x + spec.width, spec.y + spec.height};
}

Rect display_window_of(const OIIO::ImageSpec& spec) {
    const Rect full{spec.full_x, spec.full_y, spec.full_x + spec.full_width,
                    spec.full_y + spec.full_height};
    return full.empty() ? data_window_of(spec) : full;
}

Status check_file(const std::string& path, const char* expected) {
    struct stat status{};
    if (stat(path.c_str(), &status) != 0)
        return input_error(path, fmt::format("{}; check the path", std::strerror(errno)));
    if (S_ISDIR(status.st_mode))
        return input_error(path, fmt::format("it is a folder; name {} in it", expected));
    if (!S_ISREG(status.st_mode))
        return input_error(path, "it is a device or a pipe; name a regular file");
    if (status.st_size == 0)
        return input_error(path,
                           fmt::format("the file is empty; expected {}, write it again", expected));
    return {};
}

Result<std::unique_ptr<OIIO::ImageInput>> open_input(const std::string& path) {
    if (Status s = check_file(path, "a picture"); !s) return s.error();
    CheckedStart start(path);
    const std::string format = format_of(path, start.file());
    if (format.empty())
        return input_error(path,
                           "it is not in any picture format that OpenImageIO reads; check "
                           "what it is, and its extension");
    if (std::string trouble = header_trouble(format, start.file()); !trouble.empty())
        return input_error(path, trouble);
    std::unique_ptr<OIIO::ImageInput> input = OIIO::ImageInput::create(format);
    if (input == nullptr)
        return input_error(
            path, fmt::format("this build of OpenImageIO reads no files of format {}", format));
    OIIO::ImageSpec spec, wishes;
    wishes.attribute("oiio:UnassociatedAlpha",
                     1);  // OpenImageIO multiplies in the file's own samples
    if (!input->open(path, spec, wishes))
        return input_error(
            path, fmt::format("{}; expected a whole picture", first_line(input->geterror())));
    if (std::string trouble = start.trouble_told_by(*input); !trouble.empty())
        return input_error(path, trouble);
    return input;
}

Result<PictureInfo> describe(const std::string& path, OIIO::ImageInput& input,
                             const PictureChoice& choice) {
    PictureInfo info;
    info.path = path;
    info.file_kind = input.format_name();
    info.parts = parts_of(input, choice.chooses());
    Result<Found> found = find_choice(path, info.parts, choice);
    if (!found) return found.error();
    info.part = found->part;
    info.part_channels = std::move(found->channels);
    if (!input.seek_subimage(info.part, 0)) return input_error(path, first_line(input.geterror()));
    const OIIO::ImageSpec spec = input.spec();
    if (Status s = check_spec(path, spec, info.part_channels.size()); !s) return s.error();
    if (std::string trouble = part_trouble(path, input, info.part_channels.size());
        !trouble.empty())
        return input_error(path, trouble);

    info.orientation = spec.get_int_attribute("Orientation", 1);
    const Orientation orientation(info.orientation, display_window_of(spec));
    info.remarks = remarks_on(input, info.part);
    info.data_window = orientation.upright(data_window_of(spec));
    info.display_window = orientation.upright(display_window_of(spec));
    info.pixel_aspect = pixel_aspect_of(spec, orientation);
    for (const int c : info.part_channels)
        info.channels.push_back(spec.channelnames[static_cast<std::size_t>(c)]);
    info.alpha_channel = alpha_of(info, spec);
    info.depth_channel = channel_with_role(info.channels, ChannelRole::kDepth);
    const OIIO::TypeDesc type = type_of(spec, info.part_channels);
    info.format = format_for(type);
    info.mixed_types = std::any_of(
        info.part_channels.begin(), info.part_channels.end(),
        [&](int c) { return spec.channelformat(c) != spec.channelformat(info.part_channels[0]); });
    const int bits = spec.get_int_attribute("oiio:BitsPerSample", 0);
    const bool fewer = bits > 0 && bits != static_cast<int>(type.basesize()) * 8;
    info.stored_format =
        fewer ? fmt::format("{} ({} bits)", type.c_str(), bits) : std::string(type.c_str());
    if (info.format.samples == SampleFormat::kU16 && (bits == 10 || bits == 12))
        info.format.bits = bits;
    info.unassociated_alpha =
        info.alpha_channel >= 0 && spec.get_int_attribute("oiio:UnassociatedAlpha", 0) != 0;
    info.metadata = std::make_shared<HeaderMetadata>(upright(spec, orientation));
    if (Status s = set_colour(type, choice.colour, spec, info); !s) return s.error();
    return info;
}

}  // namespace weft
