#include "openfx/messages.h"

#include <utility>

#include "openfx/names.h"

namespace weft::openfx {

void Messages::show_error(const std::string& text) {
    {
        const std::lock_guard lock(mutex_);
        if (error_ == text) return;
        error_ = text;
    }
    keep(text, kMessageError);
}

void Messages::clear_error() {
    std::string warning;
    {
        const std::lock_guard lock(mutex_);
        if (error_.empty()) return;
        error_.clear();
        warning = warning_;
    }
    if (suites_.persistent_messages == nullptr) return;
    suites_.persistent_messages->clear_persistent(effect_);
    if (!warning.empty()) keep(warning, kMessageWarning);  // the error had taken its place
}

void Messages::warn_once(const std::string& text) {
    {
        const std::lock_guard lock(mutex_);
        if (!warning_.empty()) return;
        warning_ = text;
    }
    keep(text, kMessageWarning);
}

void Messages::log(const std::string& text) { send(text, kMessageLog); }

void Messages::send(const std::string& text, const char* type) {
    const MessageSuite* suite = suites_.messages;
    if (suite != nullptr && suite->message != nullptr)
        suite->message(effect_, type, "", "%s", text.c_str());
}

void Messages::keep(const std::string& text, const char* type) {
    if (suites_.persistent_messages != nullptr)
        suites_.persistent_messages->set_persistent(effect_, type, "", "%s", text.c_str());
    else
        send(text, type);
}

}  // namespace weft::openfx
