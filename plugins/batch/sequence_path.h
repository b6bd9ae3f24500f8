// Paths that stand for many files: "plate.####.exr", one for each frame and each view.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/result.h"

namespace weft {

/// What is on disk of a sequence.
struct FramesOnDisk {
    std::vector<int> frames;               ///< ascending
    std::vector<std::string> misnumbered;  ///< files but for the digits of their numbers, sorted
};

/// A path with places for the frame and the view:
///   #      the frame in 4 digits; ## and more: in as many digits as there are signs
///   @      the frame as it is; @@ and more: in as many digits as there are signs
///   %04d   the frame in 4 digits, as printf does; %d: as it is
///   %V     the view's name; %v: its first letter
///   %% %# %@   these signs themselves
/// '#' and '@' are places in the last part of the path alone; in folders they are themselves.
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

    /// None where the path has no place for frames.
    FramesOnDisk on_disk(const std::string& view) const;
    /// The frames of on_disk().
    std::vector<int> find_frames(const std::string& view) const { return on_disk(view).frames; }

  private:
    struct Frame {
        int digits = 1;
    };
    struct View {
        bool whole = true;
    };
    using Piece = std::variant<std::string, Frame, View>;

    static SequencePath of(std::string text, std::vector<Piece> pieces);
    /// The pieces of each folder, and of the file.
    std::vector<SequencePath> levels() const;
    /// Whether `name` is the path but for the digits of its frames.
    bool resembles(const std::string& name, const std::string& view) const;
    std::string text_;
    std::vector<Piece> pieces_;
};

/// The file that `text` names where no frame is chosen: itself, but that "%#", "%@" and "%%" stand
/// for the latter sign. kUsage: it has a place for frames.
Result<std::string> still_path(const std::string& text);

}  // namespace weft
