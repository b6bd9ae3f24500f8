// What a screen reader hears of the canvas.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAccessible>

#include "commands/mark_edits.h"
#include "window.h"

namespace weft::editor {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::vector<std::string> names(QAccessibleInterface& of) {
    std::vector<std::string> all;
    for (int i = 0; i < of.childCount(); ++i)
        all.push_back(of.child(i)->text(QAccessible::Name).toStdString());
    return all;
}

TEST(EditorAccessible, NamesBoxesPortsAndWires) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(*set_note(*toggle_disabled(chain(), library(), {named(chain(), "invert1")}),
                           named(chain(), "invert1"), "for the key"));
    session.select({named(chain(), "exposure1")});
    QAccessibleInterface& canvas = *QAccessible::queryAccessibleInterface(&window->graph());
    EXPECT_EQ(canvas.text(QAccessible::Name), "Node graph");
    const std::vector<std::string> heard = names(canvas);
    EXPECT_THAT(heard, Contains("input of the effect input"));
    EXPECT_THAT(heard, Contains("node invert1, Invert, disabled. for the key"));
    EXPECT_THAT(heard, Contains(HasSubstr("wire from exposure1 to Input of invert1")));
    QAccessibleInterface* exposure = nullptr;
    for (int i = 0; i < canvas.childCount(); ++i)
        if (heard[static_cast<std::size_t>(i)] == "node exposure1, Exposure")
            exposure = canvas.child(i);
    ASSERT_NE(exposure, nullptr);
    EXPECT_TRUE(exposure->state().selected);
    EXPECT_EQ(exposure->parent(), &canvas);
    EXPECT_TRUE(QRect(window->graph().mapToGlobal(QPoint()), window->graph().size())
                    .contains(exposure->rect().center()));
    const std::vector<std::string> ports = names(*exposure);
    ASSERT_EQ(ports.size(), 2u);
    EXPECT_THAT(ports[0], testing::AllOf(HasSubstr("input Input"), HasSubstr("from input")));
    EXPECT_THAT(ports[1], testing::AllOf(HasSubstr("output"), HasSubstr("to invert1")));
    EXPECT_EQ(exposure->child(0)->parent(), exposure);
    // What is gone says so.
    session.apply("Delete", remove(session.document(), library(), {named(chain(), "exposure1")}));
    EXPECT_FALSE(exposure->isValid());
    EXPECT_EQ(exposure->childCount(), 0);
}

}  // namespace
}  // namespace weft::editor
