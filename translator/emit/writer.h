// An indenting writer for generated source.
#pragma once

#include <fmt/format.h>

#include <string>

namespace weft {

class Writer {
  public:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        text_.append(static_cast<std::size_t>(depth_) * 4, ' ');
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }
    /// A line as it is, not indented: preprocessor lines, text from elsewhere.
    void raw(const std::string& text) {
        text_ += text;
        if (text.empty() || text.back() != '\n') text_ += '\n';
    }
    /// Writes the line and indents what follows, until close().
    template <class... Args>
    void open(fmt::format_string<Args...> format, Args&&... args) {
        line(format, std::forward<Args>(args)...);
        ++depth_;
    }
    void close(const char* end = "}") {
        --depth_;
        line("{}", end);
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    int depth_ = 0;
};

}  // namespace weft
