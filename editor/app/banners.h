// Sentences above the viewer, each until it is answered or dismissed.
#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

namespace weft::editor {

class Banners : public QWidget {
    Q_OBJECT

  public:
    /// A way to answer; the banner goes before it is gone.
    struct Answer {
        QString label;
        const char* name;  ///< of its button
        std::function<void()> act;
    };

    explicit Banners(QWidget* parent = nullptr);

    /// Shows a sentence, in the place of that which has the same name, and buttons: the answers,
    /// and one that dismisses it, "dismiss".
    void say(const char* name, const QString& text, const std::vector<Answer>& answers = {});
    void dismiss(const char* name);
    /// What the banner of that name says; empty: there is none.
    QString text(const char* name) const;
};

}  // namespace weft::editor
