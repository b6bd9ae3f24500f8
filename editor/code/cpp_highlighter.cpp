#include "code/cpp_highlighter.h"

#include <QRegularExpression>
#include <QSet>

#include "view/theme.h"

namespace weft::editor {
namespace {

const QSet<QString>& words_of(const char* list) {
    static QHash<const char*, QSet<QString>> sets;
    QSet<QString>& words = sets[list];
    if (words.isEmpty())
        for (const QString& word : QString::fromLatin1(list).split(' ')) words.insert(word);
    return words;
}

constexpr const char* kKeywords =
    "alignas auto bool break case class const constexpr continue default do double else enum "
    "explicit false float for friend if inline int long namespace new nullptr operator override "
    "private protected public return short signed sizeof static struct switch template this true "
    "typedef typename union unsigned using virtual void volatile while";

/// What a functor is made of: bases, indexers, declarations, and what Weft calls.
constexpr const char* kWeft =
    "weft Functor Indexer Parameter FloatList OffsetList Offset Baked Axis ImageShape Rect "
    "mFunctorIndexers mFunctorParameters eInput eOutput eComponent ePixel e0D e1D e2D eSparse "
    "eRandom eParallel eMovingAverage eRecurrence eReduction eAccumulation eHorizontal eVertical "
    "Kernel Prepare "
    "Initialise Shape Measure Combine Result X Y Plane";

enum { kCode = 0, kComment = 1 };

/// Hues that are legible as text on either theme's field.
QColor ink(Category category) {
    const QColor hue = theme::colour(category);
    return theme::now().light ? theme::mixed(hue, QColor(0, 0, 0), 0.42)
                              : theme::mixed(hue, QColor(255, 255, 255), 0.12);
}

}  // namespace

void CppHighlighter::highlightBlock(const QString& line) {
    static const QRegularExpression token(QStringLiteral(
        R"((//.*$)|(/\*)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\.?\b\d[\w.]*)|(^\s*#\s*\w+)|([A-Za-z_]\w*))"));
    const QColor comment = theme::now().dim_text;
    setCurrentBlockState(kCode);
    int from = 0;
    const auto until_comment_ends = [&](int begin) {
        const int end = static_cast<int>(line.indexOf(QLatin1String("*/"), begin));
        from = end < 0 ? static_cast<int>(line.size()) : end + 2;
        if (end < 0) setCurrentBlockState(kComment);
        return from - begin;
    };
    if (previousBlockState() == kComment) setFormat(0, until_comment_ends(0), comment);
    for (auto found = token.match(line, from); found.hasMatch(); found = token.match(line, from)) {
        const int begin = static_cast<int>(found.capturedStart());
        const int length = static_cast<int>(found.capturedLength());
        from = begin + length;
        if (found.capturedLength(1) > 0) {
            setFormat(begin, length, comment);
        } else if (found.capturedLength(2) > 0) {
            setFormat(begin, 2 + until_comment_ends(begin + 2), comment);
        } else if (found.capturedLength(3) > 0) {
            setFormat(begin, length, ink(Category::kGenerate));
        } else if (found.capturedLength(4) > 0) {
            setFormat(begin, length, ink(Category::kTransform));
        } else if (found.capturedLength(5) > 0) {
            setFormat(begin, length, ink(Category::kMerge));
        } else if (const QString word = found.captured(); words_of(kKeywords).contains(word)) {
            setFormat(begin, length, ink(Category::kColour));
        } else if (words_of(kWeft).contains(word)) {
            setFormat(begin, length, ink(Category::kFilter));
        }
    }
}

}  // namespace weft::editor
