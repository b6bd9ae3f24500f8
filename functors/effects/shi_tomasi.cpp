// Hipacc's Shi-Tomasi feature extractor: Harris's stages with another measure at their end.
#include "effects/builtin.h"
#include "effects/structure_tensor.h"
#include "graph/image.h"
#include "point/shi_tomasi_corner.h"

namespace weft::effects {
namespace {

constexpr const char* kShiTomasiName = "shi-tomasi";
constexpr const char* kShiTomasiSummary =
    "Marks features worth tracking, plane by plane, on values times 255 (Shi and Tomasi).";
constexpr float kShiTomasiThreshold = 200.0f;  // Hipacc's, as in harris

Graph build_shi_tomasi() {
    GraphBuilder build(kShiTomasiName, kShiTomasiSummary);
    const StructureTensor tensor = record_structure_tensor(build, build.input("input"));
    Image features;
    build.name_next("st");
    const functors::ShiTomasiCorner measure(kShiTomasiThreshold);
    measure(tensor.xx, tensor.yy, tensor.xy, features);
    build.output("output", features);

    build.control("threshold", "Threshold",
                  "Features are where the lesser eigenvalue, of derivatives in steps of a byte, "
                  "exceeds this.",
                  {"st.threshold"});
    return build.finish();
}

}  // namespace

Effect shi_tomasi() {
    // As in harris: a derivative about half a step rounds either way, and white is one from black.
    return {.name = kShiTomasiName,
            .summary = kShiTomasiSummary,
            .build = build_shi_tomasi,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects
