#include "view/key_hints.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <QLabel>
#include <QStringList>

#include "view/theme.h"

namespace weft::editor {
namespace {

struct Hint {
    const char* action;
    const char* word;
};

constexpr Hint kHints[] = {
    {"graph.search", QT_TRANSLATE_NOOP("KeyHints", "add")},
    {"graph.read", QT_TRANSLATE_NOOP("KeyHints", "read")},
    {"graph.add-grade", QT_TRANSLATE_NOOP("KeyHints", "grade")},
    {"graph.add-merge", QT_TRANSLATE_NOOP("KeyHints", "merge")},
    {"graph.write", QT_TRANSLATE_NOOP("KeyHints", "write")},
    {"graph.view-1", QT_TRANSLATE_NOOP("KeyHints", "view")},
    {"graph.disable", QT_TRANSLATE_NOOP("KeyHints", "disable")},
    {"graph.frame", QT_TRANSLATE_NOOP("KeyHints", "frame")},
};

QAction* action_of(const QObject& part, const char* name) {
    const QObject* window = &part;
    while (window->parent()) window = window->parent();
    return window->findChild<QAction*>(QString::fromLatin1(name));
}

QString hints(const QObject& window) {
    QStringList all;
    for (const Hint& hint : kHints)
        if (const QString key = key_text(window, hint.action); !key.isEmpty())
            all.append(key + ' ' + QCoreApplication::translate("KeyHints", hint.word));
    return all.join(QStringLiteral(" · ")) + ' ';
}

}  // namespace

QString key_text(const QObject& part, const char* name) {
    const QAction* action = action_of(part, name);
    return action ? action->shortcut().toString(QKeySequence::NativeText) : QString();
}

QString how_to(const QObject& part, const char* name) {
    if (const QString key = key_text(part, name); !key.isEmpty())
        return QObject::tr("press %1").arg(key);
    const QAction* action = action_of(part, name);
    const QString text = action ? action->text().remove('&') : QString::fromLatin1(name);
    return QObject::tr("use “%1”").arg(text);
}

QLabel* make_key_hints(const QObject& window) {
    auto* label = new QLabel(hints(window));
    label->setObjectName(QStringLiteral("hints"));
    theme::set_tone(*label, theme::Tone::kDim);
    for (const Hint& hint : kHints)
        if (QAction* action = action_of(window, hint.action))
            QObject::connect(action, &QAction::changed, label,
                             [label, &window] { label->setText(hints(window)); });
    return label;
}

}  // namespace weft::editor
