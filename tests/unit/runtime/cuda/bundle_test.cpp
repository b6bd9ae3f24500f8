// Bundles: written and read back, refused when damaged, and executed by weft-run in a process of
// its own, on the fake driver.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "fake_device.h"
#include "runtime/bundle/bundle.h"
#include "runtime/bundle/synthetic.h"
#include "scratch_folder.h"

namespace weft::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

struct Ran {
    int code = -1;
    std::string text;  ///< stdout and stderr
};

Ran run_command(const std::string& command) {
    Ran ran;
    std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    std::array<char, 4096> part;
    while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe))
        ran.text.append(part.data(), n);
    const int status = pclose(pipe);
    if (WIFEXITED(status)) ran.code = WEXITSTATUS(status);
    return ran;
}

/// What it printed as JSON. Sanitizers may have said something first.
json report_of(const Ran& ran) {
    return json::parse(ran.text.substr(std::min(ran.text.find('{'), ran.text.size())));
}

class BundleTest : public FakeDeviceTest {
  protected:
    /// The benchmark's scripts and runner in `folder_`, with these lines for its index.
    void put_benchmark(const std::string& index) {
        for (const auto& file : std::filesystem::directory_iterator(WEFT_BENCH_GPU))
            if (file.is_regular_file())
                std::filesystem::copy_file(file.path(), folder_.path(file.path().filename()));
        std::filesystem::copy_file(WEFT_RUN_PATH, folder_.path("weft-run"));
        std::ofstream(folder_.path("index.tsv"))
            << "effect\tmath\tseries\tstep\tpath\tstrict\tmodelled_ms\twhy_not\ttimed\n"
            << index;
    }
    std::string benchmark_command() const {
        return "WEFT_CUDA_DRIVER=" WEFT_FAKE_DRIVER_PATH
               " WEFT_BENCH_ROUNDS=1 WEFT_BENCH_COPY_MB=1 " +
               folder_.path("run_gpu.sh");
    }
    json results() const {
        std::ifstream stream(folder_.path("results/results.json"));
        return json::parse(stream);
    }
    std::string plot(const char* name) const {
        std::ifstream stream(folder_.path(std::string("results/") + name));
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    /// A bundle of degrain with the reference's hashes, in `folder_`/bundle.
    Bundle write() {
        const Graph graph = find_effect("degrain")->build();
        const Planning p{.domain = {0, 0, 40, 33}};
        Bundle bundle{list_launches(fake_program_in(folder_.folder().string(), graph, p)), {}};
        std::vector<Picture> inputs;
        inputs.push_back(synthetic_picture(p.domain, p.planes, input_seed(5, 0)));
        const std::vector<Picture> expected = reference_outputs(graph, p, inputs);
        bundle.expected = ExpectedBits{5, 8, {band_hashes(expected[0], 8)}};
        const Status ok = write_bundle(bundle, path());
        EXPECT_TRUE(ok) << ok.error().message;
        return bundle;
    }
    std::string path() const { return folder_.path("bundle"); }

    std::string read(const std::string& file) const {
        return read_text(folder_.path("bundle/" + file));
    }
    void change(const std::string& file, const std::string& text) const {
        write_text(folder_.path("bundle/" + file), text);
    }
    std::string refusal() const {
        const Result<Bundle> bundle = read_bundle(path());
        if (bundle) return "";
        EXPECT_EQ(bundle.error().kind, ErrorKind::kInput);
        return bundle.error().message;
    }

    Ran runner(const std::string& arguments, const std::string& driver_words = "") const {
        return run_command("WEFT_CUDA_DRIVER=" WEFT_FAKE_DRIVER_PATH " WEFT_FAKE_DRIVER='" +
                           driver_words + "' " WEFT_RUN_PATH " " + arguments);
    }

    ScratchFolder folder_;
};

TEST_F(BundleTest, IsReadAsItWasWritten) {
    const Bundle bundle = write();
    const Result<Bundle> again = read_bundle(path());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, bundle);
    const std::string plan = read("plan.json");
    ASSERT_TRUE(write_bundle(bundle, path()));
    EXPECT_EQ(read("plan.json"), plan);
}

TEST_F(BundleTest, DamageIsSaid) {
    EXPECT_THAT(refusal(), HasSubstr("plan.json"));  // nothing there
    write();
    EXPECT_EQ(refusal(), "");
    const std::string plan = read("plan.json"), code = read("00.cubin");

    change("plan.json", plan.substr(0, plan.size() / 2));
    EXPECT_THAT(refusal(), HasSubstr("not the plan of a bundle"));
    change("plan.json", "[1, 2]");
    EXPECT_THAT(refusal(), HasSubstr("not the plan of a bundle"));
    json other = json::parse(plan);
    other["version"] = 2;
    change("plan.json", other.dump());
    EXPECT_THAT(refusal(), HasSubstr("version 2, expected 1"));
    other = json::parse(plan);
    other["plan"]["launches"][0]["grid"][0] = 7777;
    change("plan.json", other.dump());
    EXPECT_THAT(refusal(), HasSubstr("hash does not fit"));
    other = json::parse(plan);
    other["version"] = "one";
    change("plan.json", other.dump());
    EXPECT_THAT(refusal(), HasSubstr("damaged"));

    change("plan.json", plan);
    change("00.cubin", code + "x");
    EXPECT_THAT(refusal(), HasSubstr("00.cubin"));
    std::filesystem::remove(folder_.path("bundle/00.cubin"));
    EXPECT_THAT(refusal(), HasSubstr("00.cubin"));
}

TEST_F(BundleTest, CannotBeWrittenWhereAFileIs) {
    std::ofstream(folder_.path("bundle")) << "in the way";
    const Status ok = write_bundle({}, path());
    ASSERT_FALSE(ok);
    EXPECT_EQ(ok.error().kind, ErrorKind::kOutput);
}

TEST_F(BundleTest, RunsInAProcessOfItsOwn) {
    write();
    for (const char* words : {"", "deferred"}) {
        const Ran ran = runner(path() + " --check --time 2", words);
        ASSERT_EQ(ran.code, 0) << ran.text;
        const json report = report_of(ran);
        EXPECT_TRUE(report.at("check").at("agrees"));
        EXPECT_EQ(report.at("times").at("launches").size(), report.at("bundle").at("launches"));
        EXPECT_GT(report.at("times").at("frame_seconds"), 0.0);
    }
    const Ran device = runner("--devices --bandwidth 1");
    ASSERT_EQ(device.code, 0) << device.text;
    EXPECT_EQ(report_of(device).at("devices").at(0).at("capability"), 90);
    EXPECT_GT(report_of(device).at("copy_bytes_per_second"), 0.0);
}

TEST_F(BundleTest, DifferencesAreFound) {
    Bundle bundle = write();
    bundle.expected->hashes[0][2] ^= 1;
    ASSERT_TRUE(write_bundle(bundle, path()));
    const Ran ran = runner(path() + " --check");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(report_of(ran).at("check").at("differing_bands"),
              json::array({"output 0, rows 16 to 23"}));
    // Compared with itself it is the same, whatever the hashes say.
    const Ran same = runner(path() + " --compare " + path());
    EXPECT_EQ(same.code, 0) << same.text;
    EXPECT_EQ(report_of(same).at("compare").at("outliers"), 0.0);
}

TEST_F(BundleTest, TakesAndGivesRawPictures) {
    const Bundle bundle = write();
    const Rect domain = bundle.launches.inputs[0].shape.domain;
    const Graph graph = find_effect("degrain")->build();
    const Planning p{.domain = domain};
    const std::vector<Picture> inputs = test_inputs(graph, p, 9);
    const std::vector<Picture> expected = reference_outputs(graph, p, inputs);
    {
        std::ofstream stream(folder_.path("in.raw"), std::ios::binary);
        for (int plane = 0; plane < 3; ++plane)
            for (int y = domain.y0; y < domain.y1; ++y)
                stream.write(reinterpret_cast<const char*>(inputs[0].row(y, plane)),
                             static_cast<std::streamsize>(sizeof(float)) * domain.width());
    }
    const std::string in = folder_.path("in.raw"), out = folder_.path("out.raw");
    const Ran ran = runner(path() + " -i " + in + " -o " + out);
    ASSERT_EQ(ran.code, 0) << ran.text;
    std::vector<Picture> got = blank_like(expected);
    std::ifstream stream(out, std::ios::binary);
    for (int plane = 0; plane < 3; ++plane)
        for (int y = domain.y0; y < domain.y1; ++y)
            stream.read(reinterpret_cast<char*>(got[0].row(y, plane)),
                        static_cast<std::streamsize>(sizeof(float)) * domain.width());
    ASSERT_TRUE(stream);
    EXPECT_EQ(difference(got, expected), "");

    std::ofstream(in, std::ios::binary | std::ios::app) << "more";
    const Ran refused = runner(path() + " -i " + in);
    EXPECT_EQ(refused.code, 4);
    EXPECT_THAT(refused.text, HasSubstr("expected"));
}

TEST_F(BundleTest, ExitCodesSayWhatWentWrong) {
    EXPECT_EQ(runner("").code, 2);
    EXPECT_EQ(runner("--no-such-flag").code, 2);
    EXPECT_EQ(runner("/nowhere").code, 4);
    EXPECT_EQ(runner("--help").code, 0);
    Bundle bundle = write();
    EXPECT_EQ(runner(path(), "devices=0").code, 8);
    EXPECT_EQ(runner(path(), "version=11000").code, 8);
    EXPECT_EQ(runner(path(), "lose_at=60").code, 8);
    EXPECT_EQ(runner(path(), "memory=1000").code, 7);
    bundle.launches.capability = 80;
    ASSERT_TRUE(write_bundle(bundle, path()));
    const Ran other = runner(path());
    EXPECT_EQ(other.code, 8);
    EXPECT_THAT(other.text, HasSubstr("the bundle is for compute capability 8.0"));
}

TEST_F(BundleTest, TheBenchmarkMeasuresAndJudges) {
    Bundle bundle = write();
    put_benchmark(
        "degrain\tstrict\town\tsyntax-directed\tbundle\tbundle\t\t\n"
        "degrain\tstrict\town\teverything\tbundle\tbundle\t\t\n"
        "degrain\tfast\town\teverything\tbundle\tbundle\t\t\n");
    const Ran ran = run_command(benchmark_command());
    ASSERT_EQ(ran.code, 0) << ran.text;
    const json good = results();
    ASSERT_EQ(good.at("experiments").size(), 2u);
    for (const json& experiment : good.at("experiments"))
        for (const json& step : experiment.at("steps")) {
            EXPECT_TRUE(step.at("right"));
            EXPECT_GT(step.at("frame_seconds"), 0.0);
            EXPECT_GT(step.at("floor_seconds"), 0.0);
        }
    const std::string svg = plot("ablation.svg");
    EXPECT_THAT(svg, HasSubstr("<polyline"));
    EXPECT_THAT(svg, HasSubstr("everything: "));
    EXPECT_THAT(svg, HasSubstr("</svg>"));

    bundle.expected->hashes[0][0] ^= 1;
    ASSERT_TRUE(write_bundle(bundle, path()));
    const Ran wrong = run_command(benchmark_command());
    EXPECT_EQ(wrong.code, 1) << wrong.text;
    EXPECT_THAT(wrong.text, HasSubstr("1 of 3 results are right"));
    EXPECT_FALSE(results().at("experiments").at(0).at("steps").at(0).at("right"));

    // Without a device it says so, and measures nothing.
    const Ran none = run_command("WEFT_FAKE_DRIVER=devices=0 " + benchmark_command());
    EXPECT_EQ(none.code, 1);
    EXPECT_THAT(none.text, HasSubstr("no CUDA device"));
}

/// Plans side by side: those that came out the same run once, one that does not fit says why, and
/// the model's order is held against the clock's.
TEST_F(BundleTest, TheBenchmarkComparesPlans) {
    const Bundle bundle = write();
    put_benchmark(
        "degrain\tstrict\tfusion\tunfused\tbundle\tbundle\t0.5\t\n"
        "degrain\tstrict\tfusion\tgreedy\t\t\t\tneeds <9> KB\n"
        "degrain\tstrict\tfusion\tauto\tbundle\tbundle\t0.5\t\n"
        "degrain\tstrict\tborders\tauto\tbundle\tbundle\t0.5\t\n");
    const Ran ran = run_command(benchmark_command());
    ASSERT_EQ(ran.code, 0) << ran.text;
    EXPECT_THAT(ran.text, HasSubstr("auto takes 1.000 times as long as the fastest"));
    EXPECT_THAT(ran.text, HasSubstr("the model's order of 1 plans"));
    const json got = results();
    ASSERT_EQ(got.at("experiments").size(), 2u);
    const json& fusion = got.at("experiments").at(0);
    EXPECT_EQ(fusion.at("auto_over_fastest"), 1.0);
    const json& steps = fusion.at("steps");
    EXPECT_EQ(steps.at(0).at("frame_seconds"), steps.at(2).at("frame_seconds")) << "measured once";
    EXPECT_EQ(steps.at(1).at("planned"), false);
    EXPECT_EQ(steps.at(1).at("error"), "needs <9> KB");
    EXPECT_EQ(steps.at(0).at("modelled_seconds"), 0.5e-3);
    double bytes = 0;
    for (const auto* ports : {&bundle.launches.inputs, &bundle.launches.outputs})
        for (const PicturePort& port : *ports)
            bytes += 4.0 * static_cast<double>(port.shape.domain.area()) * port.shape.planes;
    EXPECT_DOUBLE_EQ(steps.at(0).at("picture_floor_seconds").get<double>(),
                     bytes / got.at("copy_bytes_per_second").get<double>());
    EXPECT_EQ(got.at("rank_correlation").at("plans"), 1);
    EXPECT_TRUE(got.at("rank_correlation").at("all plans").is_null()) << "one plan has no order";
    const std::string svg = plot("plans.svg");
    EXPECT_THAT(svg, HasSubstr("degrain: fusion"));
    EXPECT_THAT(svg, HasSubstr("<rect x="));
    EXPECT_THAT(svg, HasSubstr("needs &lt;9&gt; KB"));
    EXPECT_THAT(svg, HasSubstr("</svg>"));
}

/// Lines that are not to be timed are judged all the same, and only what is wrong is printed.
TEST_F(BundleTest, TheBenchmarkChecksWithoutTimes) {
    Bundle bundle = write();
    put_benchmark(
        "degrain\tstrict\tcheck\tauto\tbundle\tbundle\t\t\tno\n"
        "degrain\tfast\tcheck\tfast\tbundle\tbundle\t\t\tno\n"
        "degrain\tstrict\tcheck\tstream\t\t\t\tno stage streams\tno\n");
    const Ran ran = run_command(benchmark_command());
    ASSERT_EQ(ran.code, 0) << ran.text;
    EXPECT_THAT(ran.text, Not(HasSubstr("degrain")));
    EXPECT_THAT(ran.text, HasSubstr("3 of 3 results are right"));
    const json step = results().at("experiments").at(0).at("steps").at(0);
    EXPECT_TRUE(step.at("right"));
    EXPECT_FALSE(step.contains("frame_seconds"));

    bundle.expected->hashes[0][0] ^= 1;
    ASSERT_TRUE(write_bundle(bundle, path()));
    const Ran wrong = run_command(benchmark_command());
    EXPECT_EQ(wrong.code, 1);
    EXPECT_THAT(wrong.text, HasSubstr("  auto                       WRONG"));
    EXPECT_THAT(wrong.text, HasSubstr("2 of 3 results are right; wrong: bundle"));
}

/// Results of papers stand beside ours: pairs of plans, checked, or why there is none.
TEST_F(BundleTest, TheBenchmarkHoldsPapersBesideOurs) {
    Bundle bundle = write();
    put_benchmark("");
    std::filesystem::create_directory(folder_.path("papers"));
    const auto table = [&](const char* name, const char* text) {
        write_text(folder_.path(std::string("papers/") + name), text);
    };
    table("target", "sm_90\n");
    table("programs.tsv", "a\tgrain\tdegrain\t3\t40x33\t-\t-\n");
    table("ways.tsv",
          "a\tnew\t--fusion auto\there\t-\n"
          "a\told\t--fusion none\there\t-\n"
          "a\tlarge\t--fusion dp\there\t-\n");
    table("results.tsv",
          "a\ttable 1\tgrain\town\t-\tcc-1.0\tnew\told\tone\tspeedup\t1.75\n"
          "a\ttable 1\tgrain\town\t-\tcc-1.0\tlarge\told\tone\tspeedup\t3.5\n");
    table("modelled.tsv",
          "target\tplan\tmicroseconds\toccupancy\twhy_not\n"
          "cc-1.0\tdegrain 40x33 3 - --fusion auto\t2.0\t50\t\n"
          "cc-1.0\tdegrain 40x33 3 - --fusion none\t3.0\t50\t\n");
    table("plans.tsv",
          "plan\tgroup\tpath\tmath\tstrict\twhy_not\n"
          "degrain 40x33 3 - --fusion auto\tdegrain 40x33 3 -\tbundle\tstrict\t\t\n"
          "degrain 40x33 3 - --fusion none\tdegrain 40x33 3 -\tbundle\tstrict\t\t\n"
          "degrain 40x33 3 - --fusion dp\tdegrain 40x33 3 -\t\tstrict\t\tneeds 9 KB\n");
    const Ran ran = run_command(benchmark_command());
    ASSERT_EQ(ran.code, 0) << ran.text;
    EXPECT_THAT(ran.text, testing::ContainsRegex("new / old +1.75 +1.50 +- +1.00\n"));
    EXPECT_THAT(ran.text, testing::ContainsRegex("large / old +3.5 +- +- +not measured +"));
    EXPECT_THAT(ran.text, HasSubstr("1 of 1 bundles are measured and right"));
    EXPECT_EQ(read_text(folder_.path("results/papers.txt")), ran.text);

    const Ran late = run_command("WEFT_BENCH_SECONDS=0 " + benchmark_command());
    EXPECT_EQ(late.code, 1) << "it could not even ask for the device";
    EXPECT_THAT(late.text, HasSubstr("no time was left"));

    bundle.expected->hashes[0][0] ^= 1;
    ASSERT_TRUE(write_bundle(bundle, path()));
    const Ran wrong = run_command(benchmark_command());
    EXPECT_EQ(wrong.code, 1);
    EXPECT_THAT(wrong.text, HasSubstr("0 of 1 bundles are measured and right"));
    EXPECT_THAT(wrong.text, HasSubstr("  bundle: WRONG: its pixels are not the reference's"));
}

/// What is allowed runs out: nothing runs any longer, and what was not measured counts as not
/// right.
TEST_F(BundleTest, TheBenchmarkStopsInTime) {
    write();
    put_benchmark("degrain\tstrict\tfusion\tauto\tbundle\tbundle\t0.5\t\n");
    const Ran none = run_command("WEFT_BENCH_SECONDS=0 " + benchmark_command());
    EXPECT_EQ(none.code, 1);
    EXPECT_THAT(none.text, HasSubstr("no time was left"));
    // A runner that never comes back is stopped, and the rest goes on.
    std::filesystem::remove(folder_.path("weft-run"));
    std::ofstream(folder_.path("weft-run"))
        << "#!/bin/bash\n[[ $1 == --devices ]] || sleep 60\n"
           "echo '{\"devices\": [{\"name\": \"slow\"}], \"copy_bytes_per_second\": 1e9}'\n";
    std::filesystem::permissions(folder_.path("weft-run"), std::filesystem::perms::owner_all);
    const Ran slow = run_command("WEFT_BENCH_BUNDLE_SECONDS=2 " + benchmark_command());
    EXPECT_EQ(slow.code, 1);
    EXPECT_THAT(slow.text, HasSubstr("it was stopped after 2 s"));
    EXPECT_THAT(slow.text, HasSubstr("0 of 1 results are right"));
}

TEST_F(BundleTest, TheRunnerNeedsTheCLibraryAlone) {
    const Ran ran = run_command("ldd " WEFT_RUN_PATH);
    ASSERT_EQ(ran.code, 0) << ran.text;
    if (ran.text.find("libasan") != std::string::npos ||
        ran.text.find("libtsan") != std::string::npos)
        GTEST_SKIP() << "[SKIP] sanitizers need libraries of their own";
    std::istringstream lines(ran.text);
    for (std::string line; std::getline(lines, line);) {
        bool allowed = false;
        for (const char* name : {"linux-vdso", "ld-linux", "libc.so", "libm.so", "libdl.so",
                                 "libpthread.so", "librt.so"})
            allowed = allowed || line.find(name) != std::string::npos;
        EXPECT_TRUE(allowed) << line;
    }
}

TEST(Synthetic, PicturesAreTheSameEverywhere) {
    const Picture picture = synthetic_picture({0, 0, 100, 70}, 2, 1);
    for (int y = 0; y < 70; ++y)
        for (int x = 0; x < 100; ++x) {
            ASSERT_GE(picture.at(x, y, 1), 0.0f);
            ASSERT_LT(picture.at(x, y, 1), 1.0f);
        }
    // The values of this project's first machine.
    EXPECT_EQ(band_hashes(picture, 64),
              (std::vector<std::uint64_t>{0xf5e9b86686b2cb48, 0xe60e511d488868d6}));
    EXPECT_NE(band_hashes(synthetic_picture({0, 0, 100, 70}, 2, 2), 64), band_hashes(picture, 64));
    EXPECT_EQ(band_hashes(synthetic_picture({9, -4, 109, 66}, 2, 1), 64), band_hashes(picture, 64))
        << "a picture does not depend on where it lies";
}

TEST(Synthetic, EveryNanCountsAsTheSame) {
    Picture a({0, 0, 3, 3}, 1), b({0, 0, 3, 3}, 1);
    a.at(1, 1, 0) = std::numeric_limits<float>::quiet_NaN();
    b.at(1, 1, 0) = -std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(band_hashes(a, 2), band_hashes(b, 2));
    b.at(1, 1, 0) = 0;
    EXPECT_NE(band_hashes(a, 2), band_hashes(b, 2));
    EXPECT_EQ(band_hashes(a, 2).size(), 2u);
}

}  // namespace
}  // namespace weft::test
