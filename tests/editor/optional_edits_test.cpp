// Optional inputs of an effect: what reads them, what is told of them, and what they become.
#include "commands/optional_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/interface_edits.h"
#include "documents.h"
#include "graph/choose_inputs.h"
#include "graph/descriptor.h"
#include "model/ports.h"
#include "model/spoken.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// input > merge1 > output, whose other picture is the input as well.
Document merged() {
    Document d =
        add_node(empty_document(), library(), "KeyMix", {}, {{ItemKind::kInput, 0}})->document;
    const ItemId mix = named(d, "keymix1");
    const int ports = static_cast<int>(input_ports(d, library(), mix).size());
    for (int i = 0; i < ports; ++i) d = *connect(d, {{NodeId{}, 0}, mix, i});
    return d;
}

NodeId mix(const Document& d) { return {named(d, "keymix1").value}; }
std::string port(const Document& d, int i) {
    return input_ports(d, library(), named(d, "keymix1"))[static_cast<std::size_t>(i)].name;
}

Document offered() {
    const Document d = merged();
    return *offer_input(d, library(), "matte", mix(d), port(d, 2));
}

TEST(OptionalEdits, AnInputIsOfferedAndWithheld) {
    const Document d = offered();
    ASSERT_EQ(d.draft.graph.optional_inputs.size(), 1u);
    EXPECT_EQ(d.draft.graph.optional_inputs[0].name, "matte");
    EXPECT_EQ(optional_of(d.draft.graph, mix(d), port(d, 2)), &d.draft.graph.optional_inputs[0]);
    const auto ports = input_ports(d, library(), named(d, "keymix1"));
    EXPECT_EQ(ports[2].optional, "matte");
    EXPECT_THAT(describe(ports[2]), HasSubstr("or the optional input matte"));
    EXPECT_THAT(spoken_input(d, library(), named(d, "keymix1"), 2), HasSubstr("optional"));
    // Saved, read, and rendered with it or without.
    EXPECT_EQ(*document_from_text(to_text(d, library()), library()), d);
    EXPECT_TRUE(with_inputs(d.draft.graph, library(), {"matte"}));
    EXPECT_EQ(withhold_input(d, mix(d), port(d, 2)), merged());
}

TEST(OptionalEdits, AnInputReadsOneAtMost) {
    const Document d = offered();
    const Document moved = *offer_input(d, library(), "other", mix(d), port(d, 2));
    ASSERT_EQ(moved.draft.graph.optional_inputs.size(), 1u);
    EXPECT_EQ(moved.draft.graph.optional_inputs[0].name, "other");
    const Document two = *offer_input(d, library(), "matte", mix(d), port(d, 1));
    EXPECT_EQ(two.draft.graph.optional_inputs[0].readers.size(), 2u);
}

TEST(OptionalEdits, NamesAreThoseOfNoOtherInput) {
    const Document d = offered();
    EXPECT_FALSE(offer_input(d, library(), "input", mix(d), port(d, 1)));
    EXPECT_EQ(free_input_name(d.draft.graph, "matte"), "matte2");
    const Document renamed = *describe_optional(d, library(), "matte", "input2", "Where it shows.");
    EXPECT_EQ(renamed.draft.graph.optional_inputs[0].help, "Where it shows.");
    // A new input takes no name that is taken.
    EXPECT_EQ(add_input(renamed, {}).document.draft.graph.inputs[1].name, "input3");
    EXPECT_FALSE(describe_optional(d, library(), "matte", "input", {}));
    EXPECT_FALSE(describe_optional(d, library(), "none", "a", {}));
}

TEST(OptionalEdits, TheyAreReorderedAndRemoved) {
    const Document d =
        *offer_input(offered(), library(), "other", mix(offered()), port(merged(), 1));
    const auto names = [](const Document& document) {
        std::vector<std::string> all;
        for (const OptionalInput& o : document.draft.graph.optional_inputs) all.push_back(o.name);
        return all;
    };
    EXPECT_THAT(names(d), ElementsAre("matte", "other"));
    EXPECT_THAT(names(move_optional(d, "other", -3)), ElementsAre("other", "matte"));
    EXPECT_THAT(names(remove_optional(d, "matte")), ElementsAre("other"));
    EXPECT_TRUE(names(*remove(d, library(), {named(d, "keymix1")})).empty());
}

TEST(OptionalEdits, SwitchesAreToldOfThem) {
    Document d = offered();
    NodeId node;
    std::string parameter;
    for (const std::string& name : library().names())
        for (const ParameterDescriptor& p : weft::describe(*library().find(name)).parameters)
            if (p.ref.type == ParameterType::eBool && parameter.empty()) {
                const Edited added = *add_node(d, library(), name, {});
                d = added.document;
                node = {added.made.begin()->value};
                parameter = p.name;
            }
    ASSERT_FALSE(parameter.empty());
    const Document told = *tell(d, library(), "matte", node, parameter);
    EXPECT_EQ(told.draft.graph.optional_inputs[0].told.size(), 1u);
    EXPECT_EQ(*tell(told, library(), "matte", node, parameter), told);
    EXPECT_EQ(tell_no_more(told, "matte", node, parameter), d);
    const Document given = give_optional(told, library(), "matte", {})->document;
    const Node& switched = *given.draft.graph.find(node);
    const int at = weft::describe(*library().find(switched.functor)).find_parameter(parameter);
    EXPECT_EQ(std::get<bool>(switched.parameters[static_cast<std::size_t>(at)]), true);
}

TEST(OptionalEdits, GivenItIsAnInputLikeOthers) {
    const Document d = offered();
    const Result<Edited> given = give_optional(d, library(), "matte", {40, 80});
    ASSERT_TRUE(given);
    EXPECT_TRUE(given->document.draft.graph.optional_inputs.empty());
    EXPECT_EQ(given->document.draft.graph.inputs[1].name, "matte");
    EXPECT_EQ(name_of(given->document,
                      source(read_by(given->document, named(given->document, "keymix1"), 2))),
              "matte");
    // What weft render makes of it where the picture is given.
    EXPECT_EQ(given->document.draft.graph, *with_inputs(d.draft.graph, library(), {"matte"}));
    EXPECT_FALSE(give_optional(d, library(), "none", {}));
}

}  // namespace
}  // namespace weft::editor
