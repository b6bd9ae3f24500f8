// The list of all actions with their keys, to be changed one by one or by a preset.
#pragma once

#include <QDialog>
#include <functional>

#include "app/key_bindings.h"

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QTreeWidget;

namespace weft::editor {

class KeyDialog : public QDialog {
    Q_OBJECT

  public:
    /// `usual` are the keys without any changes; `save` keeps what was changed.
    KeyDialog(std::vector<QAction*> actions, Keys usual, std::function<void(const Keys&)> save,
              QWidget* parent = nullptr);

  private:
    void fill();
    void filter(const QString& letters);
    void set_current(const QList<QKeySequence>& keys);
    void use(const Keys& keys);

    const std::vector<QAction*> actions_;
    const Keys usual_;
    const std::function<void(const Keys&)> save_;
    QTreeWidget* list_;
    QKeySequenceEdit* keys_;
    QLabel* clashes_;
};

}  // namespace weft::editor
