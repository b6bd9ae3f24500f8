// What the effect offers: its name, inputs, outputs and controls, in lists to be edited in place.
#pragma once

#include <QScrollArea>
#include <functional>
#include <string>

#include "commands/interface_edits.h"
#include "view/session.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace weft::editor {

class FormatChoice;

class EffectPanel : public QScrollArea {
    Q_OBJECT

  public:
    explicit EffectPanel(Session& session, QWidget* parent = nullptr);

  private:
    /// A list of names with what can be done to the current one; `add` empty: nothing is added
    /// here.
    struct Section {
        QString title, word, hint;
        std::function<void()> add;
        std::function<void(int row)> remove;
        std::function<void(int row, int by)> shift;
        std::function<void(int row, const QString& name)> rename;
    };

    QListWidget* add_section(QVBoxLayout& layout, const char* name, const Section& section);
    QLineEdit* add_line(QVBoxLayout& layout, const char* name, const QString& title,
                        std::function<void()> edited);
    void add_format(QVBoxLayout& layout);
    void add_ends(QVBoxLayout& layout, ItemKind kind);
    void add_optional(QVBoxLayout& layout);
    void add_controls(QVBoxLayout& layout);
    void follow();
    void follow_optional();
    void follow_control();
    const OptionalInput* current_optional() const;
    const Control* current_control() const;
    void describe(const ControlText& text);
    Place place_for(ItemKind kind) const;

    Session& session_;
    QLineEdit* name_;
    QLineEdit* summary_;
    FormatChoice* format_ = nullptr;
    QListWidget* inputs_ = nullptr;
    QListWidget* outputs_ = nullptr;
    QListWidget* optional_ = nullptr;
    QLineEdit* optional_help_ = nullptr;
    QLabel* optional_readers_ = nullptr;
    QPushButton* give_ = nullptr;
    QListWidget* controls_ = nullptr;
    QLineEdit* label_ = nullptr;
    QLineEdit* help_ = nullptr;
    QLabel* sets_ = nullptr;
};

}  // namespace weft::editor
