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

  Q_SIGNALS:
    void chosen(const QString& name);

  protected:
    bool eventFilter(QObject* object, QEvent* event) override;

  private:
    void search();
    void choose();

    QLineEdit* line_;
    QListWidget* list_;
    std::vector<std::string> names_;
    std::string last_;
};

}  // namespace weft::editor
