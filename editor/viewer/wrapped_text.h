// Text in lines that break at spaces alone: options, names and paths stay in one piece.
#pragma once

#include <QString>
#include <functional>

namespace weft::editor {

/// The text with line ends, so that `width_of` each line is at most `widest`. A word that is wider
/// by itself has lines of its own, and is broken where they end.
QString wrapped(const QString& text, int widest,
                const std::function<int(const QString& line)>& width_of);

}  // namespace weft::editor
