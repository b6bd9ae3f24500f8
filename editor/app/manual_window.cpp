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
#include "graph/document_outline.h"
#include "graph/draft.h"
#include "graph/unknown_functors.h"
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

bool is_same(const SearchEntry& a, const SearchEntry& b) {
    return a.kind == b.kind && a.name == b.name;
}

CatalogueEntry in_manual(const SearchEntry& entry) {
    return {entry.name, entry.title, entry.category, entry.words, entry.help};
}

/// As a node of it is. Functors that it brings run only where a document has them.
Result<Graph> graph_of_effect(const KnownEffect& effect, const Library& library) {
    if (const Result<DocumentOutline> outline = outline_of_document(effect.text()))
        for (const DocumentOutline::Node& node : outline->nodes)
            if (!library.find(node.functor))
                return Error{ErrorKind::kTrust, "its functor " + node.functor +
                                                    " is not loaded; add a node of the effect, "
                                                    "which loads it"};
    const Result<EffectContents> contents = read_effect(effect, library);
    if (!contents) return contents.error();
    Result<Graph> graph = finish(contents->document.draft, library);
    if (graph) {
        graph->name = effect.name;
        graph->summary = effect.summary;
    }
    return graph;
}

/// A page that says why there is no other.
QString why_no_page(const SearchEntry& entry, const Error& error) {
    return QString::fromStdString("### " + entry.name + "\n\n" + entry.help +
                                  "\n\nThere is no page of this effect: " + error.message + "\n");
}

}  // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent),
      line_(new QLineEdit),
      list_(new QListWidget),
      page_(new QTextBrowser),
      pages_([this](const Request& request, int number, const std::atomic<bool>&) {
          write_page(request, number);
      }),
      examples_([this](const Page& page, int number, const std::atomic<bool>&) {
          make_example(page, number);
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
        open_ = entries_[item->data(Qt::UserRole).toUInt()];
        ask();
    });
}

void ManualWindow::open_page(std::shared_ptr<const Library> library, const Effects& effects,
                             EntryKind kind, const QString& name) {
    library_ = std::move(library);
    effects_ = effects;
    entries_ = node_catalogue(*library_);
    std::erase_if(entries_, [this](const SearchEntry& entry) {
        return entry.kind != EntryKind::kFunctor || is_stand_in(*library_->find(entry.name));
    });
    add_entries(entries_, effects_);
    if (!name.isEmpty()) {
        open_.kind = kind;
        open_.name = name.toStdString();
    }
    const auto at =
        std::find_if(entries_.begin(), entries_.end(),
                     [this](const SearchEntry& entry) { return is_same(entry, open_); });
    open_ = at == entries_.end() ? entries_.front() : *at;
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
        item->setData(Qt::UserRole, static_cast<unsigned>(at));
        item->setToolTip(QString::fromStdString(entry.help));
        if (is_same(entry, open_)) list_->setCurrentItem(item);
    }
    if (list_->currentItem()) list_->scrollToItem(list_->currentItem());
}

void ManualWindow::ask() {
    busy_ = true;
    examples_.cancel();
    const KnownEffect* const effect =
        open_.kind == EntryKind::kEffect ? known_effect(effects_, open_.name) : nullptr;
    pages_.request({library_, open_, effect ? std::optional(*effect) : std::nullopt});
}

/// Beside the window. Its example follows, for which kernels are compiled.
void ManualWindow::write_page(const Request& request, int number) {
    const Library& library = *request.library;
    const Result<Graph> graph = request.effect ? graph_of_effect(*request.effect, library)
                                               : graph_of(*library.find(request.entry.name));
    if (!graph)
        return hand_over(this, [this, number, text = why_no_page(request.entry, graph.error())] {
            if (!pages_.is_latest(number)) return;
            busy_ = false;
            show_text(text);
        });
    Engine engine({});
    Manual manual = manual_of(*graph, library, engine);
    if (request.effect) manual.found = found_text(in_manual(request.entry));
    hand_over(this, [this, number, page = Page{request.library, *graph, manual}] {
        if (!pages_.is_latest(number)) return;
        show_text(QString::fromStdString(to_markdown(page.manual)));
        examples_.request(page);
    });
}

/// Likewise.
void ManualWindow::make_example(Page page, int number) {
    Engine engine({});
    const Result<Picture> plate = read_plate(plate_path());
    const Result<Example> example = plate ? example_of(page.graph, *page.library, engine, *plate)
                                          : Result<Example>(plate.error());
    QImage image;
    if (example) {
        page.manual.example = kExample;
        page.manual.example_setting = example->setting;
        image = image_of(side_by_side(*plate, example->picture));
    }
    hand_over(this, [this, number, image, text = QString::fromStdString(to_markdown(page.manual))] {
        if (!examples_.is_latest(number)) return;
        busy_ = false;
        if (image.isNull()) return;
        show_text(text);
        QTextDocument& shown = *page_->document();
        shown.addResource(QTextDocument::ImageResource, QUrl(kExample), image);
        shown.markContentsDirty(0, shown.characterCount());
    });
}

void ManualWindow::show_text(const QString& markdown) {
    page_->setMarkdown(markdown);
    for (QTextFrame* frame : page_->document()->rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorder(0.0);
            format.setCellSpacing(0.0);
            format.setCellPadding(4.0);
            format.setTopMargin(12.0);
            table->setFormat(format);
        }
}

}  // namespace weft::editor
