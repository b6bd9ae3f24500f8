#include "viewer/display_menu.h"

#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "view/hand_over.h"

namespace weft::editor {

DisplayMenu::DisplayMenu(std::unique_ptr<Displays> displays, QWidget* parent)
    : QComboBox(parent),
      displays_(std::move(displays)),
      work_([this](const Request& request, int number, const std::atomic<bool>&) {
          work(request, number);
      }) {
    setObjectName(QStringLiteral("display"));
    setAccessibleName(tr("Display"));
    setToolTip(tr("How what is computed is shown on a screen; nothing of it is rendered"));
    setFocusPolicy(Qt::ClickFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    list({});
    connect(this, &QComboBox::activated, this, &DisplayMenu::choose);
}

void DisplayMenu::set_config(const QString& config) { ask({config.toStdString(), {}}); }

void DisplayMenu::ask(Request request) {
    busy_ = true;
    work_.request(std::move(request));
}

void DisplayMenu::work(const Request& request, int number) {
    const auto answer = [this, number](const auto& with, auto result) {
        hand_over(this, [this, number, with, result = std::move(result)] {
            if (!work_.is_latest(number)) return;
            busy_ = false;
            if (result)
                with(*result);
            else
                back(QString::fromStdString(result.error().message));
        });
    };
    if (request.choice)
        answer(
            [this, choice = *request.choice](const std::shared_ptr<const DisplayLut>& lut) {
                shown_ = findText(QString::fromStdString(choice.label));
                Q_EMIT chosen(Encoding::kLut, lut);
            },
            displays_->load(*request.choice));
    else
        answer(
            [this](const std::vector<DisplayChoice>& configured) {
                list(configured);
                choose(configured.empty() ? 0 : static_cast<int>(displays_->built_in().size()));
            },
            displays_->configured(request.config));
}

void DisplayMenu::list(std::vector<DisplayChoice> configured) {
    const QSignalBlocker quiet(this);
    const QString shown = itemText(shown_);
    clear();
    choices_ = displays_->built_in();
    choices_.insert(choices_.end(), configured.begin(), configured.end());
    for (const DisplayChoice& choice : choices_) addItem(QString::fromStdString(choice.label));
    shown_ = std::max(0, findText(shown));
}

void DisplayMenu::choose(int index) {
    const DisplayChoice& choice = choices_[static_cast<std::size_t>(index)];
    setCurrentIndex(index);
    if (choice.encoding == Encoding::kLut) return ask({{}, choice});
    work_.cancel();
    busy_ = false;
    shown_ = index;
    Q_EMIT chosen(choice.encoding, nullptr);
}

void DisplayMenu::back(const QString& message) {
    setCurrentIndex(shown_);
    Q_EMIT failed(message);
}

}  // namespace weft::editor
