// The chain with keyframes on its exposure, for tests of curves and of time.
#pragma once

#include "commands/interface_edits.h"
#include "commands/time_edits.h"
#include "documents.h"

namespace weft::editor {

inline const std::string kStops = "exposure1.stops";

inline TrackId stops(const Document& document, int part = 0) {
    return {document.draft.graph.find("exposure1")->id, "stops", part};
}

/// Of all keyframes, as text, as --set takes them.
inline std::string keys_of(const Document& document, const std::string& node = "exposure1") {
    std::string text;
    for (const Curve& curve : document.draft.graph.find(node)->curves)
        for (const Keyframe& key : curve.keys) text += format_key(key) + ' ';
    return text;
}

}  // namespace weft::editor
