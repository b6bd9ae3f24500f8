# Run by weft_embed_text(): writes OUTPUT, which defines FUNCTION returning the text of SOURCES.
set(parts "")
foreach(source IN LISTS SOURCES)
  file(READ ${source} text)
  string(REGEX REPLACE "#include [^\n]*\n" "" text "${text}")
  string(REGEX REPLACE "#pragma once\n" "" text "${text}")
  # String literals have a length limit, joined ones too: they are put together at run time.
  string(APPEND parts "R\"weft(${text})weft\",\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

#include <string>

namespace weft {

const char* ${FUNCTION}() {
    static const std::string text = [] {
        std::string joined;
        for (const char* part : {
${parts}})
            joined += part;
        return joined;
    }();
    return text.c_str();
}

}  // namespace weft
")
