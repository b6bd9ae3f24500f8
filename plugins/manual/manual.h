// The manual page of an effect or a functor, made of its descriptors and doc comments.
#pragma once

#include <string>
#include <vector>

#include "engine/engine.h"
#include "manual/functor_catalogue.h"
#include "manual/functor_tables.h"

namespace weft {

struct Manual {
    std::string name;
    std::string text;   ///< one paragraph; "" where nothing is documented
    std::string found;  ///< of a functor: "in Merge, by over, under, ..."; "" of an effect
    std::vector<std::string> inputs, outputs;  ///< inputs with what pictures they must be
    std::string reads;  ///< how far around a pixel it looks, and what lies outside the picture
    std::string cost;   ///< operations of one pixel of three planes, as it is set
    std::vector<Setting> settings;
    std::string example;          ///< the path of a picture, for Markdown; "": none
    std::string example_setting;  ///< what was set for it; "": nothing
};

/// A graph's page, as its parameters are set. A graph of a single functor without a summary is
/// documented by the functor. Where no plan can be made, the cost is left empty.
Manual manual_of(const Graph& graph, const Library& library, Engine& engine);

/// "in Colour as Hue shift, by hue rotate, tint": where artists find it, for Manual::found.
std::string found_text(const CatalogueEntry& entry);

/// Lines of at most `width` columns, each line indented; words longer than that have a line of
/// their own. "" gives "".
std::string wrap(const std::string& text, int indent, int width = 96);

/// For a terminal: text, what it takes and gives, and each setting with its range.
std::string to_text(const Manual& manual);

/// A section of a Markdown page, headed by the name at level three, with its example.
std::string to_markdown(const Manual& manual);

}  // namespace weft
