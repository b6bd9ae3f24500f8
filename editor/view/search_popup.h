// The search by words: letters, arrows, Enter. It remembers what was chosen lately.
#pragma once

#include <QFrame>
#include <functional>
#include <string>
#include <vector>

#include "model/search.h"

class QLineEdit;
class QListWidget;

namespace weft::editor {

class SearchPopup : public QFrame {
    Q_OBJECT

  public:
    /// `hint` says what is searched for.
    explicit SearchPopup(const QString& hint, QWidget* parent = nullptr);

    /// Opens with a corner at a place on the screen, so that all of it is on that screen. `entries`
    /// are what can be chosen.
    void open(QPoint at, std::vector<SearchEntry> entries);
    /// The last line, always there: `text`, which makes something new of what was typed. Where it
    /// is the only one it is not the current one: Enter does nothing by accident.
    void offer(const QString& text) { offer_ = text; }
    /// Which key does what an entry stands for, to be shown beside it.
    using KeyOf = std::function<QString(const SearchEntry&)>;
    void set_key_of(KeyOf key_of) { key_of_ = std::move(key_of); }

    /// Names of entries, the latest first: they come first among their equals.
    const std::vector<std::string>& recent() const { return recent_; }
    void set_recent(std::vector<std::string> names) { recent_ = std::move(names); }

  Q_SIGNALS:
    void chosen(const weft::editor::SearchEntry& entry);
    void offer_chosen(const QString& typed);

  protected:
    bool eventFilter(QObject* object, QEvent* event) override;

  private:
    void search();
    void add_heading(const QString& text);
    void add_entry(std::size_t entry);
    void choose();
    void step(int by);

    QLineEdit* line_;
    QListWidget* list_;
    std::vector<SearchEntry> entries_;
    std::vector<std::string> recent_;
    QString offer_;
    KeyOf key_of_;
};

}  // namespace weft::editor
