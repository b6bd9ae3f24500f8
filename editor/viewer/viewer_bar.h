// The line above the picture: what is viewed, and how.
#pragma once

#include <QWidget>
#include <memory>

#include "viewer/display_menu.h"
#include "viewer/picture_view.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace weft::editor {

class ViewerBar : public QWidget {
    Q_OBJECT

  public:
    explicit ViewerBar(std::unique_ptr<Displays> displays, QWidget* parent = nullptr);

    void show_title(const QString& title);
    void show_zoom(double zoom);
    void show_compare(Compare compare);
    /// EvaluationRequest::reduction, one of those in the list.
    void show_proxy(int reduction);
    DisplayMenu& displays() { return *display_; }

  Q_SIGNALS:
    void compare_chosen(weft::editor::Compare compare);
    void proxy_chosen(int reduction);
    void light_changed(float exposure, float gamma);

  private:
    QLabel* title_;
    QComboBox* compare_;
    QComboBox* proxy_;
    DisplayMenu* display_;
    QDoubleSpinBox* exposure_;
    QDoubleSpinBox* gamma_;
    QLabel* zoom_;
};

}  // namespace weft::editor
