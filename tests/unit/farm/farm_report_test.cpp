// What a report says of frames that are not in place.
#include "farm/farm_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace weft {
namespace {

using testing::IsEmpty;

const FarmJob kJob{.title = "degrain, frames 1-20", .folder = "/j b", .tasks = 4};

FrameFinding finding_of(int frame, Standing standing) {
    FrameFinding finding;
    finding.task.frame = frame;
    finding.standing = standing;
    return finding;
}

std::vector<int> frames() {
    std::vector<int> all;
    for (int frame = 1; frame <= 20; ++frame) all.push_back(frame);
    return all;
}

/// All complete, but for those named.
std::vector<FrameFinding> findings(const std::map<int, Standing>& bad,
                                   const std::map<int, std::string>& errors = {}) {
    std::vector<FrameFinding> all;
    for (const int frame : frames()) {
        FrameFinding finding = finding_of(frame, Standing::kComplete);
        if (const auto b = bad.find(frame); b != bad.end()) finding.standing = b->second;
        if (const auto e = errors.find(frame); e != errors.end())
            finding.error = Error{ErrorKind::kInput, e->second};
        all.push_back(finding);
    }
    return all;
}

TEST(FarmReport, AllInPlace) {
    const FarmReport report = make_report(kJob, frames(), findings({}), {}, {});
    EXPECT_EQ(to_text(report), "degrain, frames 1-20: 20 of 20 frames are in place");
    EXPECT_THAT(report.bad, IsEmpty());
}

TEST(FarmReport, ReasonsFromInputsTasksAndLogs) {
    FrameWords words;
    words[{7, ""}] = {"memory\nran out", 2};
    words[{8, ""}] = {"", 2};
    const FarmReport report = make_report(kJob, frames(),
                                          findings({{3, Standing::kMissing},
                                                    {7, Standing::kMissing},
                                                    {8, Standing::kMissing},
                                                    {9, Standing::kMissing},
                                                    {12, Standing::kPlaceholder},
                                                    {14, Standing::kOther},
                                                    {19, Standing::kMissing}},
                                                   {{3, "cannot read 'in.0003.exr': cut short"}}),
                                          words, {{2, "slurmstepd: error: Exceeded memory limit"}});
    EXPECT_EQ(to_text(report),
              "degrain, frames 1-20: 13 of 20 frames are in place\n"
              "  frame 3: missing: cannot read 'in.0003.exr': cut short\n"
              "  frame 7: missing: memory?ran out\n"
              "  frames 8-9: missing: task 2 ended with: slurmstepd: error: Exceeded memory limit\n"
              "  frame 12: placeholder: a placeholder is in its place, and its inputs can be read "
              "now\n"
              "  frame 14: other: what is there was made by other settings or inputs, or is "
              "damaged\n"
              "  frame 19: missing: task 4 has not come to it\n"
              "To render what is not in place, once it is mended: bash '/j b/submit.sh'");
    const auto json = nlohmann::json::parse(to_json(report));
    EXPECT_EQ(json["complete"], 13);
    EXPECT_EQ(json["bad"].size(), 7u);
    EXPECT_EQ(json["bad"][1]["frame"], 7);
    EXPECT_EQ(json["bad"][1]["task"], 2);
    EXPECT_EQ(json["bad"][4]["standing"], "placeholder");
}

TEST(FarmReport, TheLastWordOfAFrameCounts) {
    FrameWords words;
    read_events(R"({"version":1,"event":"start"}
{"version":1,"event":"frame","frame":5,"view":null,"state":"failed","error":{"kind":"memory","message":"no"}}
{"version":1,"event":"frame","frame":6,"view":"left","state":"failed","error":{"kind":"input","message":"bad"}}
{"version":1,"event":"frame","frame":7,"vi
not json
[1,2]
{"version":1,"event":"frame","frame":5,"view":null,"state":"rendered","error":null}
)",
                3, words);
    ASSERT_EQ(words.size(), 2u);
    EXPECT_EQ((words[{5, ""}].error), "");
    EXPECT_EQ((words[{6, "left"}].error), "bad");
    EXPECT_EQ((words[{6, "left"}].task), 3);
}

TEST(FarmReport, LongListsAreCut) {
    std::vector<FrameFinding> all;
    std::vector<int> many;
    for (int frame = 1; frame <= 80; ++frame) {
        many.push_back(frame);
        all.push_back(finding_of(frame, Standing::kMissing));
        all.back().error = Error{ErrorKind::kInput, "reason " + std::to_string(frame)};
    }
    const std::string text = to_text(make_report(kJob, many, all, {}, {}));
    EXPECT_THAT(text, testing::HasSubstr("  frame 50: missing: reason 50\n  and 30 more\n"));
}

}  // namespace
}  // namespace weft
