#include "viewer/viewer_bar.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <utility>

#include "view/theme.h"

namespace weft::editor {
namespace {

QDoubleSpinBox* number(double low, double high, double value, const char* name) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(QLatin1String(name));
    box->setRange(low, high);
    box->setValue(value);
    box->setSingleStep(0.1);
    box->setDecimals(2);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAlignment(Qt::AlignRight);
    box->setFixedWidth(52);
    box->setFocusPolicy(Qt::ClickFocus);
    return box;
}

QComboBox* choice(const char* name, const QString& title, const QString& help) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(title);
    box->setToolTip(help);
    box->setFocusPolicy(Qt::ClickFocus);
    return box;
}

}  // namespace

ViewerBar::ViewerBar(std::unique_ptr<Displays> displays, QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      compare_(choice("compare", tr("Compare"),
                      tr("How the picture is compared with the one that Shift and a number chose "
                         "in the graph"))),
      proxy_(choice("proxy", tr("Proxy"),
                    tr("The size that is computed: less is faster, lengths shrink with it"))),
      display_(new DisplayMenu(std::move(displays))),
      exposure_(number(-16.0, 16.0, 0.0, "exposure")),
      gamma_(number(0.1, 8.0, 1.0, "gamma")),
      zoom_(new QLabel) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->setSpacing(8);
    layout->addWidget(title_);
    layout->addStretch(1);
    compare_->addItems({tr("One picture"), tr("Wipe"), tr("Difference"), tr("Side by side")});
    connect(compare_, &QComboBox::activated, this,
            [this](int index) { Q_EMIT compare_chosen(static_cast<Compare>(index)); });
    for (const int reduction : {1, 2, 4, 8})
        proxy_->addItem(reduction == 1 ? tr("Full size") : tr("1:%1").arg(reduction), reduction);
    connect(proxy_, &QComboBox::activated, this,
            [this] { Q_EMIT proxy_chosen(proxy_->currentData().toInt()); });
    for (QComboBox* box : {compare_, proxy_, static_cast<QComboBox*>(display_)})
        layout->addWidget(box);
    layout->addSpacing(8);
    for (const auto& [text, box] :
         {std::pair(tr("Exposure"), exposure_), std::pair(tr("Gamma"), gamma_)}) {
        auto* label = new QLabel(text);
        theme::set_tone(*label, theme::Tone::kDim);
        label->setBuddy(box);
        box->setAccessibleName(text);
        layout->addWidget(label);
        layout->addWidget(box);
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
            Q_EMIT light_changed(static_cast<float>(exposure_->value()),
                                 static_cast<float>(gamma_->value()));
        });
    }
    layout->addSpacing(8);
    zoom_->setObjectName(QStringLiteral("zoom"));
    theme::set_tone(*zoom_, theme::Tone::kDim);
    zoom_->setMinimumWidth(44);
    zoom_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout->addWidget(zoom_);
}

void ViewerBar::show_title(const QString& title) { title_->setText(title); }

void ViewerBar::show_zoom(double zoom) {
    zoom_->setText(QStringLiteral("%1 %").arg(qRound(zoom * 100)));
}

void ViewerBar::show_compare(Compare compare) {
    compare_->setCurrentIndex(static_cast<int>(compare));
}

void ViewerBar::show_proxy(int reduction) { proxy_->setCurrentIndex(proxy_->findData(reduction)); }

}  // namespace weft::editor
