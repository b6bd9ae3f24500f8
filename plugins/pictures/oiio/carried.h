// The channels and parts of a file that a new one keeps as they are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <OpenImageIO/imageio.h>

#include "pictures/picture_file.h"

namespace weft {

/// A source file beside a file being written. Its part that was read is written row by row, the new
/// channels in place of those that were read; its other parts are copied. Pixels, types, names,
/// tiles and metadata stay. The cost is that of reading and writing the file once. Of a source of
/// another kind the channels of that part are kept alone, by their names; bytes become halves, and
/// what else OpenEXR has no type for floats.
class CarriedFile {
  public:
    /// `spec`: that of the new channels alone, as the request has them, in a file of that kind.
    /// kInput: the source cannot be read any more.
    static Result<CarriedFile> open(const WriteRequest& request, const char* file_kind,
                                    const OIIO::ImageSpec& spec);

    /// Of all parts of the new file, in order.
    const std::vector<OIIO::ImageSpec>& specs() const { return specs_; }
    /// Of the part that was read.
    const OIIO::ImageSpec& spec() const { return specs_[static_cast<std::size_t>(part_)]; }

    /// Opens the new file and copies the parts before the one that was read. The report of what
    /// failed, or "".
    std::string begin(OIIO::ImageOutput& output, const std::string& path);

    /// Rows as spec() has them, in each channel's own type, with the new channels from `rows`.
    /// Outside its data window the source is zero.
    std::string join(const PictureView& rows, std::vector<std::byte>& joined);

    /// Copies the parts after the one that was read.
    std::string end(OIIO::ImageOutput& output, const std::string& path);

  private:
    /// Where a channel of the new part is from.
    struct From {
        int plane = -1;    ///< of what was computed; -1: it is not
        int channel = -1;  ///< of the source's part
    };
    /// Neighbouring bytes of a pixel that are copied as they are.
    struct Run {
        std::size_t from = 0, to = 0, size = 0;
    };
    /// A sample of a pixel that gets another type.
    struct Converted {
        std::size_t from = 0, to = 0;
        OIIO::TypeDesc from_type, to_type;
    };

    void place_channels(const WriteRequest& request, const OIIO::ImageSpec& fresh);
    void find_runs();
    std::string join_others(const Rect& rows, std::byte* joined);
    std::string copy_parts(OIIO::ImageOutput& output, const std::string& path, int first, int last);
    std::string copy_part(OIIO::ImageOutput& output, const OIIO::ImageSpec& spec);

    std::unique_ptr<OIIO::ImageInput> input_;  ///< null where nothing of the source is kept
    OIIO::ImageSpec source_;                   ///< its part that was read
    std::vector<OIIO::ImageSpec> specs_;
    int part_ = 0;         ///< of specs_, the one that was read
    int source_part_ = 0;  ///< of the source
    bool same_kind_ = true;
    std::vector<From> from_;  ///< one per channel of the part
    std::vector<Run> runs_;
    std::vector<Converted> converted_;
    bool same_layout_ = false;       ///< what is read lies as what is written does
    std::vector<std::byte> native_;  ///< rows of the source
};

}  // namespace weft
