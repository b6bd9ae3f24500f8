// Which picture files Weft writes, by extension, and what each can hold. Pure data: no library.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/picture.h"
#include "support/result.h"

namespace weft {

/// How a file stores samples: whole ones, or fewer bits of u16, of which all are read and written
/// as u16 that holds the same part of its range.
struct StoredFormat {
    SampleFormat samples = SampleFormat::kFloat;
    int bits = 0;  ///< 10 or 12 of u16's 16; 0: all

    constexpr StoredFormat() = default;
    constexpr StoredFormat(SampleFormat s, int b = 0) : samples(s), bits(b) {}
    friend constexpr bool operator==(const StoredFormat&, const StoredFormat&) = default;
};

/// A file format for output. Reading knows more formats than these: all of OpenImageIO's.
struct FileKind {
    const char* name;                         ///< OpenImageIO's name: "openexr"
    std::span<const char* const> extensions;  ///< lower case, without the dot; the usual one first
    std::span<const StoredFormat> formats;    ///< sample formats it holds, unchanged
    std::span<const int> channels;            ///< channel counts it holds; empty: any
    bool display_window;  ///< keeps a data window that differs from the display window
    std::span<const char* const> compressions = {};  ///< OpenImageIO's names; the usual one first
    bool encodes_whole = false;  ///< its encoder holds a copy of the whole picture
    /// Its encoder reads back what it wrote. OpenImageIO 2.4 lets it do so from files of its own
    /// alone.
    bool reads_back = false;
    bool decodes_whole = false;       ///< its decoder reads the whole file when it is opened
    bool unassociated_alpha = false;  ///< its colours are never multiplied by alpha
};

/// All kinds, the usual ones first.
std::span<const FileKind> file_kinds();

/// The kind that `path`'s extension names. kOutput errors list the extensions there are.
Result<const FileKind*> file_kind_of(const std::string& path);

/// "u8", "u10", "u12", "u16", "half", "float": the words of --format.
const char* name_of(StoredFormat format);

/// What --format means; a kUsage error lists the words.
Result<StoredFormat> sample_format_named(std::string_view name);

/// The format to write `kind` in when nobody asked for one: the input's own where the file holds
/// it, else the one that loses least. OpenEXR holds half for all but float.
StoredFormat default_format(const FileKind& kind, StoredFormat input);

/// Checks that `kind` can be compressed so: a name of its compressions, or NAME:LEVEL where there
/// are levels (dwaa, dwab: 0 to 1000, from nearly lossless on; jpeg, webp: 1 to 100, the best).
/// kUsage errors say what there is.
Status check_compression(const FileKind& kind, const std::string& compression);

/// Checks that `kind` holds `channels` channels of `format`: kUsage errors say what it holds.
Status check_holds(const FileKind& kind, StoredFormat format, int channels);

}  // namespace weft
