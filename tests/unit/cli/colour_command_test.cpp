// Transforms of colours and look-up tables as inputs of weft render and weft info.
#include <filesystem>

#include "sequence_fixture.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Of an edge of 2: red and blue change places, and green is halved.
constexpr const char* kSwap =
    "LUT_3D_SIZE 2\n"
    "0 0 0\n0 0 1\n0 .5 0\n0 .5 1\n"
    "1 0 0\n1 0 1\n1 .5 0\n1 .5 1\n";

/// A space of half, or another part, of the light.
std::string config_text(const std::string& part) {
    return "ocio_profile_version: 2\n"
           "roles: {scene_linear: light, default: light}\n"
           "displays:\n  Screen:\n    - !<View> {name: Raw, colorspace: light}\n"
           "colorspaces:\n"
           "  - !<ColorSpace>\n    name: light\n"
           "  - !<ColorSpace>\n    name: part@a#1\n"
           "    from_scene_reference: !<MatrixTransform> {matrix: [" +
           part + ", 0, 0, 0, 0, " + part + ", 0, 0, 0, 0, " + part + ", 0, 0, 0, 0, 1]}\n";
}

class ColourCommand : public Sequence {
  protected:
    ColourCommand() {
        write_text(folder.path("swap.cube"), kSwap);
        write_text(folder.path("config.ocio"), config_text("0.5"));
    }
    std::string part() const {
        return "ocio:light:part@a#1:domain=0,1:shaper=linear:config=" + folder.path("config.ocio");
    }
    void expect_swapped(const std::string& result, const std::string& source) const {
        const ReadPicture after = read_picture(result), before = read_picture(source);
        ASSERT_EQ(after.values.size(), before.values.size());
        EXPECT_EQ(after.spec.channelnames, before.spec.channelnames);
        EXPECT_EQ(after.spec.format, before.spec.format) << "the table's is float";
        for (std::size_t i = 0; i < after.values.size(); i += 3) {
            EXPECT_NEAR(after.values[i], before.values[i + 2], 1e-3f);
            EXPECT_NEAR(after.values[i + 1], before.values[i + 1] / 2, 1e-3f);
            EXPECT_NEAR(after.values[i + 2], before.values[i], 1e-3f);
        }
    }
};

TEST_F(ColourCommand, RendersThroughATable) {
    write_inputs(1, 1);
    const std::string file = folder.path("swap.cube");
    for (const auto& [effect, lut] :
         {std::pair{"ColourLut", file}, {"colour-transform", "ocio:file=" + file + ":edge=5"}}) {
        const Outcome outcome = run_weft({"render", effect, "-i", input(1), "-i", lut, "-o",
                                          output(1), "--device", "reference", "-q"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        expect_swapped(output(1), input(1));
    }
}

TEST_F(ColourCommand, DocumentsTakeThem) {
    write_inputs(1, 1);
    write_text(folder.path("look.weft"), R"({
      "weft": 1, "name": "look", "summary": "Doubles light, then swaps colours",
      "inputs": ["input", "table"],
      "nodes": [
        {"id": 0, "name": "gain", "functor": "Gain", "inputs": {"Input": {"input": "input"}},
         "parameters": {"gain": 2}},
        {"id": 1, "name": "lookup", "functor": "ColourLut", "inputs": {
          "Input": {"node": 0, "output": "Output"}, "Lut": {"input": "table"}}}],
      "outputs": [{"name": "output", "node": 1, "output": "Output"}]})");
    const std::vector<std::string> common{
        "render",   folder.path("look.weft"), "-i", input(1), "-o", output(1), "-q", "--device",
        "reference"};
    std::vector<std::string> arguments = common;
    arguments.insert(arguments.end(), {"-i", folder.path("swap.cube")});
    const Outcome outcome = run_weft(arguments);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::vector<float> after = read_picture(output(1)).values;
    const std::vector<float> before = read_picture(input(1)).values;
    for (std::size_t i = 0; i < after.size(); i += 3) {
        EXPECT_NEAR(after[i], std::min(1.0f, 2 * before[i + 2]), 2e-3f);
        EXPECT_NEAR(after[i + 1], std::min(0.5f, before[i + 1]), 2e-3f);
    }
}

TEST_F(ColourCommand, KernelsGiveTheReferencesBits) {
    write_inputs(1, 1);
    const std::string colours =
        "ocio:builtin=ACEScg_to_ACES2065-1:builtin=ACES-OUTPUT - "
        "ACES2065-1_to_CIE-XYZ-D65 - SDR-VIDEO_1.0:builtin=DISPLAY - "
        "CIE-XYZ-D65_to_sRGB:edge=17";
    std::vector<std::vector<float>> results;
    for (const char* device : {"reference", "cpu", "simt"}) {
        const Outcome outcome =
            run_weft({"render", "colour-transform", "-i", input(1), "-i", colours, "-o", output(1),
                      "--device", device, "--format", "float", "-q"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        results.push_back(read_picture(output(1)).values);
    }
    EXPECT_EQ(results[1], results[0]);
    EXPECT_EQ(results[2], results[0]);
}

TEST_F(ColourCommand, ATableCanBeWrittenAndUsedAsAPicture) {
    write_inputs(1, 1);
    const std::string table = folder.path("table.exr");
    ASSERT_EQ(run_weft({"render", "Gain", "-i", folder.path("swap.cube"), "-o", table, "--device",
                        "reference", "--format", "float", "-q", "--set", "gain=1"})
                  .code,
              0);
    const Outcome outcome = run_weft({"render", "ColourLut", "-i", input(1), "-i", table, "-o",
                                      output(1), "--device", "reference", "-q"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_swapped(output(1), input(1));
}

TEST_F(ColourCommand, SequencesTakeThem) {
#if defined(__SANITIZE_ADDRESS__)
    const char* const memory = "4G";  // the sanitizer keeps freed memory
#else
    const char* const memory = "400M";
#endif
    write_inputs(1, 4);
    const auto run = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"-F", "1-4", "-i", "lut=" + part()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return render(arguments, {}, "colour-transform");
    };
    const auto expect_parts = [&](float part) {
        for (int frame = 1; frame <= 4; ++frame) {
            const std::vector<float> after = read_picture(output(frame)).values;
            const std::vector<float> before = read_picture(input(frame)).values;
            for (std::size_t i = 0; i < after.size(); ++i)
                ASSERT_NEAR(after[i], part * before[i], 1e-3f) << frame;
        }
    };
    const Outcome first = run({});
    ASSERT_EQ(first.code, 0) << first.err;
    expect_parts(0.5f);
    EXPECT_THAT(run({"--resume"}).out, HasSubstr("0 of 4 frames rendered"));
    write_text(folder.path("config.ocio"), config_text("0.125"));
    EXPECT_THAT(run({"--resume"}).out, HasSubstr("4 of 4 frames rendered"));
    expect_parts(0.125f);
    EXPECT_THAT(run({"--memory", memory}).out, HasSubstr("4 of 4 frames rendered"));
    expect_parts(0.125f);
    EXPECT_THAT(leftovers(), IsEmpty());
}

TEST_F(ColourCommand, InfoTellsOfThem) {
    const Outcome outcome = run_weft({"info", "--metadata", part() + ":edge=9"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const char* text : {"look-up table", "81x11", "linear", "0 to 1", "bake error, most"})
        EXPECT_THAT(outcome.out, HasSubstr(text));
}

TEST_F(ColourCommand, MistakesAreNamed) {
    write_inputs(1, 1);
    const auto refused = [&](const std::string& lut, Code code,
                             const std::vector<std::string>& parts) {
        const Outcome outcome = run_weft({"render", "ColourLut", "-i", input(1), "-i", lut, "-o",
                                          output(1), "--device", "reference"});
        EXPECT_EQ(outcome.code, code) << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        for (const std::string& text : parts) EXPECT_THAT(outcome.err, HasSubstr(text));
        EXPECT_FALSE(std::filesystem::exists(output(1)));
    };
    refused("ocio:light", kUsage, {"expected one of FROM:TO"});
    refused("ocio:lihgt:light:config=" + folder.path("config.ocio"), kInput,
            {"no colour space 'lihgt'", "\"light\""});
    refused(folder.path("no.cube"), kInput, {"No such file"});
    write_text(folder.path("text.cube"), "a text\n");
    refused(folder.path("text.cube"), kInput, {"cannot read '" + folder.path("text.cube")});
    RunOptions without;
    without.environment = {{"OCIO", ""}};
    const Outcome outcome = run_weft({"render", "ColourLut", "-i", input(1), "-i", "ocio:a:b", "-o",
                                      output(1), "--device", "reference"},
                                     without);
    EXPECT_EQ(outcome.code, kInput);
    EXPECT_THAT(outcome.err, HasSubstr("$OCIO is not set"));
    for (const bool sequence : {false, true}) {
        std::vector<std::string> arguments{"render",   "ColourLut", "-i", input(1),
                                           "-i",       "ocio:a:b",  "-o", output(1),
                                           "--device", "reference"};
        if (sequence) arguments.insert(arguments.end(), {"-F", "1"});
        const Outcome gone =
            run_weft(arguments, {.environment = {{"OCIO", folder.path("gone.ocio")}}});
        EXPECT_EQ(gone.code, kInput);
        EXPECT_THAT(gone.err, HasSubstr(": $OCIO: cannot read '" + folder.path("gone.ocio") +
                                        "': No such file"));
    }
}

}  // namespace
}  // namespace weft::test
