// Which connections can be, and what is said of those that cannot.
#include "model/ports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

std::string refusal(const Document& document, const Wire& wire,
                    const std::vector<ImageShape>& inputs = {}) {
    const Status status = check_wire(document, library(), inputs, wire);
    return status ? "" : status.error().message;
}

TEST(Ports, SayWhatTheyCarry) {
    Document document = chain();
    document = add_node(document, library(), "BoxBlur", {400, 0})->document;
    const ItemId blur = named(document, "boxblur1");
    ASSERT_EQ(input_ports(document, library(), blur).size(), 1u);
    EXPECT_EQ(describe(input_ports(document, library(), blur)[0]),
              "Input: planes, reads along a line");
    EXPECT_EQ(describe(output_ports(document, library(), blur)[0]), "Output: planes");
    EXPECT_TRUE(output_ports(document, library(), {ItemKind::kOutput, 0}).empty());
    EXPECT_EQ(input_ports(document, library(), {ItemKind::kOutput, 0}).size(), 1u);
}

TEST(Ports, RefuseCycles) {
    const Document document = chain();
    const ItemId exposure = named(document, "exposure1"), invert = named(document, "invert1");
    EXPECT_EQ(refusal(document, {shown_by(document, exposure), exposure, 0}),
              "\"exposure1\" cannot read itself");
    EXPECT_EQ(refusal(document, {shown_by(document, invert), exposure, 0}),
              "this would be a cycle: \"invert1\" reads what \"exposure1\" gives, by way of others "
              "or directly");
    EXPECT_EQ(refusal(document, {{NodeId{}, 0}, invert, 0}), "");
    EXPECT_THAT(refusal(document, {{NodeId{}, 7}, invert, 0}), HasSubstr("graph input 7"));
}

TEST(Ports, RefusePlanesThatDoNotAgree) {
    Document document = empty_document();
    document = add_node(document, library(), "DWT1D", {}, {})->document;
    document = add_node(document, library(), "Luminance", {}, {})->document;
    const ItemId grey = named(document, "luminance1");
    const ImageShape colour{{0, 0, 8, 8}, 3}, one{{0, 0, 8, 8}, 1};
    EXPECT_EQ(refusal(document, {{NodeId{}, 0}, grey, 0}, {colour}), "");
    EXPECT_EQ(refusal(document, {{NodeId{}, 0}, grey, 0}), "");
    // Of five planes and three, nothing can be mixed.
    document.draft.graph.inputs.push_back({"other"});
    document.places[{ItemKind::kInput, 1}] = {200, 0};
    document = add_node(document, library(), "Sum", {}, {{ItemKind::kInput, 0}})->document;
    const ItemId sum = named(document, "sum1");
    const ImageShape five{{0, 0, 8, 8}, 5};
    EXPECT_THAT(refusal(document, {{NodeId{}, 1}, sum, 1}, {colour, five}), HasSubstr("sum1"));
    EXPECT_EQ(refusal(document, {{NodeId{}, 1}, sum, 1}, {colour, one}), "");
}

}  // namespace
}  // namespace weft::editor
