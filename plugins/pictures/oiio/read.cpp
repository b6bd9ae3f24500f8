// Reading what was chosen of a picture file in its native sample type.
#include <unistd.h>

#include <new>

#include <OpenImageIO/imageio.h>
#include <fmt/format.h>

#include "pictures/oiio/file_rows.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/open_picture.h"

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
PictureView view_for(const PictureInfo& info, std::byte* base) {
    PictureView view;
    view.base = base;
    view.format = info.format.samples;
    view.planes = static_cast<int>(info.channels.size());
    view.plane_stride = sample_size(view.format);
    view.x_stride = view.plane_stride * view.planes;
    view.domain = domain_of(info);
    view.y_stride = view.x_stride * view.domain.width();
    return view;
}

class OiioReader final : public PictureReader {
  public:
    OiioReader(std::unique_ptr<OIIO::ImageInput> input, PictureInfo info,
               const std::atomic<bool>* cancel)
        : input_(std::move(input)),
          info_(std::move(info)),
          runs_(runs_of(info_.part_channels)),
          cancel_(cancel) {}

    const PictureInfo& info() const override { return info_; }

    Status read_rows(int first, int last, const PictureView& whole) override {
        return guarded(info_.path, [&] { return read(first, last, whole); });
    }

    /// All rows, in the one call that decoders are fastest at where they can.
    Status read_all(const PictureView& whole) {
        const bool at_once = runs_.size() == 1;
        if (!at_once) return read(info_.data_window.y0, info_.data_window.y1, whole);
        const bool read = input_->read_image(
            info_.part, 0, runs_.front().first, runs_.front().last, type_for(whole.format),
            whole.at(info_.data_window.x0, info_.data_window.y0, 0), whole.x_stride, whole.y_stride,
            OIIO::AutoStride, stop_when_cancelled, const_cast<std::atomic<bool>*>(cancel_));
        return conclude(read);
    }

  private:
    Status read(int first, int last, const PictureView& whole) {
        constexpr int kRows = 256;  // between looks at the flag
        bool read = true;
        for (int y = first; y < last && read && !cancelled(); y += kRows) {
            int plane = 0;
            for (const ChannelRun& run : runs_) {
                read = read && read_channel_rows(*input_, y, std::min(y + kRows, last), run.first,
                                                 run.last, type_for(whole.format),
                                                 whole.at(info_.data_window.x0, y, plane),
                                                 whole.x_stride, whole.y_stride);
                plane += run.last - run.first;
            }
        }
        return conclude(read);
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
    picture.view = view_for(picture.info, nullptr);
    const std::size_t size = static_cast<std::size_t>(picture.view.y_stride) *
                             static_cast<std::size_t>(picture.view.domain.height());
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
