// weft-editor-screenshots DOCUMENTS PLATE FOLDER: pictures of the editor, made without a screen.
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QListWidget>
#include <QTest>
#include <cstdio>

#include "../offscreen.h"
#include "../window.h"
#include "code/code_editor.h"
#include "commands/group_edits.h"
#include "commands/mark_edits.h"
#include "commands/optional_edits.h"
#include "commands/time_edits.h"
#include "model/groups.h"
#include "model/marks.h"
#include "view/curve_widget.h"

namespace weft::editor {
namespace {

bool save(MainWindow& window, const QString& path) {
    if (!wait_for_picture(window)) return false;
    QTest::qWait(100);
    if (!wait_for_scopes(window)) return false;
    return window.grab().save(path, nullptr, 86);
}

/// A document over the plate, framed.
bool open(MainWindow& window, const QString& document, const QString& plate) {
    if (!window.open(document)) return false;
    Session& session = window.session();
    session.open(set_picture(session.document(), "input", plate.toStdString()));
    QTest::qWait(50);
    window.graph().frame({});
    return true;
}

/// Brings the pane of that title to the front.
void raise(MainWindow& window, const char* name) {
    window.findChild<QDockWidget*>(QString::fromLatin1(name))->raise();
}

/// A composite of 60 nodes: four layers over the plate, each softened, keyed and graded.
Document composite() {
    Document document = empty_document();
    document.draft.graph.name = "harbour";
    const auto add = [&](const char* functor, ImageId from) {
        const Edited edited = *add_node(document, library(), functor, {});
        const ItemId made = *edited.made.begin();
        document = *connect(edited.document, {from, made, 0});
        return ImageId{NodeId{made.value}, 0};
    };
    constexpr ImageId kPlate{NodeId{}, 0};
    ImageId under = kPlate;
    std::vector<Selection> parts;
    std::vector<ItemId> mixes;
    for (int layer = 0; layer < 4; ++layer) {
        ImageId matte = add("Luminance", kPlate), fill = kPlate;
        Selection keyed{item(matte.node)}, graded;
        for (const char* functor : {"Contrast", "BoxBlur", "BoxBlur", "Clamp", "Gain"})
            keyed.insert(item((matte = add(functor, matte)).node));
        for (const char* functor : {"Exposure", "Saturation", "Gaussian", "Gaussian", "Contrast",
                                    "HueRotation", "Gain", "Vignette"})
            graded.insert(item((fill = add(functor, fill)).node));
        const ImageId over = add("KeyMix", under);
        document = *connect(document, {fill, item(over.node), 1});
        document = *connect(document, {matte, item(over.node), 2});
        under = over;
        mixes.push_back(item(over.node));
        parts.push_back(keyed);
        parts.push_back(graded);
    }
    document = *connect(document, {under, {ItemKind::kOutput, 0}, 0});
    // The plate above, a pair of columns for each layer, the mixes in a line below.
    for (std::size_t i = 0; i < parts.size(); ++i) {
        int row = 0;
        for (const ItemId id : parts[i])
            document.places[id] = {static_cast<int>(i) * 184 - 740, 96 + 56 * row++};
    }
    document.places[{ItemKind::kInput, 0}] = {-96, -72};
    for (std::size_t i = 0; i < mixes.size(); ++i)
        document.places[mixes[i]] = {static_cast<int>(i) * 368 - 556, 584};
    document.places[{ItemKind::kOutput, 0}] = {548, 644};
    static constexpr const char* kTitles[] = {"Sky key",  "Sky",  "Water key", "Water",
                                              "Glow key", "Glow", "Haze key",  "Haze"};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Edited edited = add_backdrop(document, parts[i], {});
        const ItemId mark = *edited.made.begin();
        document = *colour_backdrop(edited.document, mark.value, i % 2 == 0 ? 1 : 4);
        document = *rename(document, library(), mark, kTitles[i]);
    }
    return document;
}

/// A blur that grows, seen on its way, after some frames have played.
bool animate(MainWindow& window) {
    Session& session = window.session();
    Document document = *set_timeline(session.document(), {1001, 1096, 1012, 1080, 24});
    document = *set(document, session.library(), "spread-x.radius", "1012:2,1040:16:smooth,1080:6");
    session.open(document);
    window.graph().frame({});
    session.select({named(session.document(), "spread-x")});
    for (int frame = 1012; frame <= 1031; ++frame) {
        session.set_frame(frame);
        if (!wait_for_picture(window)) return false;
    }
    return true;
}

/// A picture pinned onto a wall, which comes there in the course of a shot, with its curves.
bool pin(MainWindow& window, const QString& plate) {
    Session& session = window.session();
    const Library& library = session.library();
    Document document =
        add_node(empty_document(), library, "Grade", {}, {{ItemKind::kInput, 0}})->document;
    document = add_node(document, library, "CornerPin", {}, {named(document, "grade1")})->document;
    document = *set_timeline(document, {1, 60, 1, 60, 24});
    for (const auto& [path, value] :
         {std::pair("cornerpin1.left-top-x",
                    "1:0:bezier:out=0,24:0.2:bezier:in=0.009:out=0.009@1.2,48:0.16:linear:in=0@2"),
          std::pair("cornerpin1.left-top-y", "1:0:cubic,24:0.06:cubic,48:0.14"),
          std::pair("cornerpin1.right-top-x", "1:1:smooth,36:0.86"),
          std::pair("cornerpin1.right-top-y", "1:0:hold,18:0.12:linear,48:0.22"),
          std::pair("cornerpin1.right-bottom-x", "0.9"),
          std::pair("cornerpin1.left-bottom-y", "0.9"), std::pair("grade1.gain", "1.1,1.0,0.85")})
        document = *set(document, library, path, value);
    session.open(set_picture(document, "input", plate.toStdString()));
    session.select({named(session.document(), "cornerpin1")});
    session.set_frame(36);
    window.graph().frame({});
    auto *graph = window.findChild<QDockWidget*>("dock.graph"),
         *curves = window.findChild<QDockWidget*>("dock.curves");
    curves->show();
    window.resizeDocks({graph, curves}, {380, 720}, Qt::Horizontal);
    QTest::qWait(50);
    window.graph().frame({});
    const NodeId node{named(session.document(), "cornerpin1").value};
    CurvePlot& plot = window.curves().plot();
    plot.set_current(TrackId{node, "left-top-x", 0});
    plot.select({{{node, "left-top-x", 0}, 1},
                 {{node, "left-top-x", 0}, 24},
                 {{node, "left-top-x", 0}, 48}});
    plot.frame_selected();
    plot.select({{{node, "left-top-x", 0}, 24}});
    plot.take_next_tangent();
    plot.take_next_tangent();
    return wait_for_picture(window);
}

/// Colours bent by curves, with the matte of an optional input.
void bend(MainWindow& window, const QString& plate) {
    Session& session = window.session();
    Document document = empty_document();
    document = add_node(document, library(), "Curves", {}, {{ItemKind::kInput, 0}})->document;
    document = add_node(document, library(), "KeyMix", {},
                        {{ItemKind::kInput, 0}, named(document, "curves1")})
                   ->document;
    const ItemId mix = named(document, "keymix1");
    document = *connect(document, {ImageId{NodeId{}, 0}, mix, 2});
    document = *offer_input(document, library(), "matte", NodeId{mix.value}, "Mask");
    for (const auto& [path, value] : {std::pair("curves1.all", "0,0.03,0.2,0.14,0.6,0.7,1,1"),
                                      std::pair("curves1.red", "0,0,0.5,0.56,1,1"),
                                      std::pair("curves1.blue", "0,0.06,0.5,0.48,1,0.9")})
        document = *set(document, library(), path, value);
    session.open(set_picture(lay_out(document), "input", plate.toStdString()));
    session.select({named(session.document(), "curves1")});
    QTest::qWait(50);
    window.graph().frame({});
    auto* curve = window.parameters()
                      .findChild<QWidget*>(QStringLiteral("value:curves1.all"))
                      ->findChild<CurveWidget*>();
    QTest::mouseClick(curve, Qt::LeftButton, {}, curve->place_of({0.6, 0.7}).toPoint());
}

/// A functor that is being written: the one before goes on, and what is wrong is said.
bool write_functor(MainWindow& window, const QString& plate) {
    Session& session = window.session();
    session.open(set_picture(empty_document(), "input", plate.toStdString()));
    window.findChild<QDockWidget*>("dock.code")->show();
    QTest::qWait(50);
    const auto done = [&] { return !window.code().busy(); };
    window.code().functors().create("OldScreen", {}, {{ItemKind::kInput, 0}});
    if (!wait_until(done)) return false;
    window.graph().frame({});
    QString text = QStringLiteral(R"(#pragma once

#include "core/functor.h"

/// Darkens rows at even distances, as the lines of an old screen.
class OldScreen : public weft::Functor<OldScreen, weft::eParallel> {
    weft::Indexer<weft::eInput, weft::eComponent, weft::e1D> Input{weft::eHorizontal, 2};
    weft::Indexer<weft::eOutput, weft::eComponent> Output;
    float Distance = 12.0f;
    float Strength = 0.6f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("distance", Distance).Range(1.0, 100.0).Label("Distance"),
                       Parameter("strength", Strength).Range(0.0, 1.0).Label("Strength"))

  public:
    void Kernel() {
        float blurred = 0.0f;  // a beam is wider than a dot
        for (int x = -2; x <= 2; ++x)
            blurred += 0.2f * Input(x);
        const float turns = weft::to_float(Y()) / Distance;
        const float dark = 0.5f + 0.5f * weft::cos(6.2831853f * turns);
        Output() = blurred * (1.0f - Strength * dark);
    }
};
)");
    window.code().editor().setPlainText(text);
    if (!wait_until(done)) return false;
    text.replace("x = -2; x <= 2", "x = -3; x <= 3");
    window.code().editor().setPlainText(text);
    if (!wait_until(done)) return false;
    window.code().editor().go_to(17, 9);
    return true;
}

/// The composite with each of its parts a group, and in one of them a blur and its clone.
bool group_parts(MainWindow& window, const QString& plate) {
    Session& session = window.session();
    Document document = composite();
    const std::map<int, Backdrop> parts = document.backdrops;
    for (const auto& [id, backdrop] : parts) {
        Selection part = lying_on(document, id);
        document = *remove(document, library(), {{ItemKind::kBackdrop, id}});
        const Edited edited = *group(document, part);
        const ItemId box = *edited.made.begin();
        document = *rename(edited.document, library(), box, backdrop.title);
        if (backdrop.title != "Water") continue;
        for (const ItemId inside : part)
            if (const Node* node = document.draft.graph.find(NodeId{inside.value});
                node->functor == "Exposure" || node->functor == "Gaussian")
                document = *show_in_panel(
                    document, box.value,
                    control_of({node->id, node->functor == "Exposure" ? "stops" : "sigma"}));
    }
    const auto node = [&](const char* name) { return document.draft.graph.find(name)->id; };
    document.draft.clones[node("gaussian4")] = node("gaussian3");
    document = *set(lay_out(document), library(), "gaussian4.sigma", "1.5");
    session.open(set_picture(document, "input", plate.toStdString()));
    session.select({named(session.document(), "Water")});
    return true;
}

int make_all(const QDir& documents, const QString& plate, const QDir& folder) {
    const auto window = make_window();
    window->resize(1440, 900);
    bool good = open(*window, documents.filePath("soft-focus.weft"), plate) &&
                save(*window, folder.filePath("editor-start.jpg"));
    Session& session = window->session();
    session.select({named(session.document(), "blur-x")});
    session.view(named(session.document(), "highlights"));
    good = good && save(*window, folder.filePath("editor-parameters.jpg"));
    session.apply("Disable", toggle_disabled(session.document(), library(),
                                             {named(session.document(), "lift")}));
    session.apply("Disconnect", Result<Document>(disconnect(
                                    session.document(), named(session.document(), "spread-x"), 0)));
    session.view({ItemKind::kOutput, 0});
    good = good && save(*window, folder.filePath("editor-problem.jpg"));
    good = good && open(*window, documents.filePath("degrain.weft"), plate) &&
           save(*window, folder.filePath("editor-degrain.jpg"));
    session.open(set_picture(composite(), "input", plate.toStdString()));
    window->graph().frame({});
    good = good && save(*window, folder.filePath("editor-composite.jpg"));
    good =
        good && group_parts(*window, plate) && save(*window, folder.filePath("editor-groups.jpg"));
    session.open_group(named(session.document(), "Water").value);
    session.select({named(session.document(), "gaussian4")});
    auto* graph = window->findChild<QDockWidget*>("dock.graph");
    const int usual = graph->height();
    window->resizeDocks({graph}, {540}, Qt::Vertical);
    QTest::qWait(50);
    window->graph().frame({});
    good = good && save(*window, folder.filePath("editor-group.jpg"));
    window->resizeDocks({graph}, {usual}, Qt::Vertical);
    QTest::qWait(50);
    session.open(set_picture(composite(), "input", plate.toStdString()));
    window->graph().frame({});
    window->findChild<QDockWidget*>("dock.fusion")->show();
    QTest::qWait(50);
    window->graph().frame({});
    auto* targets = window->findChild<QComboBox*>("plan-target");
    targets->setCurrentIndex(targets->findData("sm_90"));
    good = good && wait_until([&] { return !window->fusion().busy(); }) &&
           save(*window, folder.filePath("editor-fusion.jpg"));
    targets->setCurrentIndex(0);
    auto* costs = window->findChild<QCheckBox*>("count-costs");
    costs->click();
    good = good && wait_until([&] { return session.costs().has_value(); }) &&
           save(*window, folder.filePath("editor-costs.jpg"));
    costs->click();
    window->findChild<QDockWidget*>("dock.fusion")->hide();
    good =
        good && write_functor(*window, plate) && save(*window, folder.filePath("editor-code.jpg"));
    window->findChild<QDockWidget*>("dock.code")->hide();
    good = good && open(*window, documents.filePath("soft-focus.weft"), plate);
    session.view({ItemKind::kOutput, 0});
    session.compare_at(2, ItemId{ItemKind::kInput, 0});
    window->viewer().action("viewer.wipe")->trigger();
    window->findChild<QDockWidget*>("dock.scopes")->show();
    window->viewer().view().set_region(Rect{300, 180, 660, 400});
    good = good && save(*window, folder.filePath("editor-wipe.jpg"));
    window->viewer().view().set_region({});
    window->viewer().action("viewer.wipe")->trigger();
    session.compare_at(0);
    window->findChild<QDockWidget*>("dock.scopes")->hide();
    good = good && open(*window, documents.filePath("degrain.weft"), plate);
    window->action("file.render")->trigger();
    QTest::qWait(50);
    good = good && window->findChild<QDialog*>("render")->grab().save(
                       folder.filePath("editor-render.jpg"), nullptr, 86);
    window->findChild<QDialog*>("render")->hide();
    window->action("file.export")->trigger();
    QTest::qWait(50);
    good = good && window->findChild<QDialog*>("export")->grab().save(
                       folder.filePath("editor-export.jpg"), nullptr, 86);
    window->findChild<QDialog*>("export")->hide();
    window->action("edit.keys")->trigger();
    QTest::qWait(50);
    good = good && window->findChild<QDialog*>("keys")->grab().save(
                       folder.filePath("editor-keys.jpg"), nullptr, 86);
    window->findChild<QDialog*>("keys")->close();
    good = good && open(*window, documents.filePath("soft-focus.weft"), plate) && animate(*window);
    good = good && save(*window, folder.filePath("editor-time.jpg"));
    good = good && pin(*window, plate) && save(*window, folder.filePath("editor-curves.jpg"));
    window->findChild<QDockWidget*>("dock.curves")->hide();
    bend(*window, plate);
    good = good && save(*window, folder.filePath("editor-tone-curve.jpg"));
    good = good && open(*window, documents.filePath("soft-focus.weft"), plate);
    raise(*window, "dock.effect");
    window->findChild<QListWidget*>("effect.controls")->setCurrentRow(0);
    good = good && save(*window, folder.filePath("editor-effect.jpg"));
    raise(*window, "dock.parameters");
    session.open(set_picture(composite(), "input", plate.toStdString()));
    session.select({named(session.document(), "keymix3")});
    window->graph().frame({});
    window->action("edit.light-theme")->setChecked(true);
    good = good && save(*window, folder.filePath("editor-light.jpg"));
    window->action("edit.light-theme")->setChecked(false);
    {
        Session other(library());
        Recovery crashed(other, recovery_folder());
        other.open(chain(), false);
        crashed.set_path("harbour.weft");
        crashed.keep();
    }
    window->offer_recovery();
    good = good && save(*window, folder.filePath("editor-recovery.jpg"));
    return good ? 0 : 1;
}

}  // namespace
}  // namespace weft::editor

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: weft-editor-screenshots DOCUMENTS PLATE FOLDER\n", stderr);
        return 2;
    }
    const weft::editor::OffscreenApplication application(argc, argv);
    QDir().mkpath(QString::fromLocal8Bit(argv[3]));
    return weft::editor::make_all(QDir(QString::fromLocal8Bit(argv[1])),
                                  QDir::current().absoluteFilePath(QString::fromLocal8Bit(argv[2])),
                                  QDir(QString::fromLocal8Bit(argv[3])));
}
