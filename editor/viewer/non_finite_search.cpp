#include "viewer/non_finite_search.h"

namespace weft::editor {

NonFiniteSearch::NonFiniteSearch(const Document& document, ImageId image) : document_(document) {
    look_at(passed_by(document.draft, image));
}

void NonFiniteSearch::look_at(ImageId image) {
    image_ = image;
    at_ = 0;
    reads_.clear();
    if (const Node* node = document_.draft.graph.find(image.node))
        for (const ImageId read : node->inputs)
            if (const ImageId passed = passed_by(document_.draft, read); passed != kUnconnected)
                reads_.push_back(passed);
}

std::optional<ImageId> NonFiniteSearch::next() const {
    return at_ < reads_.size() ? std::optional(reads_[at_]) : std::nullopt;
}

void NonFiniteSearch::tell(bool finite) {
    if (finite)
        ++at_;
    else
        look_at(reads_[at_]);
}

}  // namespace weft::editor
