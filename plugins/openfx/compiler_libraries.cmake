# cmake -D PROGRAM=weft-cc -D FOLDER=FOLDER [-D COPY=ON] -P compiler_libraries.cmake
#
# Fills FOLDER with all shared libraries that PROGRAM needs, directly or in turn, but for those of C and
# C++: copies where they go to another machine, else links to this machine's.
set(system "/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s|asan|ubsan|tsan))\\.so[^/]*$")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAM}
  RESOLVED_DEPENDENCIES_VAR libraries CONFLICTING_DEPENDENCIES_PREFIX several
  POST_EXCLUDE_REGEXES ${system})
foreach(name ${several_FILENAMES})  # the same file by several paths
  list(GET several_${name} 0 library)
  list(APPEND libraries ${library})
endforeach()
list(FILTER libraries EXCLUDE REGEX ${system})

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
foreach(library ${libraries})
  cmake_path(GET library FILENAME name)
  file(REAL_PATH ${library} file)
  if(COPY)
    file(COPY_FILE ${file} ${FOLDER}/${name})
  else()
    file(CREATE_LINK ${file} ${FOLDER}/${name} SYMBOLIC)
  endif()
endforeach()
