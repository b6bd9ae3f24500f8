// Pictures whose NaN and infinities are replaced as they are read.
#pragma once

#include <functional>
#include <string>

#include "pictures/picture_file.h"
#include "support/choices.h"

namespace weft {

/// What takes the place of a sample that is not finite, as oiiotool's --fixnan names it.
enum class FixNan {
    kNone,   ///< it stays
    kBlack,  ///< 0
    kBox3  ///< the mean of the finite samples of its channel in the 3x3 pixels around; 0: none are
};

template <>
struct ChoicesOf<FixNan> {
    static constexpr Choice<FixNan> kAll[] = {
        {FixNan::kNone, "none", "they stay"},
        {FixNan::kBlack, "black", "0"},
        {FixNan::kBox3, "box3", "the mean of the finite ones of the 3x3 pixels around"}};
};

/// Another PictureIO, whose pictures have only finite samples: those of files of half and float.
/// Of each file that had others `told` hears once, from the thread that reads it, how many.
class FixedPictures final : public PictureIO {
  public:
    using Told = std::function<void(const std::string& path, std::size_t replaced)>;
    FixedPictures(PictureIO& io, FixNan how, Told told);

    void set_threads(int count) override;
    void allow_any_size(bool allowed) override;
    Result<PictureInfo> info(const std::string& path, const PictureChoice& choice) override;
    Result<LoadedPicture> read(const std::string& path, const PictureChoice& choice,
                               const std::atomic<bool>* cancel) override;
    Result<std::unique_ptr<PictureReader>> open(const std::string& path,
                                                const PictureChoice& choice,
                                                const std::atomic<bool>* cancel) override;
    Result<std::unique_ptr<PictureWriter>> start(const WriteRequest& request) override;
    Result<ColourMenu> colour_menu(const std::string& config) override;
    Result<FileColour> output_colour(const OutputColour& output) override;
    Result<std::vector<std::string>> colour_spaces() override;

  private:
    PictureIO& io_;
    FixNan how_;
    Told told_;
};

}  // namespace weft
