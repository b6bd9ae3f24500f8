// The project's format, chosen from those that have names, from pictures, or typed as a size.
#pragma once

#include <QComboBox>

#include "view/session.h"

namespace weft::editor {

class FormatChoice : public QComboBox {
    Q_OBJECT

  public:
    explicit FormatChoice(Session& session, QWidget* parent = nullptr);
    /// Shows what the document has.
    void follow();
    /// With the sizes of pictures as they are now.
    void showPopup() override;

  protected:
    void wheelEvent(QWheelEvent* event) override;

  private:
    void fill();
    void choose(const QString& text);

    Session& session_;
};

}  // namespace weft::editor
