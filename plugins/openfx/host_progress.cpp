#include "openfx/host_progress.h"

namespace weft::openfx {
namespace {

constexpr std::chrono::seconds kPatience{1};

}  // namespace

Progress::Progress(Instance& instance) : instance_(instance) {}

Progress::~Progress() {
    if (!is_shown_) return;
    instance_.suites.progress->end(instance_.effect);
    instance_.shows_progress = false;
}

bool Progress::begin() {
    if (instance_.suites.progress == nullptr ||
        std::chrono::steady_clock::now() - since_ < kPatience ||
        instance_.shows_progress.exchange(true))
        return false;
    is_shown_ =
        instance_.suites.progress->start(instance_.effect, instance_.plugin.label.c_str()) == kOk;
    if (!is_shown_) instance_.shows_progress = false;
    return is_shown_;
}

bool Progress::update(double fraction) {
    if (std::this_thread::get_id() != thread_) return true;
    if (is_stopped_) return false;
    if (!is_shown_ && !begin()) return true;
    if (fraction > shown_) shown_ = fraction;
    is_stopped_ = instance_.suites.progress->update(instance_.effect, shown_) == kReplyNo;
    return !is_stopped_;
}

void Progress::finish() {
    if (is_shown_) update(1);
}

}  // namespace weft::openfx
