// The plan of the effect: which nodes share a kernel, what each kernel is, what goes through memory
// between nodes and why, and the generated source; for this machine or any GPU.
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "fusion/plan_thread.h"
#include "view/session.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QTabWidget;

namespace weft::editor {

class FusionPanel : public QWidget {
    Q_OBJECT

  public:
    FusionPanel(Session& session, std::unique_ptr<Planner> planner, QWidget* parent = nullptr);

    /// What is shown; empty until a plan is there.
    const std::optional<PlannedEffect>& effect() const { return effect_; }
    /// A plan is being made of what the document is now.
    bool busy() const { return soon_.isActive() || plans_.busy(); }

    QSize sizeHint() const override { return {560, 360}; }

  protected:
    /// While it is hidden nothing is planned, and boxes have no tint.
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;

  private:
    QPlainTextEdit* add_page(const char* name, const QString& title);
    void ask();
    void show_effect(const PlannedEffect& effect);
    void show_problem(const QString& problem);
    void follow_selection();
    void show_kernel();
    void tint();
    void follow_costs();
    QString edges_text() const;
    QString costs_text() const;

    Session& session_;
    PlanThread plans_;
    QTimer soon_;
    std::optional<PlanRequest> asked_;
    std::optional<PlannedEffect> effect_;
    QComboBox* target_;
    QCheckBox* costs_;
    QLabel* title_;
    QListWidget* kernels_;
    QTabWidget* pages_;
    QPlainTextEdit* kernel_ = nullptr;
    QPlainTextEdit* between_ = nullptr;
    QPlainTextEdit* code_ = nullptr;
    QPlainTextEdit* cost_ = nullptr;
};

}  // namespace weft::editor
