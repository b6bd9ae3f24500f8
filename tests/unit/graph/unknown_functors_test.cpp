// Documents with functors that nobody knows: opened, kept, saved as they were, and not computed.
#include "graph/unknown_functors.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "graph/document.h"
#include "graph/draft.h"
#include "graph/stand_in_limit.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// grade1 -> sharpen (of Sharpener, which nobody has) -> grade2, as Weft writes it.
constexpr const char* kText = R"({
  "weft": 2,
  "name": "sharp",
  "summary": "",
  "inputs": [
    "input"
  ],
  "optional inputs": [
    {
      "name": "mask",
      "help": "",
      "readers": [
        {"node": 1, "input": "Mask"}
      ],
      "told": [
        {"node": 1, "parameter": "masked"}
      ]
    }
  ],
  "nodes": [
    {
      "id": 0,
      "name": "grade1",
      "functor": "Grade",
      "inputs": {
        "Input": {"input": "input", "border": "clamp"}
      },
      "parameters": {
        "gain": 2.0,
        "steps": 0,
        "invert": false,
        "curve": "linear"
      }
    },
    {
      "id": 1,
      "name": "sharpen",
      "functor": "Sharpener",
      "restart": 64,
      "inputs": {
        "Input": {"node": 0, "output": "Output", "border": "mirror"},
        "Mask": {"input": "input", "border": "constant", "value": 0.5}
      },
      "parameters": {
        "amount": 0.25,
        "mode": "soft",
        "offsets": [[0, 1], [2, -3]],
        "masked": false
      },
      "keyframes": {
        "amount": [[1, 0.25], [100, 2.0, "bezier", {"in": 0.5}]]
      }
    },
    {
      "id": 2,
      "name": "grade2",
      "functor": "Grade",
      "inputs": {
        "Input": {"node": 1, "output": "Sharp", "border": "clamp"}
      },
      "parameters": {
        "gain": 3.0,
        "steps": 0,
        "invert": false,
        "curve": "linear"
      }
    }
  ],
  "outputs": [
    {"name": "output", "node": 2, "output": "Output"},
    {"name": "plain", "node": 0, "output": "Output"}
  ],
  "controls": [
    {
      "name": "gain",
      "label": "Gain",
      "help": "",
      "sets": [
        {"node": 0, "parameter": "gain"}
      ]
    },
    {
      "name": "amount",
      "label": "Amount",
      "help": "",
      "sets": [
        {"node": 1, "parameter": "amount"}
      ]
    }
  ],
  "editor": {}
}
)";

Library library_for(const std::string& text) {
    Library library = sample_library();
    for (const FunctorType* type : stand_ins_for(text, library)) library.add(*type);
    return library;
}

TEST(UnknownFunctors, HaveThePortsThatTheDocumentNames) {
    const Library library = library_for(kText);
    const FunctorType* type = library.find("Sharpener");
    ASSERT_NE(type, nullptr);
    EXPECT_TRUE(is_stand_in(*type));
    EXPECT_FALSE(is_stand_in(*library.find("Grade")));
    const FunctorDescriptor d = describe(*type);
    EXPECT_THAT(d.input_names(), ElementsAre("Input", "Mask"));
    ASSERT_EQ(d.outputs.size(), 1u);
    EXPECT_EQ(d.outputs[0].name, "Sharp");
    EXPECT_TRUE(stand_ins_for("no document", library).empty());
    EXPECT_EQ(stand_ins_for(kText, sample_library()).front(), type) << "made once";
}

TEST(UnknownFunctors, AreSavedAsTheyWere) {
    const Library library = library_for(kText);
    const Result<DraftDocument> read = draft_from_document(kText, library);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->draft.graph.controls.size(), 1u) << "the other sets what nobody knows";
    EXPECT_EQ(to_document(read->draft, library, "{}"), kText);
}

TEST(UnknownFunctors, AreNotComputed) {
    const Library library = library_for(kText);
    Draft draft = draft_from_document(kText, library)->draft;
    const Result<Graph> refused = finish(draft, library);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message,
                HasSubstr("node \"sharpen\" uses the functor \"Sharpener\", which is not known"));
    EXPECT_THAT(refused.error().message, HasSubstr("--functors FILE.h"));
    // What does not need one is computed without.
    draft.graph.outputs.erase(draft.graph.outputs.begin());
    const Result<Graph> plain = finish(draft, library);
    ASSERT_TRUE(plain) << plain.error().message;
    ASSERT_EQ(plain->nodes.size(), 1u);
    // Nor without a library that has them.
    const Result<Graph> unread = from_document(kText, sample_library());
    ASSERT_FALSE(unread);
    EXPECT_THAT(unread.error().message, HasSubstr("\"Sharpener\", which is not known"));
}

/// kText with as many nodes of as many unknown functors as that.
std::string text_of_unknown(int count) {
    std::string nodes;
    for (int i = 0; i < count; ++i)
        nodes += fmt::format(
            "{}{{\"id\": {}, \"name\": \"n{}\", \"functor\": \"Unknown{}\", \"inputs\": {{}}}}",
            i == 0 ? "" : ",\n", i, i, i);
    return "{\"weft\": 2, \"name\": \"many\", \"inputs\": [], \"nodes\": [" + nodes +
           "], \"outputs\": [], \"editor\": {}}";
}

/// Whether the 64 that there may be are read, and one more is refused with a sentence.
bool holds_64_and_says_why_no_more() {
    const std::string most = text_of_unknown(64), more = text_of_unknown(65);
    const Library library = library_for(most);
    if (!check_stand_ins(most, library) || !draft_from_document(most, library)) return false;
    const Library full = library_for(more);
    const Status refused = check_stand_ins(more, full);
    if (refused || draft_from_document(more, full)) return false;
    std::fputs(refused.error().message.c_str(), stderr);
    // One more that another document has.
    const std::string other = "{\"nodes\": [{\"id\": 0, \"functor\": \"Another\"}]}";
    std::fputs(check_stand_ins(other, library_for(other)).error().message.c_str(), stderr);
    return true;
}

/// In a process of its own, for they are made once and for all.
TEST(UnknownFunctorsDeathTest, AreAtMost64InAProgram) {
    EXPECT_EXIT(std::exit(holds_64_and_says_why_no_more() ? 0 : 1), testing::ExitedWithCode(0),
                "it uses 65 functors that are not known, \"Unknown[0-9]+\" among them, and one run "
                "has room for 64: use a version of Weft that has them, or take nodes of some of "
                "them out.*it uses the functor \"Another\", which is not known.*start the editor "
                "anew and open this document first");
}

TEST(UnknownFunctors, GoWithTheirNodes) {
    const Library library = library_for(kText);
    Draft draft = draft_from_document(kText, library)->draft;
    for (Node& node : draft.graph.nodes)
        for (ImageId& image : node.inputs)
            if (image.node == NodeId{1}) image = kUnconnected;
    forget(draft.graph, {NodeId{1}});
    const std::string text = to_document(draft, library, "{}");
    EXPECT_THAT(text, testing::Not(HasSubstr("harpen")));
    EXPECT_THAT(text, testing::Not(HasSubstr("\"amount\"")));
    EXPECT_TRUE(draft_from_document(text, sample_library()));
}

}  // namespace
}  // namespace weft::test
