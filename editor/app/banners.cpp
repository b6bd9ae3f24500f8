#include "app/banners.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace weft::editor {

Banners::Banners(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
}

void Banners::say(const char* name, const QString& text, const std::vector<Answer>& answers) {
    dismiss(name);
    auto* banner = new QFrame;
    banner->setObjectName(QLatin1String(name));
    banner->setProperty("banner", true);
    banner->setAccessibleName(text);
    auto* row = new QHBoxLayout(banner);
    row->setContentsMargins(12, 6, 12, 6);
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(label, 1);
    const auto add_button = [&](const QString& words, const char* button_name, auto what) {
        auto* button = new QPushButton(words);
        button->setObjectName(QLatin1String(button_name));
        connect(button, &QPushButton::clicked, this, std::move(what), Qt::QueuedConnection);
        row->addWidget(button);
    };
    for (const Answer& answer : answers)
        add_button(answer.label, answer.name, [this, name, act = answer.act] {
            dismiss(name);
            act();
        });
    add_button(tr("Dismiss"), "dismiss", [this, name] { dismiss(name); });
    layout()->addWidget(banner);
}

void Banners::dismiss(const char* name) {
    QWidget* banner = findChild<QWidget*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
    if (!banner) return;
    banner->hide();
    banner->setObjectName(QString());
    banner->deleteLater();
}

QString Banners::text(const char* name) const {
    const auto* banner = findChild<QWidget*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
    return banner ? banner->accessibleName() : QString();
}

}  // namespace weft::editor
