// The summary as text and JSON.
#include "cli/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace weft {
namespace {

RenderReport sample() {
    RenderReport r;
    r.effect = "degrain";
    r.threads = 2;
    r.computation = {"cpu", 1, 0};
    r.outputs = {{"out \"1\".exr", {-1, 2, 9, 7}, 3, SampleFormat::kHalf}};
    r.seconds = {0.25, 0.5, 0.002, 0.125};
    r.notes = {"a note\nof two lines"};
    return r;
}

TEST(Report, TextIsOneLine) {
    EXPECT_EQ(to_text(sample()),
              "out \"1\".exr (10x5, 3 channels, half): degrain on cpu, 2 threads, 1 kernel, 877 ms "
              "(read 250 ms, prepare 500 ms, run 2.0 ms, write 125 ms)");
}

TEST(Report, JsonSaysTheSame) {
    const std::string text = to_json(sample());
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const auto json = nlohmann::json::parse(text);
    EXPECT_EQ(json["outputs"][0]["path"], "out \"1\".exr");
    EXPECT_EQ(json["outputs"][0]["window"], (std::vector<int>{-1, 2, 10, 5}));
    EXPECT_EQ(json["kernels"], 1);
    EXPECT_EQ(json["seconds"]["read"], 0.25);
    EXPECT_EQ(json["notes"][0], "a note\nof two lines");
}

TEST(Report, PathsNeedNotBeUnicode) {
    RenderReport r = sample();
    r.outputs[0].path = "\xff.exr";
    EXPECT_TRUE(nlohmann::json::accept(to_json(r)));
}

}  // namespace
}  // namespace weft
