#include "app/manual_window.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextTable>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/node_catalogue.h"
#include "effects/builtin.h"
#include "engine/engine.h"
#include "manual/example_picture.h"
#include "manual/manual.h"
#include "view/hand_over.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr const char* kExample = "example.png";

/// The sample picture that lies beside the program; examples are made of it.
std::string plate_path() {
    return (QCoreApplication::applicationDirPath() + "/../share/weft/plate.exr").toStdString();
}

/// A picture that is encoded for screens.
QImage image_of(const Picture& picture) {
    const Rect d = picture.domain();
    QImage image(d.width(), d.height(), QImage::Format_RGB32);
    const auto code = [&](int x, int y, int plane) {
        const float value = picture.at(x, y, std::min(plane, picture.planes() - 1));
        return static_cast<int>(std::lround(255.0f * std::clamp(value, 0.0f, 1.0f)));
    };
    for (int y = d.y0; y < d.y1; ++y)
        for (int x = d.x0; x < d.x1; ++x)
            image.setPixel(x - d.x0, y - d.y0, qRgb(code(x, y, 0), code(x, y, 1), code(x, y, 2)));
    return image;
}

}  // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent),
      line_(new QLineEdit),
      list_(new QListWidget),
      page_(new QTextBrowser),
      work_([this](const Request& request, int number, const std::atomic<bool>&) {
          make_page(request, number);
      }) {
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Manual of the nodes"));
    resize(1000, 700);
    line_->setPlaceholderText(tr("Search the manual"));
    line_->setAccessibleName(line_->placeholderText());
    list_->setObjectName(QStringLiteral("manual-list"));
    list_->setAccessibleName(tr("Nodes"));
    page_->setObjectName(QStringLiteral("manual-page"));
    page_->setAccessibleName(tr("Page"));
    page_->setFrameShape(QFrame::NoFrame);
    page_->document()->setDocumentMargin(16.0);
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(8, 8, 0, 8);
    column->addWidget(line_);
    column->addWidget(list_, 1);
    auto* sides = new QSplitter(Qt::Horizontal);
    sides->addWidget(left);
    sides->addWidget(page_);
    sides->setStretchFactor(1, 1);
    sides->setSizes({260, 740});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(sides);
    connect(line_, &QLineEdit::textChanged, this, &ManualWindow::list);
    connect(list_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (!item) return;
        functor_ = item->data(Qt::UserRole).toString().toStdString();
        ask();
    });
}

void ManualWindow::open_page(std::shared_ptr<const Library> library, const QString& functor) {
    library_ = std::move(library);
    entries_ = node_catalogue(*library_);
    std::erase_if(entries_, [](const SearchEntry& e) { return e.kind != EntryKind::kFunctor; });
    if (!functor.isEmpty()) functor_ = functor.toStdString();
    if (!library_->find(functor_)) functor_ = entries_.front().name;
    {
        const QSignalBlocker quiet(line_);
        line_->clear();
    }
    list();
    ask();
    show();
    raise();
    activateWindow();
}

/// What fits the line; the page stays what it was.
void ManualWindow::list() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    std::string category;
    const bool all = line_->text().trimmed().isEmpty();
    for (const std::size_t at : search(line_->text().toStdString(), entries_)) {
        const SearchEntry& entry = entries_[at];
        if (all && entry.category != category) {
            category = entry.category;
            auto* heading = new QListWidgetItem(QString::fromStdString(category), list_);
            heading->setFlags(Qt::NoItemFlags);
            heading->setForeground(theme::now().dim_text);
        }
        auto* item = new QListWidgetItem(QString::fromStdString(entry.title), list_);
        item->setData(Qt::UserRole, QString::fromStdString(entry.name));
        item->setToolTip(QString::fromStdString(entry.help));
        if (entry.name == functor_) list_->setCurrentItem(item);
    }
    if (list_->currentItem()) list_->scrollToItem(list_->currentItem());
}

void ManualWindow::ask() {
    busy_ = true;
    work_.request({library_, functor_});
}

/// Beside the window: first the text, and then with the example, for which kernels are compiled.
void ManualWindow::make_page(const Request& request, int number) {
    const Library& library = *request.library;
    const Graph graph = graph_of(*library.find(request.functor));
    Engine engine({});
    Manual manual = manual_of(graph, library, engine);
    const auto tell = [&](const QImage& example, bool is_last) {
        hand_over(this, [this, number, text = QString::fromStdString(to_markdown(manual)), example,
                         is_last] { show_page(number, text, example, is_last); });
    };
    tell({}, false);
    const Result<Picture> plate = read_plate(plate_path());
    const Result<Example> example =
        plate ? example_of(graph, library, engine, *plate) : Result<Example>(plate.error());
    if (!example) return tell({}, true);
    manual.example = kExample;
    manual.example_setting = example->setting;
    tell(image_of(side_by_side(*plate, example->picture)), true);
}

void ManualWindow::show_page(int number, const QString& markdown, const QImage& example,
                             bool is_last) {
    if (!work_.is_latest(number)) return;
    busy_ = !is_last;
    page_->setMarkdown(markdown);
    QTextDocument& page = *page_->document();
    for (QTextFrame* frame : page.rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorder(0.0);
            format.setCellSpacing(0.0);
            format.setCellPadding(4.0);
            format.setTopMargin(12.0);
            table->setFormat(format);
        }
    if (example.isNull()) return;
    page.addResource(QTextDocument::ImageResource, QUrl(kExample), example);
    page.markContentsDirty(0, page.characterCount());
}

}  // namespace weft::editor
