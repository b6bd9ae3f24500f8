// Documents that name what they read and write: weft render and weft info on them.
#include <filesystem>

#include "sequence_fixture.h"

namespace weft::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// A folder "shot" with a document that reads in.####.exr beside it and has two outputs with files,
/// "bright" and "dark", and a third, "spare", without.
class FilesCommand : public Sequence {
  protected:
    FilesCommand() {
        std::filesystem::create_directory(folder.path("shot"));
        write_text(document(), R"({
          "weft": 2, "name": "grades", "inputs": [
            {"name": "plate", "file": "../in.####.exr", "missing": "nearest"}],
          "nodes": [
            {"id": 0, "name": "up", "functor": "Gain", "inputs": {"Input": {"input": "plate"}},
             "parameters": {"gain": 2}},
            {"id": 1, "name": "down", "functor": "Gain", "inputs": {"Input": {"input": "plate"}},
             "parameters": {"gain": 0.5}}],
          "outputs": [
            {"name": "bright", "node": 0, "output": "Output", "file": "bright.####.exr"},
            {"name": "dark", "node": 1, "output": "Output", "file": "dark.####.exr"},
            {"name": "spare", "node": 1, "output": "Output"}]})");
    }
    std::string document() const { return folder.path("shot/grades.weft"); }
    /// What is in the folder of the document, beside it.
    std::vector<std::string> made() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path("shot")))
            if (entry.path().extension() != ".weft") names.push_back(entry.path().filename());
        std::sort(names.begin(), names.end());
        return names;
    }
    Outcome render_document(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"render", document(), "--device", "reference"});
        return run_weft(arguments);
    }
    float first_value(const std::string& path) const { return read_picture(path).values[0]; }
};

TEST_F(FilesCommand, ReadsAndWritesWhatTheDocumentNames) {
    write_inputs(1, 2);
    const Outcome outcome = render_document({"-F", "1-2"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(made(), testing::ElementsAre("bright.0001.exr", "bright.0002.exr", "dark.0001.exr",
                                             "dark.0002.exr"));
    EXPECT_THAT(outcome.err, HasSubstr("spare is not written"));
    EXPECT_FLOAT_EQ(first_value(folder.path("shot/bright.0002.exr")), 2 * first_value(input(2)));
    EXPECT_FLOAT_EQ(first_value(folder.path("shot/dark.0002.exr")), first_value(input(2)) / 2);
}

TEST_F(FilesCommand, RendersSomeOfTheWritesByName) {
    write_inputs(1, 1);
    const Outcome outcome = render_document({"-F", "1", "-X", "dark"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(made(), testing::ElementsAre("dark.0001.exr"));
    expect_error(folder, {"render", document(), "-F", "1", "-X", "dark", "-X", "spare"}, kUsage,
                 {"where to write spare of grades", "-o"});
}

TEST_F(FilesCommand, PathsOfTheCommandComeFirst) {
    write_inputs(1, 3);
    const Outcome outcome = render_document({"-i", input(3), "-o", "dark=" + output(1), "-o",
                                             "bright=" + output(2), "-o", "spare=" + output(3)});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(made(), testing::IsEmpty());
    EXPECT_FLOAT_EQ(first_value(output(2)), 2 * first_value(input(3)));
}

TEST_F(FilesCommand, AMissingFrameIsTheNearestWhereTheDocumentSaysSo) {
    write_inputs(1, 1);
    write_inputs(4, 4);
    const Outcome outcome = render_document({"-F", "2-3", "-X", "dark"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FLOAT_EQ(first_value(folder.path("shot/dark.0002.exr")), first_value(input(1)) / 2);
    EXPECT_FLOAT_EQ(first_value(folder.path("shot/dark.0003.exr")), first_value(input(4)) / 2);
    // A path of the command's own is as it stands.
    EXPECT_NE(render_document({"-F", "2", "-X", "dark", "-i", folder.path("in.####.exr")}).code, 0);
}

/// What an editor saved, or a farm is handed: the frames stand in the document.
TEST_F(FilesCommand, FramesAreTheTimelinesWhereTheDocumentWritesSequences) {
    write_inputs(1, 4);
    std::string text = read_text(document());
    text.back() = ',';
    write_text(document(), text + R"("editor": {"timeline": {"frames": [2, 3], "play": [2, 3],
                                                             "rate": 24}}})");
    const Outcome outcome = render_document({});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(made(), testing::ElementsAre("bright.0002.exr", "bright.0003.exr", "dark.0002.exr",
                                             "dark.0003.exr"));
    EXPECT_THAT(outcome.err, HasSubstr("note: frames 2-3, the timeline of " + document()));
    // By name it goes with what is for frames; other frames and single pictures are asked for.
    const Outcome share = render_document({"-F", "timeline", "--chunk", "2/2", "-n"});
    ASSERT_EQ(share.code, 0) << share.err;
    EXPECT_THAT(share.out, HasSubstr("1 of 1 frames"));
    EXPECT_EQ(render_document({"-F", "4", "-X", "dark"}).code, 0);
    EXPECT_THAT(made(), Contains("dark.0004.exr"));
    const Outcome still = render_document({"-X", "dark", "-i", input(1), "-o", output(9)});
    ASSERT_EQ(still.code, 0) << still.err;
    EXPECT_THAT(still.err, Not(HasSubstr("timeline")));
}

TEST_F(FilesCommand, WithoutATimelineFramesHaveToBeNamed) {
    write_inputs(1, 1);
    expect_error(folder, {"render", document()}, kUsage, {"has a place for frames", "-F"});
    expect_error(folder, {"render", document(), "-F", "timeline"}, kUsage,
                 {"has no timeline", "-F 1-100"});
    expect_error(folder, {"render", "Gain", "-i", input(1), "-o", output(1), "-F", "timeline"},
                 kUsage, {"'Gain' is none", "-F all"});
}

TEST_F(FilesCommand, InfoTellsThem) {
    const Outcome outcome = run_weft({"info", document()});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("in.####.exr"));
    EXPECT_THAT(outcome.out, HasSubstr("nearest of missing frames"));
    EXPECT_THAT(outcome.out, HasSubstr("shot/bright.####.exr"));
    EXPECT_THAT(run_weft({"info", "Gain"}).out, Not(HasSubstr("Files:")));
}

TEST_F(FilesCommand, WithoutFilesAnOutputNeedsAPath) {
    write_inputs(1, 1);
    expect_error(folder, {"render", "Gain", "-i", input(1)}, kUsage,
                 {"where to write output of Gain", "-o"});
}

}  // namespace
}  // namespace weft::test
