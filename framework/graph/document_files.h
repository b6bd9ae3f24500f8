// Files that a document names: the pictures that its inputs read and its outputs are written to.
//
//   "inputs": [{"name": "plate", "file": "plate.####.exr", "missing": "nearest"}]
//   "outputs": [{"name": "final", "node": 3, "output": "Output", "file": "final.####.exr"}]
//
// An input with a file is a Read, an output with one a Write; without, they are the effect's own
// inputs and outputs. Files belong to the document, not to the graph: who uses a document as an
// effect, in another one or as a plug-in, gives it pictures, and its files do not count.
#pragma once

#include <map>
#include <string>

#include "support/choices.h"
#include "support/result.h"

namespace weft {

/// What is read in place of a frame of a sequence that is not on disk.
enum class MissingFrames { kError, kNearest };

template <>
struct ChoicesOf<MissingFrames> {
    static constexpr Choice<MissingFrames> kAll[] = {
        {MissingFrames::kError, "error", "nothing: the frame fails"},
        {MissingFrames::kNearest, "nearest", "the nearest frame that is there"}};
};

/// What an input reads. Relative paths begin in the document's folder; of sequences they have
/// places for the frame, "plate.####.exr" (batch/sequence_path.h).
struct ReadFile {
    std::string path;
    std::string part = {};   ///< of a file of several: its name, or its number; "": the first
    std::string layer = {};  ///< "": the part's main layer
    MissingFrames missing = MissingFrames::kError;
    friend bool operator==(const ReadFile&, const ReadFile&) = default;
};

struct DocumentFiles {
    std::map<std::string, ReadFile> reads;      ///< by the input's name
    std::map<std::string, std::string> writes;  ///< paths as ReadFile's, by the output's name
    friend bool operator==(const DocumentFiles&, const DocumentFiles&) = default;
};

/// The files that the document `text` names. None where it is no document, which from_document()
/// reports. kDocument errors: members of other types, an empty path.
Result<DocumentFiles> files_of_document(const std::string& text);

/// The same files, relative paths as seen from where the document of path `document` is seen from.
/// Signs in its folder's name that sequences give a meaning stand for themselves.
DocumentFiles beside_document(DocumentFiles files, const std::string& document);

}  // namespace weft
