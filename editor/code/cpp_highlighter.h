// Colours of C++ with Weft's words.
#pragma once

#include <QSyntaxHighlighter>

namespace weft::editor {

class CppHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

  public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

  protected:
    void highlightBlock(const QString& line) override;
};

}  // namespace weft::editor
