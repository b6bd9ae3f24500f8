// --memory: a frame that takes more is rendered in bands, to the same bits.
#include <fstream>
#include <iterator>
#include <map>
#include <regex>

#include <nlohmann/json.hpp>

#include "sequence_fixture.h"
#include "support/cores.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// Writes a picture row by row: it need not fit into memory.
void write_rows(const std::string& path, const OIIO::ImageSpec& spec) {
    const auto file = OIIO::ImageOutput::create(path);
    ASSERT_TRUE(file->open(path, spec)) << file->geterror();
    const int rows = spec.tile_height > 0 ? spec.tile_height : 1;
    const std::size_t count = static_cast<std::size_t>(spec.width) * rows * spec.nchannels;
    // Every row is another part of it.
    std::vector<float> pool(count + 997);
    for (std::size_t i = 0; i < pool.size(); ++i)
        pool[i] = static_cast<float>((i * 7 + (i >> 5) * 3) % 997) / 997;
    for (int y = spec.y; y < spec.y + spec.height; y += rows) {
        const int end = std::min(y + rows, spec.y + spec.height);
        const float* values = pool.data() + static_cast<std::size_t>(y - spec.y) * 131 % 997;
        if (spec.tile_width > 0)
            ASSERT_TRUE(file->write_tiles(spec.x, spec.x + spec.width, y, end, 0, 1,
                                          OIIO::TypeDesc::FLOAT, values));
        else
            ASSERT_TRUE(file->write_scanline(y, 0, OIIO::TypeDesc::FLOAT, values));
    }
    ASSERT_TRUE(file->close());
}

/// A file's bytes but for what OpenImageIO writes into headers by itself: the time of day, and into
/// those of DPX the name.
std::string bytes_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (path.ends_with(".dpx")) return bytes.substr(std::min<std::size_t>(2048, bytes.size()));
    constexpr std::size_t kHeader = 4096;
    return std::regex_replace(bytes.substr(0, kHeader),
                              std::regex("\\d{4}:\\d\\d:\\d\\d[ :]\\d\\d:\\d\\d:\\d\\d"), "") +
           (bytes.size() > kHeader ? bytes.substr(kHeader) : "");
}

/// The largest number of megabytes that refusals ask for; 0: none does.
long least_in(const std::string& text) {
    long least = 0;
    const std::regex wanted("at least --memory (\\d+)M");
    for (std::sregex_iterator found(text.begin(), text.end(), wanted), end; found != end; ++found)
        least = std::max(least, std::stol((*found)[1]));
    return least;
}

class MemoryBudget : public testing::Test {
  protected:
    struct Case {
        const char* effect;
        std::string in, out;
        std::vector<std::string> more = {};
        std::vector<std::string> frames = {"-F", "1"};
        int threads = 2;
    };

    Outcome render(const Case& c, const std::string& out, std::vector<std::string> more) const {
        std::vector<std::string> all{"render",   c.effect,    "-i",
                                     c.in,       "-o",        out,
                                     "-q",       "--threads", fmt::format("{}", c.threads),
                                     "--device", "cpu"};
        all.insert(all.end(), c.frames.begin(), c.frames.end());
        all.insert(all.end(), c.more.begin(), c.more.end());
        all.insert(all.end(), more.begin(), more.end());
        return run_weft(all);
    }

    /// Renders in as little memory as the refusal of less says, and compares with no limit.
    void expect_same_in_the_least(const Case& c) const {
        SCOPED_TRACE(fmt::format("{} of {} into {}", c.effect, c.in, c.out));
        const std::string whole = folder.path("whole." + c.out),
                          bands = folder.path("bands." + c.out);
        ASSERT_EQ(render(c, whole, {}).code, 0);
        std::filesystem::remove(bands);
        const Outcome refused = render(c, bands, {"--memory", "1M"});
        EXPECT_EQ(refused.code, kMemory);
        std::smatch found;
        ASSERT_TRUE(std::regex_search(
            refused.err, found,
            std::regex(
                "'.*bands.*' takes (\\d+) MB even in the smallest bands, but --memory allows "
                "1 MB; give at least --memory (\\d+)M, or compute a part with --roi")))
            << refused.err;
        EXPECT_EQ(found[1], found[2]);
        EXPECT_FALSE(std::filesystem::exists(bands));
        // What the program takes by itself differs a little from run to run.
        const long least = std::stol(found[2]) + 3;
        const Outcome outcome = render(c, bands, {"--memory", fmt::format("{}M", least)});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_LE(outcome.peak_kilobytes, least * 1024);
        EXPECT_TRUE(bytes_of(bands) == bytes_of(whole)) << "other bytes in bands";
    }

    ScratchFolder folder;
};

OIIO::ImageSpec spec_of_three_planes(int width, int height, const OIIO::TypeDesc& type) {
    return {width, height, 3, type};
}

TEST_F(MemoryBudget, Caps8KAt512MB) {
    const std::string in = folder.path("in.exr");
    constexpr long kWidth = 8192, kHeight = 5120;
    OIIO::ImageSpec spec = spec_of_three_planes(kWidth, kHeight, OIIO::TypeDesc::HALF);
    spec.attribute("compression", "rle");  // the quickest
    write_rows(in, spec);
    const Case blur{"gaussian-blur", in, "exr", {"--set", "sigma=8"}};
    const std::string whole = folder.path("whole.exr"), bands = folder.path("bands.exr");
    const Outcome unbounded = render(blur, whole, {});
    ASSERT_EQ(unbounded.code, 0) << unbounded.err;
    EXPECT_GT(unbounded.peak_kilobytes, 512 * 1024) << "the cap would not bite";
    // What is read and what is written, in halves; one of them in floats is 480 MB more.
    constexpr long kPictures = 2 * kWidth * kHeight * 3 * 2 / 1024, kProgram = 256 * 1024;
    EXPECT_LT(unbounded.peak_kilobytes, kPictures + kProgram) << "a picture became floats";
    const Outcome capped = render(blur, bands, {"--memory", "512M"});
    ASSERT_EQ(capped.code, 0) << capped.err;
    EXPECT_LE(capped.peak_kilobytes, 512 * 1024);
    EXPECT_TRUE(bytes_of(bands) == bytes_of(whole)) << "other bytes in bands";
}

TEST_F(MemoryBudget, TheLeastThatWouldDoDoes) {
    const std::string exr = folder.path("in.exr"), png = folder.path("in.png"),
                      tiled = folder.path("tiled.exr"), moved = folder.path("moved.exr"),
                      layered = folder.path("layered.exr");
    OIIO::ImageSpec half = spec_of_three_planes(1000, 900, OIIO::TypeDesc::HALF);
    write_rows(exr, half);
    write_rows(png, spec_of_three_planes(1000, 900, OIIO::TypeDesc::UINT8));
    OIIO::ImageSpec tiles = half;
    tiles.tile_width = tiles.tile_height = 64;
    tiles.width = 960, tiles.height = 896;
    tiles.full_width = 960, tiles.full_height = 896;
    write_rows(tiled, tiles);
    OIIO::ImageSpec windows = half;
    windows.x = 20, windows.y = -30;
    write_rows(moved, windows);
    OIIO::ImageSpec layers(1000, 900, 4, OIIO::TypeDesc::FLOAT);
    layers.channelnames = {"R", "G", "B", "z.Z"};
    layers.channelformats = {OIIO::TypeDesc::HALF, OIIO::TypeDesc::HALF, OIIO::TypeDesc::HALF,
                             OIIO::TypeDesc::FLOAT};
    write_rows(layered, layers);

    expect_same_in_the_least({"gaussian-blur", exr, "exr", {"--set", "sigma=5"}});
    expect_same_in_the_least({"box-blur", png, "png"});   // sums that restart
    expect_same_in_the_least({"degrain", tiled, "tif"});  // several scales
    expect_same_in_the_least({"Gain", moved, "png"});     // black around
    expect_same_in_the_least({"unsharp", layered, "exr", {"--layer", "rgba", "--keep-layers"}});
    expect_same_in_the_least({"Gain", exr, "dpx", {"--format", "u10"}});  // held by its encoder
    expect_same_in_the_least({"gaussian-blur", exr, "exr", {"--roi", "100,200,800,600"}});
}

/// Of no frame: nothing of it needs -F.
TEST_F(MemoryBudget, HoldsForOnePicture) {
    const std::string in = folder.path("in.exr");
    OIIO::ImageSpec spec = spec_of_three_planes(1500, 1200, OIIO::TypeDesc::HALF);
    spec.attribute("compression", "rle");
    write_rows(in, spec);
    for (const int threads : {1, 64}) {
        expect_same_in_the_least({"gaussian-blur", in, "exr", {"--set", "sigma=5"}, {}, threads});
        expect_same_in_the_least({"box-blur", in, "exr", {"--set", "radius=400"}, {}, threads});
    }
}

/// Threads beyond the cores save no time, and take no memory.
TEST_F(MemoryBudget, ThreadsBeyondTheCoresTakeNone) {
    const std::string in = folder.path("in.exr");
    write_rows(in, spec_of_three_planes(1024, 683, OIIO::TypeDesc::HALF));
    const auto peak_of = [&](int threads) {
        const Case blur{"box-blur", in, "exr", {"--set", "radius=1024"}, {}, threads};
        render(blur, folder.path("warm.exr"), {});  // compiles
        const Outcome outcome = render(blur, folder.path(fmt::format("of_{}.exr", threads)), {});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.peak_kilobytes;
    };
    const long cores = available_cores();
    EXPECT_LT(peak_of(64 * static_cast<int>(cores)), peak_of(static_cast<int>(cores)) * 5 / 4);
    EXPECT_TRUE(bytes_of(folder.path(fmt::format("of_{}.exr", 64 * cores))) ==
                bytes_of(folder.path(fmt::format("of_{}.exr", cores))));
}

TEST_F(MemoryBudget, FramesAfterOneAnotherTakeNoMore) {
    const auto path = [&](int frame) { return folder.path(fmt::format("in.{}.exr", frame)); };
    OIIO::ImageSpec spec = spec_of_three_planes(1920, 1080, OIIO::TypeDesc::HALF);
    spec.attribute("compression", "rle");
    write_rows(path(1), spec);
    for (int frame = 2; frame <= 12; ++frame) std::filesystem::copy_file(path(1), path(frame));
    const auto render_all = [&](const std::string& memory) {
        return run_weft({"render", "degrain", "-i", folder.path("in.@.exr"), "-o",
                         folder.path("out.@.exr"), "-F", "1-12", "--memory", memory,
                         "--parallel-frames", "2", "--threads", "2"});
    };
    const long least = least_in(render_all("1M").err);
    ASSERT_GT(least, 0);
    // In bands, and two at a time.
    for (const long megabytes : {least + 3, least + 120}) {
        const Outcome outcome = render_all(fmt::format("{}M", megabytes));
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_LE(outcome.peak_kilobytes, megabytes * 1024);
    }
}

TEST_F(MemoryBudget, SeveralFramesAndOutputs) {
    for (int frame = 1; frame <= 3; ++frame)
        write_rows(folder.path(fmt::format("in.{}.exr", frame)),
                   spec_of_three_planes(900 + 300 * frame, 700, OIIO::TypeDesc::HALF));
    const auto render_all = [&](const char* name, const std::vector<std::string>& more) {
        std::vector<std::string> all{"render",     "degrain",
                                     "-i",         folder.path("in.@.exr"),
                                     "-o",         folder.path(std::string(name) + ".a.@.exr"),
                                     "-o",         folder.path(std::string(name) + ".b.@.exr"),
                                     "-X",         "output",
                                     "-X",         "level1/dwt1d1.LowOutput",
                                     "-F",         "1-3",
                                     "--on-error", "skip",
                                     "--threads",  "2"};
        all.insert(all.end(), more.begin(), more.end());
        return run_weft(all);
    };
    ASSERT_EQ(render_all("whole", {}).code, 0);
    const Outcome refused = render_all("bands", {"--memory", "1M"});
    EXPECT_EQ(refused.code, kMemory);
    // What does for the last, which is the largest, does for all.
    const long least = least_in(refused.err);
    ASSERT_GT(least, 0) << refused.err;
    const Outcome outcome = render_all("bands", {"--memory", fmt::format("{}M", least + 3)});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("degrain on cpu: 3 of 3 frames rendered"));
    EXPECT_LE(outcome.peak_kilobytes, (least + 3) * 1024);
    for (int frame = 1; frame <= 3; ++frame)
        for (const char* output : {"a", "b"})
            EXPECT_TRUE(bytes_of(folder.path(fmt::format("bands.{}.{}.exr", output, frame))) ==
                        bytes_of(folder.path(fmt::format("whole.{}.{}.exr", output, frame))))
                << output << frame;
}

TEST_F(MemoryBudget, TheProfileHasTheNodesOfBands) {
    write_rows(folder.path("in.1.exr"), spec_of_three_planes(2400, 1600, OIIO::TypeDesc::HALF));
    const std::string profile = folder.path("profile.json");
    const auto render = [&](const std::string& memory) {
        return run_weft({"render", "box-blur", "--set", "mix=0.5", "-i", folder.path("in.@.exr"),
                         "-o", folder.path("out.@.exr"), "-F", "1", "--threads", "2", "--profile",
                         profile, "--memory", memory});
    };
    const long least = least_in(render("1M").err);
    ASSERT_GT(least, 0);
    const Outcome outcome = render(fmt::format("{}M", least + 1));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::ifstream file(profile);
    std::map<std::string, int> bars;
    const auto trace = nlohmann::json::parse(file);
    for (const auto& event : trace["traceEvents"])
        if (event["ph"] == "X") ++bars[event["name"]];
    EXPECT_EQ(bars["bands"], 1);
    EXPECT_GT(bars["compute"], 1);
    for (const char* node : {"horizontal", "vertical", "filtermix"})
        EXPECT_EQ(bars[node], bars["compute"]) << node;
}

}  // namespace
}  // namespace weft::test
