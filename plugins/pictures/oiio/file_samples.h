// Between the samples of a file and those that an effect is given: colours multiplied by alpha, and
// linear light. Each row by itself.
#pragma once

#include <string>
#include <vector>

#include "pictures/file_colour.h"
#include "runtime/picture.h"

namespace weft {

/// How a file keeps its colours.
struct FileColours {
    int alpha = -1;             ///< its plane; -1: there is none
    bool unassociated = false;  ///< colours are not multiplied by it
    ColourPlanes planes;
    const ColourConversion* conversion = nullptr;  ///< of those planes; null: none
    bool apart = false;  ///< they are multiplied by alpha, and converted as they are without it
    /// Whether anything has to be done.
    bool change() const { return unassociated || conversion != nullptr; }
};

/// Of a file of OpenImageIO's kind. The alpha of a scan of film is a matte beside its colours.
FileColours colours_of(const std::string& file_kind, const std::vector<std::string>& channels,
                       int alpha, bool unassociated, const ColourConversion* conversion);

/// Both of one domain. Where alpha multiplies colours in the file they are converted as they are
/// without it: divided by it before, and multiplied after, unless it is 0 or 1.
void from_file(const PictureView& file, const FileColours& how, const PictureView& light);
void to_file(const PictureView& light, const FileColours& how, const PictureView& file);

}  // namespace weft
