// Ports: what the inputs and outputs of items carry, and which may be connected.
#pragma once

#include <string>
#include <vector>

#include "core/image_shape.h"
#include "model/editor_document.h"

namespace weft::editor {

/// An input or an output of an item.
struct Port {
    std::string name;
    bool whole_pixels = false;  ///< carries pixels with all their planes; otherwise plane by plane
    std::string access;         ///< of inputs: how much is read, as "a window"; of outputs empty
    bool main = false;          ///< main_port(), which is passed on when the item is disabled
    std::string optional = {};  ///< the optional input of the effect that is read here when given

    friend bool operator==(const Port&, const Port&) = default;
};

std::vector<Port> input_ports(const Document& document, const Library& library, ItemId item);
std::vector<Port> output_ports(const Document& document, const Library& library, ItemId item);

/// The number of the input of a node or a group that the stream goes through: main_input() of a
/// node, and of a group the one that main inputs lead to from its first output. The first where
/// there is none such; -1 where the item reads nothing.
int main_port(const Document& document, const Library& library, ItemId item);

/// The optional input that an input of a node reads when it is given; null: none.
const OptionalInput* optional_of(const Graph& graph, NodeId node, const std::string& input);
/// Sets Port::optional of a node's inputs.
void mark_optional(const Graph& graph, NodeId node, std::vector<Port>& inputs);

/// "Input: whole pixels, a window"
std::string describe(const Port& port);

/// Why `wire`, which may go into a group, cannot be; a success where it can. `inputs` are the
/// shapes of the effect's inputs; where they are not known, none, numbers of planes are not
/// compared.
Status check_wire(const Document& document, const Library& library,
                  const std::vector<ImageShape>& inputs, const Wire& wire);

/// `item`, and all that is reached from it by `next`.
std::set<ItemId> reached(const std::map<ItemId, std::vector<ItemId>>& next, ItemId item);
/// Whether `reader` needs what `item` gives, over any number of nodes, or is it.
bool is_upstream(const Document& document, ItemId item, ItemId reader);

}  // namespace weft::editor
