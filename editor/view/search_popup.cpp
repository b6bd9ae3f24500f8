#include "view/search_popup.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "model/fuzzy.h"

namespace weft::editor {

SearchPopup::SearchPopup(const QString& hint, QWidget* parent)
    : QFrame(parent, Qt::Popup), line_(new QLineEdit(this)), list_(new QListWidget(this)) {
    setObjectName(QStringLiteral("search"));
    setFrameShape(QFrame::StyledPanel);
    setFixedSize(260, 300);
    line_->setPlaceholderText(hint);
    line_->setAccessibleName(hint);
    line_->installEventFilter(this);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->setSpacing(4);
    layout->addWidget(line_);
    layout->addWidget(list_);
    connect(line_, &QLineEdit::textChanged, this, &SearchPopup::search);
    connect(line_, &QLineEdit::returnPressed, this, &SearchPopup::choose);
    connect(list_, &QListWidget::itemClicked, this, &SearchPopup::choose);
}

void SearchPopup::open(QPoint at, std::vector<std::string> names) {
    names_ = std::move(names);
    line_->clear();
    search();
    move(at);
    show();
    line_->setFocus();
}

void SearchPopup::search() {
    list_->clear();
    for (const std::string& name : fuzzy_search(line_->text().toStdString(), names_, last_))
        list_->addItem(QString::fromStdString(name));
    if (!offer_.isEmpty()) list_->addItem(offer_);
    list_->setCurrentRow(0);
}

void SearchPopup::choose() {
    const QListWidgetItem* item = list_->currentItem();
    if (!item) return;
    if (!offer_.isEmpty() && list_->currentRow() == list_->count() - 1) {
        hide();
        Q_EMIT offer_chosen(line_->text().trimmed());
        return;
    }
    const QString name = item->text();
    last_ = name.toStdString();
    hide();
    Q_EMIT chosen(name);
}

bool SearchPopup::eventFilter(QObject* object, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(object, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Up && key != Qt::Key_Down) return QFrame::eventFilter(object, event);
    const int row = list_->currentRow() + (key == Qt::Key_Down ? 1 : -1);
    list_->setCurrentRow(qBound(0, row, list_->count() - 1));
    return true;
}

}  // namespace weft::editor
