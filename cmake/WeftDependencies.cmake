# The packages Weft is built on. All come from the distribution (cmake/packages.txt lists them).
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenImageIO REQUIRED)
find_package(GTest REQUIRED)

find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)

# Clang and LLVM are seen by translator/frontend and weft-cc alone.
find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(Clang REQUIRED CONFIG PATHS /usr/lib/llvm-19/lib/cmake/clang NO_DEFAULT_PATH)
find_package(LLD REQUIRED CONFIG PATHS /usr/lib/llvm-19/lib/cmake/lld NO_DEFAULT_PATH)
