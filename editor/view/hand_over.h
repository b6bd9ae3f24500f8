// What a thread has found, handed over to the thread of the windows.
#pragma once

#include <QMetaObject>
#include <QObject>
#include <utility>

#include "support/thread_order.h"

namespace weft::editor {

/// Calls `answer` in the thread of `receiver`, soon, unless that is gone by then. From any thread.
template <class Answer>
void hand_over(QObject* receiver, Answer answer) {
    static constexpr char kOrder = 0;
    /// Called, and let go of, by Qt's event loop.
    struct Handed {
        Answer answer;
        WEFT_ENTERED_FROM_OUTSIDE void operator()() const {
            comes_after(&kOrder);
            call();
        }
        void call() const { answer(); }
    };
    comes_before(&kOrder);
    QMetaObject::invokeMethod(receiver, Handed{std::move(answer)}, Qt::QueuedConnection);
}

}  // namespace weft::editor
