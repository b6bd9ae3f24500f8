// The canvas for screen readers: boxes with their ports, marks and wires, by name.
#pragma once

namespace weft::editor {

/// Once per program, before a canvas is asked what it holds.
void install_graph_accessibility();

}  // namespace weft::editor
