// Panes follow a session: by signals that say what changed, each pane by those of what it shows.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>

#include "curves/curves_panel.h"
#include "random_artist.h"
#include "view/effect_panel.h"
#include "view/key_mark.h"
#include "viewer/time_bar.h"
#include "window.h"

namespace weft::editor {
namespace {

/// What the widgets in a pane say, a line each.
QString words_of(const QWidget& pane) {
    QString words;
    for (const QWidget* widget : pane.findChildren<QWidget*>()) {
        QString line;
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            line = label->text();
        else if (const auto* field = qobject_cast<const QLineEdit*>(widget))
            line = field->text();
        else if (const auto* list = qobject_cast<const QComboBox*>(widget))
            line = list->currentText();
        else if (const auto* check = qobject_cast<const QCheckBox*>(widget))
            line = check->isChecked() ? "on" : "off";
        else if (const auto* slider = qobject_cast<const QSlider*>(widget))
            line = QString::number(slider->value());
        else if (const auto* button = qobject_cast<const QToolButton*>(widget))
            line = button->text();
        else if (const auto* mark = dynamic_cast<const KeyMark*>(widget))
            line = QString::number(static_cast<int>(mark->state()));
        else if (const auto* rows = qobject_cast<const QListWidget*>(widget))
            for (int row = 0; row < rows->count(); ++row) line += rows->item(row)->text() + ";";
        words += QStringLiteral("%1: %2\n").arg(widget->objectName(), line);
    }
    return words;
}

/// All that lies on a canvas, and how it looks.
QString words_of(const GraphScene& scene, const Document& document) {
    QString words;
    const auto at = [](QPointF place) {
        return QStringLiteral(" %1,%2").arg(place.x()).arg(place.y());
    };
    for (const auto& [id, place] : scene.canvas().places) {
        words += QStringLiteral("%1 %2").arg(static_cast<int>(id.kind)).arg(id.value);
        if (const NodeItem* node = scene.node(id)) {
            const NodeLook& look = node->look();
            words += at(node->pos()) + look.name + look.slots + look.note + look.problem;
            for (const bool state : {look.disabled, look.cloned, look.selected, look.viewed})
                words += state ? "!" : ".";
            for (const auto& ports : {look.inputs, look.outputs})
                for (const Port& port : ports)
                    words += QString::fromStdString(" " + port.name + "?" + port.optional);
        } else if (id.kind == ItemKind::kBackdrop) {
            const BackdropItem& backdrop = *scene.backdrop(id.value);
            words += at(backdrop.area().topLeft()) + at(backdrop.area().bottomRight()) +
                     QString::fromStdString(backdrop.look().title) +
                     QString::number(backdrop.look().hue);
        } else if (const auto dot = document.places.find(id); dot != document.places.end()) {
            const QPointF place(dot->second.x, dot->second.y);
            words += scene.item_at(place) ? at(place) : " lost";
        }
        words += "\n";
    }
    for (const auto& [wire, start] : scene.canvas().wires) {
        const WireItem* item = scene.wire(wire);
        words += QStringLiteral("wire") +
                 (item ? at(item->path().pointAtPercent(0)) + at(item->path().pointAtPercent(0.5)) +
                             at(item->path().pointAtPercent(1))
                       : " lost") +
                 "\n";
    }
    return words;
}

/// One of each pane that derives what it shows at once.
struct Panes {
    explicit Panes(Session& of)
        : session(of),
          scene(of),
          parameters(of),
          effect(of),
          time(of, [] { return false; }),
          curves(of) {
        curves.show();
    }
    /// What each shows, with its name.
    std::vector<std::pair<const char*, QString>> words() const {
        return {{"canvas", words_of(scene, session.document())},
                {"parameters", words_of(parameters)},
                {"effect", words_of(effect)},
                {"time", words_of(time)},
                {"curves", words_of(curves) + curves_shown()}};
    }

    Session& session;
    GraphScene scene;
    ParameterPanel parameters;
    EffectPanel effect;
    TimeBar time;
    CurvesPanel curves;

  private:
    QString curves_shown() const {
        return const_cast<CurvesPanel&>(curves).plot().accessibleDescription();
    }
};

/// A pane that has followed every edit shows what a pane shows that is made now.
TEST(Panes, ThatFollowShowWhatFreshOnesShow) {
    const unsigned seed = random_seed();
    std::printf("seed %u\n", seed);
    SCOPED_TRACE("WEFT_TEST_SEED=" + std::to_string(seed));
    RandomArtist artist(seed);
    Session session(library());
    session.open(chain());
    const Panes following(session);
    const auto any = [&] {
        const std::vector<ItemId> all = items(session.document());
        return all[static_cast<std::size_t>(artist.number(0, static_cast<int>(all.size()) - 1))];
    };
    for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i) {
        History history(session.document());
        if (session.document().draft.graph.nodes.size() > 30)
            session.apply("Delete", remove(session.document(), library(), {any(), any(), any()}));
        artist.edit(history);
        if (history.can_undo())
            session.apply(QString::fromStdString(history.undo_name()),
                          Result<Document>(history.document()), artist.number(0, 2) ? "" : "run");
        switch (artist.number(0, 9)) {
            case 0: session.undo(); break;
            case 1: session.redo(); break;
            case 2: session.set_frame(artist.number(-3, 12)); break;
            case 3: session.select({any()}); break;
            case 4: session.select({}); break;
            case 5: session.view_at(artist.number(1, 4), any()); break;
            case 6:
                if (const auto& groups = session.document().groups; !groups.empty()) {
                    session.open_group(artist.number(0, 1) ? groups.begin()->first : kTop);
                    if (artist.number(0, 1))
                        session.select({{ItemKind::kGroup, groups.begin()->first}});
                }
                break;
            default: break;
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const auto shown = following.words(), now = Panes(session).words();
        for (std::size_t pane = 0; pane < now.size(); ++pane)
            EXPECT_EQ(shown[pane].second.toStdString(), now[pane].second.toStdString())
                << now[pane].first << ", after edit " << i << ", " << history.undo_name();
    }
}

struct Counted {
    explicit Counted(Session& session)
        : canvas(&session, &Session::canvas_changed),
          code(&session, &Session::code_changed),
          graph(&session, &Session::graph_changed),
          parameters(&session, &Session::parameters_changed),
          timeline(&session, &Session::timeline_changed),
          nothing(&session, &Session::nothing_changed),
          history(&session, &Session::history_changed) {}
    /// How often each was told since the last call, in the order of the members.
    std::string take() {
        std::string text;
        for (QSignalSpy* spy :
             {&canvas, &code, &graph, &parameters, &timeline, &nothing, &history}) {
            text += std::to_string(spy->size());
            spy->clear();
        }
        return text;
    }
    QSignalSpy canvas, code, graph, parameters, timeline, nothing, history;
};

TEST(Session, TellsWhatChanged) {
    Session session(library());
    Counted told(session);
    session.open(chain());
    EXPECT_EQ(told.take(), "1110101");
    const ItemId exposure = named(session.document(), "exposure1");
    std::set<NodeId> nodes;
    QObject::connect(&session, &Session::parameters_changed,
                     [&](const std::set<NodeId>& changed) { nodes = changed; });
    const auto set_stops = [&](const char* stops) {
        session.apply("Set", set(session.document(), library(), "exposure1.stops", stops), "drag");
    };
    set_stops("1");
    EXPECT_EQ(told.take(), "0001001");
    EXPECT_EQ(nodes, std::set{NodeId{exposure.value}});
    // Of a drag each step is told as it differs from the one before, also the one that ends where
    // the drag began, of which nothing is kept.
    set_stops("0");
    EXPECT_EQ(session.history().size(), 0u);
    EXPECT_EQ(told.take(), "0001001");
    set_stops("0");
    EXPECT_EQ(told.take(), "0000011");
    session.apply("Move", Result<Document>(move(session.document(), {exposure}, {40, 0})));
    EXPECT_EQ(told.take(), "1000001");
    session.apply("Delete", remove(session.document(), library(), {exposure}));
    EXPECT_EQ(told.take(), "1010001");
    session.undo();
    EXPECT_EQ(told.take(), "1010001");
    session.undo();
    EXPECT_EQ(told.take(), "1000001");
    session.redo();
    EXPECT_EQ(told.take(), "1000001");
    session.mark_saved();
    EXPECT_EQ(told.take(), "0000001");
    session.apply("Frames",
                  set_timeline(session.document(), with_ends(session.document().timeline, 5, 9)));
    EXPECT_EQ(told.take(), "0000101");
    EXPECT_EQ(session.frame(), 5);
    session.select({exposure});
    session.set_frame(7);
    EXPECT_EQ(told.take(), "0000000");
}

/// Under a mouse that drags a value no pane derives anew what no value is of.
TEST(Session, AValueIsNoNewsToPanesWithoutValues) {
    Session session(library());
    session.open(chain());
    const GraphScene scene(session);
    const EffectPanel effect(session);
    const QSignalSpy laid_out(&scene, &GraphScene::laid_out);
    const QSignalSpy listed(effect.findChild<QListWidget*>("effect.inputs")->model(),
                            &QAbstractItemModel::rowsInserted);
    for (const char* stops : {"1", "2", "3"})
        session.apply("Set", set(session.document(), library(), "exposure1.stops", stops), "drag");
    EXPECT_EQ(laid_out.size(), 0);
    EXPECT_EQ(listed.size(), 0);
    // A node is news, once.
    session.apply("Add", add_node(session.document(), library(), "Invert", {}));
    EXPECT_EQ(laid_out.size(), 1);
    EXPECT_EQ(listed.size(), 1);
}

/// What was typed and is what there was is shown as what there is.
TEST(Panes, AFieldShowsWhatIsThereAfterAnEditThatMakesNoDifference) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(add_node(chain(), library(), "Gaussian", {})->document);
    session.apply("Set", set(session.document(), library(), "gaussian1.sigma", "3"));
    session.select({named(session.document(), "gaussian1")});
    auto* row = window->parameters().findChild<QWidget*>("value:gaussian1.sigma");
    auto* field = row->findChild<QLineEdit*>();
    field->selectAll();
    QTest::keyClicks(field, "6/2");
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(field->text().toStdString(), "3.0");
    EXPECT_EQ(session.history().size(), 1u);
}

}  // namespace
}  // namespace weft::editor
