# weft_add_library(NAME SOURCES... [USES targets...] [PRIVATE_USES targets...])
# A static library under one of Weft's include rules: only what it USES is visible to it.
function(weft_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE_USES" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_USES} PRIVATE weft_options ${ARG_PRIVATE_USES})
endfunction()
