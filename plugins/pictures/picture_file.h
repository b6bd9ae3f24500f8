// Pictures in files, as values: what a file says of itself, its pixels, and what to write.
#pragma once

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/image_shape.h"
#include "pictures/colour_menu.h"
#include "pictures/file_colour.h"
#include "pictures/file_kind.h"
#include "runtime/picture.h"
#include "support/result.h"

namespace weft {

/// A file's metadata as the module that read it keeps it. Handed back when writing.
class Metadata {
  public:
    virtual ~Metadata() = default;
    /// Names and values as text, for people.
    virtual std::vector<std::pair<std::string, std::string>> entries() const = 0;
};

/// Which part of a file is read, and which of its layers. Empty: the first part, its main layer
/// (channel_choice.h). A layer is the channels whose names begin with "NAME."; those without a
/// point are the layer "rgba"; a part's name stands for its main layer. Of a layer its colours are
/// read, or all where it has none; "all" are all channels of the part, whatever they are. Parts are
/// named, or counted from 0.
struct PictureChoice {
    std::string part, layer;
    /// How its colours become linear light: "" and kRawColour not at all, kAutoColour as is decided
    /// for the file (ColourBy), else from the colour space of that name.
    std::string colour = {};
    /// Whether somebody chose a part or a layer.
    bool chooses() const { return !part.empty() || !layer.empty(); }
    friend bool operator==(const PictureChoice&, const PictureChoice&) = default;
};

/// A part of a file.
struct PartInfo {
    std::string name;
    std::vector<std::string> channels;
    std::vector<std::string> types;  ///< of samples, one per channel: "half"; none: all the same
};

/// The layers of a part, in the order of its channels.
std::vector<std::string> layers_of(const PartInfo& part);

/// What a picture file says about itself, and of what was chosen of it.
struct PictureInfo {
    std::string path;
    std::string file_kind;              ///< OpenImageIO's name: "openexr", "png"
    Rect data_window;                   ///< the pixels there are
    Rect display_window;                ///< the frame they belong to
    float pixel_aspect = 1.0f;          ///< width of a pixel by its height
    std::vector<std::string> channels;  ///< names, in plane order
    /// Planes, -1: none. Alpha is what is named so, or what a format without names calls so.
    int alpha_channel = -1, depth_channel = -1;
    StoredFormat format;  ///< in the file; of all that are read, the widest
    /// The file keeps colours that are not multiplied by alpha: they are handed over multiplied.
    bool unassociated_alpha = false;
    int orientation = 1;  ///< of the file, Exif's 1 to 8; all else here is of the upright picture
    bool mixed_types = false;        ///< in the file; `format` holds them all
    FileColour colour;               ///< they are handed over in its working space
    std::string stored_format;       ///< as in the file: "half", "uint10"
    std::vector<PartInfo> parts;     ///< of the file, as far as its format tells; at least one
    int part = 0;                    ///< the one that is read
    std::vector<int> part_channels;  ///< which of its channels are
    std::shared_ptr<const Metadata> metadata;
    /// What the file has and nobody is handed, for people: "its smaller levels are not read".
    std::vector<std::string> remarks;

    /// In which read() hands over the pixels.
    SampleFormat samples() const {
        return unassociated_alpha || colour.conversion ? SampleFormat::kFloat : format.samples;
    }
};

/// Where the picture is defined: the frame, and what pixels there are beside it. It holds zeros
/// where there are no pixels.
inline Rect domain_of(const PictureInfo& info) {
    return hull(info.display_window, info.data_window);
}

/// What a graph is told of the picture: it is defined in domain_of(info); channels named R, G and
/// B, or Y, are its colours, and alpha is what the file says is alpha.
ImageShape shape_of(const PictureInfo& info);

/// Frees memory from std::aligned_alloc.
struct FreeBytes {
    void operator()(std::byte* p) const { std::free(p); }
};
using PixelBytes = std::unique_ptr<std::byte[], FreeBytes>;

/// `size` bytes on a 64-byte boundary, zeroed when asked; null when the memory cannot be had.
PixelBytes allocate_pixels(std::size_t size, bool zeroed);

/// A picture read from a file, upright: interleaved samples, of info.samples().
struct LoadedPicture {
    PictureInfo info;
    PixelBytes pixels;
    PictureView view;  ///< of `pixels`; its domain is domain_of(info)
};

/// A picture to be written, to a path that may be overwritten.
struct WriteRequest {
    std::string path;  ///< its extension names the format
    Rect window;       ///< the pixels there are
    Rect display_window;
    float pixel_aspect = 1.0f;
    StoredFormat format;  ///< that the file kind holds; of the rows, too
    /// The file keeps colours that are not multiplied by alpha: rows are floats, divided by it.
    bool unassociated_alpha = false;
    FileColour colour;  ///< of the file; where it converts, rows are floats of the working space
    std::vector<std::string> channels;  ///< one per plane
    int alpha_channel = -1, depth_channel = -1;
    const PictureInfo* source = nullptr;  ///< whose metadata is carried over; may be null
    /// Beside these channels, which replace those that were read, everything else of source->path:
    /// its other channels and parts, unchanged, in a file of the same kind that holds any channels.
    /// In an .exr made of another file its other channels alone, in types that hold their values.
    bool keep_others = false;
    /// Channels that were read are written in the types that they have in source->path, half or
    /// float: as many as were read, in the format that holds them all. Of OpenEXR.
    bool own_types = false;
    std::string software;     ///< for the metadata
    std::string compression;  ///< as check_compression() accepts it; "": as in the source, or usual
    const std::atomic<bool>* cancel = nullptr;
};

/// A picture of which the colour space is to be decided before it is written.
struct OutputColour {
    std::string path;    ///< where it will be
    std::string choice;  ///< as PictureChoice::colour
    std::string file_kind;
    StoredFormat format;
    std::vector<std::string> channels;
    const PictureInfo* source = nullptr;  ///< WriteRequest::source
};

/// A file being read, some rows at a time.
class PictureReader {
  public:
    virtual ~PictureReader() = default;
    virtual const PictureInfo& info() const = 0;
    /// Reads rows first <= y < last of the data window to their places in `whole`, which has room
    /// for them and the samples of info(). Errors as of PictureIO::read(). From the top on is
    /// fastest: some formats begin anew for a row above.
    virtual Status read_rows(int first, int last, const PictureView& whole) = 0;
};

/// A file being written, some rows at a time.
class PictureWriter {
  public:
    /// Unfinished, it leaves something at the path that is no picture.
    virtual ~PictureWriter() = default;
    /// The next rows from the top: all of `rows`, as wide as the window, in the request's format,
    /// interleaved.
    virtual Status write_rows(const PictureView& rows) = 0;
    /// After the last row: flushes to the disk.
    virtual Status finish() = 0;
    /// What of the rows so far the file does not hold as it was, for people; "": nothing.
    virtual std::string note() const { return {}; }
};

/// Reads and writes picture files. Implemented by the pictures module. Different files may be read
/// and written by several threads at a time; set_threads() is for before that.
class PictureIO {
  public:
    virtual ~PictureIO() = default;

    /// The most threads that decoding and encoding may use, >= 1.
    virtual void set_threads(int count) = 0;

    /// Whether a header is believed that promises more samples than are believed of a file of its
    /// size (header_check.h). As $WEFT_ANY_SIZE says, "1" or "0", until it is set; else not.
    virtual void allow_any_size(bool allowed) = 0;

    /// kInput where a file cannot be read, or has no such part or layer: then it says which it has.
    virtual Result<PictureInfo> info(const std::string& path, const PictureChoice& choice = {}) = 0;

    /// kInput: missing, empty, truncated, not a picture, a directory, deep, volumetric, of more
    /// than kMaxPlanes channels, of more pixels than its file can hold; kMemory; kCancelled.
    virtual Result<LoadedPicture> read(const std::string& path, const PictureChoice& choice,
                                       const std::atomic<bool>* cancel) = 0;
    virtual Result<std::unique_ptr<PictureReader>> open(const std::string& path,
                                                        const PictureChoice& choice,
                                                        const std::atomic<bool>* cancel) = 0;

    /// On an error what is at the path is unspecified. `request.source` outlives the writer.
    virtual Result<std::unique_ptr<PictureWriter>> start(const WriteRequest& request) = 0;

    /// What the configuration of OpenColorIO in the file `config` offers; empty: that of $OCIO.
    /// kInput where it cannot be read, or $OCIO is not set.
    virtual Result<ColourMenu> colour_menu(const std::string& config) = 0;

    /// In which colours to write a picture: as chosen; as in its source, where that is a file of
    /// the same kind whose header tells; by the configuration's file rules; by the kind of the
    /// file. kInput: the configuration cannot be read. kUsage: it has no such space.
    virtual Result<FileColour> output_colour(const OutputColour& output) = 0;

    /// The names of colour spaces that may be chosen, those of $OCIO or ours, the usual ones first.
    virtual Result<std::vector<std::string>> colour_spaces() = 0;

    /// All at once, and flushed to the disk.
    Status write(const WriteRequest& request, const PictureView& pixels);
};

/// The pictures module, loaded on first use: libweft-pictures.so beside the running program, then
/// in ../lib/weft. kInternal errors name the paths that were tried.
Result<PictureIO*> picture_io();

/// The C symbol by which the module gives its PictureIO: `weft::PictureIO* (int version)`, null for
/// another version than its own.
inline constexpr const char* kPictureModuleSymbol = "weft_picture_io";
inline constexpr int kPictureModuleVersion = 7;

}  // namespace weft
