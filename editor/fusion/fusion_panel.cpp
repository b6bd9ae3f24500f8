#include "fusion/fusion_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTabWidget>
#include <QTextOption>
#include <QVBoxLayout>
#include <algorithm>

#include "model/groups.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr int kCostsPage = 3;
constexpr int kDelay = 150;  // milliseconds after an edit: drags make many

QString name_in(const Document& document, NodeId node) {
    return QString::fromStdString(name_of(document, item(node)));
}

}  // namespace

FusionPanel::FusionPanel(Session& session, std::unique_ptr<Planner> planner, QWidget* parent)
    : QWidget(parent),
      session_(session),
      plans_(std::move(planner)),
      target_(new QComboBox),
      costs_(new QCheckBox(tr("Costs"))),
      title_(new QLabel),
      kernels_(new QListWidget),
      pages_(new QTabWidget) {
    for (const PlanTarget& target : plans_.planner().targets())
        target_->addItem(QString::fromStdString(target.label), QString::fromStdString(target.name));
    target_->setObjectName(QStringLiteral("plan-target"));
    target_->setAccessibleName(tr("Planned for"));
    target_->setToolTip(tr("What the effect is planned for; a GPU need not be in this machine"));
    target_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    target_->setMinimumContentsLength(24);
    title_->setObjectName(QStringLiteral("plan-title"));
    title_->setWordWrap(true);
    kernels_->setObjectName(QStringLiteral("plan-kernels"));
    kernels_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    kernels_->setFrameShape(QFrame::NoFrame);
    kernels_->setWordWrap(true);
    kernels_->setAccessibleName(tr("Kernels"));
    kernel_ = add_page("plan-kernel", tr("Kernel"));
    between_ = add_page("plan-between", tr("Between nodes"));
    code_ = add_page("plan-code", tr("Code"));
    cost_ = add_page("plan-costs", tr("Costs"));
    pages_->setTabVisible(kCostsPage, false);
    costs_->setObjectName(QStringLiteral("count-costs"));
    costs_->setToolTip(
        tr("Count what each node takes on this machine, in kernels that are made for it"));

    auto* sides = new QSplitter(Qt::Horizontal);
    sides->addWidget(kernels_);
    sides->addWidget(pages_);
    sides->setStretchFactor(1, 1);
    sides->setSizes({150, 420});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    auto* top = new QHBoxLayout;
    top->addWidget(target_, 1);
    top->addWidget(costs_);
    layout->addLayout(top);
    layout->addWidget(title_);
    layout->addWidget(sides, 1);
    setMinimumWidth(480);

    soon_.setSingleShot(true);
    soon_.setInterval(kDelay);
    connect(&soon_, &QTimer::timeout, this, &FusionPanel::ask);
    const auto later = [this] {
        if (isVisible()) soon_.start();
    };
    connect(&session, &Session::graph_changed, this, later);
    connect(&session, &Session::parameters_changed, this, later);
    connect(&session, &Session::frame_changed, this, later);
    connect(target_, &QComboBox::currentIndexChanged, this, later);
    connect(&session, &Session::selection_changed, this, &FusionPanel::follow_selection);
    connect(costs_, &QCheckBox::toggled, this, [this](bool on) {
        session_.set_counts_costs(on && isVisible());
        pages_->setTabVisible(kCostsPage, on);
        if (on) pages_->setCurrentIndex(kCostsPage);
        follow_costs();
    });
    connect(&session, &Session::costs_changed, this, &FusionPanel::follow_costs);
    connect(&session, &Session::counts_costs_changed, this, [this] {
        if (isVisible()) costs_->setChecked(session_.counts_costs());
    });
    connect(&plans_, &PlanThread::planned, this, &FusionPanel::show_effect);
    connect(&plans_, &PlanThread::failed, this,
            [this](const Error& error) { show_problem(QString::fromStdString(error.message)); });
    connect(kernels_, &QListWidget::currentRowChanged, this, &FusionPanel::show_kernel);
    // A click chooses the kernel's nodes; arrows go through kernels and leave the selection alone.
    connect(kernels_, &QListWidget::itemClicked, this, [this] {
        Selection nodes;
        for (const NodeId node :
             effect_->kernels[static_cast<std::size_t>(kernels_->currentRow())].nodes)
            nodes.insert(item(node));
        session_.select(std::move(nodes));
    });
}

QPlainTextEdit* FusionPanel::add_page(const char* name, const QString& title) {
    auto* page = new QPlainTextEdit;
    page->setObjectName(QLatin1String(name));
    page->setReadOnly(true);
    page->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    page->setFrameShape(QFrame::NoFrame);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(8.5);
    page->setFont(font);
    page->setAccessibleName(title);
    pages_->addTab(page, title);
    return page;
}

void FusionPanel::showEvent(QShowEvent*) {
    asked_.reset();
    soon_.start();
    session_.set_counts_costs(costs_->isChecked());
}

void FusionPanel::hideEvent(QHideEvent*) {
    session_.set_kernels({});
    session_.set_counts_costs(false);
}

void FusionPanel::ask() {
    Result<Graph> graph = finish(session_.document().draft, session_.library());
    if (graph) graph = at_frame(*graph, session_.library(), session_.frame());
    if (!graph) {
        asked_.reset();
        show_problem(QString::fromStdString(graph.error().message));
        return;
    }
    PlanRequest request{*std::move(graph), session_.input_shapes(),
                        target_->currentData().toString().toStdString(), session_.shared_library()};
    // The viewer may have asked for less than the whole effect.
    if (request.inputs.size() != request.graph.inputs.size()) request.inputs.clear();
    if (asked_ == request) return;
    asked_ = request;
    title_->setText(tr("planning…"));
    plans_.request(std::move(request));
}

void FusionPanel::show_problem(const QString& problem) {
    effect_.reset();
    const QSignalBlocker quiet(kernels_);
    kernels_->clear();
    title_->setText(problem);
    for (QPlainTextEdit* page : {kernel_, between_, code_}) page->clear();
    session_.set_kernels({});
}

void FusionPanel::show_effect(const PlannedEffect& effect) {
    effect_ = effect;
    title_->setText(QString::fromStdString(effect.title) +
                    (asked_->inputs.empty() ? tr(", for 1920×1080") : QString()));
    {
        const QSignalBlocker quiet(kernels_);
        const int row = std::max(kernels_->currentRow(), 0);
        kernels_->clear();
        for (std::size_t k = 0; k < effect.kernels.size(); ++k) {
            const std::vector<NodeId>& nodes = effect.kernels[k].nodes;
            const QString first = nodes.empty() ? QString::fromStdString(effect.kernels[k].name)
                                                : name_in(session_.document(), nodes.back());
            kernels_->addItem(new QListWidgetItem(
                theme::chip(theme::kernel(static_cast<int>(k))),
                nodes.size() > 1 ? tr("%1  %2 +%3").arg(k + 1).arg(first).arg(nodes.size() - 1)
                                 : tr("%1  %2").arg(k + 1).arg(first)));
        }
        kernels_->setCurrentRow(std::min(row, kernels_->count() - 1));
    }
    tint();
    show_kernel();
    follow_selection();
}

void FusionPanel::tint() {
    std::map<NodeId, int> kernels;
    for (std::size_t k = 0; k < effect_->kernels.size(); ++k)
        for (const NodeId node : effect_->kernels[k].nodes) kernels[node] = static_cast<int>(k);
    session_.set_kernels(isVisible() ? std::move(kernels) : std::map<NodeId, int>());
}

void FusionPanel::show_kernel() {
    const int row = kernels_->currentRow();
    if (!effect_ || row < 0) return;
    const PlannedKernel& kernel = effect_->kernels[static_cast<std::size_t>(row)];
    kernel_->setPlainText(QString::fromStdString(kernel.text));
    code_->setPlainText(QString::fromStdString(kernel.code));
}

void FusionPanel::follow_selection() {
    if (!effect_) return;
    between_->setPlainText(edges_text());
    const std::optional<ItemId> single = session_.single();
    if (!single || single->kind != ItemKind::kNode) return;
    if (const auto at = session_.kernels().find(NodeId{single->value});
        at != session_.kernels().end())
        kernels_->setCurrentRow(at->second);
}

void FusionPanel::follow_costs() {
    cost_->setPlainText(session_.costs() ? costs_text() : tr("counting…"));
}

/// The dearest first: milliseconds of all threads together, and shares that sum to all.
QString FusionPanel::costs_text() const {
    const auto line = [](double seconds, double share, const QString& what) {
        return QStringLiteral("%1 ms %2 %  %3\n")
            .arg(seconds * 1e3, 8, 'f', 3)
            .arg(share * 100.0, 5, 'f', 1)
            .arg(what);
    };
    QString text;
    for (const CostLine& cost : bill(*session_.costs()))
        text += line(cost.seconds, cost.share,
                     cost.node == NodeId{} ? QString::fromStdString(cost.what)
                                           : name_in(session_.document(), cost.node));
    text += line(total(*session_.costs()), 1.0, tr("of all threads together"));
    return text + tr("\nCounted on this machine, in the fastest of a few runs: %1 ms.\n")
                      .arg(session_.costs()->elapsed * 1e3, 0, 'f', 2);
}

/// Of what is selected, or of all; what goes through memory first, since it costs.
QString FusionPanel::edges_text() const {
    const Selection selection = expanded(session_.document(), session_.selection());
    const auto is_chosen = [&](const PlannedEdge& edge) {
        return selection.contains(item(edge.from)) || selection.contains(item(edge.to));
    };
    const bool some = std::any_of(effect_->edges.begin(), effect_->edges.end(), is_chosen);
    QString text;
    for (const bool in_memory : {true, false})
        for (const PlannedEdge& edge : effect_->edges)
            if (edge.in_memory == in_memory && (!some || is_chosen(edge)))
                text += QStringLiteral("%1 → %2\n    %3\n")
                            .arg(name_in(session_.document(), edge.from),
                                 name_in(session_.document(), edge.to),
                                 QString::fromStdString(edge.text));
    return text.isEmpty() ? tr("No node reads another.") : text;
}

}  // namespace weft::editor
