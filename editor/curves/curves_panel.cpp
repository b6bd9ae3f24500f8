#include "curves/curves_panel.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QMenu>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>

#include "curves/key_figures.h"
#include "model/groups.h"
#include "view/named_actions.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr const char* kKinds[] = {"curves.hold", "curves.linear", "curves.smooth", "curves.cubic",
                                  "curves.bezier"};
constexpr const char* kOfTangents[] = {"curves.tangent", "curves.join", "curves.flat"};

}  // namespace

CurvesPanel::CurvesPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), plot_(new CurvePlot(session)), list_(new QListWidget) {
    setObjectName(QStringLiteral("curves"));
    setFocusProxy(plot_);
    make_actions();
    list_->setObjectName(QStringLiteral("curve-list"));
    list_->setAccessibleName(tr("Parameters that change over time"));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* sides = new QSplitter(Qt::Horizontal);
    sides->addWidget(list_);
    sides->addWidget(plot_);
    sides->setStretchFactor(1, 1);
    sides->setSizes({140, 520});
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 4, 12, 4);
    bar->setSpacing(4);
    add_bar(*bar);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(sides, 1);
    for (const auto signal :
         {&Session::graph_changed, &Session::timeline_changed, &Session::selection_changed})
        connect(&session, signal, this, &CurvesPanel::refresh);
    connect(&session, &Session::parameters_changed, this, &CurvesPanel::refresh);
    connect(plot_, &CurvePlot::selected_changed, this, &CurvesPanel::enable_actions);
    connect(plot_, &CurvePlot::menu_wanted, this, &CurvesPanel::show_menu);
    connect(plot_, &CurvePlot::current_changed, this, [this] {
        const auto at = std::find(tracks_.begin(), tracks_.end(), plot_->current());
        list_->setCurrentRow(at == tracks_.end() ? -1 : static_cast<int>(at - tracks_.begin()));
    });
    connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0) plot_->set_current(tracks_[static_cast<std::size_t>(row)]);
    });
    connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        const TrackId& track = tracks_[static_cast<std::size_t>(list_->row(item))];
        if (item->checkState() == Qt::Checked)
            hidden_.erase(track);
        else
            hidden_.insert(track);
        show_checked();
    });
    enable_actions();
}

void CurvesPanel::make_actions() {
    const auto add = [this](const char* name, const QString& text, const QList<QKeySequence>& keys,
                            auto what) { add_pane_action(*this, name, text, keys, what); };
    add(kKinds[0], tr("Hold"), {Qt::Key_K}, [this] { plot_->set_kind(Interpolation::kHold); });
    add(kKinds[1], tr("Linear"), {Qt::Key_L}, [this] { plot_->set_kind(Interpolation::kLinear); });
    add(kKinds[2], tr("Smooth"), {Qt::Key_Z}, [this] { plot_->set_kind(Interpolation::kSmooth); });
    add(kKinds[3], tr("Cubic"), {Qt::Key_C}, [this] { plot_->set_kind(Interpolation::kCubic); });
    add(kKinds[4], tr("Bezier"), {Qt::Key_B}, [this] { plot_->set_kind(Interpolation::kBezier); });
    add(kOfTangents[0], tr("Take the next tangent"), {Qt::Key_T},
        [this] { plot_->take_next_tangent(); });
    add(kOfTangents[1], tr("Join tangents"), {Qt::Key_J}, [this] { plot_->join_selected(); });
    add(kOfTangents[2], tr("Flatten tangents"), {Qt::Key_H}, [this] { plot_->flatten_selected(); });
    add("curves.add", tr("Add a keyframe at this frame"), {Qt::Key_Insert, Qt::Key_I},
        [this] { plot_->add_here(); });
    add("curves.delete", tr("Delete keyframes"), {Qt::Key_Delete, Qt::Key_Backspace},
        [this] { plot_->delete_selected(); });
    add("curves.select-all", tr("Select all keyframes"), {QKeySequence::SelectAll},
        [this] { plot_->select_all(); });
    add("curves.frame", tr("Frame the selected keyframes"), {Qt::Key_F},
        [this] { plot_->frame_selected(); });
    add("curves.frame-all", tr("Frame all"), {Qt::Key_A}, [this] { plot_->frame_all(); });
    const auto walk = [this](int step, bool extend) {
        return [this, step, extend] { plot_->go_to_key(step, extend); };
    };
    const auto nudge = [this](int frames, int steps) {
        return [this, frames, steps] { plot_->nudge(frames, steps); };
    };
    const auto keys = [](const char* text) {
        return QList<QKeySequence>{QKeySequence(QString::fromLatin1(text))};
    };
    add("curves.next", tr("Next keyframe"), keys("Right"), walk(1, false));
    add("curves.previous", tr("Keyframe before"), keys("Left"), walk(-1, false));
    add("curves.next-too", tr("Next keyframe too"), keys("Shift+Right"), walk(1, true));
    add("curves.previous-too", tr("Keyframe before too"), keys("Shift+Left"), walk(-1, true));
    add("curves.later", tr("A frame later"), keys("Alt+Right"), nudge(1, 0));
    add("curves.earlier", tr("A frame earlier"), keys("Alt+Left"), nudge(-1, 0));
    add("curves.higher", tr("Higher"), keys("Alt+Up"), nudge(0, 1));
    add("curves.lower", tr("Lower"), keys("Alt+Down"), nudge(0, -1));
    const auto alone = [this](int frames, int steps) {
        return [this, frames, steps] { plot_->nudge_tangent(frames, steps, true); };
    };
    add("curves.later-alone", tr("One tangent a frame later"), keys("Alt+Shift+Right"),
        alone(1, 0));
    add("curves.earlier-alone", tr("One tangent a frame earlier"), keys("Alt+Shift+Left"),
        alone(-1, 0));
    add("curves.higher-alone", tr("One tangent higher"), keys("Alt+Shift+Up"), alone(0, 1));
    add("curves.lower-alone", tr("One tangent lower"), keys("Alt+Shift+Down"), alone(0, -1));
}

void CurvesPanel::add_bar(QHBoxLayout& bar) {
    for (const char* kind : kKinds) {
        auto* button = new QToolButton;
        button->setDefaultAction(findChild<QAction*>(QString::fromLatin1(kind)));
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(tr("Go on by %1").arg(button->text()));
        bar.addWidget(button);
    }
    bar.addStretch(1);
    bar.addWidget(new KeyFigures(session_, *plot_));
}

void CurvesPanel::showEvent(QShowEvent*) {
    refresh();
    plot_->frame_all();
}

void CurvesPanel::refresh() {
    if (!isVisible()) return;
    const Graph& graph = session_.document().draft.graph;
    const std::vector<TrackId> tracks =
        tracks_of(graph, session_.library(), expanded(session_.document(), session_.selection()));
    if (tracks != tracks_) {
        tracks_ = tracks;
        const QSignalBlocker quiet(list_);
        list_->clear();
        for (std::size_t i = 0; i < tracks_.size(); ++i) {
            auto* row = new QListWidgetItem(theme::chip(hue(i), 4.0), QString());
            row->setFlags(row->flags() | Qt::ItemIsUserCheckable);
            row->setCheckState(hidden_.contains(tracks_[i]) ? Qt::Unchecked : Qt::Checked);
            list_->addItem(row);
        }
        show_checked();
        plot_->frame_all();
        const auto current = std::find(tracks_.begin(), tracks_.end(), plot_->current());
        if (!tracks_.empty() && current == tracks_.end()) plot_->set_current(tracks_.front());
        if (tracks_.empty()) plot_->set_current({});
        list_->setCurrentRow(current == tracks_.end()
                                 ? (tracks_.empty() ? -1 : 0)
                                 : static_cast<int>(current - tracks_.begin()));
    } else {
        show_checked();
    }
    show_names();
}

void CurvesPanel::show_names() {
    const QSignalBlocker quiet(list_);
    // The name of a node says nothing where there is no other.
    const bool one_node = std::all_of(tracks_.begin(), tracks_.end(), [this](const TrackId& t) {
        return t.node == tracks_.front().node;
    });
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
        const QString name = QString::fromStdString(
            name_of(session_.document().draft.graph, session_.library(), tracks_[i]));
        QListWidgetItem& row = *list_->item(static_cast<int>(i));
        row.setText(one_node ? name.section('.', -1) : name);
        row.setToolTip(name);
    }
}

void CurvesPanel::show_checked() {
    std::map<TrackId, QColor> shown;
    for (std::size_t i = 0; i < tracks_.size(); ++i)
        if (!hidden_.contains(tracks_[i])) shown[tracks_[i]] = hue(i);
    plot_->show_tracks(std::move(shown));
}

QColor CurvesPanel::hue(std::size_t track) const {
    const Graph& graph = session_.document().draft.graph;
    const int colour = colour_of(graph, session_.library(), tracks_[track]);
    return colour >= 0 ? theme::plane(colour) : theme::kernel(static_cast<int>(track));
}

void CurvesPanel::enable_actions() {
    const auto enable = [this](const char* name, bool on) {
        findChild<QAction*>(QString::fromLatin1(name))->setEnabled(on);
    };
    for (const char* kind : kKinds) enable(kind, !plot_->selected().empty());
    for (const char* name : kOfTangents) enable(name, !plot_->tangents().empty());
}

void CurvesPanel::show_menu(const QPoint& at) {
    QMenu menu;
    for (const char* name : kKinds) menu.addAction(findChild<QAction*>(QString::fromLatin1(name)));
    menu.addSeparator();
    for (const char* name : kOfTangents)
        menu.addAction(findChild<QAction*>(QString::fromLatin1(name)));
    menu.addSeparator();
    for (const char* name :
         {"curves.add", "curves.delete", "curves.select-all", "curves.frame", "curves.frame-all"})
        menu.addAction(findChild<QAction*>(QString::fromLatin1(name)));
    menu.exec(at);
}

}  // namespace weft::editor
