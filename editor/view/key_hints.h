// Keys in words, as they are now: hints and sentences name the keys that actions have, which users
// change (app/key_bindings.h).
#pragma once

#include <QString>

class QLabel;
class QObject;

namespace weft::editor {

/// The first key of the action of that name, in the window that `part` lies in: "Ctrl+P"; empty
/// where it has none.
QString key_text(const QObject& part, const char* action);
/// What to do for it, within a sentence: "press R", or where it has no key, "use “Read…”".
QString how_to(const QObject& part, const char* action);

/// A line of what is used most, "Tab add · R read", which leaves out what has no key. Requires that
/// the actions are there.
QLabel* make_key_hints(const QObject& window);

}  // namespace weft::editor
