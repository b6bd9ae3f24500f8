// The manual in a window: a page for each functor and effect, as `weft info` prints it, with its
// example.
#pragma once

#include <QDialog>
#include <QImage>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/library.h"
#include "manual/manual.h"
#include "model/effects.h"
#include "model/search.h"
#include "view/latest_work.h"

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace weft::editor {

class ManualWindow : public QDialog {
    Q_OBJECT

  public:
    explicit ManualWindow(QWidget* parent = nullptr);

    /// Lists the functors of a library and the effects, and opens the page of one; with an empty
    /// `name` the page that was open, or the first.
    void open_page(std::shared_ptr<const Library> library, const Effects& effects, EntryKind kind,
                   const QString& name);
    /// Whether the page is being written, or waits for its example.
    bool busy() const { return busy_; }

  private:
    struct Request {
        std::shared_ptr<const Library> library;
        SearchEntry entry;
        std::optional<KnownEffect> effect;  ///< none: the entry is a functor
    };
    struct Page {
        std::shared_ptr<const Library> library;
        Graph graph;
        Manual manual;
    };

    void write_page(const Request& request, int number);
    void make_example(Page page, int number);
    void show_text(const QString& markdown);
    void list();
    void ask();

    std::shared_ptr<const Library> library_;
    Effects effects_;
    std::vector<SearchEntry> entries_;
    SearchEntry open_;  // whose page is open
    bool busy_ = false;
    QLineEdit* line_;
    QListWidget* list_;
    QTextBrowser* page_;
    // Last: they use the others. A page is there before the kernels of an earlier one's example.
    LatestWork<Request> pages_;
    LatestWork<Page> examples_;
};

}  // namespace weft::editor
