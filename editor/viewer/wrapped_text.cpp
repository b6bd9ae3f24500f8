#include "viewer/wrapped_text.h"

#include <QStringList>

namespace weft::editor {

QString wrapped(const QString& text, int widest,
                const std::function<int(const QString& line)>& width_of) {
    QStringList lines;
    for (const QString& paragraph : text.split('\n')) {
        QString line;
        for (QString word : paragraph.split(' ', Qt::SkipEmptyParts)) {
            const QString longer = line.isEmpty() ? word : line + ' ' + word;
            if (width_of(longer) <= widest) {
                line = longer;
                continue;
            }
            if (!line.isEmpty()) lines.append(line);
            while (word.size() > 1 && width_of(word) > widest) {
                qsizetype fits = word.size() - 1;
                while (fits > 1 && width_of(word.first(fits)) > widest) --fits;
                lines.append(word.first(fits));
                word.remove(0, fits);
            }
            line = word;
        }
        lines.append(line);
    }
    return lines.join('\n');
}

}  // namespace weft::editor
