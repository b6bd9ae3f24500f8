// The manual in a window: a page for each functor, as `weft info` prints it, with its example.
#pragma once

#include <QDialog>
#include <QImage>
#include <memory>
#include <string>
#include <vector>

#include "graph/library.h"
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

    /// Lists the functors of a library, and opens the page of one; `functor` may be empty.
    void open_page(std::shared_ptr<const Library> library, const QString& functor);
    /// Whether the page waits for its example.
    bool busy() const { return busy_; }

  private:
    struct Request {
        std::shared_ptr<const Library> library;
        std::string functor;
    };

    void make_page(const Request& request, int number);
    void show_page(int number, const QString& markdown, const QImage& example, bool is_last);
    void list();
    void ask();

    std::shared_ptr<const Library> library_;
    std::vector<SearchEntry> entries_;
    std::string functor_;  // whose page is open
    bool busy_ = false;
    QLineEdit* line_;
    QListWidget* list_;
    QTextBrowser* page_;
    LatestWork<Request> work_;  // last: it uses the others
};

}  // namespace weft::editor
