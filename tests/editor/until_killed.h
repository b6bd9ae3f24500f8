// An artist whose machine fails: what the process does that the test of recovery kills.
#pragma once

namespace weft::editor {

/// Opens a window, and moves a node one step every few milliseconds, telling each to stdout. Copies
/// go to the folder of $WEFT_TEST_EDIT_UNTIL_KILLED.
[[noreturn]] void edit_until_killed();

}  // namespace weft::editor
