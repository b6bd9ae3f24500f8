// Functors written by a stranger on the cpu device against the reference, alone and fused: each
// unseen functor gives the reference's bits.
#include <gtest/gtest.h>

#include "affordable.h"
#include "differential/agreement.h"
#include "differential/cover_of_run.h"
#include "differential/strangers_library.h"
#include "effects/builtin.h"
#include "graph/image.h"

namespace weft::test {
namespace {

class StrangerTest : public testing::TestWithParam<std::string> {};

/// What is read anywhere has bounds: validate() refuses the other.
bool is_refused(const Graph& graph, const Library& library, const DifferentialCase& c) {
    Graph asked = graph;
    if (c.unbounded) asked.intermediates = Intermediates::kUnbounded;
    return !validate(asked, library);
}

void expect_agreement_if_valid(const Graph& graph, const Library& library,
                               const DifferentialCase& c) {
    if (!is_refused(graph, library, c)) expect_agreement(graph, library, c);
}

TEST_P(StrangerTest, AgreesWithTheReference) {
    const Library library = strangers();
    const Graph graph = graph_of(*library.find(GetParam()));
    constexpr std::size_t kOneIn = 3;  // every case is met by some twenty-five strangers
    for (const DifferentialCase& c :
         affordable(standard_cases(kLanes, cover_of_run()), GetParam(), kOneIn))
        expect_agreement_if_valid(graph, library, c);
}

/// Two of a kind, one after the other: values pass through line buffers and registers.
TEST_P(StrangerTest, AgreesAfterAnother) {
    const Library library = strangers();
    const FunctorType& type = *library.find(GetParam());
    const Graph once = graph_of(type);
    ASSERT_EQ(once.nodes.size(), 1u);
    Graph twice = once;
    Node second = once.nodes[0];
    second.id = NodeId{once.nodes[0].id.value + 1};
    second.name = "again";
    for (ImageId& input : second.inputs) input = once.outputs[0].image;
    twice.nodes.push_back(second);
    twice.outputs = {{"output", ImageId{second.id, 0}}};
    twice.controls.clear();
    if (!validate(twice, library)) GTEST_SKIP() << "its output does not fit its inputs";
    for (const DifferentialCase& c :
         {DifferentialCase{.domain = {0, 0, 53, 27}},
          DifferentialCase{.domain = {-3, 2, 60, 31},
                           .border = {eMirror, 0},
                           .threads = 2,
                           .strip_height = 5,
                           .batch_rows = 2},
          DifferentialCase{.domain = {0, 0, 35, 19}, .border = {eRepeat, 0}},
          DifferentialCase{.domain = {-3, 2, 21, 17},
                           .border = {eMirror, 0},
                           .unbounded = true,
                           .threads = 2,
                           .strip_height = 5}})
        expect_agreement_if_valid(twice, library, c);
}

INSTANTIATE_TEST_SUITE_P(Unseen, StrangerTest, testing::ValuesIn(strangers().names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace weft::test
