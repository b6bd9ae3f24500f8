// "Render…": the command line it stands for, and runs of the command itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/render_command.h"
#include "window.h"

namespace weft::editor {
namespace {

TEST(RenderCommand, IsWhatPeopleWouldType) {
    RenderCommand command{"/a/my effect.weft",
                          {{"input", "/a/in.####.exr"}, {"mask", ""}},
                          {{"output", "/a/it's.####.exr"}},
                          {},
                          "1-3"};
    EXPECT_EQ(shell_text(arguments(command, false)).toStdString(),
              R"(weft render '/a/my effect.weft' -i 'input=/a/in.####.exr' )"
              R"(-o 'output=/a/it'\''s.####.exr' -F 1-3)");
    EXPECT_EQ(arguments(command, true).mid(6).join(' '), "-F 1-3 --progress json");
    command.frames.clear();
    EXPECT_FALSE(arguments(command, true).contains("--progress"));
}

/// Starts the command, and gives what the dialog says when it has ended.
std::string rendered(QDialog& dialog) {
    auto* button = dialog.findChild<QPushButton*>("start");
    const QString verb = button->text();
    button->click();
    EXPECT_EQ(button->text(), "Stop");
    EXPECT_TRUE(wait_until([&] { return button->text() == verb; }));
    return dialog.findChild<QLabel*>("message")->text().toStdString();
}

TEST(EditorRender, RendersWhatIsInTheWindow) {
    const QTemporaryDir folder;
    const auto window = make_window();
    window->session().open(set_picture(chain(), "input", WEFT_PLATE));
    window->action("file.render")->trigger();
    auto& dialog = *window->findChild<QDialog*>("render");
    auto* path = dialog.findChild<QLineEdit*>("output:output");
    path->setText(folder.filePath("out.####.exr"));
    dialog.findChild<QLineEdit*>("frames")->setText("1-2");
    EXPECT_THAT(dialog.findChild<QLineEdit*>("command")->text().toStdString(),
                testing::HasSubstr("-F 1-2"));
    EXPECT_EQ(rendered(dialog), "Done");
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files),
              QStringList({"out.0001.exr", "out.0002.exr"}));
    // What it cannot do is said in the command's own words.
    path->setText(folder.filePath("none/out.exr"));
    dialog.findChild<QLineEdit*>("frames")->clear();
    EXPECT_THAT(rendered(dialog), testing::HasSubstr("none"));
    // An output that is added has a line, one that is removed has none.
    window->session().apply("Rename", rename(window->session().document(), library(),
                                             {ItemKind::kOutput, 0}, "beauty"));
    EXPECT_EQ(dialog.findChild<QLineEdit*>("output:output"), nullptr);
    EXPECT_NE(dialog.findChild<QLineEdit*>("output:beauty"), nullptr);
}

TEST(EditorExport, MakesAPlugInOfWhatIsInTheWindow) {
    const QTemporaryDir folder;
    const auto window = make_window();
    window->session().open(chain());
    ASSERT_TRUE(window->save(folder.filePath("glow.weft")));
    window->action("file.export")->trigger();
    auto& dialog = *window->findChild<QDialog*>("export");
    auto* bundle = dialog.findChild<QLineEdit*>("bundle");
    EXPECT_EQ(bundle->text(), folder.filePath("glow.ofx.bundle")) << "beside the document";
    EXPECT_EQ(rendered(dialog), "Done");
    EXPECT_TRUE(QFileInfo(bundle->text() + "/Contents/Linux-x86-64/glow.ofx").size() > 0);
    bundle->setText(folder.filePath("glow.exr"));
    EXPECT_THAT(rendered(dialog), testing::HasSubstr(".ofx.bundle"));
    window->action("file.export")->trigger();
    EXPECT_EQ(bundle->text(), folder.filePath("glow.exr")) << "what was typed stays";
}

}  // namespace
}  // namespace weft::editor
