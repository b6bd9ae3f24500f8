# The packages Weft is built on. All come from the distribution (cmake/packages.txt lists them).
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS context)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(GTest REQUIRED)

find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
find_path(VALIJSON_INCLUDE_DIR valijson/validator.hpp REQUIRED)  # tests alone

# OpenImageIO by pkg-config: its CMake package pulls in Imath's, which names a Python library that
# only another package installs, and complains.
find_package(PkgConfig REQUIRED)
pkg_check_modules(OpenImageIO REQUIRED IMPORTED_TARGET GLOBAL OpenImageIO>=2.4)
add_library(weft_openimageio INTERFACE)
target_link_libraries(weft_openimageio INTERFACE PkgConfig::OpenImageIO)
pkg_check_modules(OpenColorIO REQUIRED IMPORTED_TARGET GLOBAL OpenColorIO>=2.1)

# The editor's windows.
find_package(Qt6 6.4 QUIET COMPONENTS Widgets Test)
if(Qt6_FOUND)
  pkg_check_modules(XcbXtest REQUIRED IMPORTED_TARGET GLOBAL xcb xcb-xtest)  # tests alone
endif()

# Clang and LLVM are seen by translator/frontend and weft-cc alone. Their packages look up, and
# report as missing, optional libraries that matter to nobody who links the shared LLVM: what is
# only a status message is silenced, warnings and errors are not.
set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(Clang REQUIRED CONFIG PATHS /usr/lib/llvm-19/lib/cmake/clang NO_DEFAULT_PATH)
find_package(LLD REQUIRED CONFIG PATHS /usr/lib/llvm-19/lib/cmake/lld NO_DEFAULT_PATH)
unset(CMAKE_MESSAGE_LOG_LEVEL)

# lld's package brings its program too, which links in two fifths of the time of GNU's.
find_program(WEFT_LINKER ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR})
if(WEFT_LINKER)
  cmake_path(GET WEFT_LINKER PARENT_PATH folder)
  add_link_options(-fuse-ld=lld -B${folder})
endif()
