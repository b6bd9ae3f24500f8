// Weft for programs that load it by name, such as the Python ones that measure it beside its peers:
// an effect prepared once for pictures of certain shapes, and run as often as one likes.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

/// The pixels of one plane-by-plane picture. Whoever calls owns them.
struct WeftBenchPicture {
    void* base;     ///< the sample at (0, 0) of plane 0
    int32_t bytes;  ///< of a sample: 1, 2 or 4, whose formats are u8, u16 and float
    int32_t width, height, planes;
    int64_t x_stride, y_stride, plane_stride;  ///< in bytes
    int32_t padded;                            ///< rows are aligned and padded as a weft::Picture's
};

/// An effect that is ready to run; null: it is not, and `error` says why. `request` is JSON:
///   {"effect": name, or a document as an object, "settings": ["control=value"...], "inputs":
///   [[width, height, planes]...],
///    "region": [x0, y0, x1, y1] or null, "planar": [bool...], "planar_outputs": [bool...],
///    "threads": count, "math": "strict" or "fast"}
struct WeftBenchRun;
WeftBenchRun* weft_bench_prepare(const char* request, char* error, size_t error_size);

/// The shape of the only output: width, height, planes, and the place of its first pixel.
void weft_bench_shape(const WeftBenchRun* run, int32_t shape[5]);

/// Runs it once. 0, or -1 and `error` says why. The output's first sample is that of its region.
int weft_bench_run(WeftBenchRun* run, const WeftBenchPicture* inputs, size_t input_count,
                   const WeftBenchPicture* output, char* error, size_t error_size);

void weft_bench_release(WeftBenchRun* run);

/// Copies so many bytes by so many threads: what moving them takes, done in no other way than by
/// effects.
void weft_bench_copy(void* to, const void* from, size_t bytes, int32_t threads);
}
