# shellcheck shell=bash disable=SC2154
# The suite of maths: a program that holds every function of core/math.h on a GPU against this kind of
# CPU, for all floats. Sourced by make_bundles.sh.
make_maths() {
    local root source=$here/maths work=$output/maths cuda=${CUDA_HOME:-/usr/local/cuda}
    root=$(realpath "$here/../../..")
    local places=(-I"$root/framework" -I"$root/translator")
    mkdir -p "$work"
    python3 -B "$here/compile_by_nvrtc.py" "$source/threads.cu" "$work/threads.cubin" "$target" \
        "${places[@]}" -I"$source"
    # Lanes by the compiler and flags of CPU kernels.
    "${CLANGXX:-clang++-19}" -std=c++20 -nostdinc -O2 -fwrapv -ffp-contract=off -fno-exceptions \
        -fno-rtti -march=x86-64-v3 -DWEFT_WIDTH=8 "${places[@]}" -c "$source/lanes.cpp" \
        -o "$work/lanes.o"
    "${CXX:-c++}" -std=c++20 -O2 "${places[@]}" -I"$cuda/include" "$source/sweep.cpp" \
        "$work/lanes.o" -L"$cuda/lib64" -lcudart_static -lpthread -ldl -lrt -static-libstdc++ \
        -static-libgcc -o "$work/sweep"
    rm "$work/lanes.o"
}
