#include "openfx/fields.h"

#include "openfx/names.h"

namespace weft::openfx {
namespace {

/// The field's first row that is not below row `y` of the frame.
int first_row(int y, Field field) { return (y + (field == Field::kLower ? 1 : 0)) >> 1; }

}  // namespace

std::vector<Field> fields_to_render(const Instance& instance, const Properties& arguments) {
    const auto wanted = arguments.text(prop::kFieldToRender);
    if (wanted == prop::kFieldLower) return {Field::kLower};
    if (wanted == prop::kFieldUpper) return {Field::kUpper};
    if (wanted == prop::kFieldBoth && has_fields(instance)) return {Field::kLower, Field::kUpper};
    return {Field::kNone};
}

bool has_fields(const Instance& instance) {
    PropertySetHandle output = nullptr;
    if (instance.suites.effects->clip_get_property_set(instance.output, &output) != kOk)
        return false;
    const auto order = Properties(instance.suites, output).text(prop::kFieldOrder);
    return order == prop::kFieldLower || order == prop::kFieldUpper;
}

PixelRect rows_of(const PixelRect& frame, Field field) {
    if (field == Field::kNone) return frame;
    return {frame.x1, first_row(frame.y1, field), frame.x2, first_row(frame.y2, field)};
}

ImageLayout rows_of(const ImageLayout& image, Field field) {
    if (field == Field::kNone || image.one_field) return image;
    ImageLayout rows = image;
    rows.bounds = rows_of(image.bounds, field);
    rows.defined = rows_of(image.defined, field);
    const int first = 2 * rows.bounds.y1 + (field == Field::kUpper ? 1 : 0);
    rows.data += static_cast<std::ptrdiff_t>(first - image.bounds.y1) * image.row_bytes;
    rows.row_bytes = 2 * image.row_bytes;
    return rows;
}

}  // namespace weft::openfx
