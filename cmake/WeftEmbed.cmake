# weft_embed_text(TARGET FUNCTION name HEADER file.h SOURCES files...)
# Adds to TARGET a function `const char* weft::NAME()` that returns the concatenated text of the
# files, without their #include and #pragma once lines: what generated kernels begin with.
function(weft_embed_text target)
  cmake_parse_arguments(ARG "" "FUNCTION;HEADER" "SOURCES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${ARG_FUNCTION}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${ARG_FUNCTION} -DHEADER=${ARG_HEADER}
            "-DSOURCES=${ARG_SOURCES}" -P ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS ${ARG_SOURCES} ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
    COMMENT "Embedding text of ${ARG_FUNCTION}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
