# Compiler settings shared by every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# weft_imported_tool(NAME): the program in WEFT_TOOLS as a target.
function(weft_imported_tool name)
  add_executable(${name} IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${WEFT_TOOLS}/${name})
endfunction()

option(WEFT_WERROR "Treat warnings as errors" OFF)
option(WEFT_UNITY "Compile sources of a library together, in less time" ON)
# For trees that test neither, as that of the thread sanitizer.
set(WEFT_TOOLS "" CACHE PATH
  "Folder of the weft-translate and weft-cc of another build tree of these sources, to use and not to build")
set(WEFT_SANITIZE "" CACHE STRING "Sanitizers for every target: 'address,undefined' or 'thread'")

# What is called a few times a run: reading arguments and documents, planning, printing, windows.
set(WEFT_COLD_OPTIONS $<$<CONFIG:Release>:-O1>)
# What is called for each element or candidate.
set(WEFT_HOT_OPTIONS "")
if(WEFT_SANITIZE)
  set(WEFT_HOT_OPTIONS -O2)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What ccache must overlook to cache files with precompiled headers: no header uses __TIME__. With paths
  # from the checkout on, and debug information that says no folder, checkouts share what they compiled.
  # The plain env, which starts in a millisecond where CMake takes twenty.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
    CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
endif()

# Strict arithmetic everywhere: no contraction, wrapping integers, as in compiled kernels.
add_library(weft_options INTERFACE)
target_compile_options(weft_options INTERFACE
  -Wall -Wextra -Wpedantic -ffp-contract=off -fwrapv
  # Assertions of tests name files from the checkout on, so that checkouts compile them to the same.
  $<BUILD_INTERFACE:-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=>
  $<$<BOOL:${WEFT_WERROR}>:-Werror>
  # libstdc++ 12's stable_sort uses what C++20 deprecates, and Clang says so at every use.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
# xxHash forces functions inline through pointers, which GCC refuses under -Og.
target_compile_definitions(weft_options INTERFACE $<$<NOT:$<CONFIG:Release>>:XXH_NO_INLINE_HINTS=1>)
# What a sanitizer finds ends the program, so that no test passes over it.
if(WEFT_SANITIZE)
  target_compile_options(weft_options INTERFACE
    -fsanitize=${WEFT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(weft_options INTERFACE -fsanitize=${WEFT_SANITIZE}
    # A program that says where it lies need not be relocated whenever it starts: of the command that
    # is a third of the time, and tests start it often.
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
  # Of what is undefined, these take a quarter of the time to compile bodies of tests. The libraries that they
  # test have them, and what is null ends the program as it is.
  if(WEFT_SANITIZE MATCHES undefined)
    target_compile_options(weft_options INTERFACE
      $<$<BOOL:$<TARGET_PROPERTY:WEFT_IS_TEST>>:-fno-sanitize=null,alignment,vptr>)
  endif()
  # Functions of more accesses to memory than that, as bodies of tests are, call what checks them, and
  # compile the faster; others, and code that is hot, have the checks in line.
  if(WEFT_SANITIZE MATCHES address)
    target_compile_options(weft_options INTERFACE
      "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<NOT:$<BOOL:$<TARGET_PROPERTY:WEFT_IS_HOT>>>>:SHELL:--param asan-instrumentation-with-call-threshold=20>")
  endif()
endif()

# Every step of a build says what it took where WEFT_TIMES asks for that, as .ci/run does.
set(timed ${PROJECT_SOURCE_DIR}/cmake/timed.sh)
set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE "${timed} compile <OBJECT>")
set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${timed} link <TARGET>")
set_property(GLOBAL PROPERTY RULE_LAUNCH_CUSTOM "${timed} custom <CMAKE_CURRENT_BINARY_DIR>:<OUTPUT>")
