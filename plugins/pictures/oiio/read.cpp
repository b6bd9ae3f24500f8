// Reading what was chosen of a picture file in its native sample type.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include <OpenImageIO/imageio.h>
#include <fmt/format.h>

#include "pictures/oiio/file_rows.h"
#include "pictures/oiio/file_samples.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/open_picture.h"
#include "pictures/orientation.h"

namespace weft {
namespace {

/// Some decoders report what is missing and go on, so a report refuses the picture; but stray bytes
/// between the segments of a JPEG file cost no pixel.
bool is_harmless(const std::string& report) {
    return report.empty() || report.find("extraneous bytes before marker") != std::string::npos;
}

/// Runs `body`, with exceptions turned into errors about `path`.
template <class Body>
auto guarded(const std::string& path, Body body) -> decltype(body()) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kMemory, fmt::format("no memory to read '{}'", path)};
    } catch (const std::exception& e) {
        return input_error(path, first_line(e.what()));
    }
}

/// Interleaved, rows without gaps.
PictureView packed_view(SampleFormat format, int planes, const Rect& domain, std::byte* base) {
    PictureView view;
    view.base = base;
    view.format = format;
    view.planes = planes;
    view.plane_stride = sample_size(view.format);
    view.x_stride = view.plane_stride * view.planes;
    view.y_stride = view.x_stride * domain.width();
    view.domain = domain;
    return view;
}

std::size_t bytes_of(const PictureView& packed) {
    return static_cast<std::size_t>(packed.y_stride) *
           static_cast<std::size_t>(packed.domain.height());
}

/// Pixels of a file's own samples, in their places in the upright picture.
void turn(const PictureView& file, const Orientation& orientation, const PictureView& upright) {
    const Rect& all = upright.domain;
    const auto address = [&](int x, int y) {
        const Orientation::Place place = orientation.in_file(x, y);
        return file.at(place.x, place.y, 0);
    };
    const auto pixel = static_cast<std::size_t>(file.x_stride);
    for (int y = all.y0; y < all.y1; ++y) {
        const std::byte* from = address(all.x0, y);
        const std::ptrdiff_t step = all.width() > 1 ? address(all.x0 + 1, y) - from : 0;
        std::byte* to = upright.at(all.x0, y, 0);
        for (int x = all.x0; x < all.x1; ++x, from += step, to += upright.x_stride)
            std::memcpy(to, from, pixel);
    }
}

/// Whether a channel holds numbers of things, as OpenEXR's whole numbers are: no parts of a range.
bool holds_numbers(const PictureInfo& info, const OIIO::ImageSpec& spec, int channel) {
    return info.file_kind == "openexr" && spec.channelformat(channel) == OIIO::TypeDesc::UINT32;
}

/// Channels that are read at a time; numbers each by themselves.
std::vector<ChannelRun> runs_to_read(const PictureInfo& info, const OIIO::ImageSpec& spec) {
    std::vector<ChannelRun> runs;
    for (const ChannelRun& run : runs_of(info.part_channels)) {
        int first = run.first;
        for (int c = run.first; c < run.last; ++c) {
            if (!holds_numbers(info, spec, c)) continue;
            if (c > first) runs.push_back({first, c});
            runs.push_back({c, c + 1});
            first = c + 1;
        }
        if (first < run.last) runs.push_back({first, run.last});
    }
    return runs;
}

class OiioReader final : public PictureReader {
  public:
    OiioReader(std::unique_ptr<OIIO::ImageInput> input, PictureInfo info,
               const std::atomic<bool>* cancel)
        : input_(std::move(input)),
          info_(std::move(info)),
          runs_(runs_to_read(info_, input_->spec())),
          orientation_(info_.orientation, display_window_of(input_->spec())),
          colours_(colours_of(info_.file_kind, info_.channels, info_.alpha_channel,
                              info_.unassociated_alpha, info_.colour.conversion.get())),
          cancel_(cancel) {}

    const PictureInfo& info() const override { return info_; }

    Status read_rows(int first, int last, const PictureView& whole) override {
        return guarded(info_.path, [&] {
            return is_plain() ? read(first, last, whole) : read_changed(first, last, whole);
        });
    }

    /// All rows, in the one call that decoders are fastest at where they can.
    Status read_all(const PictureView& whole) {
        const bool at_once = runs_.size() == 1 && is_plain() &&
                             !holds_numbers(info_, input_->spec(), runs_.front().first);
        if (!at_once) return read_rows(info_.data_window.y0, info_.data_window.y1, whole);
        const bool read = input_->read_image(
            info_.part, 0, runs_.front().first, runs_.front().last, type_for(whole.format),
            whole.at(info_.data_window.x0, info_.data_window.y0, 0), whole.x_stride, whole.y_stride,
            OIIO::AutoStride, stop_when_cancelled, const_cast<std::atomic<bool>*>(cancel_));
        return conclude(read);
    }

  private:
    /// Pixels are handed over as they are in the file.
    bool is_plain() const { return !orientation_.turns() && !colours_.change(); }

    /// Rows of a picture that lies turned in its file, or whose colours are to be changed.
    Status read_changed(int first, int last, const PictureView& whole) {
        if (orientation_.turns())
            if (Status s = read_file(); !s) return s;
        constexpr int kRows = 64;
        std::vector<std::byte> buffer;
        for (int y = first; y < last; y += kRows) {
            Rect rows = info_.data_window;
            rows.y0 = y;
            rows.y1 = std::min(y + kRows, last);
            const PictureView target = crop(whole, rows);
            PictureView own = target;
            if (colours_.change()) {
                own = packed_view(info_.format.samples, whole.planes, rows, nullptr);
                buffer.resize(bytes_of(own));
                own.base = buffer.data();
            }
            if (orientation_.turns())
                turn(file_, orientation_, own);
            else if (Status s = read(rows.y0, rows.y1, own); !s)
                return s;
            if (colours_.change()) from_file(own, colours_, target);
        }
        return {};
    }

    /// All of it, as it lies there: the first row may be in any place.
    Status read_file() {
        if (file_pixels_ != nullptr) return {};
        file_ = packed_view(info_.format.samples, static_cast<int>(info_.channels.size()),
                            data_window_of(input_->spec()), nullptr);
        file_pixels_ = allocate_pixels(bytes_of(file_), false);
        if (file_pixels_ == nullptr) throw std::bad_alloc();
        file_.base = file_pixels_.get();
        return read(file_.domain.y0, file_.domain.y1, file_);
    }

    Status read(int first, int last, const PictureView& whole) {
        constexpr int kRows = 256;  // between looks at the flag
        const int left = data_window_of(input_->spec()).x0;
        bool read = true;
        for (int y = first; y < last && read && !cancelled(); y += kRows) {
            int plane = 0;
            for (const ChannelRun& run : runs_) {
                const int end = std::min(y + kRows, last);
                read = read &&
                       (holds_numbers(info_, input_->spec(), run.first)
                            ? read_numbers(y, end, run.first, plane, whole)
                            : read_channel_rows(*input_, y, end, run.first, run.last,
                                                type_for(whole.format), whole.at(left, y, plane),
                                                whole.x_stride, whole.y_stride));
                plane += run.last - run.first;
            }
        }
        return conclude(read);
    }

    /// Whole numbers as the floats that are nearest: OpenImageIO takes them for parts of a range.
    bool read_numbers(int first, int last, int channel, int plane, const PictureView& whole) {
        const Rect all = data_window_of(input_->spec());
        const auto width = static_cast<std::size_t>(all.width());
        std::vector<std::uint32_t> numbers(width * static_cast<std::size_t>(last - first));
        const auto row = static_cast<OIIO::stride_t>(width * sizeof(std::uint32_t));
        if (!read_channel_rows(*input_, first, last, channel, channel + 1, OIIO::TypeDesc::UINT32,
                               reinterpret_cast<std::byte*>(numbers.data()), sizeof(std::uint32_t),
                               row))
            return false;
        const std::uint32_t* from = numbers.data();
        for (int y = first; y < last; ++y)
            for (int x = all.x0; x < all.x1; ++x) {
                const auto value = static_cast<float>(*from++);
                std::memcpy(whole.at(x, y, plane), &value, sizeof value);
            }
        return true;
    }

    bool cancelled() const { return cancel_ != nullptr && cancel_->load(); }

    Status conclude(bool read) {
        if (cancelled())
            return Error{ErrorKind::kCancelled,
                         fmt::format("stopped while reading '{}'", info_.path)};
        const std::string report = input_->geterror();
        if (read && is_harmless(report)) return {};
        return input_error(info_.path,
                           fmt::format("{}the file is damaged or cut short, write it again",
                                       report.empty() ? "" : first_line(report) + "; "));
    }

    std::unique_ptr<OIIO::ImageInput> input_;
    PictureInfo info_;
    std::vector<ChannelRun> runs_;
    Orientation orientation_;
    FileColours colours_;
    PixelBytes file_pixels_;  ///< where the picture is turned
    PictureView file_;
    const std::atomic<bool>* cancel_;
};

std::size_t physical_memory() {
    return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

Result<std::unique_ptr<OiioReader>> open_reader(const std::string& path,
                                                const PictureChoice& choice,
                                                const std::atomic<bool>* cancel) {
    Result<std::unique_ptr<OIIO::ImageInput>> input = open_input(path);
    if (!input) return input.error();
    Result<PictureInfo> info = describe(path, **input, choice);
    if (!info) return info.error();
    return std::make_unique<OiioReader>(*std::move(input), *std::move(info), cancel);
}

Result<LoadedPicture> read_pixels(const std::string& path, const PictureChoice& choice,
                                  const std::atomic<bool>* cancel) {
    const Result<std::unique_ptr<OiioReader>> reader = open_reader(path, choice, cancel);
    if (!reader) return reader.error();
    LoadedPicture picture;
    picture.info = (*reader)->info();
    picture.view =
        packed_view(picture.info.samples(), static_cast<int>(picture.info.channels.size()),
                    domain_of(picture.info), nullptr);
    const std::size_t size = bytes_of(picture.view);
    // Memory is promised that is not there, and the system ends whoever touches it.
    const bool around = picture.view.domain != picture.info.data_window;
    if (size <= physical_memory()) picture.pixels = allocate_pixels(size, around);
    if (picture.pixels == nullptr)
        return Error{ErrorKind::kMemory,
                     fmt::format("no memory for '{}': {} MB are needed; free some or use a smaller "
                                 "picture",
                                 path, size >> 20)};
    picture.view.base = picture.pixels.get();
    if (Status s = (*reader)->read_all(picture.view); !s) return s.error();
    return picture;
}

}  // namespace

Result<PictureInfo> oiio_info(const std::string& path, const PictureChoice& choice) {
    return guarded(path, [&]() -> Result<PictureInfo> {
        Result<std::unique_ptr<OIIO::ImageInput>> input = open_input(path);
        if (!input) return input.error();
        return describe(path, **input, choice);
    });
}

Result<LoadedPicture> oiio_read(const std::string& path, const PictureChoice& choice,
                                const std::atomic<bool>* cancel) {
    return guarded(path, [&] { return read_pixels(path, choice, cancel); });
}

Result<std::unique_ptr<PictureReader>> oiio_open(const std::string& path,
                                                 const PictureChoice& choice,
                                                 const std::atomic<bool>* cancel) {
    return guarded(path, [&]() -> Result<std::unique_ptr<PictureReader>> {
        Result<std::unique_ptr<OiioReader>> reader = open_reader(path, choice, cancel);
        if (!reader) return reader.error();
        return std::unique_ptr<PictureReader>(*std::move(reader));
    });
}

}  // namespace weft
