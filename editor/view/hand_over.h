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
    QMetaObject::invokeMethod(receiver, Carried(std::move(answer)), Qt::QueuedConnection);
}

}  // namespace weft::editor
