// Pictures in files, as values: what a file says of itself, its pixels, and what to write.
#pragma once

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/rect.h"
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

/// What a picture file says about itself.
struct PictureInfo {
    std::string path;
    std::string file_kind;                       ///< OpenImageIO's name: "openexr", "png"
    Rect data_window;                            ///< the pixels there are
    Rect display_window;                         ///< the frame they belong to
    std::vector<std::string> channels;           ///< names, in plane order
    int alpha_channel = -1, depth_channel = -1;  ///< planes, -1: none
    SampleFormat format = SampleFormat::kFloat;  ///< as handed over by read()
    std::string stored_format;                   ///< as in the file: "half", "uint10"
    int parts = 1;
    std::string part_name;  ///< of the first part, which is the one that is read
    std::shared_ptr<const Metadata> metadata;
};

/// Frees memory from std::aligned_alloc.
struct FreeBytes {
    void operator()(std::byte* p) const { std::free(p); }
};
using PixelBytes = std::unique_ptr<std::byte[], FreeBytes>;

/// `size` bytes on a 64-byte boundary, zeroed when asked; null when the memory cannot be had.
PixelBytes allocate_pixels(std::size_t size, bool zeroed);

/// A picture read from a file: interleaved samples in the file's own format.
struct LoadedPicture {
    PictureInfo info;
    PixelBytes pixels;
    PictureView view;  ///< of `pixels`; its domain is info.data_window
};

/// A picture to be written, to a path that may be overwritten.
struct WriteRequest {
    std::string path;  ///< its extension names the format
    PictureView view;  ///< interleaved, rows without gaps, in a format that the file kind holds
    Rect display_window;
    std::vector<std::string> channels;
    int alpha_channel = -1, depth_channel = -1;
    const PictureInfo* source = nullptr;  ///< whose metadata is carried over; may be null
    std::string software;                 ///< for the metadata
    std::string compression;  ///< as check_compression() accepts it; "": as in the source, or usual
    const std::atomic<bool>* cancel = nullptr;
};

/// Reads and writes picture files. Implemented by the pictures module. Different files may be read
/// and written by several threads at a time; set_threads() is for before that.
class PictureIO {
  public:
    virtual ~PictureIO() = default;

    /// The most threads that decoding and encoding may use, >= 1.
    virtual void set_threads(int count) = 0;

    virtual Result<PictureInfo> info(const std::string& path) = 0;

    /// Reads the first part. kInput: missing, empty, truncated, not a picture, a directory, deep,
    /// volumetric, of more than kMaxPlanes channels; kMemory; kCancelled.
    virtual Result<LoadedPicture> read(const std::string& path,
                                       const std::atomic<bool>* cancel) = 0;

    /// Writes and flushes to the disk. On an error what is at the path is unspecified.
    virtual Status write(const WriteRequest& request) = 0;
};

/// The pictures module, loaded on first use: libweft-pictures.so beside the running program, then
/// in ../lib/weft. kInternal errors name the paths that were tried.
Result<PictureIO*> picture_io();

/// The C symbol by which the module gives its PictureIO: `weft::PictureIO* (int version)`, null for
/// another version than its own.
inline constexpr const char* kPictureModuleSymbol = "weft_picture_io";
inline constexpr int kPictureModuleVersion = 2;

}  // namespace weft
