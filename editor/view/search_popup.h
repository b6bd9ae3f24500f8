// The search for a name: letters, arrows, Enter. It remembers the last choice.
#pragma once

#include <QFrame>
#include <string>
#include <vector>

class QLineEdit;
class QListWidget;

namespace weft::editor {

class SearchPopup : public QFrame {
    Q_OBJECT

  public:
    /// `hint` says what is searched for.
    explicit SearchPopup(const QString& hint, QWidget* parent = nullptr);

    /// Opens at a place on the screen. `names` are what can be chosen.
    void open(QPoint at, std::vector<std::string> names);
    /// The last entry, always there: `text`, which makes something new of what was typed.
    void offer(const QString& text) { offer_ = text; }

  Q_SIGNALS:
    void chosen(const QString& name);
    void offer_chosen(const QString& typed);

  protected:
    bool eventFilter(QObject* object, QEvent* event) override;

  private:
    void search();
    void choose();

    QLineEdit* line_;
    QListWidget* list_;
    std::vector<std::string> names_;
    std::string last_;
    QString offer_;
};

}  // namespace weft::editor
