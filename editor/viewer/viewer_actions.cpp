// What keys and menus do in the viewer.
#include <utility>

#include "view/named_actions.h"
#include "viewer/viewer.h"

namespace weft::editor {

QAction* Viewer::action(const char* name) const {
    return findChild<QAction*>(QString::fromLatin1(name));
}

void Viewer::add_action(const char* name, const QString& text, const QList<QKeySequence>& keys,
                        std::function<void()> what) {
    add_pane_action(*this, name, text, keys, std::move(what));
}

void Viewer::make_actions() {
    add_action("viewer.fit", tr("Fit"), {Qt::Key_F}, [this] { picture_->fit(); });
    add_action("viewer.100", tr("Actual pixels"), {QKeySequence(tr("Ctrl+1"))},
               [this] { picture_->zoom_to(1.0); });
    add_action("viewer.in", tr("Zoom in"), {Qt::Key_Plus, Qt::Key_Equal},
               [this] { picture_->zoom_to(picture_->zoom() * 2.0); });
    add_action("viewer.out", tr("Zoom out"), {Qt::Key_Minus},
               [this] { picture_->zoom_to(picture_->zoom() / 2.0); });
    add_action("viewer.red", tr("Red"), {Qt::Key_R}, [this] { toggle(Channel::kRed); });
    add_action("viewer.green", tr("Green"), {Qt::Key_G}, [this] { toggle(Channel::kGreen); });
    add_action("viewer.blue", tr("Blue"), {Qt::Key_B}, [this] { toggle(Channel::kBlue); });
    add_action("viewer.alpha", tr("Alpha"), {Qt::Key_A}, [this] { toggle(Channel::kAlpha); });
    const auto compare = [this](Compare how) {
        return [this, how] { set_compare(picture_->compare() == how ? Compare::kNone : how); };
    };
    add_action("viewer.wipe", tr("Wipe"), {Qt::Key_W}, compare(Compare::kWipe));
    add_action("viewer.difference", tr("Difference"), {QKeySequence(tr("Shift+D"))},
               compare(Compare::kDifference));
    add_action("viewer.side-by-side", tr("Side by side"), {QKeySequence(tr("Shift+S"))},
               compare(Compare::kSideBySide));
    add_action("viewer.swap", tr("Swap the two"), {Qt::Key_Return},
               [this] { session_.swap_views(); });
    addActions(time_->actions());  // their keys count wherever the viewer has the focus
    for (int slot = 1; slot <= 9; ++slot) {
        const auto digit = static_cast<Qt::Key>(Qt::Key_0 + slot);
        add_action(qPrintable(QStringLiteral("viewer.view-%1").arg(slot)), tr("View %1").arg(slot),
                   {digit}, [this, slot] { session_.view_at(slot); });
        add_action(qPrintable(QStringLiteral("viewer.compare-%1").arg(slot)),
                   tr("Compare with %1").arg(slot), {QKeyCombination(Qt::ShiftModifier, digit)},
                   [this, slot] { session_.compare_at(slot); });
    }
    add_action("viewer.proxy", tr("Proxy"), {QKeySequence(tr("Ctrl+P"))},
               [this] { set_proxy(proxy_ == 1 ? usual_proxy_ : 1); });
    add_action("viewer.whole", tr("Measure the whole picture"), {QKeySequence(tr("Shift+W"))},
               [this] { picture_->set_region({}); });
    add_action("viewer.region-alone", tr("Compute the region alone"), {QKeySequence(tr("Alt+W"))},
               [this] { set_region_alone(!region_alone_); });
    add_action("viewer.mark-nan", tr("Mark NaN and infinities"), {Qt::Key_N}, [this] {
        change_display([](DisplayTransform& transform) {
            transform.mark_not_finite = !transform.mark_not_finite;
        });
    });
    add_action("viewer.find-nan", tr("Find the node that made NaN"), {QKeySequence(tr("Shift+N"))},
               [this] { find_culprit(); });
    add_action("viewer.handles", tr("Handles"), {Qt::Key_O},
               [this] { handles_->set_visible(!handles_->is_visible()); });
    add_action("viewer.boxes", tr("Frame and bounding box"), {QKeySequence(tr("Shift+B"))},
               [this] { picture_->show_boxes(!picture_->shows_boxes()); });
    add_action("viewer.luminance", tr("Luminance"), {Qt::Key_Y},
               [this] { toggle(Channel::kLuminance); });
}

void Viewer::set_region_alone(bool alone) {
    region_alone_ = alone;
    if (alone && !picture_->region())
        session_.say(tr("Choose a region: drag it with Ctrl and Shift"));
    wanted_timer_.start();
}

void Viewer::toggle(Channel channel) {
    change_display([channel](DisplayTransform& transform) {
        transform.channel = transform.channel == channel ? Channel::kColour : channel;
    });
}

void Viewer::change_display(const std::function<void(DisplayTransform&)>& change) {
    DisplayTransform transform = picture_->transform();
    change(transform);
    picture_->set_transform(transform);
    scopes_->show_transform(transform);
}

}  // namespace weft::editor
