// sweep [FUNCTION...]: for every one of 2^32 floats, whether each function of core/math.h has the
// same bits on the GPU at hand and on this CPU. Prints the inputs that differ, up to three a
// function. Exit code 0: all agree; 1: some differ; 8: no GPU, or it fails.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "lanes.h"
#include "swept.h"

namespace {

using weft::kPiece, weft::kPieces, weft::kSwept;

/// Ends the program where CUDA fails.
void must(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "sweep: CUDA: %s\n", cudaGetErrorString(error));
    std::exit(8);
}

constexpr const char* kNames[] = {
#define WEFT_NAME(name, value) #name,
    WEFT_SWEPT(WEFT_NAME)
#undef WEFT_NAME
};

/// The kernels of threads.cu.
class Gpu {
  public:
    explicit Gpu(const std::string& code) {
        must(cudaLibraryLoadFromFile(&library_, code.c_str(), nullptr, nullptr, 0, nullptr, nullptr,
                                     0));
        must(cudaMalloc(&memory_, kPieces * sizeof(unsigned long long)));
    }
    std::vector<unsigned long long> sums(int which) const {
        std::vector<unsigned long long> out(kPieces);
        must(cudaMemset(memory_, 0, out.size() * sizeof out[0]));
        void* arguments[] = {const_cast<void**>(&memory_)};
        launch("sums_", which, kPieces, arguments);
        copy(out);
        return out;
    }
    std::vector<unsigned> results(int which, unsigned piece) const {
        std::vector<unsigned> out(kPiece);
        void* arguments[] = {&piece, const_cast<void**>(&memory_)};
        launch("results_", which, kPiece / kThreads, arguments);
        copy(out);
        return out;
    }

  private:
    static constexpr unsigned kThreads = 256;

    void launch(const char* prefix, int which, unsigned blocks, void** arguments) const {
        cudaKernel_t kernel{};
        must(
            cudaLibraryGetKernel(&kernel, library_, (std::string(prefix) + kNames[which]).c_str()));
        must(cudaLaunchKernel(kernel, {blocks, 1, 1}, {kThreads, 1, 1}, arguments, 0, nullptr));
    }
    template <class T>
    void copy(std::vector<T>& out) const {
        must(cudaMemcpy(out.data(), memory_, out.size() * sizeof(T), cudaMemcpyDeviceToHost));
    }

    cudaLibrary_t library_{};
    void* memory_ = nullptr;
};

std::vector<unsigned long long> sums_of_cpu(int which) {
    std::vector<unsigned long long> sums(kPieces);
    std::atomic<unsigned> next = 0;
    std::vector<std::jthread> threads(std::max(1u, std::thread::hardware_concurrency()));
    for (std::jthread& thread : threads)
        thread = std::jthread([&] {
            for (unsigned piece; (piece = next++) < kPieces;)
                sums[piece] = weft_lanes_sum(which, piece);
        });
    threads.clear();
    return sums;
}

bool same(unsigned a, unsigned b) {
    const auto is_nan = [](unsigned bits) { return (bits & 0x7fffffffu) > 0x7f800000u; };
    return a == b || (is_nan(a) && is_nan(b));
}

/// Prints the first inputs of a piece whose results differ, at most `most`; how many it printed.
int print_differences(const Gpu& device, int which, unsigned piece, int most) {
    std::vector<unsigned> cpu(kPiece);
    weft_lanes_results(which, piece, cpu.data());
    const std::vector<unsigned> gpu = device.results(which, piece);
    int printed = 0;
    for (unsigned at = 0; at < kPiece && printed < most; ++at)
        if (!same(cpu[at], gpu[at])) {
            const unsigned bits = piece * kPiece + at;
            std::printf("  %s of %08x, %08x: CPU %08x, GPU %08x\n", kNames[which], bits,
                        weft::second_argument(bits), cpu[at], gpu[at]);
            ++printed;
        }
    return printed;
}

/// Whether all pieces agree; prints that.
bool sweep(const Gpu& device, int which) {
    const auto started = std::chrono::steady_clock::now();
    const std::vector<unsigned long long> gpu = device.sums(which);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
    const std::vector<unsigned long long> cpu = sums_of_cpu(which);
    int wrong = 0, printed = 0;
    for (unsigned piece = 0; piece < kPieces; ++piece)
        if (cpu[piece] != gpu[piece]) {
            ++wrong;
            if (printed < 3) printed += print_differences(device, which, piece, 3 - printed);
        }
    std::printf("%-14s %s in %5.2f s of the GPU; %d of %u pieces differ\n", kNames[which],
                wrong == 0 ? "same bits" : "DIFFERS  ", seconds.count(), wrong, kPieces);
    std::fflush(stdout);
    return wrong == 0;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string_view> wanted(arguments + 1, arguments + count);
    const std::string folder =
        std::string(arguments[0]).substr(0, std::string(arguments[0]).rfind('/') + 1);
    const Gpu device(folder + "threads.cubin");
    bool all_agree = true;
    for (int which = 0; which < kSwept; ++which)
        if (wanted.empty() || std::ranges::count(wanted, kNames[which]) > 0)
            all_agree &= sweep(device, which);
    return all_agree ? 0 : 1;
}
