#include "view/breadcrumb.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "model/groups.h"
#include "view/theme.h"

namespace weft::editor {

Breadcrumb::Breadcrumb(Session& session, QWidget& view) : QFrame(&view), session_(session) {
    setObjectName(QStringLiteral("breadcrumb"));
    setAccessibleName(tr("The way to the open group"));
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
    // A button may be what has led here: it goes later.
    while (QLayoutItem* item = layout()->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const QString& name = names[static_cast<qsizetype>(i)];
        if (i + 1 == groups.size()) {
            layout()->addWidget(new QLabel(name));
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

}  // namespace weft::editor
