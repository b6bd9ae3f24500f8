#include "app/key_dialog.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "view/theme.h"

namespace weft::editor {

KeyDialog::KeyDialog(std::vector<QAction*> actions, Keys usual,
                     std::function<void(const Keys&)> save, QWidget* parent)
    : QDialog(parent),
      actions_(std::move(actions)),
      usual_(std::move(usual)),
      save_(std::move(save)),
      list_(new QTreeWidget),
      keys_(new QKeySequenceEdit),
      clashes_(new QLabel) {
    setObjectName(QStringLiteral("keys"));
    setWindowTitle(tr("Keys"));
    resize(560, 640);
    auto* letters = new QLineEdit;
    letters->setObjectName(QStringLiteral("letters"));
    letters->setPlaceholderText(tr("Search for an action or a key"));
    auto* presets = new QComboBox;
    presets->setObjectName(QStringLiteral("presets"));
    presets->addItems({tr("Usual keys"), tr("Blender's keys")});
    presets->setAccessibleName(tr("Preset"));
    list_->setObjectName(QStringLiteral("list"));
    list_->setColumnCount(3);
    list_->setHeaderLabels({tr("Action"), tr("Keys"), tr("Name")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->header()->resizeSection(0, 240);
    list_->header()->resizeSection(1, 140);
    keys_->setObjectName(QStringLiteral("key"));
    auto* set = new QPushButton(tr("Set"));
    auto* none = new QPushButton(tr("No key"));
    auto* reset = new QPushButton(tr("As usual"));
    set->setObjectName(QStringLiteral("set"));
    none->setObjectName(QStringLiteral("none"));
    reset->setObjectName(QStringLiteral("reset"));
    clashes_->setObjectName(QStringLiteral("clashes"));
    clashes_->setWordWrap(true);
    theme::set_tone(*clashes_, theme::Tone::kError);
    auto* top = new QHBoxLayout;
    top->addWidget(letters, 1);
    top->addWidget(presets);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(keys_, 1);
    for (QPushButton* button : {set, none, reset}) {
        button->setAutoDefault(false);  // Enter is a key like others here
        bottom->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addWidget(list_, 1);
    layout->addLayout(bottom);
    layout->addWidget(clashes_);
    connect(letters, &QLineEdit::textChanged, this, &KeyDialog::filter);
    connect(presets, &QComboBox::activated, this, [this](int index) {
        Keys keys = usual_;
        if (index == 1) keys.insert(blender_keys());
        use(keys);
    });
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item)
            keys_->setKeySequence(QKeySequence(item->text(1).section(QStringLiteral(", "), 0, 0)));
    });
    connect(set, &QPushButton::clicked, this, [this] { set_current({keys_->keySequence()}); });
    connect(none, &QPushButton::clicked, this, [this] { set_current({}); });
    connect(reset, &QPushButton::clicked, this, [this] {
        if (const QTreeWidgetItem* item = list_->currentItem()) set_current(usual_[item->text(2)]);
    });
    fill();
}

void KeyDialog::fill() {
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    list_->clear();
    for (const QAction* action : actions_)
        list_->addTopLevelItem(new QTreeWidgetItem(
            {QString(action->text()).remove('&'),
             QKeySequence::listToString(action->shortcuts(), QKeySequence::PortableText)
                 .replace(QStringLiteral("; "), QStringLiteral(", ")),
             action->objectName()}));
    if (row >= 0) list_->setCurrentItem(list_->topLevelItem(row));
    clashes_->setText(clashes(actions_).join('\n'));
}

void KeyDialog::filter(const QString& letters) {
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = list_->topLevelItem(i);
        bool found = false;
        for (int column = 0; column < 3; ++column)
            found |= item->text(column).contains(letters, Qt::CaseInsensitive);
        item->setHidden(!found);
    }
}

void KeyDialog::set_current(const QList<QKeySequence>& keys) {
    if (const QTreeWidgetItem* item = list_->currentItem()) use({{item->text(2), keys}});
}

void KeyDialog::use(const Keys& keys) {
    set_keys(actions_, keys);
    Keys changed = keys_of(actions_);
    changed.removeIf(
        [this](const auto& entry) { return usual_.value(entry.key()) == entry.value(); });
    save_(changed);
    fill();
}

}  // namespace weft::editor
