// What the colours of a file are, who said so, and on their way into and out of an effect what
// happens to them.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace weft {

/// Words for a choice of colour space, beside the names of spaces: as the file, its rules and its
/// kind say; and no conversion at all.
inline constexpr const char* kAutoColour = "auto";
inline constexpr const char* kRawColour = "raw";

/// Who decided, the first that had something to say.
enum class ColourBy {
    kRaw,     ///< nobody: samples stay as they are
    kChoice,  ///< the document or the command
    kHeader,  ///< the file's metadata
    kRule,    ///< a file rule of the configuration
    kKind,    ///< the kind of the file and of its samples
    kData     ///< its channels are no colours: they stay as they are
};

/// A transform between a file's colours and the working space. Of the pictures module.
class ColourConversion;

/// The decision for a file.
struct FileColour {
    ColourBy by = ColourBy::kRaw;
    std::string space = {};    ///< its name, in the configuration or of ours; "" of raw and data
    std::string because = {};  ///< for people: "its header says \"Logarithmic\""
    /// The working space, which is linear light; "" of raw and data.
    std::string working = {};
    /// One of ours that it is, by which headers tell of it (known_spaces.h); "": none.
    std::string known = {};
    std::shared_ptr<const ColourConversion> conversion =
        nullptr;  ///< null: samples stay as they are
};

/// "sRGB (as 8-bit pictures are)"; "raw"; "data (no channel is a colour)".
std::string to_text(const FileColour& colour);

/// PictureChoice::colour for an effect's input of that name: as somebody chose, else auto; but of
/// an input that is a mask by its name the numbers are meant, as they are.
std::string colour_for_input(const std::string& input, const std::string& chosen);

/// The planes that are colours: red, green and blue, or luminance alone; -1 where one is missing.
struct ColourPlanes {
    int red = -1, green = -1, blue = -1;
    bool none() const { return red < 0 && green < 0 && blue < 0; }
    bool grey() const { return red >= 0 && red == green && green == blue; }
};

/// By the names of a picture's channels. Depth, normals, masks and numbers of objects are none, nor
/// is what lies in a layer of such a name; of several layers the first that has colours is.
ColourPlanes colour_planes(const std::vector<std::string>& channels);

}  // namespace weft
