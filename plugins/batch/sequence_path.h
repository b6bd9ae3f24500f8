// Paths that stand for many files: "plate.####.exr", one for each frame and each view.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/result.h"

namespace weft {

/// A path with places for the frame and the view:
///   #      the frame in 4 digits; ## and more: in as many digits as there are signs
///   @      the frame as it is; @@ and more: in as many digits as there are signs
///   %04d   the frame in 4 digits, as printf does; %d: as it is; %%: a percent sign
///   %V     the view's name; %v: its first letter
/// A minus takes the place of a digit. A frame of more digits is written whole. The name of a
/// transform of colours (pictures/colour_path.h) has no places: it stands for itself.
class SequencePath {
  public:
    /// kUsage: other signs after '%', and '#' beside '@'.
    static Result<SequencePath> parse(const std::string& text);

    const std::string& text() const { return text_; }  ///< as it was given
    bool has_frame() const;
    bool has_view() const;

    /// The file of a frame and a view.
    std::string path(int frame, const std::string& view) const;

    /// The frame of which `path` is the file, for a path with a place for frames.
    std::optional<int> frame_of(const std::string& path, const std::string& view) const;

    /// The frames whose files are on disk, ascending. None where the path has no place for them.
    std::vector<int> find_frames(const std::string& view) const;

  private:
    struct Frame {
        int digits = 1;
    };
    struct View {
        bool whole = true;
    };
    using Piece = std::variant<std::string, Frame, View>;

    static SequencePath of(std::string text, std::vector<Piece> pieces);
    std::string text_;
    std::vector<Piece> pieces_;
};

}  // namespace weft
