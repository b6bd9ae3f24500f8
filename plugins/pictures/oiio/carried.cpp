#include "pictures/oiio/carried.h"

#include <algorithm>
#include <cstring>

#include "pictures/oiio/checked_start.h"
#include "pictures/oiio/file_rows.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/open_picture.h"
#include "pictures/oiio/row_sink.h"
#include "runtime/convert.h"

namespace weft {
namespace {

std::size_t offset_of(const OIIO::ImageSpec& spec, int channel) {
    return channel == 0 ? 0 : spec.pixel_bytes(0, channel, true);
}

std::size_t row_bytes_of(const OIIO::ImageSpec& spec) {
    return spec.pixel_bytes(true) * static_cast<std::size_t>(spec.width);
}

bool read_native_rows(OIIO::ImageInput& input, const OIIO::ImageSpec& spec, int first, int last,
                      std::byte* to) {
    return read_channel_rows(input, first, last, 0, spec.nchannels, OIIO::TypeDesc::UNKNOWN, to,
                             static_cast<OIIO::stride_t>(spec.pixel_bytes(true)),
                             static_cast<OIIO::stride_t>(row_bytes_of(spec)));
}

/// In which OpenEXR holds a channel of another kind of file without loss.
OIIO::TypeDesc exr_type_for(const OIIO::TypeDesc& type) {
    if (type == OIIO::TypeDesc::HALF || type == OIIO::TypeDesc::UINT32) return type;
    return type == OIIO::TypeDesc::UINT8 ? OIIO::TypeDesc::HALF : OIIO::TypeDesc::FLOAT;
}

/// One plane of what is written, among other channels.
PictureView plane_of(const OIIO::ImageSpec& spec, int channel, const Rect& rows,
                     std::byte* joined) {
    PictureView view;
    view.base = joined + offset_of(spec, channel);
    view.format = format_for(spec.channelformat(channel));
    view.x_stride = static_cast<std::ptrdiff_t>(spec.pixel_bytes(true));
    view.y_stride = static_cast<std::ptrdiff_t>(row_bytes_of(spec));
    view.domain = rows;
    view.planes = 1;
    return view;
}

template <class Sample>
void copy_row(const PictureView& from, int y, int plane, const PictureView& to) {
    const std::byte* source = from.at(from.domain.x0, y, plane);
    std::byte* target = to.at(to.domain.x0, y, 0);
    for (int x = from.domain.x0; x < from.domain.x1; ++x) {
        std::memcpy(target, source, sizeof(Sample));
        source += from.x_stride;
        target += to.x_stride;
    }
}

/// One plane, into a view of the same domain.
void copy_plane(const PictureView& from, int plane, const PictureView& to) {
    std::vector<float> row;
    for (int y = from.domain.y0; y < from.domain.y1; ++y) {
        if (from.format == to.format) {
            switch (sample_size(from.format)) {
                case 1: copy_row<std::uint8_t>(from, y, plane, to); break;
                case 2: copy_row<std::uint16_t>(from, y, plane, to); break;
                default: copy_row<float>(from, y, plane, to); break;
            }
            continue;
        }
        row.resize(static_cast<std::size_t>(from.domain.width()));
        load_row(from, y, plane, from.domain.x0, from.domain.x1, row.data());
        store_row(to, y, 0, from.domain.x0, from.domain.x1, row.data());
    }
}

}  // namespace

void CarriedFile::place_channels(const WriteRequest& request, const OIIO::ImageSpec& fresh) {
    const std::vector<int>& read = request.source->part_channels;
    const int planes = static_cast<int>(request.channels.size());
    const bool one_for_one = planes == static_cast<int>(read.size());
    const auto is_new = [&](const std::string& name) {
        return std::find(request.channels.begin(), request.channels.end(), name) !=
               request.channels.end();
    };
    for (int c = 0; c < source_.nchannels; ++c) {
        const auto at = std::find(read.begin(), read.end(), c);
        if (at != read.end() && one_for_one) {
            from_.push_back({static_cast<int>(at - read.begin()), c});
        } else if (at != read.end()) {
            if (c != *std::min_element(read.begin(), read.end())) continue;
            for (int p = 0; p < planes; ++p) from_.push_back({p, -1});
        } else if (request.keep_others && !is_new(source_.channelnames[static_cast<size_t>(c)])) {
            from_.push_back({-1, c});
        }
    }
    OIIO::ImageSpec spec = fresh;
    spec.nchannels = static_cast<int>(from_.size());
    spec.channelnames.clear();
    spec.channelformats.clear();
    OIIO::TypeDesc widest = fresh.format;
    for (std::size_t i = 0; i < from_.size(); ++i) {
        const auto [plane, channel] = from_[i];
        const OIIO::TypeDesc old = source_.channelformat(std::max(0, channel));
        const bool floating = old == OIIO::TypeDesc::HALF || old == OIIO::TypeDesc::FLOAT;
        const bool stays = plane < 0 || (request.own_types && channel >= 0 && floating);
        spec.channelnames.push_back(plane < 0 ? source_.channelnames[static_cast<size_t>(channel)]
                                              : request.channels[static_cast<size_t>(plane)]);
        const OIIO::TypeDesc kept = same_kind_ ? old : exr_type_for(old);
        spec.channelformats.push_back(stays ? kept : fresh.format);
        widest = OIIO::TypeDesc::basetype_merge(widest, spec.channelformats.back());
        if (plane >= 0 && plane == request.alpha_channel) spec.alpha_channel = static_cast<int>(i);
        if (plane >= 0 && plane == request.depth_channel) spec.z_channel = static_cast<int>(i);
    }
    spec.format = spec.channelformats.front();
    const auto same = [&](const OIIO::TypeDesc& type) { return type == spec.format; };
    if (std::all_of(spec.channelformats.begin(), spec.channelformats.end(), same))
        spec.channelformats.clear();
    else
        spec.format = widest;
    // Parts are told apart by their names.
    const std::string name(source_.get_string_attribute("oiio:subimagename"));
    if (!name.empty() && request.keep_others) spec.attribute("oiio:subimagename", name);
    specs_.push_back(spec);
}

void CarriedFile::find_runs() {
    const OIIO::ImageSpec& to = spec();
    same_layout_ =
        to.nchannels == source_.nchannels && to.x == source_.x && to.width == source_.width;
    for (int i = 0; i < to.nchannels; ++i) {
        const auto [plane, channel] = from_[static_cast<std::size_t>(i)];
        same_layout_ =
            same_layout_ && channel == i && to.channelformat(i) == source_.channelformat(channel);
        if (plane >= 0) continue;
        if (const OIIO::TypeDesc from = source_.channelformat(channel);
            from != to.channelformat(i)) {
            converted_.push_back(
                {offset_of(source_, channel), offset_of(to, i), from, to.channelformat(i)});
            continue;
        }
        const Run run{offset_of(source_, channel), offset_of(to, i), to.channelformat(i).size()};
        if (!runs_.empty() && runs_.back().from + runs_.back().size == run.from &&
            runs_.back().to + runs_.back().size == run.to)
            runs_.back().size += run.size;
        else
            runs_.push_back(run);
    }
}

Result<CarriedFile> CarriedFile::open(const WriteRequest& request, const char* file_kind,
                                      const OIIO::ImageSpec& spec) {
    const PictureInfo& source = *request.source;
    CarriedFile file;
    file.source_part_ = source.part;
    file.same_kind_ = source.file_kind == file_kind;
    Result<std::unique_ptr<OIIO::ImageInput>> input = open_input(source.path);
    if (!input) return input.error();
    const auto trouble_of = [&](const OIIO::ImageSpec& its) {
        return part_trouble(source.path, **input, its.channelnames.size());
    };
    for (int i = 0; (*input)->seek_subimage(i, 0); ++i) {
        const OIIO::ImageSpec its = (*input)->spec();
        if (i != source.part && !(request.keep_others && file.same_kind_)) continue;
        if (std::string trouble = trouble_of(its); !trouble.empty())
            return input_error(source.path, trouble);
        if (i == source.part) {
            file.part_ = static_cast<int>(file.specs_.size());
            file.source_ = its;
            file.place_channels(request, spec);
        } else {
            file.specs_.push_back(its);
        }
    }
    static_cast<void>((*input)->geterror());  // that there is no further part
    if (file.source_.nchannels == 0)
        return input_error(source.path, "it has fewer parts than before");
    // OpenImageIO writes no file with parts of both kinds.
    const auto is_tiled = [](const OIIO::ImageSpec& its) { return its.tile_width > 0; };
    if (!std::all_of(file.specs_.begin(), file.specs_.end(), is_tiled))
        for (OIIO::ImageSpec& its : file.specs_)
            its.tile_width = its.tile_height = its.tile_depth = 0;
    file.find_runs();
    if (request.keep_others) file.input_ = *std::move(input);
    return file;
}

std::string CarriedFile::copy_part(OIIO::ImageOutput& output, const OIIO::ImageSpec& spec) {
    RowSink sink(spec);
    const int step = rows_at_a_time(spec), bottom = spec.y + spec.height;
    native_.resize(row_bytes_of(spec) * static_cast<std::size_t>(step));
    for (int y = spec.y; y < bottom; y += step) {
        const int last = std::min(y + step, bottom);
        if (!read_native_rows(*input_, spec, y, last, native_.data()))
            return first_line(input_->geterror());
        if (std::string report =
                sink.write(output, y, last, OIIO::TypeDesc::UNKNOWN, native_.data(),
                           static_cast<OIIO::stride_t>(row_bytes_of(spec)));
            !report.empty())
            return report;
    }
    return {};
}

std::string CarriedFile::copy_parts(OIIO::ImageOutput& output, const std::string& path, int first,
                                    int last) {
    for (int i = first; i < last; ++i) {
        const OIIO::ImageSpec& its = specs_[static_cast<std::size_t>(i)];
        if (i > 0 && !output.open(path, its, OIIO::ImageOutput::AppendSubimage))
            return first_line(output.geterror());
        if (!input_->seek_subimage(i, 0)) return first_line(input_->geterror());
        if (std::string report = copy_part(output, its); !report.empty()) return report;
    }
    return {};
}

std::string CarriedFile::begin(OIIO::ImageOutput& output, const std::string& path) {
    const int count = static_cast<int>(specs_.size());
    if (!(count == 1 ? output.open(path, specs_.front()) : output.open(path, count, specs_.data())))
        return first_line(output.geterror());
    if (std::string report = copy_parts(output, path, 0, part_); !report.empty()) return report;
    if (part_ > 0 && !output.open(path, spec(), OIIO::ImageOutput::AppendSubimage))
        return first_line(output.geterror());
    if (input_ == nullptr || input_->seek_subimage(source_part_, 0)) return {};
    return first_line(input_->geterror());
}

std::string CarriedFile::join_others(const Rect& rows, std::byte* joined) {
    const Rect all{source_.x, source_.y, source_.x + source_.width, source_.y + source_.height};
    const Rect there = intersect(rows, all);
    const std::size_t to_pixel = spec().pixel_bytes(true), to_row = row_bytes_of(spec());
    if (same_layout_ && there == rows) {
        if (read_native_rows(*input_, source_, rows.y0, rows.y1, joined)) return {};
        return first_line(input_->geterror());
    }
    std::memset(joined, 0, to_row * static_cast<std::size_t>(rows.height()));
    if (there.empty()) return {};
    const std::size_t pixel = source_.pixel_bytes(true), row = row_bytes_of(source_);
    native_.resize(row * static_cast<std::size_t>(there.height()));
    if (!read_native_rows(*input_, source_, there.y0, there.y1, native_.data()))
        return first_line(input_->geterror());
    for (int y = there.y0; y < there.y1; ++y) {
        const std::byte* from = native_.data() + row * static_cast<std::size_t>(y - there.y0) +
                                pixel * static_cast<std::size_t>(there.x0 - all.x0);
        std::byte* to = joined + to_row * static_cast<std::size_t>(y - rows.y0) +
                        to_pixel * static_cast<std::size_t>(there.x0 - rows.x0);
        for (const Converted& c : converted_)
            OIIO::convert_image(1, there.width(), 1, 1, from + c.from, c.from_type,
                                static_cast<OIIO::stride_t>(pixel), OIIO::AutoStride,
                                OIIO::AutoStride, to + c.to, c.to_type,
                                static_cast<OIIO::stride_t>(to_pixel), OIIO::AutoStride,
                                OIIO::AutoStride);
        for (int x = there.x0; x < there.x1; ++x, from += pixel, to += to_pixel)
            for (const Run& run : runs_) std::memcpy(to + run.to, from + run.from, run.size);
    }
    return {};
}

std::string CarriedFile::join(const PictureView& rows, std::vector<std::byte>& joined) {
    joined.resize(row_bytes_of(spec()) * static_cast<std::size_t>(rows.domain.height()));
    if (input_ != nullptr)
        if (std::string report = join_others(rows.domain, joined.data()); !report.empty())
            return report;
    for (int i = 0; i < spec().nchannels; ++i)
        if (const int plane = from_[static_cast<std::size_t>(i)].plane; plane >= 0)
            copy_plane(rows, plane, plane_of(spec(), i, rows.domain, joined.data()));
    return {};
}

std::string CarriedFile::end(OIIO::ImageOutput& output, const std::string& path) {
    return copy_parts(output, path, part_ + 1, static_cast<int>(specs_.size()));
}

}  // namespace weft
