#include "manual/example_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "graph/parameter_value.h"
#include "graph/regions.h"
#include "manual/functor_tables.h"
#include "pictures/output_file.h"
#include "pictures/picture_file.h"
#include "runtime/convert.h"
#include "weft_version.h"

namespace weft {

namespace {

constexpr int kPlanes = 3;
constexpr int kGap = 4;  // pixels between before and after

Rect middle_of(const Rect& r) {
    const int width = std::min(r.width(), kExampleWidth);
    const int height = std::min(r.height(), kExampleHeight);
    const int x0 = r.x0 + (r.width() - width) / 2, y0 = r.y0 + (r.height() - height) / 2;
    return {x0, y0, x0 + width, y0 + height};
}

Picture mirrored(const Picture& plate) {
    const Rect d = plate.domain();
    Picture result(d, plate.planes());
    for (int p = 0; p < plate.planes(); ++p)
        for (int y = d.y0; y < d.y1; ++y)
            std::reverse_copy(plate.row(y, p), plate.row(y, p) + d.width(), result.row(y, p));
    return result;
}

/// 1 in the middle, falling to 0 at the nearer edges.
Picture soft_disc(const Rect& d, int planes) {
    Picture result(d, planes);
    const float x = static_cast<float>(d.x0 + d.x1 - 1) / 2;
    const float y = static_cast<float>(d.y0 + d.y1 - 1) / 2;
    const float radius = static_cast<float>(std::min(d.width(), d.height())) / 2;
    for (int p = 0; p < planes; ++p)
        for (int v = d.y0; v < d.y1; ++v)
            for (int u = d.x0; u < d.x1; ++u) {
                const float distance =
                    std::hypot(static_cast<float>(u) - x, static_cast<float>(v) - y) / radius;
                result.at(u, v, p) = std::clamp(2 - 2 * distance, 0.0f, 1.0f);
            }
    return result;
}

Picture input_of(std::size_t index, const ImageShape& shape, const Picture& plate) {
    if (shape.planes == kPlanes && index == 0) return mirrored(mirrored(plate));
    if (shape.planes == kPlanes && index == 1) return mirrored(plate);
    return soft_disc(shape.domain, shape.planes);
}

std::vector<PictureView> as_views(const std::vector<Picture>& pictures) {
    std::vector<PictureView> views;
    for (const Picture& picture : pictures) views.push_back(picture.view());
    return views;
}

/// The transfer function of IEC 61966-2-1. What a screen cannot show is at its limits.
float encoded(float linear) {
    if (!(linear > 0)) return 0;  // NaN too
    if (linear >= 1) return 1;
    return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

void show(const Picture& picture, int left, Picture& sheet) {
    const Rect d = picture.domain();
    const Rect& s = sheet.domain();
    const int width = std::min(d.width(), s.x1 - left);
    const int height = std::min(d.height(), s.height());
    for (int p = 0; p < kPlanes; ++p)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                sheet.at(left + x, s.y0 + y, p) =
                    encoded(picture.at(d.x0 + x, d.y0 + y, picture.planes() < kPlanes ? 0 : p));
}

/// Of the encoded samples, on average.
double difference(const Picture& a, const Picture& b) {
    const Rect d = intersect(a.domain(), b.domain());
    double sum = 0;
    for (int p = 0; p < kPlanes; ++p)
        for (int y = d.y0; y < d.y1; ++y)
            for (int x = d.x0; x < d.x1; ++x)
                sum += std::abs(encoded(a.at(x, y, std::min(p, a.planes() - 1))) -
                                encoded(b.at(x, y, std::min(p, b.planes() - 1))));
    return sum / std::max(1.0, static_cast<double>(d.area()) * kPlanes);
}
constexpr double kUnseen = 0.002, kSeen = 0.01, kTooMuch = 0.35;

/// Of a number, or of a list of one: more, a little more, and much more.
std::vector<std::string> values_to_try(const Setting& setting) {
    if (setting.form != ValueForm::kNumber && setting.form != ValueForm::kNumberList) return {};
    char* end = nullptr;
    const float value = std::strtof(setting.value.c_str(), &end);
    if (end == setting.value.c_str() || *end != '\0') return {};
    std::vector<std::string> values;
    for (const float more : {1.0f, 0.25f, 45.0f}) values.push_back(format_float(value + more));
    return values;
}

/// As much of a result as the plate is large: where the plate is, or the result's beginning.
Rect shown_part(const Rect& domain, const Rect& plate) {
    const Rect beside = intersect(domain, plate);
    if (!beside.empty()) return beside;
    return {domain.x0, domain.y0, domain.x0 + std::min(domain.width(), plate.width()),
            domain.y0 + std::min(domain.height(), plate.height())};
}

Result<Picture> result_of(const Graph& graph, const Library& library, Engine& engine,
                          const Picture& plate) {
    const std::vector<ImageShape> given =
        usual_input_shapes(graph, library, plate.domain(), kPlanes);
    const auto shapes = infer_shapes(graph, library, given);
    if (!shapes) return shapes.error();
    std::vector<Picture> inputs, results;
    std::vector<Rect> regions;
    for (std::size_t i = 0; i < given.size(); ++i) inputs.push_back(input_of(i, given[i], plate));
    for (const GraphOutput& output : graph.outputs) {
        const ImageShape& shape = shapes->at(output.image);
        regions.push_back(shown_part(shape.domain, plate.domain()));
        results.emplace_back(regions.back(), shape.planes);
    }
    const Result<std::unique_ptr<Prepared>> prepared =
        engine.prepare({graph, library, given, regions});
    if (!prepared) return prepared.error();
    if (Status s = (*prepared)->run(as_views(inputs), as_views(results), {}); !s) return s.error();
    return std::move(results.front());
}

}  // namespace

Result<Picture> read_plate(const std::string& path) {
    const Result<PictureIO*> io = picture_io();
    if (!io) return io.error();
    const Result<LoadedPicture> loaded = (*io)->read(path, {}, nullptr);
    if (!loaded) return loaded.error();
    const PictureView& view = loaded->view;
    Picture plate(middle_of(view.domain), kPlanes);
    const Rect d = plate.domain();
    for (int p = 0; p < kPlanes; ++p)
        for (int y = d.y0; y < d.y1; ++y)
            load_row(view, y, view.planes < kPlanes ? 0 : p, d.x0, d.x1, plate.row(y, p));
    return plate;
}

Result<Example> example_of(const Graph& graph, const Library& library, Engine& engine,
                           const Picture& plate) {
    Result<Picture> as_set = result_of(graph, library, engine, plate);
    if (!as_set) return as_set.error();
    Example example{*std::move(as_set), {}};
    if (graph.inputs.empty() || difference(plate, example.picture) > kUnseen) return example;
    for (const Setting& setting : parameter_settings(graph, library))
        for (const std::string& value : values_to_try(setting)) {
            Graph changed = graph;
            if (!set_parameter(changed, library, setting.name, value)) continue;
            Result<Picture> result = result_of(changed, library, engine, plate);
            if (!result) return result.error();
            const double seen = difference(plate, *result);
            if (seen > kSeen && seen < kTooMuch) {
                const std::size_t dot = graph.nodes.size() == 1 ? setting.name.find('.') + 1 : 0;
                return Example{*std::move(result), setting.name.substr(dot) + '=' + value};
            }
        }
    return example;
}

Picture side_by_side(const Picture& plate, const Picture& result) {
    const Rect d = plate.domain();
    Picture sheet(Rect{0, 0, 2 * d.width() + kGap, d.height()}, kPlanes);
    for (int p = 0; p < kPlanes; ++p)
        for (int y = 0; y < d.height(); ++y)
            std::fill_n(sheet.row(y, p), sheet.domain().width(), 1.0f);
    show(plate, 0, sheet);
    show(result, d.width() + kGap, sheet);
    return sheet;
}

Status write_sheet(const Picture& sheet, const std::string& path) {
    const Result<PictureIO*> io = picture_io();
    if (!io) return io.error();
    PictureView view;
    view.format = SampleFormat::kU8;
    view.domain = sheet.domain();
    view.planes = kPlanes;
    view.x_stride = kPlanes;
    view.y_stride = static_cast<std::ptrdiff_t>(kPlanes) * view.domain.width();
    view.plane_stride = 1;
    std::vector<std::byte> pixels(static_cast<std::size_t>(view.y_stride) *
                                  static_cast<std::size_t>(view.domain.height()));
    view.base = pixels.data();
    store_region(view, view.domain, sheet);

    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    WriteRequest request;
    request.path = file->path();
    request.window = request.display_window = view.domain;
    request.format = {SampleFormat::kU8};
    request.channels = {"R", "G", "B"};
    request.software = fmt::format("weft {}", kWeftVersion);
    if (Status s = (*io)->write(request, view); !s)
        return Error{s.error().kind, fmt::format("cannot write '{}': {}", path, s.error().message)};
    return file->commit();
}

}  // namespace weft
