// Edits of what an effect offers to whoever uses it: its inputs, outputs and controls.
#pragma once

#include <string>

#include "commands/edits.h"

namespace weft::editor {

/// An input of the effect, the last one.
Edited add_input(const Document& document, Place place);
/// An output of the effect, the last one; it shows `from`, which may be kUnconnected.
Edited add_output(const Document& document, Place place, ImageId from);
/// Takes inputs and outputs of the effect out; what read the inputs is then unconnected. An effect
/// keeps at least one output.
Result<Document> remove_ends(const Document& document, const Selection& ends);
/// Moves an input or output of the effect by so many places among its like, as far as there are.
Edited move_end(const Document& document, ItemId end, int by);

// Controls set originals, and their clones with them (graph/clones.h): where a clone is named, its
// original is meant.

/// Offers a parameter of a node as a control of its own, named after it.
Result<Document> expose(const Document& document, const Library& library, NodeId node,
                        const std::string& parameter);
/// Offers parameters of the same type as one control, named after the first; they take its value.
Result<Document> expose_together(const Document& document, const Library& library,
                                 const std::vector<ParameterId>& parameters);
/// Lets a control set one more parameter, which takes the control's value and keyframes. Error
/// where the two have different types.
Result<Document> attach(const Document& document, const Library& library,
                        const std::string& control, NodeId node, const std::string& parameter);
/// Lets one control set both parameters, the one that sets `to` or a new one; `which` takes the
/// value of `to`. Linked parameters are edited as one until unlink() or detach().
Result<Document> link(const Document& document, const Library& library, const ParameterId& which,
                      const ParameterId& to);
/// Lets no control set the parameter. Controls that set nothing else go.
Document detach(const Document& document, NodeId node, const std::string& parameter);
/// The same; where the control then sets a single parameter, it goes too.
Document unlink(const Document& document, NodeId node, const std::string& parameter);
Document remove_control(const Document& document, const std::string& control);
/// By so many places, as far as there are.
Document move_control(const Document& document, const std::string& control, int by);

/// What people read of a control.
struct ControlText {
    std::string name, label, help;
};
Result<Document> describe_control(const Document& document, const Library& library,
                                  const std::string& control, const ControlText& text);
/// The effect's own name and summary.
Result<Document> describe_effect(const Document& document, const Library& library,
                                 const std::string& name, const std::string& summary);

/// The control that sets a parameter; null: none.
const Control* control_of(const Graph& graph, NodeId node, const std::string& parameter);
/// The path by which a parameter is edited: "node.parameter", or the control that sets it with
/// others, so that what is linked changes together.
std::string edit_path(const Graph& graph, const ParameterId& id);

}  // namespace weft::editor
