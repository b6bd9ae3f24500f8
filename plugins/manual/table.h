// Tables for people (aligned columns) and for manuals (Markdown).
#pragma once

#include <string>
#include <vector>

namespace weft {

struct TextTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;  ///< each as long as the header
};

/// Columns two blanks apart, each line indented by `indent`; no header line.
std::string to_text(const TextTable& table, int indent = 2);

/// A Markdown table with its header; vertical bars are escaped.
std::string to_markdown(const TextTable& table);

}  // namespace weft
