// The table of output formats. tests/unit/cli checks each row against OpenImageIO itself.
#include "pictures/file_kind.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft {
namespace {

constexpr StoredFormat kU8 = SampleFormat::kU8, kU16 = SampleFormat::kU16;
constexpr StoredFormat kU10{SampleFormat::kU16, 10}, kU12{SampleFormat::kU16, 12};
constexpr StoredFormat kHalf = SampleFormat::kHalf, kFloat = SampleFormat::kFloat;

constexpr StoredFormat kFloating[] = {kHalf, kFloat};
constexpr StoredFormat kIntegersAndFloat[] = {kU8, kU16, kFloat};
constexpr StoredFormat kIntegers[] = {kU8, kU16};
constexpr StoredFormat kFilmScans[] = {kU8, kU10, kU12, kU16};
constexpr StoredFormat kBytes[] = {kU8};
constexpr StoredFormat kFloats[] = {kFloat};

constexpr int kUpTo4[] = {1, 2, 3, 4};
constexpr int kGreyOrColour[] = {1, 3};
constexpr int kGreyColourAlpha[] = {1, 3, 4};
constexpr int kColourAlpha[] = {3, 4};
constexpr int kColour[] = {3};

constexpr const char* kExr[] = {"exr"};
constexpr const char* kTiff[] = {"tif", "tiff"};
constexpr const char* kPng[] = {"png"};
constexpr const char* kJpeg[] = {"jpg", "jpeg"};
constexpr const char* kDpx[] = {"dpx"};
constexpr const char* kTarga[] = {"tga"};
constexpr const char* kBmp[] = {"bmp"};
constexpr const char* kHdr[] = {"hdr"};
constexpr const char* kPnm[] = {"ppm", "pgm"};
constexpr const char* kWebp[] = {"webp"};

constexpr const char* kExrCompressions[] = {"zip", "zips", "piz",  "rle",  "pxr24",
                                            "b44", "b44a", "dwaa", "dwab", "none"};
constexpr const char* kTiffCompressions[] = {"zip", "lzw", "packbits", "none"};
constexpr const char* kJpegCompressions[] = {"jpeg"};
constexpr const char* kWebpCompressions[] = {"webp"};

constexpr FileKind kKinds[] = {
    {"openexr", kExr, kFloating, {}, true, kExrCompressions},
    {.name = "tiff",
     .extensions = kTiff,
     .formats = kIntegersAndFloat,
     .channels = {},
     .display_window = false,
     .compressions = kTiffCompressions,
     .reads_back = true},
    {.name = "png",
     .extensions = kPng,
     .formats = kIntegers,
     .channels = kUpTo4,
     .display_window = false,
     .unassociated_alpha = true},
    {"jpeg", kJpeg, kBytes, kGreyOrColour, false, kJpegCompressions},
    {"dpx", kDpx, kFilmScans, kGreyColourAlpha, false, {}, true},
    {.name = "targa",
     .extensions = kTarga,
     .formats = kBytes,
     .channels = kUpTo4,
     .display_window = false,
     .unassociated_alpha = true},
    {"bmp", kBmp, kBytes, kGreyColourAlpha, false},
    {"hdr", kHdr, kFloats, kColour, false},
    {.name = "pnm",
     .extensions = kPnm,
     .formats = kBytes,
     .channels = kGreyOrColour,
     .display_window = false,
     .decodes_whole = true},
    {"webp", kWebp, kBytes, kColourAlpha, false, kWebpCompressions, true},
};

bool holds(const FileKind& kind, StoredFormat format) {
    return std::find(kind.formats.begin(), kind.formats.end(), format) != kind.formats.end();
}

std::string lower_extension(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    const std::size_t dot = path.find_last_of('.');
    if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return {};
    std::string extension = path.substr(dot + 1);
    for (char& c : extension)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return extension;
}

}  // namespace

std::span<const FileKind> file_kinds() { return kKinds; }

Result<const FileKind*> file_kind_of(const std::string& path) {
    const std::string extension = lower_extension(path);
    std::vector<std::string> known;
    for (const FileKind& kind : kKinds)
        for (const char* e : kind.extensions) {
            if (extension == e) return &kind;
            known.push_back(fmt::format(".{}", e));
        }
    return Error{
        ErrorKind::kOutput,
        fmt::format("cannot write '{}': {}; use one of {}", path,
                    extension.empty() ? std::string("the name has no extension")
                                      : fmt::format("'.{}' is not a format Weft writes", extension),
                    fmt::join(known, " "))};
}

const char* name_of(StoredFormat format) {
    switch (format.samples) {
        case SampleFormat::kU8: return "u8";
        case SampleFormat::kU16:
            return format.bits == 10 ? "u10" : format.bits == 12 ? "u12" : "u16";
        case SampleFormat::kHalf: return "half";
        case SampleFormat::kFloat: break;
    }
    return "float";
}

Result<StoredFormat> sample_format_named(std::string_view name) {
    for (StoredFormat f : {kU8, kU10, kU12, kU16, kHalf, kFloat})
        if (name == name_of(f)) return f;
    return Error{
        ErrorKind::kUsage,
        fmt::format("unknown sample format '{}'; use half, float, u8, u10, u12 or u16", name)};
}

StoredFormat default_format(const FileKind& kind, StoredFormat input) {
    if (holds(kind, input)) return input;
    if (holds(kind, input.samples)) return input.samples;
    // The order in which a value loses least: wider first, floating before integer.
    static constexpr StoredFormat kFromBytes[] = {kU16, kHalf, kFloat};
    static constexpr StoredFormat kFromOthers[] = {kFloat, kU16, kU8};
    static constexpr StoredFormat kFromShorts[] = {kHalf, kFloat, kU8};
    const std::span<const StoredFormat> preferred = input.samples == SampleFormat::kU8 ? kFromBytes
                                                    : input.samples == SampleFormat::kU16
                                                        ? kFromShorts
                                                        : kFromOthers;
    for (StoredFormat format : preferred)
        if (holds(kind, format)) return format;
    return kind.formats.front();
}

Status check_compression(const FileKind& kind, const std::string& compression) {
    const std::size_t colon = compression.find(':');
    const std::string name = compression.substr(0, colon);
    const auto bad = [&](const std::string& what) {
        return Error{ErrorKind::kUsage, fmt::format("a {} file cannot be compressed by '{}': {}",
                                                    kind.name, compression, what)};
    };
    if (kind.compressions.empty()) return bad("there is nothing to choose");
    if (std::find(kind.compressions.begin(), kind.compressions.end(), name) ==
        kind.compressions.end())
        return bad(fmt::format("choose {}", fmt::join(kind.compressions, ", ")));
    if (colon == std::string::npos) return {};
    const int most = name == "dwaa" || name == "dwab"   ? 1000
                     : name == "jpeg" || name == "webp" ? 100
                                                        : 0;
    if (most == 0) return bad(fmt::format("{} has no levels", name));
    int level = -1;
    const char* const end = compression.data() + compression.size();
    const auto [stop, error] = std::from_chars(compression.data() + colon + 1, end, level);
    if (error != std::errc() || stop != end || level < (most == 100 ? 1 : 0) || level > most)
        return bad(fmt::format("its levels are {} to {}", most == 100 ? 1 : 0, most));
    return {};
}

Status check_holds(const FileKind& kind, StoredFormat format, int channels) {
    if (!holds(kind, format)) {
        std::vector<const char*> words;
        for (StoredFormat f : kind.formats) words.push_back(name_of(f));
        return Error{ErrorKind::kUsage,
                     fmt::format("a {} file does not hold {} samples; choose --format {}",
                                 kind.name, name_of(format), fmt::join(words, " or "))};
    }
    if (!kind.channels.empty() &&
        std::find(kind.channels.begin(), kind.channels.end(), channels) == kind.channels.end())
        return Error{ErrorKind::kUsage,
                     fmt::format("a {} file does not hold {} channels, only {}; write an .exr or "
                                 ".tif instead",
                                 kind.name, channels, fmt::join(kind.channels, " or "))};
    return {};
}

}  // namespace weft
