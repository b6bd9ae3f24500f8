include(WeftMutants)

# weft_add_library(NAME SOURCES... [USES targets...] [PRIVATE_USES targets...])
# A static library under one of Weft's include rules: only what it USES is visible to it.
function(weft_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE_USES" ${ARGN})
  weft_seeded_sources(${name} ARG_SOURCES)
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_USES} PRIVATE weft_options ${ARG_PRIVATE_USES})
endfunction()

# weft_precompile(TARGET HEADERS...), or (TARGET REUSE_FROM ANOTHER): compiles once what most files of the
# target include. They include what they need all the same.
function(weft_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
  endif()
  if(ARGV1 STREQUAL REUSE_FROM)
    target_precompile_headers(${target} ${ARGN})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
