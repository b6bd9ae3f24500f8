// Column widths and escapes.
#include "manual/table.h"

#include <algorithm>

namespace weft {

std::string to_text(const TextTable& table, int indent) {
    std::vector<std::size_t> widths(table.header.size(), 0);
    for (const auto& row : table.rows)
        for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c)
            widths[c] = std::max(widths[c], row[c].size());
    std::string text;
    for (const auto& row : table.rows) {
        std::string line(static_cast<std::size_t>(indent), ' ');
        for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c) {
            if (c != 0) line += "  ";
            line += row[c];
            line.append(widths[c] - row[c].size(), ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

std::string to_markdown(const TextTable& table) {
    auto line = [](const std::vector<std::string>& cells) {
        std::string text = "|";
        for (const std::string& cell : cells) {
            text += ' ';
            for (char c : cell) {
                if (c == '|') text += '\\';
                text += c == '\n' ? ' ' : c;
            }
            text += " |";
        }
        return text + '\n';
    };
    std::string text = line(table.header);
    text += "|";
    for (std::size_t c = 0; c < table.header.size(); ++c) text += "---|";
    text += '\n';
    for (const auto& row : table.rows) text += line(row);
    return text;
}

}  // namespace weft
