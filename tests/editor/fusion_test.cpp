// The fusion pane: plans of what is in the graph, tints of boxes, and why pictures go through
// memory.
#include <gtest/gtest.h>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QListWidget>
#include <QPlainTextEdit>

#include "window.h"

namespace weft::editor {
namespace {

/// Shows the pane and waits for its plan.
bool show_plan(MainWindow& window) {
    window.findChild<QDockWidget*>("dock.fusion")->show();
    settle();
    return wait_until([&] { return !window.fusion().busy(); });
}

bool plan_for(MainWindow& window, const QString& target) {
    auto* targets = window.findChild<QComboBox*>("plan-target");
    targets->setCurrentIndex(targets->findData(target));
    return wait_until([&] { return !window.fusion().busy(); });
}

QString text_of(MainWindow& window, const char* page) {
    return window.findChild<QPlainTextEdit*>(QLatin1String(page))->toPlainText();
}

TEST(FusionPane, ShowsWhichNodesShareAKernel) {
    auto window = make_window();
    Session& session = window->session();
    session.open(chain());
    EXPECT_TRUE(session.kernels().empty());
    ASSERT_TRUE(show_plan(*window));
    ASSERT_TRUE(window->fusion().effect());
    EXPECT_EQ(window->fusion().effect()->kernels.size(), 1u);
    EXPECT_EQ(session.kernels().size(), 2u);
    EXPECT_EQ(box(*window, "invert1").look().kernels, std::vector{0});
    EXPECT_EQ(box(*window, "input").look().kernels, std::vector<int>());
    EXPECT_TRUE(text_of(*window, "plan-between").contains("exposure1 → invert1"));
    EXPECT_TRUE(text_of(*window, "plan-kernel").contains("2 stages"));
    EXPECT_TRUE(text_of(*window, "plan-code").contains("Exposure"));

    window->findChild<QDockWidget*>("dock.fusion")->hide();
    EXPECT_TRUE(session.kernels().empty());
    EXPECT_EQ(box(*window, "invert1").look().kernels, std::vector<int>());
}

TEST(FusionPane, FollowsEdits) {
    auto window = make_window();
    Session& session = window->session();
    session.open(chain());
    ASSERT_TRUE(show_plan(*window));
    session.apply("Disable", toggle_disabled(session.document(), library(),
                                             {named(session.document(), "invert1")}));
    ASSERT_TRUE(wait_until([&] { return !window->fusion().busy(); }));
    EXPECT_EQ(session.kernels().size(), 1u);
    EXPECT_EQ(box(*window, "invert1").look().kernels, std::vector<int>());

    // A value may be a radius, on which plans depend; where a box lies is on no plan.
    session.apply("Set", set(session.document(), library(), "exposure1.stops", "1"));
    EXPECT_TRUE(window->fusion().busy());
    ASSERT_TRUE(wait_until([&] { return !window->fusion().busy(); }));
    session.apply("Move",
                  Result<Document>(move(session.document(), {{ItemKind::kNode, 0}}, {8, 0})));
    EXPECT_FALSE(window->fusion().busy());

    const auto nothing = disconnect(session.document(), {ItemKind::kOutput, 0}, 0);
    session.apply("Disconnect", Result<Document>(nothing));
    ASSERT_TRUE(wait_until([&] { return !window->fusion().busy(); }));
    EXPECT_FALSE(window->fusion().effect());
    EXPECT_TRUE(session.kernels().empty());
}

/// What one reads anywhere on a GPU another kernel has written, and the pane says so.
TEST(FusionPane, SaysWhyAPictureGoesThroughMemory) {
    auto window = make_window();
    Session& session = window->session();
    Document document = empty_document();
    for (const char* functor : {"Mean", "Mirror", "Invert"})
        document = add_node(document, library(), functor, {},
                            {source(read_by(document, {ItemKind::kOutput, 0}, 0))})
                       ->document;
    session.open(document);
    ASSERT_TRUE(show_plan(*window));
    ASSERT_TRUE(plan_for(*window, "sm_90"));
    ASSERT_TRUE(window->fusion().effect());
    ASSERT_EQ(window->fusion().effect()->kernels.size(), 2u);
    EXPECT_TRUE(text_of(*window, "plan-between").contains("anywhere"))
        << text_of(*window, "plan-between").toStdString();
    session.select({named(session.document(), "invert1")});
    EXPECT_EQ(window->findChild<QListWidget*>("plan-kernels")->currentRow(), 1);
    EXPECT_FALSE(text_of(*window, "plan-between").contains("mean1 →"));
    EXPECT_TRUE(text_of(*window, "plan-code").contains("__global__"));
}

/// Every node that computes is counted, and with what is no node's they are all.
/// A plan for a GPU is searched for, which takes seconds.
TEST(FusionPane, AWindowThatClosesWaitsForNoPlan) {
    auto window = make_window();
    window->session().open(document_of(find_effect("local-laplacian-halide")->build()));
    window->findChild<QDockWidget*>("dock.fusion")->show();
    auto* targets = window->findChild<QComboBox*>("plan-target");
    targets->setCurrentIndex(targets->findData("sm_90"));
    QTest::qWait(300);
    ASSERT_TRUE(window->fusion().busy());
    const test::ProcessorTimer timer;
    window.reset();
    EXPECT_LT(timer.seconds(), 2 * test::kSlowness);
}

TEST(FusionPane, CountsWhatNodesTake) {
    auto window = make_window();
    Session& session = window->session();
    session.open(set_picture(chain(), "input", WEFT_PLATE));
    ASSERT_TRUE(wait_for_picture(*window));
    ASSERT_TRUE(show_plan(*window));
    EXPECT_FALSE(session.costs());
    auto* costs = window->findChild<QCheckBox*>("count-costs");
    costs->click();
    ASSERT_TRUE(wait_until([&] { return session.costs().has_value(); }));
    const double exposure = box(*window, "exposure1").look().share;
    const double invert = box(*window, "invert1").look().share;
    EXPECT_GT(exposure, 0.0);
    EXPECT_GT(invert, 0.0);
    double all = 0.0;
    for (const CostLine& line : bill(*session.costs())) all += line.share;
    EXPECT_NEAR(all, 1.0, 1e-9);
    EXPECT_LT(exposure + invert, 1.0);
    EXPECT_TRUE(text_of(*window, "plan-costs").contains("exposure1"));
    EXPECT_TRUE(text_of(*window, "plan-costs").contains("rows and tasks"));
    EXPECT_TRUE(window->viewer().status().contains("kernel")) << "the picture's line stays";

    // An edit is counted again; what is disabled takes nothing.
    const Costs before = *session.costs();
    session.apply("Disable", toggle_disabled(session.document(), library(),
                                             {named(session.document(), "invert1")}));
    ASSERT_TRUE(wait_until([&] { return session.costs() != before; }));
    EXPECT_EQ(box(*window, "invert1").look().share, 0.0);
    EXPECT_GT(box(*window, "exposure1").look().share, 0.0);

    costs->click();
    EXPECT_FALSE(session.costs());
    EXPECT_EQ(box(*window, "exposure1").look().share, -1.0);
    costs->click();
    window->findChild<QDockWidget*>("dock.fusion")->hide();
    EXPECT_FALSE(session.counts_costs()) << "nobody sees them";
}

}  // namespace
}  // namespace weft::editor
