// Colours of files: what the viewer shows of them, the choice beside an input, and what is
// rendered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/engine_evaluator.h"
#include "runtime/convert.h"
#include "view/colour_choice.h"
#include "viewer/display.h"
#include "viewer/shot.h"
#include "window.h"

namespace weft::editor {
namespace {

/// A picture of all codes of 8 bits, one after another.
QString write_ramp(const QTemporaryDir& folder, const char* name) {
    QImage ramp(256, 4, QImage::Format_RGB888);
    for (int y = 0; y < ramp.height(); ++y)
        for (int x = 0; x < ramp.width(); ++x) ramp.setPixel(x, y, qRgb(x, 255 - x, x / 2));
    const QString path = folder.filePath(name);
    EXPECT_TRUE(ramp.save(path));
    return path;
}

/// One input that is its output, shown through `colour`.
Document through(const QString& picture, const std::string& colour = {}) {
    return set_colour(set_picture(empty_document(), "input", picture.toStdString()),
                      {ItemKind::kInput, 0}, colour);
}

/// What a viewer computes.
Picture computed(const Document& document) {
    const auto evaluator = make_engine_evaluator(library());
    const ImageId image = document.draft.graph.outputs[0].image;
    const auto shot = shot_of(document, library(), {}, image, {});
    const auto request = at_frame(*shot, library(), 1);
    const std::atomic<bool> cancel{false};
    const auto evaluation = evaluator->evaluate(*request, cancel);
    EXPECT_TRUE(evaluation) << (evaluation ? "" : evaluation.error().message);
    Picture picture(evaluation->picture->domain(), evaluation->picture->planes());
    load_region(evaluation->picture->view(), picture.domain(), picture);
    return picture;
}

TEST(EditorColour, TheScreenShowsTheCodesOfAFile) {
    const QTemporaryDir folder;
    const Picture light = computed(through(write_ramp(folder, "ramp.png")));
    const ScreenColours colours;
    for (int x = 0; x < 256; ++x) {
        std::vector<Rgb> pixel{{light.at(x, 0, 0), light.at(x, 0, 1), light.at(x, 0, 2)}};
        std::array<unsigned char, 3> shown{};
        colours(pixel, &shown);
        EXPECT_EQ(shown[0], x);
        EXPECT_EQ(shown[1], 255 - x);
        EXPECT_EQ(shown[2], x / 2);
    }
    EXPECT_NEAR(light.at(118, 0, 0), 0.181f, 1e-3f);
    const Picture raw = computed(through(folder.filePath("ramp.png"), "raw"));
    EXPECT_EQ(raw.at(118, 0, 0), 118 / 255.0f);
}

TEST(EditorColour, AChoiceIsBesideTheInput) {
    const QTemporaryDir folder;
    const auto window = make_window();
    window->session().open(through(write_ramp(folder, "ramp.png")));
    window->session().select({{ItemKind::kInput, 0}});
    auto* const choice = window->findChild<ColourChoice*>("colour");
    auto* const decided = window->findChild<QLabel*>("colour:decided");
    ASSERT_TRUE(choice && decided);
    EXPECT_EQ(choice->currentText(), "Automatic");
    EXPECT_EQ(decided->text(), "sRGB (as 8-bit pictures are), computed in Linear Rec.709");
    // As a person does: by the keyboard.
    choice->setFocus();
    QTest::keyClicks(choice, "Cineon");
    EXPECT_EQ(window->session().document().draft.graph.inputs[0].colour, "Cineon");
    EXPECT_EQ(decided->text(), "Cineon (as was chosen), computed in Linear Rec.709");
    const std::string text = to_text(window->session().document(), library());
    EXPECT_THAT(text, testing::HasSubstr(R"(, "colour": "Cineon"})"));
    EXPECT_EQ(*document_from_text(text, library()), window->session().document());
    while (!window->session().document().draft.graph.inputs[0].colour.empty())
        window->session().undo();
    EXPECT_EQ(choice->currentText(), "Automatic");
    EXPECT_EQ(decided->text(), "sRGB (as 8-bit pictures are), computed in Linear Rec.709");
}

TEST(EditorColour, WhatIsRenderedIsWhatWasShown) {
    const QTemporaryDir folder;
    const QString in = write_ramp(folder, "ramp.png"), out = folder.filePath("out.png");
    const auto window = make_window();
    window->session().open(through(in));
    window->action("file.render")->trigger();
    auto& dialog = *window->findChild<QDialog*>("render");
    dialog.findChild<QLineEdit*>("output:output")->setText(out);
    EXPECT_EQ(dialog.findChild<QLabel*>("decided:output")->text(),
              "sRGB (as 8-bit pictures are), computed in Linear Rec.709");
    const auto render = [&] {
        dialog.findChild<QPushButton*>("start")->click();
        EXPECT_TRUE(wait_until(
            [&] { return dialog.findChild<QLabel*>("message")->text() == QString("Done"); }));
        return QImage(out);
    };
    const QImage was = QImage(in), now = render();
    ASSERT_EQ(now.size(), was.size());
    for (int x = 0; x < 256; ++x) EXPECT_EQ(now.pixel(x, 2), was.pixel(x, 2)) << x;
    auto* const choice = dialog.findChild<ColourChoice*>("colour:output");
    Q_EMIT choice->chosen("Linear Rec.709");
    EXPECT_EQ(window->session().document().draft.graph.outputs[0].colour, "Linear Rec.709");
    EXPECT_EQ(choice->currentText(), "Linear Rec.709");
    EXPECT_THAT(dialog.findChild<QLabel*>("decided:output")->text().toStdString(),
                testing::HasSubstr("Linear Rec.709 (as was chosen)"));
}

}  // namespace
}  // namespace weft::editor
