// weft list, info, explain, emit, help: what they say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_weft.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

std::string said(const std::vector<std::string>& arguments) {
    const Outcome outcome = run_weft(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
}

TEST(InfoCommand, ListsWhatThereIs) {
    const std::string all = said({"list"});
    for (const char* name :
         {"degrain", "unsharp-halide", "DWT1D", "BoxBlur", "cpu", "reference", "fuse"})
        EXPECT_THAT(all, HasSubstr(name));
    EXPECT_THAT(said({"list", "effects", "--markdown"}), HasSubstr("| degrain |"));
    EXPECT_THAT(said({"list", "parameters", "degrain"}), HasSubstr("level1/dwt1d1.radius"));
}

TEST(InfoCommand, DescribesEffects) {
    EXPECT_THAT(said({"info", "degrain"}), HasSubstr("threshold"));
    EXPECT_THAT(said({"info", "DWT1D"}), HasSubstr("from 1 to 256"));
    EXPECT_THAT(said({"info", "degrain"}), HasSubstr("intermediates bounded"));
}

TEST(InfoCommand, WritesEffectsAsDocuments) {
    ScratchFolder folder;
    const std::string text = said({"info", "night", "--document"});
    write_text(folder.path("night.weft"), text);
    EXPECT_EQ(said({"info", folder.path("night.weft"), "--document"}), text);
    const auto graph = [](const std::string& page) { return page.substr(page.find("Graph, ")); };
    EXPECT_EQ(graph(said({"info", folder.path("night.weft")})), graph(said({"info", "night"})));

    const Outcome picture = run_weft({"info", "plate.exr", "--document"});
    EXPECT_EQ(picture.code, 2);
    EXPECT_THAT(picture.err, HasSubstr("--document is for effects, and 'plate.exr' is a picture"));
}

/// Words of built-in functors stand in a table, those of others above their class.
TEST(InfoCommand, SaysWhatAFunctorIsFoundBy) {
    EXPECT_THAT(said({"info", "HueRotation"}),
                HasSubstr("found  in Colour as Hue shift, by hue rotate"));
    ScratchFolder folder;
    write_text(folder.path("lines.h"), R"(#pragma once
#include "core/functor.h"
/// Darkens rows. They are even.
///
/// @title Scan lines
/// @category Old screens
/// @also Television, inter lace
class Lines : public weft::Functor<Lines, weft::eParallel> {
    weft::Indexer<weft::eInput, weft::eComponent> Input;
    weft::Indexer<weft::eOutput, weft::eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() { Output() = Y() % 2 == 0 ? Input() : 0.0f; }
};
)");
    const std::string page = said({"info", "Lines", "--functors", folder.path("lines.h")});
    EXPECT_THAT(page, HasSubstr("Lines\n  Darkens rows. They are even.\n"));
    EXPECT_THAT(page, HasSubstr("found  in Old screens as Scan lines, by television, inter lace"));
    EXPECT_THAT(page, testing::Not(HasSubstr("@")));
}

TEST(InfoCommand, WritesTheManual) {
    const std::string page = said({"info", "Grade"});
    for (const char* part : {"White and black points closer than 1e-6", "reads  the pixel itself",
                             "costs  ", "\n  white-point  (White point)\n", "1.0 if not set"})
        EXPECT_THAT(page, HasSubstr(part));
    EXPECT_THAT(page, testing::Not(HasSubstr("Graph")));
    EXPECT_THAT(said({"info", "gaussian-blur"}),
                HasSubstr("reads  up to 9 pixels left and right, 9 pixels above and below"));
    // Composed through all resolutions: nine levels, each read around half of a place.
    EXPECT_THAT(said({"info", "interpolate"}),
                HasSubstr("reads  up to 2044 pixels left and right, 2044 pixels above and below"));
    EXPECT_THAT(said({"info", "box-blur"}),
                HasSubstr("averages begin up to 63 pixels farther left, 63 pixels farther above"));
    const std::string pages = said({"list", "--markdown"});
    for (const char* part : {"\n### glow\n", "\n### Merge\n", "| operation | Operation | over |"})
        EXPECT_THAT(pages, HasSubstr(part));
    EXPECT_THAT(said({"list", "devices", "--markdown"}), testing::Not(HasSubstr("###")));
}

TEST(InfoCommand, AsksForAllThatExamplesNeed) {
    ScratchFolder folder;
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"list", "--markdown", "--plate", "plate.exr"},
          {"list", "--markdown", "--pictures", folder.path("p")},
          {"list", "--pictures", folder.path("p"), "--plate", "plate.exr"}}) {
        const Outcome outcome = run_weft(arguments);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_THAT(outcome.err, HasSubstr("examples need --markdown"));
    }
    const Outcome none = run_weft(
        {"list", "--markdown", "--pictures", folder.path("p"), "--plate", folder.path("none.exr")});
    EXPECT_NE(none.code, 0);
    EXPECT_THAT(none.err, HasSubstr("none.exr"));
    EXPECT_EQ(none.out, "");
}

TEST(InfoCommand, DescribesPictures) {
    ScratchFolder folder;
    OIIO::ImageSpec spec(12, 7, 3, OIIO::TypeDesc::UINT16);
    spec.attribute("Artist", "nobody");
    write_picture(folder.path("a.png"), spec);
    const std::string text = said({"info", folder.path("a.png"), "--metadata"});
    EXPECT_THAT(text, HasSubstr("png picture"));
    EXPECT_THAT(text, HasSubstr("12x7"));
    EXPECT_THAT(text, HasSubstr("uint16"));
    EXPECT_THAT(text, HasSubstr("nobody"));
}

TEST(InfoCommand, ExplainsAndEmits) {
    EXPECT_NE(said({"explain", "unsharp-halide", "--size", "640x480"}), "");
    EXPECT_THAT(said({"emit", "unsharp-halide", "--size", "640x480"}), HasSubstr("weft"));
    EXPECT_THAT(said({"explain", "unsharp-halide", "--size", "64x48"}),
                HasSubstr("intermediates bounded"));
    for (const char* device : {"cpu", "simt"})
        EXPECT_THAT(said({"explain", "unsharp-halide", "--size", "64x48", "--device", device,
                          "--intermediates", "unbounded"}),
                    HasSubstr("intermediates unbounded"));
}

/// Kernels are kept by their text, and compiled once for pictures of three and of four planes.
TEST(InfoCommand, EmitsOneTextForAnyNumberOfPlanes) {
    const auto emitted = [](const std::string& functor, const char* channels, const char* device) {
        return said(
            {"emit", functor, "--channels", channels, "--device", device, "--kernels-only"});
    };
    for (const char* device : {"cpu", "simt"}) {
        EXPECT_EQ(emitted("Square", "3", device), emitted("Square", "5", device));
        EXPECT_NE(emitted("Luminance", "3", device), emitted("Luminance", "5", device));
    }
}

TEST(InfoCommand, ComparesAndDraws) {
    const std::string table =
        said({"explain", "unsharp-hipacc", "--size", "65x47", "--target", "sm_90", "--compare"});
    for (const char* row : {"  none    -", "mincut  block", "basic   block", "dp      warp",
                            "greedy  block", "auto    auto", "least time by the model"})
        EXPECT_THAT(table, HasSubstr(row));
    const std::string warps = said({"explain", "unsharp-hipacc", "--size", "65x47", "--target",
                                    "sm_90", "--compare", "--tile", "warp"});
    EXPECT_THAT(warps, testing::Not(HasSubstr("mincut  block")));
    EXPECT_THAT(said({"explain", "night", "--size", "65x47", "--dot"}),
                HasSubstr("digraph \"night\" {"));
    EXPECT_THAT(said({"explain", "night", "--size", "65x47", "--dot", "--target", "sm_90"}),
                HasSubstr("for sm_90"));
    EXPECT_THAT(said({"explain", "--help"}), HasSubstr("dot -Tsvg"));
}

/// Paper: kernel-fusion, figure 3f, under the paper's rules and its costs.
TEST(InfoCommand, ExplainsThePapersPartitionOfHarris) {
    const auto explained = [](std::vector<std::string> more) {
        std::vector<std::string> words{"explain",  "harris", "--size",   "64x64",
                                       "--target", "sm_90",  "--fusion", "mincut"};
        words.insert(words.end(), more.begin(), more.end());
        return said(words);
    };
    const std::string paper = explained({"--legality", "paper"});
    EXPECT_THAT(paper, AllOf(HasSubstr("9 stages in 6 kernels"), HasSubstr("sx, gx in"),
                             HasSubstr("sy, gy in"), HasSubstr("sxy, gxy in")));
    EXPECT_THAT(paper, HasSubstr("point-to-local, a weight of "));
    EXPECT_THAT(explained({}), HasSubstr("9 stages in 3 kernels"));
    // A window costs too much, or nothing at all.
    EXPECT_THAT(explained({"--legality", "paper", "--fusion-cost", "alu=100"}),
                HasSubstr("9 stages in 9 kernels"));
    // Shared memory of three windows of three, and as wide as they are.
    EXPECT_NE(explained({"--max-shared-growth", "9"}), explained({}));
}

TEST(InfoCommand, ExplainTellsWhatEachPassDid) {
    const std::vector<std::string> night{"explain", "night", "--size", "65x47"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), night.begin(), night.end());
        return said(more);
    };
    EXPECT_THAT(with({"--passes"}), AllOf(HasSubstr("fuse "), HasSubstr(" ms  kernels 0 -> 1"),
                                          HasSubstr("changed nothing: forward, cull")));
    EXPECT_THAT(with({"--passes", "--target", "sm_90"}),
                AllOf(HasSubstr("launch "), HasSubstr("bytes of the arena 0 -> ")));
    // A plan has what passes up to there decide, and nothing of what later ones do.
    EXPECT_THAT(with({"--after", "fuse"}),
                AllOf(HasSubstr("kernels\n"), Not(HasSubstr("line buffer"))));
    EXPECT_THAT(with({"--after", "lower"}),
                AllOf(HasSubstr("line buffer 0: "), Not(HasSubstr("rows of"))));
    EXPECT_THAT(with({"--after", "tile"}), HasSubstr("rows of"));
    EXPECT_THAT(with({"--after", "shape", "--target", "sm_90"}), HasSubstr("a grid of"));
}

TEST(InfoCommand, Helps) {
    EXPECT_THAT(said({"--help"}), HasSubstr("weft render degrain"));
    EXPECT_THAT(said({"render", "--help"}), HasSubstr("--roi"));
    EXPECT_THAT(said({"--version"}), testing::StartsWith("weft "));
}

}  // namespace
}  // namespace weft::test
