// A document with a functor that nobody knows, in an artist's hands: a red box that keeps what it
// has, and says what lacks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QLabel>
#include <QTemporaryDir>

#include "hands.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

/// chain(), as it would be if the functor of invert1 were one of another show.
std::string strange_text() {
    std::string text = to_text(set_picture(chain(), "input", WEFT_PLATE), library());
    const std::string known = "\"functor\": \"Invert\"";
    text.replace(text.find(known), known.size(), "\"functor\": \"ShowsOwnInvert\"");
    const std::string none = "\"parameters\": {";
    const std::size_t node = text.find("ShowsOwnInvert");
    const std::size_t at = text.find(none, node) + none.size();
    const std::size_t end = text.find('}', at);
    text.replace(at, end - at, "\n        \"strength\": 0.75,\n        \"mode\": \"hard\"\n      ");
    return text;
}

TEST(ArtistUnknownFunctor, IsARedBoxThatKeepsItsData) {
    const QTemporaryDir folder;
    const QString path = folder.filePath("strange.weft");
    const std::string text = strange_text();
    {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(text));
    }
    const auto window = start_window({1440, 900});
    ASSERT_TRUE(window->open(path));
    ASSERT_TRUE(wait_for_picture(*window));
    const ItemId strange = named(window->session().document(), "invert1");
    EXPECT_TRUE(box(*window, "invert1").look().unknown);
    EXPECT_THAT(box(*window, "invert1").look().problem.toStdString(),
                HasSubstr("\"ShowsOwnInvert\", which is not known"));
    EXPECT_EQ(window->viewer().view().picture(), nullptr) << "no other picture in its place";
    EXPECT_THAT(window->viewer().status().toStdString(), HasSubstr("ShowsOwnInvert"));
    EXPECT_TRUE(window->session().problems().contains(strange));
    // What it has is told, and what lies before it can be seen.
    QTest::mouseClick(window->graph().viewport(), Qt::LeftButton, {},
                      at(*window, box(*window, "invert1").pos()));
    settle();
    QString told;
    for (const QLabel* label : window->parameters().findChildren<QLabel*>())
        told += label->text() + '\n';
    EXPECT_THAT(told.toStdString(), HasSubstr("strength  0.75"));
    look(*window, "unknown-functor");
    QTest::mouseClick(window->graph().viewport(), Qt::LeftButton, {},
                      at(*window, box(*window, "exposure1").pos()));
    key(*window, Qt::Key_1);
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_NE(window->viewer().view().picture(), nullptr);
    // Edits of other nodes and saving leave it as it was.
    key(*window, Qt::Key_D);
    settle();
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    ASSERT_TRUE(window->save(path));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    std::string saved = file.readAll().toStdString();
    // What is viewed is saved too, and is all that differs.
    const std::size_t viewer = saved.find(",\n    \"viewer\"");
    ASSERT_NE(viewer, std::string::npos);
    EXPECT_EQ(saved.substr(0, viewer), text.substr(0, viewer));
}

}  // namespace
}  // namespace weft::editor
