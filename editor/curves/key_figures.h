// The selected keyframes in figures, frame and value; or the tangent in hand, slope and weight.
#pragma once

#include <QWidget>

#include "curves/curve_plot.h"

class QLabel;
class QLineEdit;

namespace weft::editor {

class KeyFigures : public QWidget {
    Q_OBJECT

  public:
    KeyFigures(Session& session, CurvePlot& plot, QWidget* parent = nullptr);

  private:
    struct Field {
        QLabel* label = nullptr;
        QLineEdit* line = nullptr;
    };

    Field add_field(const char* name);
    void show_figures();
    void show_keys();
    void show_tangent(const TangentId& id);
    void take(const QString& text, bool first);
    void set_frame(const QString& text);
    void set_number(const QString& text);
    void set_tangent_figure(const QString& text, float Tangent::* figure);

    Session& session_;
    CurvePlot& plot_;
    Field first_, second_;
};

}  // namespace weft::editor
