# Run by weft_embed_text(): writes OUTPUT, which defines FUNCTION returning the text of SOURCES.
set(body "")
foreach(source IN LISTS SOURCES)
  file(READ ${source} text)
  string(REGEX REPLACE "#include [^\n]*\n" "" text "${text}")
  string(REGEX REPLACE "#pragma once\n" "" text "${text}")
  # String literals have a length limit: one raw literal per file, adjacent ones join.
  string(APPEND body "R\"weft(${text})weft\"\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\nnamespace weft {\n\nconst char* ${FUNCTION}() {\n    return\n${body};\n}\n\n}  // namespace weft\n")
