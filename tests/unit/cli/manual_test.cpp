// Manual pages: complete for everything there is, and laid out in lines.
#include "manual/manual.h"

#include <gtest/gtest.h>

#include "cli/command_session.h"
#include "effects/builtin.h"
#include "plan/functor_text.h"

namespace weft {
namespace {

TEST(Manual, IsCompleteForEverything) {
    const Library library = builtin_library();
    Engine engine({});
    std::vector<std::string> names = library.names();
    for (const Effect& effect : builtin_effects()) names.push_back(effect.name);
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const Result<Graph> graph = find_graph(name, library);
        ASSERT_TRUE(graph) << graph.error().message;
        const Manual manual = manual_of(*graph, library, engine);
        EXPECT_EQ(manual.name, name);
        EXPECT_FALSE(manual.inputs.empty());
        EXPECT_EQ(manual.inputs.front() == "no picture", graph->inputs.empty());
        EXPECT_FALSE(manual.outputs.empty());
        for (const std::string& text : {manual.text, manual.reads, manual.cost})
            EXPECT_NE(text, "");
        EXPECT_EQ(manual.settings.size(), graph->controls.size());
        for (const Setting& s : manual.settings)
            for (const std::string& text : {s.name, s.label, s.type, s.takes, s.help})
                EXPECT_NE(text, "") << s.name;
    }
}

TEST(Manual, SumsReachAndCostOverTheGraph) {
    const Library library = builtin_library();
    Engine engine({});
    const auto page = [&](const char* name) {
        return manual_of(*find_graph(name, library), library, engine);
    };
    // Each plane is multiplied once.
    EXPECT_EQ(page("Gain").cost, "3 operations a pixel of 3 planes");
    EXPECT_EQ(page("Gain").reads, "the pixel itself");
    EXPECT_EQ(page("Unpremultiply").text, functor_text(library, "Unpremultiply"));
    EXPECT_EQ(page("UnsharpMask").inputs,
              (std::vector<std::string>{"input", "grey (one plane)", "blurred (one plane)"}));
    // Two boxes of three by one, then one by three.
    EXPECT_EQ(page("blur-3x3").reads,
              "up to 1 pixel left and right, 1 pixel above and below; at borders: clamp");
    // Four levels of 1, 2, 4 and 8 pixels along each axis.
    EXPECT_EQ(page("degrain").reads,
              "up to 15 pixels left and right, 15 pixels above and below; at borders: clamp");
}

TEST(Manual, ShowsWhatCanBeSet) {
    Manual manual;
    manual.name = "Tint";
    manual.text = "Colours a picture.";
    manual.inputs = {"a", "b"};
    manual.outputs = {"output"};
    manual.reads = "the pixel itself";
    manual.settings = {{"mix", "Mix", "float", "1.0", "a number from 0 to 1", "Fades | in."}};
    EXPECT_EQ(to_text(manual),
              "Tint\n"
              "  Colours a picture.\n"
              "\n"
              "  takes  a, b\n"
              "  gives  output\n"
              "  reads  the pixel itself\n"
              "\n"
              "To set, by --set NAME=VALUE:\n"
              "\n"
              "  mix  (Mix)\n"
              "      Fades | in.\n"
              "      a number from 0 to 1; 1.0 if not set\n");
    EXPECT_EQ(to_markdown(manual),
              "### Tint\n"
              "\n"
              "Colours a picture.\n"
              "\n"
              "- takes a, b\n"
              "- gives output\n"
              "- reads the pixel itself\n"
              "\n"
              "| name | label | default | takes | meaning |\n"
              "|---|---|---|---|---|\n"
              "| mix | Mix | 1.0 | a number from 0 to 1 | Fades \\| in. |\n");
}

TEST(Manual, WrapsAtWords) {
    EXPECT_EQ(wrap("", 2), "");
    EXPECT_EQ(wrap("one two  three", 2, 9), "  one two\n  three\n");
    EXPECT_EQ(wrap("one two three", 0, 7), "one two\nthree\n");
    EXPECT_EQ(wrap("incomprehensible to me", 1, 5), " incomprehensible\n to\n me\n");
}

}  // namespace
}  // namespace weft
