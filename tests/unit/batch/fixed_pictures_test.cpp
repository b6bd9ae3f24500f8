// NaN and infinities of files replaced as they are read: whole, or some rows at a time.
#include "batch/fixed_pictures.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "runtime/convert.h"

namespace weft {
namespace {

constexpr Rect kFileWindow{-2, 3, 7, 14};
constexpr int kFilePlanes = 2;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

using Values = std::function<float(int x, int y, int plane)>;

/// A file of any values, held in memory.
class MemoryIO final : public PictureIO {
  public:
    MemoryIO(Values of, SampleFormat in) : values(std::move(of)), format(in) {}

    void set_threads(int) override {}
    void allow_any_size(bool) override {}
    Result<ColourMenu> colour_menu(const std::string&) override { return ColourMenu{}; }
    Result<FileColour> output_colour(const OutputColour&) override { return FileColour{}; }
    Result<std::vector<std::string>> colour_spaces() override { return std::vector<std::string>(); }
    Result<PictureInfo> info(const std::string& path, const PictureChoice&) override {
        PictureInfo info;
        info.path = path;
        info.data_window = info.display_window = kFileWindow;
        info.channels = {"Y", "A"};
        info.format.samples = format;
        return info;
    }
    Result<LoadedPicture> read(const std::string& path, const PictureChoice& choice,
                               const std::atomic<bool>*) override {
        LoadedPicture picture;
        picture.info = *info(path, choice);
        picture.pixels = allocate_pixels(view_of(nullptr).y_stride * kFileWindow.height(), true);
        picture.view = view_of(picture.pixels.get());
        fill(kFileWindow.y0, kFileWindow.y1, picture.view);
        return picture;
    }
    Result<std::unique_ptr<PictureReader>> open(const std::string& path,
                                                const PictureChoice& choice,
                                                const std::atomic<bool>*) override {
        return std::unique_ptr<PictureReader>(std::make_unique<Reader>(*this, *info(path, choice)));
    }
    Result<std::unique_ptr<PictureWriter>> start(const WriteRequest&) override {
        return Error{ErrorKind::kInternal, "nothing is written"};
    }

    PictureView view_of(std::byte* base) const {
        const int size = sample_size(format);
        return {.base = base,
                .format = format,
                .x_stride = size * kFilePlanes,
                .y_stride = size * kFilePlanes * kFileWindow.width(),
                .plane_stride = size,
                .domain = kFileWindow,
                .planes = kFilePlanes};
    }
    void fill(int first, int last, const PictureView& whole) const {
        for (int y = first; y < last; ++y)
            for (int p = 0; p < kFilePlanes; ++p) {
                std::vector<float> row;
                for (int x = kFileWindow.x0; x < kFileWindow.x1; ++x)
                    row.push_back(values(x, y, p));
                store_row(whole, y, p, kFileWindow.x0, kFileWindow.x1, row.data());
            }
    }

    Values values;
    SampleFormat format;

  private:
    class Reader final : public PictureReader {
      public:
        Reader(const MemoryIO& io, PictureInfo info) : io_(io), info_(std::move(info)) {}
        const PictureInfo& info() const override { return info_; }
        Status read_rows(int first, int last, const PictureView& whole) override {
            io_.fill(first, last, whole);
            return {};
        }

      private:
        const MemoryIO& io_;
        PictureInfo info_;
    };
};

/// Clusters, a whole block, corners, and rows that follow each other.
float holed(int x, int y, int plane) {
    const bool block = x >= 1 && x < 5 && y >= 6 && y < 10;
    const bool corner = (x == -2 && y == 3) || (x == 6 && y == 13);
    if (plane == 0 && (block || corner)) return (x + y) % 2 == 0 ? kNan : kInf;
    if (plane == 1 && x == 0) return y % 3 == 0 ? -kInf : y % 3 == 1 ? kNan : 0.25f;
    return 0.125f * static_cast<float>(x) + static_cast<float>(y) -
           4.0f * static_cast<float>(plane);
}

float mean_of_finite(int x, int y, int plane) {
    double sum = 0;
    int count = 0;
    for (int j = std::max(y - 1, kFileWindow.y0); j <= std::min(y + 1, kFileWindow.y1 - 1); ++j)
        for (int i = std::max(x - 1, kFileWindow.x0); i <= std::min(x + 1, kFileWindow.x1 - 1); ++i)
            if (const float v = holed(i, j, plane); std::isfinite(v)) {
                sum += static_cast<double>(v);
                ++count;
            }
    return count == 0 ? 0.0f : static_cast<float>(sum / count);
}

struct Told {
    std::vector<std::pair<std::string, std::size_t>> list;
    FixedPictures::Told listener() {
        return
            [this](const std::string& path, std::size_t count) { list.emplace_back(path, count); };
    }
};

std::size_t count_of_holes() {
    std::size_t count = 0;
    for (int p = 0; p < kFilePlanes; ++p)
        for (int y = kFileWindow.y0; y < kFileWindow.y1; ++y)
            for (int x = kFileWindow.x0; x < kFileWindow.x1; ++x)
                count += !std::isfinite(holed(x, y, p));
    return count;
}

void expect_fixed(const PictureView& view, FixNan how, int first, int last) {
    for (int p = 0; p < kFilePlanes; ++p)
        for (int y = first; y < last; ++y)
            for (int x = kFileWindow.x0; x < kFileWindow.x1; ++x) {
                float actual = 0, expected = holed(x, y, p);
                load_row(view, y, p, x, x + 1, &actual);
                if (!std::isfinite(expected))
                    expected = how == FixNan::kBlack ? 0.0f : mean_of_finite(x, y, p);
                const float allowed = view.format == SampleFormat::kHalf ? 0.005f : 0.0f;
                EXPECT_NEAR(actual, expected, allowed) << x << ", " << y << ", plane " << p;
            }
}

TEST(PicturesFixed, AreFiniteWhereTheyAreReadWhole) {
    for (const SampleFormat format : {SampleFormat::kFloat, SampleFormat::kHalf})
        for (const FixNan how : {FixNan::kBlack, FixNan::kBox3}) {
            MemoryIO io(holed, format);
            Told told;
            FixedPictures fixed(io, how, told.listener());
            const auto picture = fixed.read("in.exr", {}, nullptr);
            ASSERT_TRUE(picture);
            expect_fixed(picture->view, how, kFileWindow.y0, kFileWindow.y1);
            ASSERT_EQ(told.list.size(), 1u);
            EXPECT_EQ(told.list[0].first, "in.exr");
            EXPECT_EQ(told.list[0].second, count_of_holes());
        }
}

TEST(PicturesFixed, AreTheSameInAnyBands) {
    for (const FixNan how : {FixNan::kBlack, FixNan::kBox3})
        for (const int rows : {1, 2, 3, 7, 11}) {
            MemoryIO io(holed, SampleFormat::kFloat);
            Told told;
            FixedPictures fixed(io, how, told.listener());
            std::vector<std::byte> bytes(
                static_cast<std::size_t>(io.view_of(nullptr).y_stride * kFileWindow.height()));
            const PictureView view = io.view_of(bytes.data());
            {
                auto reader = fixed.open("in.exr", {}, nullptr);
                ASSERT_TRUE(reader);
                for (int y = kFileWindow.y0; y < kFileWindow.y1; y += rows)
                    ASSERT_TRUE((*reader)->read_rows(y, std::min(y + rows, kFileWindow.y1), view));
            }
            expect_fixed(view, how, kFileWindow.y0, kFileWindow.y1);
            ASSERT_EQ(told.list.size(), 1u);
            EXPECT_EQ(told.list[0].second, count_of_holes());
        }
}

TEST(PicturesFixed, AreTheSameWhereRowsAreLeftOut) {
    MemoryIO io(holed, SampleFormat::kFloat);
    FixedPictures fixed(io, FixNan::kBox3, [](const std::string&, std::size_t) {});
    std::vector<std::byte> bytes(
        static_cast<std::size_t>(io.view_of(nullptr).y_stride * kFileWindow.height()));
    const PictureView view = io.view_of(bytes.data());
    auto reader = fixed.open("in.exr", {}, nullptr);
    ASSERT_TRUE(reader);
    for (const auto& [first, last] : {std::pair{4, 6}, std::pair{7, 9}, std::pair{12, 14}}) {
        ASSERT_TRUE((*reader)->read_rows(first, last, view));
        expect_fixed(view, FixNan::kBox3, first, last);
    }
}

TEST(PicturesFixed, StayAsTheyAreWhereNothingIsWrong) {
    const Values sound = [](int x, int y, int) { return static_cast<float>(x * y) * 0.001f; };
    for (const SampleFormat format :
         {SampleFormat::kFloat, SampleFormat::kHalf, SampleFormat::kU16, SampleFormat::kU8}) {
        MemoryIO io(sound, format);
        Told told;
        FixedPictures fixed(io, FixNan::kBox3, told.listener());
        const auto before = io.read("in.exr", {}, nullptr),
                   after = fixed.read("in.exr", {}, nullptr);
        ASSERT_TRUE(before && after);
        EXPECT_EQ(std::memcmp(before->pixels.get(), after->pixels.get(),
                              static_cast<std::size_t>(before->view.y_stride) * 11),
                  0);
        EXPECT_TRUE(told.list.empty());
    }
    MemoryIO io(holed, SampleFormat::kFloat);
    Told told;
    FixedPictures kept(io, FixNan::kNone, told.listener());
    const auto picture = kept.read("in.exr", {}, nullptr);
    float corner = 0;
    load_row(picture->view, 3, 0, -2, -1, &corner);
    EXPECT_FALSE(std::isfinite(corner));
    EXPECT_TRUE(told.list.empty());
}

}  // namespace
}  // namespace weft
