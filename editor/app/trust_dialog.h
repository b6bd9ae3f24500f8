// The question whether code that a document brings may run, with the code in view.
#pragma once

#include <QDialog>

#include "graph/document_functors.h"

namespace weft::editor {

/// Accepted: it may.
class TrustDialog : public QDialog {
    Q_OBJECT

  public:
    /// `document`: the name of the file that brings it; empty: it is being pasted.
    TrustDialog(const FunctorTexts& functors, const QString& document, QWidget* parent = nullptr);
};

}  // namespace weft::editor
