// "Save as effect…": asks for what a group is called as an effect, and where it is kept.
#pragma once

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace weft::editor {

class SaveEffectDialog : public QDialog {
    Q_OBJECT

  public:
    /// `name` and `summary` are offered. `folders` are those of effect_folders(): of the show, and
    /// the user's own, which is chosen at first.
    SaveEffectDialog(const QString& name, const QString& summary, const QStringList& folders,
                     QWidget* parent = nullptr);

    QString name() const;
    QString summary() const;
    QString folder() const;

  private:
    /// Says what will be written, or what is wrong with the name.
    void follow();

    QLineEdit* name_;
    QLineEdit* summary_;
    QComboBox* folder_;
    QLabel* result_;
    QPushButton* save_;
};

}  // namespace weft::editor
