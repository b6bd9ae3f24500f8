// The line at the lower edge of the window, which grows where a message needs more than one.
#pragma once

#include <QStatusBar>

namespace weft::editor {

class StatusLine : public QStatusBar {
    Q_OBJECT

  public:
    explicit StatusLine(QWidget* parent = nullptr);

    /// Where the message stands: left of the widgets that stay.
    QRect message_area() const;
    /// How high the message is there, in pixels.
    int message_height() const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void make_room();

    const int usual_height_;
};

}  // namespace weft::editor
