// Colour spaces of the document's files: those to choose from, and what is decided for each.
#pragma once

#include <QString>
#include <QStringList>

#include "view/session.h"

namespace weft::editor {

/// Those of $OCIO, or Weft's own; none where they cannot be read.
QStringList colour_spaces();

/// What is decided for the picture of an input at the session's frame, or why that cannot be told;
/// empty where it has none. Relative paths begin in `folder`. Reads the file's header.
QString decided_colour(const Session& session, const GraphInput& input, const QString& folder);

/// The same for a picture that `output` will be rendered to.
QString decided_colour(const Session& session, const GraphOutput& output, const QString& path,
                       const QString& folder);

}  // namespace weft::editor
