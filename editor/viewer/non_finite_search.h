// The search for the node that made values that are not finite: upwards from what is viewed, one
// picture at a time, to where all that is read is finite.
#pragma once

#include <optional>

#include "model/editor_document.h"

namespace weft::editor {

class NonFiniteSearch {
  public:
    /// Precondition: `image` has values that are not finite.
    NonFiniteSearch(const Document& document, ImageId image);

    /// The picture to look at next; none when the search has ended.
    std::optional<ImageId> next() const;
    /// Tells whether all values of next() are finite.
    void tell(bool finite);
    /// The node that made the values, or the effect's input that has them. Precondition: next() is
    /// none.
    ItemId found() const { return source(image_); }

  private:
    void look_at(ImageId image);

    Document document_;
    ImageId image_;               // has them
    std::vector<ImageId> reads_;  // what its node reads
    std::size_t at_ = 0;
};

}  // namespace weft::editor
