#include "view/breadcrumb.h"

#include <QDropEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "commands/group_edits.h"
#include "commands/interface_edits.h"
#include "model/groups.h"
#include "view/dragged_control.h"
#include "view/theme.h"

namespace weft::editor {

Breadcrumb::Breadcrumb(Session& session, QWidget& view) : QFrame(&view), session_(session) {
    setObjectName(QStringLiteral("breadcrumb"));
    setAccessibleName(tr("The way to the open group"));
    setToolTip(tr("Drop a parameter's label on a name to offer the parameter there"));
    setAcceptDrops(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 2, 8, 2);
    layout->setSpacing(2);
    move(8, 8);
    hide();
    connect(&session, &Session::group_opened, this, &Breadcrumb::follow);
    connect(&session, &Session::graph_changed, this, &Breadcrumb::follow);
}

void Breadcrumb::follow() {
    const Document& document = session_.document();
    std::vector<int> groups = path_to(document, session_.open_group());
    groups.insert(groups.begin(), kTop);
    QStringList names;
    for (const int group : groups)
        names.append(QString::fromStdString(group == kTop ? document.draft.graph.name
                                                          : document.groups.at(group).name));
    const QString shown = QString::number(session_.open_group()) + names.join('\n');
    if (shown == shown_) return;
    shown_ = shown;
    parts_.clear();
    // A button may be what has led here: it goes later.
    while (QLayoutItem* item = layout()->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const QString& name = names[static_cast<qsizetype>(i)];
        if (i + 1 == groups.size()) {
            auto* open = new QLabel(name);
            layout()->addWidget(open);
            parts_.emplace_back(open, groups[i]);
            break;
        }
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("to:") + name);
        button->setText(name);
        button->setToolTip(tr("Close groups up to %1").arg(name));
        button->setAccessibleName(button->toolTip());
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this,
                [this, group = groups[i]] { Q_EMIT chosen(group); });
        layout()->addWidget(button);
        parts_.emplace_back(button, groups[i]);
        auto* arrow = new QLabel(QStringLiteral("›"));
        theme::set_tone(*arrow, theme::Tone::kDim);
        arrow->setContentsMargins(0, 0, 6,
                                  0);  // as far from what follows as from the button's text
        layout()->addWidget(arrow);
    }
    setVisible(groups.size() > 1);
    adjustSize();
    raise();
}

void Breadcrumb::dragEnterEvent(QDragEnterEvent* event) {
    if (dragged_control(event->mimeData())) event->acceptProposedAction();
}

void Breadcrumb::dropEvent(QDropEvent* event) {
    const std::optional<Control> control = dragged_control(event->mimeData());
    if (!control) return;
    // The nearest part: there is little room between them.
    const double x = event->position().x();
    const auto distance = [x](const auto& part) {
        return std::abs(part.first->geometry().center().x() - x);
    };
    const auto at =
        std::min_element(parts_.begin(), parts_.end(),
                         [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    if (at == parts_.end()) return;
    event->acceptProposedAction();
    const QString name = QString::fromStdString(control->name);
    if (at->second == kTop)
        session_.apply(
            tr("Expose %1 as a control").arg(name),
            expose_together(session_.document(), session_.library(), targets_of(*control)));
    else
        session_.apply(tr("Show %1 in a group").arg(name),
                       show_in_panel(session_.document(), at->second, *control));
}

}  // namespace weft::editor
