include(WeftMutants)

# weft_add_library(NAME [HOT] SOURCES... [AHEAD sources...] [USES targets...]
#                  [PRIVATE_USES targets...])
# A static library under one of Weft's include rules: only what it USES is visible to it. HOT: its
# code runs once for each element or candidate, so it is optimised as the build type says, and also in
# a build with sanitizers. All else in a Release build is optimised a little (-O1), which takes half
# as long to compile. AHEAD: those
# of its sources that exported plug-ins are linked with, which are compiled in a unit of their own,
# so that plug-ins stay small and need no other library.
function(weft_add_library name)
  cmake_parse_arguments(ARG "HOT" "" "SOURCES;AHEAD;USES;PRIVATE_USES" ${ARGN})
  set(ahead ${ARG_AHEAD})
  weft_seeded_sources(${name} ARG_SOURCES)
  weft_seeded_sources(${name} ahead)
  add_library(${name} STATIC ${ARG_SOURCES} ${ahead})
  weft_compile_together(${name})
  if(ahead)
    set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${ARG_SOURCES} PROPERTIES UNITY_GROUP live)
    set_source_files_properties(${ahead} PROPERTIES UNITY_GROUP ahead)
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_USES} PRIVATE weft_options ${ARG_PRIVATE_USES})
  set_target_properties(${name} PROPERTIES WEFT_IS_HOT ${ARG_HOT})
  if(ARG_HOT)
    target_compile_options(${name} PRIVATE ${WEFT_HOT_OPTIONS})
  else()
    target_compile_options(${name} PRIVATE ${WEFT_COLD_OPTIONS})
  endif()
endfunction()

# weft_compile_together(TARGET [MOST]): compiles its sources in units of up to 48, or MOST, so that headers
# are read and templates instantiated once a unit. They compile alone as well: preset `dev` does so.
function(weft_compile_together target)
  set(most 48 ${ARGN})
  list(GET most -1 most)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${WEFT_UNITY} UNITY_BUILD_BATCH_SIZE ${most})
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
