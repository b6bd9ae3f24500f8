// What all edits of keyframes share: they change lists of keys, and the rest of a document follows.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "model/curve_tracks.h"
#include "model/editor_document.h"

namespace weft::editor {

/// A parameter of a node, with its place among them.
struct Declared {
    ParameterRef ref;
    int index = 0;
};

Result<Declared> find_declared(const Graph& graph, const Library& library, const ParameterId& id);

/// Changes the keys of one parameter. Those of a parameter without are none, to begin with; where
/// none are left, `still` is its value.
using ChangeKeys = std::function<Result<std::vector<Keyframe>>(
    const Declared& declared, std::vector<Keyframe> keys, ParameterValue& still)>;

Status change_keys(Draft& draft, const Library& library, const ParameterId& id,
                   const ChangeKeys& change);

/// Changes keyframes of one parameter: those at `frames`, with the parts of each that are meant.
using ChangeSome = std::function<void(const ParameterRef& ref, std::vector<Keyframe>& keys,
                                      const std::map<int, std::set<int>>& frames)>;

/// The same for keyframes of tracks, and for those of parameters that are linked with theirs. An
/// error where one is not there.
Result<Document> change_some(const Document& document, const Library& library,
                             const TrackKeys& keys, const ChangeSome& change);

}  // namespace weft::editor
