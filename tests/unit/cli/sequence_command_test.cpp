// weft render -F: which frames, from what, into what, and what is said of them.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "sequence_fixture.h"
#include "support/cores.h"

namespace weft::test {
namespace {

using Frames = std::vector<int>;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(Sequence, EveryFrameIsAsByItself) {
    write_inputs(8, 12);
    const Outcome outcome = render({"-F", "8-12", "--set", "gain=1.5"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outputs(), (Frames{8, 9, 10, 11, 12}));
    for (int frame = 8; frame <= 12; ++frame) {
        const std::string single = folder.path("single.exr");
        ASSERT_EQ(run_weft({"render", "Gain", "-i", input(frame), "-o", single, "--set", "gain=1.5",
                            "--device", "reference"})
                      .code,
                  0);
        EXPECT_EQ(read_picture(output(frame)).values, read_picture(single).values) << frame;
    }
    EXPECT_THAT(leftovers(), IsEmpty());
    EXPECT_THAT(outcome.out, HasSubstr("Gain on reference: 5 of 5 frames rendered in "));
    EXPECT_THAT(outcome.err, HasSubstr("weft: frame 10 rendered in "));
}

TEST_F(Sequence, RangesListsAndWhatIsThere) {
    write_inputs(-2, 6);
    EXPECT_EQ(render({"-F", "-2-4x3"}).code, 0);
    EXPECT_EQ(outputs(), (Frames{-2, 1, 4}));
    EXPECT_EQ(render({"-F", "6-5", "-F", "0"}).code, 0);
    EXPECT_EQ(outputs(), (Frames{-2, 0, 1, 4, 5, 6}));
    EXPECT_EQ(render({"-F", "all"}).code, 0);
    EXPECT_EQ(outputs(), (Frames{-2, -1, 0, 1, 2, 3, 4, 5, 6}));
}

TEST_F(Sequence, SeveralInputsByNameAndStills) {
    write_inputs(1, 3);
    write_picture(folder.path("still.exr"), 40, 30, 3, OIIO::TypeDesc::HALF);
    const std::vector<std::string> common{"render",   "Quotient", "-o", folder.path("q.@.exr"),
                                          "-F",       "1-3",      "-q", "--device",
                                          "reference"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), common.begin(), common.end());
        return run_weft(more);
    };
    const std::string sequence = folder.path("in.####.exr"), still = folder.path("still.exr");
    ASSERT_EQ(with({"-i", sequence, "-i", still}).code, 0);
    const std::vector<float> in_order = read_picture(folder.path("q.2.exr")).values;
    ASSERT_EQ(with({"-i", "b=" + still, "-i", "a=" + sequence}).code, 0);
    EXPECT_EQ(read_picture(folder.path("q.2.exr")).values, in_order);
    ASSERT_EQ(with({"-i", "a=" + still, "-i", sequence}).code, 0);
    EXPECT_NE(read_picture(folder.path("q.2.exr")).values, in_order);
    const Outcome unknown = with({"-i", "c=" + still, "-i", sequence});
    EXPECT_EQ(unknown.code, kUsage);
    EXPECT_THAT(unknown.err, HasSubstr("Quotient has no input 'c'"));
    const Outcome missing = with({"-i", sequence});
    EXPECT_EQ(missing.code, kUsage);
    EXPECT_THAT(missing.err,
                HasSubstr("Quotient takes 2 pictures (a, b), but 1 was given with -i"));
}

TEST_F(Sequence, Views) {
    for (const char* view : {"left", "right"})
        write_picture(folder.path(fmt::format("{}_{}.0001.exr", view, view[0])), 9, 7, 3,
                      OIIO::TypeDesc::HALF);
    const Outcome outcome = run_weft({"render", "Gain", "-i", folder.path("%V_%v.####.exr"), "-o",
                                      folder.path("%V/o.####.exr"), "-F", "1", "--create-dirs",
                                      "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(folder.path("left/o.0001.exr")));
    EXPECT_TRUE(std::filesystem::exists(folder.path("right/o.0001.exr")));
    EXPECT_THAT(outcome.err, HasSubstr("frame 1 (right) rendered"));
}

TEST_F(Sequence, PicturesOfNodes) {
    write_inputs(1, 2);
    const Outcome whole = render({"-F", "1-2"}, {}, "degrain");
    ASSERT_EQ(whole.code, 0) << whole.err;
    const std::vector<float> expected = read_picture(output(2)).values;
    const std::string low = folder.path("low.@.exr");
    const Outcome outcome = render(
        {"-F", "1-2", "-o", low, "-X", "output", "-X", "level1/dwt1d1.LowOutput"}, {}, "degrain");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read_picture(output(2)).values, expected);
    const ReadPicture half = read_picture(folder.path("low.2.exr"));
    EXPECT_EQ(half.spec.width, 40);
    EXPECT_NE(half.values, expected);
    EXPECT_EQ(render({"-F", "1-2", "-X", "level1"}, {}, "degrain").code, kUsage);
}

TEST_F(Sequence, AnimatedRadiiAreCompiledOnce) {
    write_inputs(1, 6);
    const std::string cache = folder.path("cache");
    const struct {
        const char *effect, *setting;
    } shots[] = {{"gaussian-blur", "sigma=1:0,6:4"},
                 {"box-blur", "radius=1:0,6:9"},
                 {"directional-blur", "angle=1:0,6:75"}};
    for (const auto& keyed : shots) {
        SCOPED_TRACE(keyed.effect);
        const auto shot = [&](const std::string& device, const std::string& chunk) {
            return run_weft({"render", keyed.effect, "-i", folder.path("in.####.exr"), "-o",
                             folder.path("out.####.exr"), "-F", "1-6", "--set", keyed.setting,
                             "--device", device, "--cache-dir", cache, "--chunk", chunk});
        };
        ASSERT_EQ(shot("reference", "1/1").code, 0);
        std::vector<std::vector<float>> expected;
        for (int frame = 1; frame <= 6; ++frame)
            expected.push_back(read_picture(output(frame)).values);
        const Outcome first = shot("cpu", "1/2"), second = shot("cpu", "2/2");
        EXPECT_THAT(first.out, HasSubstr("; 1 kernel compiled, ")) << first.err;
        EXPECT_THAT(second.out, HasSubstr("; 0 kernels compiled, ")) << second.err;
        for (int frame = 1; frame <= 6; ++frame)
            EXPECT_EQ(read_picture(output(frame)).values,
                      expected[static_cast<std::size_t>(frame) - 1])
                << frame;
    }
}

TEST_F(Sequence, Compression) {
    write_inputs(1, 1, 64, 64);
    for (const char* name : {"none", "zip", "piz", "dwaa:200"}) {
        SCOPED_TRACE(name);
        ASSERT_EQ(render({"-F", "1", "--compression", name, "--resume"}).code, 0);
        const OIIO::ImageSpec spec = read_picture(output(1)).spec;
        const std::string word = std::string(name).substr(0, std::string(name).find(':'));
        EXPECT_EQ(spec.get_string_attribute("compression"), word);
        if (word == "dwaa") {
            EXPECT_EQ(spec.get_float_attribute("openexr:dwaCompressionLevel"), 200.0f);
        }
    }
    const auto jpeg_size = [&](const char* compression) {
        const std::string path = folder.path("o.jpg");
        EXPECT_EQ(run_weft({"render", "Gain", "-i", input(1), "-o", path, "--compression",
                            compression, "--format", "u8", "--device", "reference"})
                      .code,
                  0);
        return std::filesystem::file_size(path);
    };
    EXPECT_LT(jpeg_size("jpeg:20"), jpeg_size("jpeg:95"));
    const auto refused = [&](const char* name, const char* part) {
        const Outcome outcome = render({"-F", "1", "--compression", name});
        EXPECT_EQ(outcome.code, kUsage);
        EXPECT_THAT(outcome.err, HasSubstr(part));
    };
    refused("lzw", "a openexr file cannot be compressed by 'lzw': choose zip, zips, piz");
    refused("zip:3", "zip has no levels");
    refused("dwaa:x", "its levels are 0 to 1000");
}

TEST_F(Sequence, ParametersOverTime) {
    write_inputs(1, 5);
    ASSERT_EQ(render({"-F", "1-5", "--set", "gain=1:0,5:2"}).code, 0);
    for (int frame = 1; frame <= 5; ++frame) {
        const std::string gain = fmt::format("gain={}", 0.5 * (frame - 1));
        const std::string single = folder.path("single.exr");
        ASSERT_EQ(run_weft({"render", "Gain", "-i", input(frame), "-o", single, "--set", gain, "-q",
                            "--device", "reference"})
                      .code,
                  0);
        EXPECT_EQ(read_picture(output(frame)).values, read_picture(single).values) << frame;
    }
}

TEST_F(Sequence, ChunksAndFarms) {
    const auto frames_of = [&](std::vector<std::string> arguments,
                               std::vector<std::pair<std::string, std::string>> environment) {
        arguments.insert(arguments.end(), {"-F", "1-10", "--progress", "none"});
        for (const std::string& name : folder.listing())
            if (name.starts_with("out.")) std::filesystem::remove(folder.path(name));
        EXPECT_EQ(render(arguments, {.environment = std::move(environment)}).code, 0);
        return outputs();
    };
    write_inputs(1, 10);
    EXPECT_EQ(frames_of({"--chunk", "1/3"}, {}), (Frames{1, 2, 3}));
    EXPECT_EQ(frames_of({"--chunk", "3/3"}, {}), (Frames{7, 8, 9, 10}));
    EXPECT_EQ(frames_of({"--chunk", "auto"}, {{"SLURM_ARRAY_TASK_ID", "5"},
                                              {"SLURM_ARRAY_TASK_MIN", "4"},
                                              {"SLURM_ARRAY_TASK_COUNT", "3"}}),
              (Frames{4, 5, 6}));
    EXPECT_EQ(frames_of({"--chunk", "auto"}, {{"CUE_IFRAME", "9"}, {"CUE_CHUNK", "4"}}),
              (Frames{9, 10}));
    const Outcome nowhere = render({"-F", "1-10", "--chunk", "auto"});
    EXPECT_EQ(nowhere.code, kUsage);
    EXPECT_THAT(nowhere.err, HasSubstr("SLURM_ARRAY_TASK_ID"));
}

TEST_F(Sequence, TheFarmSaysHowManyThreadsAndHowMuchMemory) {
    write_inputs(1, 1);
    const RunOptions cue{.environment = {{"CUE_THREADS", "1"}, {"CUE_MEMORY", "2097152"}}};
    const auto start = [&](const std::vector<std::string>& arguments, const RunOptions& options) {
        const Outcome outcome = render(arguments, options);
        return nlohmann::json::parse(outcome.out.substr(0, outcome.out.find('\n')));
    };
    const auto told = start({"-F", "1", "--progress", "json"}, cue);
    EXPECT_EQ(told["threads"], 1);
    EXPECT_EQ(told["memory"], 2147483648);
    const auto given =
        start({"-F", "1", "--progress", "json", "--threads", "2", "--memory", "1G"}, cue);
    EXPECT_EQ(given["threads"], std::min(2, available_cores()));
    EXPECT_EQ(given["memory"], 1073741824);
    const auto many = start({"-F", "1", "--progress", "json", "--threads", "1000"}, cue);
    EXPECT_EQ(many["threads"], std::min(1000, available_cores())) << "more take memory alone";
}

TEST_F(Sequence, ADryRunWritesNothing) {
    write_inputs(1, 2);
    const Outcome outcome = render({"-F", "1-3", "--dry-run"});
    EXPECT_EQ(outcome.code, kInput) << "frame 3 is missing";
    EXPECT_THAT(outcome.out, HasSubstr("frame 1: " + input(1) + " -> " + output(1)));
    EXPECT_THAT(outcome.out, HasSubstr("frame 3: cannot be rendered: cannot read"));
    EXPECT_THAT(outcome.out, HasSubstr("2 of 3 frames would be rendered; nothing was written"));
    EXPECT_THAT(outputs(), IsEmpty());
}

TEST_F(Sequence, Mistakes) {
    write_inputs(1, 2);
    const auto refused = [&](const std::vector<std::string>& arguments, const std::string& part) {
        const Outcome outcome = run_weft(arguments);
        EXPECT_EQ(outcome.code, kUsage) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_THAT(outputs(), IsEmpty());
    };
    const std::string in = folder.path("in.####.exr"), out = folder.path("out.####.exr");
    refused({"render", "Gain", "-i", in, "-o", folder.path("out.exr"), "-F", "1-2"},
            "every frame would be written to");
    refused({"render", "Gain", "-i", in, "-o", in, "-F", "1-2"}, "would be read and overwritten");
    refused({"render", "Gain", "-i", in, "-o", out, "-F", "1-x"}, "is no frame or range of frames");
    refused({"render", "Gain", "-i", in, "-o", out, "-F", "1-2", "--chunk", "3/2"}, "is no chunk");
    refused({"render", "Gain", "-i", in, "-o", out, "-F", "1", "--memory", "lots"},
            "no amount of memory");
    refused({"render", "Gain", "-i", in, "-o", out, "--resume"}, "--resume requires --frames");
    refused({"render", "Gain", "-i", in, "-o", folder.path("o.%q.exr"), "-F", "1"}, "after '%'");
}

TEST_F(Sequence, CompleteFramesAreLeft) {
    write_inputs(1, 4);
    ASSERT_EQ(render({"-F", "1-3"}).code, 0);
    std::filesystem::resize_file(output(2), std::filesystem::file_size(output(2)) - 40);
    const auto states = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"-F", "1-4", "--progress", "json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = render(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        std::map<int, std::string> found;
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);) {
            const auto json = nlohmann::json::parse(line);
            if (json["event"] == "frame") found[json["frame"]] = json["state"];
        }
        std::vector<std::string> list;
        for (const auto& [frame, state] : found) list.push_back(state);
        return list;
    };
    const char *rendered = "rendered", *complete = "complete";
    EXPECT_THAT(states({"--skip-existing"}), ElementsAre(complete, rendered, complete, rendered))
        << "one was cut short, one was not there";
    EXPECT_THAT(states({"--resume"}), ElementsAre(complete, complete, complete, complete));
    EXPECT_THAT(states({"--resume", "--set", "gain=2"}),
                ElementsAre(rendered, rendered, rendered, rendered));
    EXPECT_THAT(states({"--resume", "--set", "gain=1:2,3:2,4:3"}),
                ElementsAre(complete, complete, complete, rendered));
    std::filesystem::last_write_time(
        input(3), std::filesystem::last_write_time(input(3)) + std::chrono::seconds(5));
    EXPECT_THAT(states({"--resume", "--set", "gain=2"}),
                ElementsAre(complete, complete, rendered, rendered));
}

TEST_F(Sequence, APictureByItselfIsThatFrame) {
    write_inputs(1, 2);
    const auto alone = [&](int frame, const char* gain) {
        return run_weft({"render", "Gain", "-i", input(frame), "-o", output(frame), "--set", gain,
                         "--device", "reference"})
            .code;
    };
    ASSERT_EQ(alone(1, "gain=1.5"), 0);
    ASSERT_EQ(alone(2, "gain=1.25"), 0);
    const Outcome outcome = render({"-F", "1-2", "--set", "gain=1.5", "--resume"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1 of 2 frames rendered"));
    EXPECT_THAT(outcome.out, HasSubstr("1 complete before"));
}

TEST_F(Sequence, NothingIsReplacedUnlessItMayBe) {
    write_inputs(1, 3);
    write_text(output(2), "somebody's");
    const Outcome outcome = render({"-F", "1-3", "--no-clobber"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read_text(output(2)), "somebody's");
    EXPECT_EQ(outputs(), (Frames{1, 2, 3}));
    EXPECT_THAT(outcome.out, HasSubstr("1 left as they were"));
}

TEST_F(Sequence, TheProfileIsATrace) {
    write_inputs(1, 4);
    const std::string path = folder.path("profile.json");
    ASSERT_EQ(render({"-F", "1-4", "--profile", path, "-q"}).code, 0);
    const auto trace = nlohmann::json::parse(read_text(path));
    std::map<std::string, int> bars;
    for (const auto& event : trace["traceEvents"])
        if (event["ph"] == "X") {
            ++bars[event["name"]];
            EXPECT_GE(event["dur"], 0.0);
        }
    EXPECT_EQ(bars, (std::map<std::string, int>{
                        {"read", 4}, {"prepare", 4}, {"compute", 4}, {"write", 4}}));
}

TEST_F(Sequence, TheProfileHasTheNodesOfKernels) {
    write_inputs(1, 2);
    const std::string path = folder.path("profile.json");
    const Outcome outcome = run_weft({"render", "unsharp", "-i", folder.path("in.####.exr"), "-o",
                                      folder.path("out.####.exr"), "--device", "cpu", "-F", "1-2",
                                      "--profile", path, "--cache-dir", folder.path("cache")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::map<std::string, int> nodes;
    double kernels = 0, parts = 0;
    const auto trace = nlohmann::json::parse(read_text(path));
    for (const auto& event : trace["traceEvents"]) {
        if (event["ph"] != "X" || event["cat"] == "frame") continue;
        (event["cat"] == "kernel" ? kernels : parts) += event["args"]["ms"].get<double>();
        if (event["cat"] != "node") continue;
        ++nodes[event["name"]];
        EXPECT_GT(event["args"]["elements"], 0);
        EXPECT_GT(event["args"]["ns_per_element"], 0.0);
    }
    EXPECT_EQ(nodes,
              (std::map<std::string, int>{
                  {"luminance1", 2}, {"gaussian1", 2}, {"gaussian2", 2}, {"unsharpmask1", 2}}));
    EXPECT_GT(kernels, 0);
    EXPECT_NEAR(parts, kernels, 1e-6 * kernels);
}

TEST_F(Sequence, ProgressForOpenJobDescription) {
    write_inputs(1, 2);
    const Outcome outcome = render({"-F", "1-2", "--progress", "openjd"});
    EXPECT_THAT(outcome.out, HasSubstr("openjd_progress: 50.0\nopenjd_status: frame "));
    EXPECT_THAT(outcome.out, HasSubstr("openjd_progress: 100.0\n"));
}

}  // namespace
}  // namespace weft::test
