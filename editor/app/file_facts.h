// What is known of the file of a Read: its header, a small picture of it, and which frames there
// are.
#pragma once

#include "view/file_panel.h"

namespace weft::editor {

/// Reads the file. From any thread.
FileFacts file_facts(const FileQuestion& question, const std::atomic<bool>& cancel);

}  // namespace weft::editor
