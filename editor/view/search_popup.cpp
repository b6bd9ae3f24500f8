#include "view/search_popup.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr int kPopupWidth = 420, kPopupHeight = 420, kPadding = 8;
constexpr std::size_t kMaxRecent = 12, kRecentShown = 6;

enum Role { kEntry = Qt::UserRole, kCategory, kHelp };
constexpr int kHeading = -1, kOffer = -2;  // in place of the number of an entry

/// A title with its category, and below it a line of help; or a heading.
class Lines : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const bool helps = !index.data(kHelp).toString().isEmpty();
        return {0, option.fontMetrics.height() * (helps ? 2 : 1) + 8};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const theme::Colours& colours = theme::now();
        const bool current = option.state & QStyle::State_Selected;
        const bool heading = index.data(kEntry).toInt() == kHeading;
        if (current) painter->fillRect(option.rect, colours.accent);
        const QColor ink = current ? colours.on_accent : colours.text;
        const QColor dim = current ? theme::mixed(ink, colours.accent, 0.25) : colours.dim_text;
        QRect line = option.rect.adjusted(kPadding, 4, -kPadding, -4);
        line.setHeight(option.fontMetrics.height());
        painter->setFont(option.font);
        painter->setPen(heading ? colours.dim_text : dim);
        const QString category = index.data(kCategory).toString();
        painter->drawText(line, Qt::AlignRight, category);
        painter->setPen(heading ? colours.dim_text : ink);
        const int room = line.width() - option.fontMetrics.horizontalAdvance(category) - kPadding;
        painter->drawText(line, Qt::AlignLeft,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight,
                                                        heading ? line.width() : room));
        if (heading) return;
        line.translate(0, line.height());
        painter->setPen(dim);
        painter->drawText(line, Qt::AlignLeft,
                          option.fontMetrics.elidedText(index.data(kHelp).toString(),
                                                        Qt::ElideRight, line.width()));
    }
};

}  // namespace

SearchPopup::SearchPopup(const QString& hint, QWidget* parent)
    : QFrame(parent, Qt::Popup), line_(new QLineEdit(this)), list_(new QListWidget(this)) {
    setObjectName(QStringLiteral("search"));
    setFrameShape(QFrame::StyledPanel);
    line_->setPlaceholderText(hint);
    line_->setAccessibleName(hint);
    line_->installEventFilter(this);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setItemDelegate(new Lines(list_));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->setSpacing(4);
    layout->addWidget(line_);
    layout->addWidget(list_);
    connect(line_, &QLineEdit::textChanged, this, &SearchPopup::search);
    connect(line_, &QLineEdit::returnPressed, this, &SearchPopup::choose);
    connect(list_, &QListWidget::itemClicked, this, &SearchPopup::choose);
}

void SearchPopup::open(QPoint at, std::vector<SearchEntry> entries) {
    entries_ = std::move(entries);
    const QScreen* screen = QGuiApplication::screenAt(at);
    if (!screen) screen = QGuiApplication::primaryScreen();
    const QRect room = screen->availableGeometry();
    const QSize size = QSize(kPopupWidth, kPopupHeight).boundedTo(room.size());
    setFixedSize(size);
    line_->clear();
    search();
    setGeometry({{std::clamp(at.x(), room.left(), room.right() + 1 - size.width()),
                  std::clamp(at.y(), room.top(), room.bottom() + 1 - size.height())},
                 size});
    show();
    line_->setFocus();
}

void SearchPopup::add_heading(const QString& text) {
    auto* item = new QListWidgetItem(text, list_);
    item->setData(kEntry, kHeading);
    item->setFlags(Qt::NoItemFlags);
}

void SearchPopup::add_entry(std::size_t at) {
    const SearchEntry& entry = entries_[at];
    auto* item = new QListWidgetItem(QString::fromStdString(entry.title), list_);
    item->setData(kEntry, static_cast<int>(at));
    const QString key = key_of_ ? key_of_(entry) : QString();
    item->setData(kCategory, QString::fromStdString(entry.category) +
                                 (key.isEmpty() ? QString() : QStringLiteral("   ") + key));
    item->setData(kHelp, QString::fromStdString(entry.help));
    item->setToolTip(QString::fromStdString(entry.help));
}

void SearchPopup::search() {
    list_->clear();
    const std::string query = line_->text().trimmed().toStdString();
    const std::vector<std::size_t> found = weft::editor::search(query, entries_, recent_);
    if (query.empty()) {
        std::size_t used = 0;  // they stand first
        while (used < std::min(found.size(), kRecentShown) &&
               std::find(recent_.begin(), recent_.end(), entries_[found[used]].name) !=
                   recent_.end())
            ++used;
        if (used > 0) add_heading(tr("Used lately"));
        for (std::size_t i = 0; i < used; ++i) add_entry(found[i]);
        std::string category;
        for (std::size_t at = 0; at < entries_.size(); ++at) {
            if (entries_[at].category != category)
                add_heading(QString::fromStdString(category = entries_[at].category));
            add_entry(at);
        }
    } else {
        for (const std::size_t at : found) add_entry(at);
    }
    if (!offer_.isEmpty()) {
        if (found.empty()) add_heading(tr("Nothing is called that"));
        auto* item = new QListWidgetItem(offer_, list_);
        item->setData(kEntry, kOffer);
    }
    list_->setCurrentRow(-1);
    if (!found.empty()) step(1);
}

/// To the next line that can be chosen.
void SearchPopup::step(int by) {
    int row = list_->currentRow() + by;
    while (row >= 0 && row < list_->count() && !(list_->item(row)->flags() & Qt::ItemIsEnabled))
        row += by;
    if (row < 0 || row >= list_->count()) return;
    list_->setCurrentRow(row);
    if (row == 1) list_->scrollToTop();  // with the heading
}

void SearchPopup::choose() {
    const QListWidgetItem* item = list_->currentItem();
    if (!item || item->data(kEntry).toInt() == kHeading) return;
    const int at = item->data(kEntry).toInt();
    hide();
    if (at == kOffer) {
        Q_EMIT offer_chosen(line_->text().trimmed());
        return;
    }
    const SearchEntry entry = entries_[static_cast<std::size_t>(at)];
    std::erase(recent_, entry.name);
    recent_.insert(recent_.begin(), entry.name);
    if (recent_.size() > kMaxRecent) recent_.pop_back();
    Q_EMIT chosen(entry);
}

bool SearchPopup::eventFilter(QObject* object, QEvent* event) {
    // Arrows are the list's, not the canvas's behind it.
    const bool asks = event->type() == QEvent::ShortcutOverride;
    if (!asks && event->type() != QEvent::KeyPress) return QFrame::eventFilter(object, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Up && key != Qt::Key_Down) return QFrame::eventFilter(object, event);
    if (asks)
        event->accept();
    else
        step(key == Qt::Key_Down ? 1 : -1);
    return true;
}

}  // namespace weft::editor
