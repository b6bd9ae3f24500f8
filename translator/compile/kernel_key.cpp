#include "compile/kernel_key.h"

#include <algorithm>
#include <string_view>

#include "compile/cpu_identity.h"

namespace weft {
namespace {

/// Whether a comment surely begins at `at` in this line and ends with it.
bool ends_in_comment(std::string_view line, std::size_t at) {
    const std::string_view code = line.substr(0, at);
    return code.find_first_of("\"'#") == code.npos && code.find("/*") == code.npos &&
           line.find("*/") == line.npos && !line.ends_with('\\');
}

/// Comments name the nodes that a kernel is of. Lines stay lines, for code may ask where it stands.
std::string without_comments(std::string_view text) {
    std::string code;
    if (text.find("R\"") != text.npos) return code += text;  // lines of it may be a string's
    code.reserve(text.size());
    std::size_t kept = 0;
    for (std::size_t at = text.find("//"); at != text.npos; at = text.find("//", at)) {
        const std::size_t begin = text.rfind('\n', at) + 1;
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (ends_in_comment(text.substr(begin, end - begin), at - begin)) {
            code += text.substr(kept, at - kept);
            kept = end;
        }
        at = end;
    }
    return code += text.substr(kept);
}

}  // namespace

KeyBuilder object_key(const char* what, const std::string& compiler) {
    KeyBuilder key;
    key.add("weft object").add(compiler).add(what);
    return key;
}

KeyBuilder kernel_key(const HostSource& source, const std::string& compiler) {
    static const std::string kThisProcessor = cpu_identity();
    const std::string cpu = cpu_of(source);
    KeyBuilder key = object_key("kernel", compiler);
    key.add(without_comments(source.text)).add(cpu).add(source.fast_math);
    if (cpu == "native") key.add(kThisProcessor);
    return key;
}

std::string cpu_of(const HostSource& source) { return source.cpu.empty() ? "native" : source.cpu; }

}  // namespace weft
