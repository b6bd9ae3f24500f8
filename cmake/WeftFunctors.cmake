# weft_add_functors(TARGET MODULE name HEADERS headers... [INCLUDES folders...])
# Translates functor headers at build time and adds the generated source to TARGET, which then
# defines `const weft::FunctorModule* weft::functors::NAME_module()`.
#
# Headers are named relative to the current folder, which becomes an include folder of TARGET.
# A header outside the subset fails the build with the translator's diagnostics. The source is
# generated anew when a header, anything it includes, or the translator changes. TARGET is compiled
# for strict arithmetic: the reference is the functors' own C++.
function(weft_add_functors target)
  cmake_parse_arguments(ARG "" "MODULE" "HEADERS;INCLUDES" ${ARGN})
  if(NOT ARG_MODULE OR NOT ARG_HEADERS OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weft_add_functors(${target}): expected MODULE name HEADERS headers...")
  endif()
  # Within Weft itself the plain targets, elsewhere those of the package.
  set(translator weft-translate)
  set(core weft_core)
  if(NOT TARGET weft-translate)
    set(translator Weft::weft-translate)
    set(core Weft::core)
  endif()
  set(headers "")
  foreach(header ${ARG_HEADERS})
    cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND headers ${header})
  endforeach()
  set(includes "")
  foreach(folder ${CMAKE_CURRENT_SOURCE_DIR} ${ARG_INCLUDES})
    list(APPEND includes -I ${folder})
  endforeach()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${ARG_MODULE}_module.cpp)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${translator} ${headers} --module ${ARG_MODULE} -o ${generated}
            --depfile ${generated}.d --name-root ${CMAKE_CURRENT_SOURCE_DIR} ${includes}
    DEPENDS ${translator} ${headers}
    DEPFILE ${generated}.d
    COMMENT "Translating the functors of module ${ARG_MODULE}"
    VERBATIM)
  target_sources(${target} PRIVATE ${generated})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -ffp-contract=off -fwrapv)
  target_link_libraries(${target} PRIVATE ${core})
endfunction()
