// Writing a picture with its windows, names and metadata, from the top.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <vector>

#include <OpenImageIO/imageio.h>
#include <fmt/format.h>

#include "pictures/file_kind.h"
#include "pictures/oiio/carried.h"
#include "pictures/oiio/checked_file.h"
#include "pictures/oiio/colour_header.h"
#include "pictures/oiio/file_samples.h"
#include "pictures/oiio/metadata.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/range_guard.h"
#include "pictures/oiio/row_sink.h"
#include "pictures/oiio/written_picture.h"

namespace weft {
namespace {

Error output_error(const std::string& what) { return {ErrorKind::kOutput, what}; }

/// Whether what the source's header says of colours, if anything, is not so of what is written.
bool says_other_colour(const WriteRequest& request, const FileKind& kind) {
    const FileColour& colour = request.colour;
    if (colour.by == ColourBy::kRaw || colour.by == ColourBy::kData) return false;
    const PictureInfo* const source = request.source;
    return source == nullptr || source->file_kind != kind.name ||
           source->colour.space != colour.space;
}

OIIO::ImageSpec spec_for(const WriteRequest& request, const FileKind& kind,
                         const OIIO::ImageOutput& output) {
    const Rect window = request.window;
    const int planes = static_cast<int>(request.channels.size());
    OIIO::ImageSpec spec(window.width(), window.height(), planes, type_for(request.format.samples));
    if (kind.display_window) {
        spec.x = window.x0;
        spec.y = window.y0;
        spec.full_x = request.display_window.x0;
        spec.full_y = request.display_window.y0;
        spec.full_width = request.display_window.width();
        spec.full_height = request.display_window.height();
    }
    spec.channelnames = request.channels;
    spec.alpha_channel = request.alpha_channel;
    spec.z_channel = request.depth_channel;
    if (request.source != nullptr)
        carry_metadata(*request.source, kind.name, request.keep_others, spec);
    if (request.source != nullptr && output.supports("tiles"))
        carry_tiles(*request.source, kind.name, spec);
    if (says_other_colour(request, kind)) say_colour(request.colour.known, kind.name, spec);
    // As the source has it, if it has any, unless the picture was stretched.
    if (request.pixel_aspect != (request.source ? request.source->pixel_aspect : 1.0f))
        spec.attribute("PixelAspectRatio", request.pixel_aspect);
    if (!request.compression.empty()) {
        spec.erase_attribute("CompressionQuality");
        spec.erase_attribute("openexr:dwaCompressionLevel");
        spec.attribute("compression", request.compression);
    }
    if (request.unassociated_alpha) spec.attribute("oiio:UnassociatedAlpha", 1);
    if (!request.software.empty()) set_software(request.software, spec);
    if (request.format.bits > 0) spec.attribute("oiio:BitsPerSample", request.format.bits);
    return spec;
}

/// Runs `body`, with exceptions turned into errors.
template <class Body>
auto guarded(Body body) -> decltype(body()) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kMemory, "no memory to write the picture"};
    } catch (const std::exception& e) {
        return output_error(first_line(e.what()));
    }
}

/// Samples of 16 bits rounded to `bits` of them, the range kept: encoders cut the others off.
std::uint16_t rounded(std::uint16_t sample, int bits) {
    const std::uint32_t most = (1u << bits) - 1;
    const std::uint32_t code = (sample * most + 32767u) / 65535u;
    return static_cast<std::uint16_t>((code << (16 - bits)) | (code >> (2 * bits - 16)));
}

/// What the system said, and what to do about it.
std::string advice(int error) {
    const char* remedy = error == ENOSPC || error == EDQUOT ? "; free some space"
                         : error == EFBIG ? "; raise the limit on file sizes (ulimit -f)"
                                          : "";
    return fmt::format("{}{}", std::strerror(error), remedy);
}

class OiioWriter final : public PictureWriter {
  public:
    OiioWriter(const WriteRequest& request, const FileKind& kind,
               std::unique_ptr<OIIO::ImageOutput> output)
        : request_(request),
          kind_(kind),
          spec_(spec_for(request, kind, *output)),
          output_(std::move(output)),
          colours_(colours_of(kind.name, request_.channels, request_.alpha_channel,
                              request_.unassociated_alpha, request_.colour.conversion.get())) {
        if (!kind.reads_back) file_.emplace(request.path);
    }

    Status begin() {
        if (file_ && !file_->opened()) return output_error(advice(file_->first_error()));
        if (file_) output_->set_ioproxy(&*file_);
        if (request_.keep_others || request_.own_types) {
            Result<CarriedFile> carried = CarriedFile::open(request_, kind_.name, spec_);
            if (!carried) return carried.error();
            carried_ = *std::move(carried);
            sink_.emplace(carried_->spec());
            guard_.emplace(kind_, carried_->spec());
            return ended(carried_->begin(*output_, request_.path));
        }
        sink_.emplace(spec_);
        guard_.emplace(kind_, spec_);
        if (!output_->open(request_.path, spec_)) return refused(first_line(output_->geterror()));
        if (output_->spec().format != spec_.format)
            return ended(fmt::format("the encoder changed the samples to {}",
                                     output_->spec().format.c_str()));
        return {};
    }

    Status write_rows(const PictureView& rows) override {
        return guarded([&]() -> Status {
            const int step = rows_at_a_time(carried_ ? carried_->spec() : spec_);
            for (int y = rows.domain.y0; y < rows.domain.y1; y += step) {
                if (cancelled()) return stopped();
                PictureView some = rows;
                some.domain.y0 = y;
                some.domain.y1 = std::min(y + step, rows.domain.y1);
                some.base = rows.at(rows.domain.x0, y, 0);
                if (Status s = ended(write_some(some)); !s) return s;
            }
            return {};
        });
    }

    Status finish() override {
        return guarded([&]() -> Status {
            if (cancelled()) return stopped();
            std::string report;
            if (carried_) report = carried_->end(*output_, request_.path);
            const bool closed = output_->close();
            if (report.empty() && !closed) report = first_line(output_->geterror());
            return concluded(report);
        });
    }

    std::string note() const override { return guard_->note(); }

  private:
    /// The same rows as the file keeps them.
    PictureView as_in_file(const PictureView& rows) {
        PictureView view = rows;
        view.format = request_.format.samples;
        view.plane_stride = sample_size(view.format);
        view.x_stride = view.plane_stride * view.planes;
        view.y_stride = view.x_stride * view.domain.width();
        as_in_file_.resize(static_cast<std::size_t>(view.y_stride) *
                           static_cast<std::size_t>(view.domain.height()));
        view.base = as_in_file_.data();
        to_file(rows, colours_, view);
        return view;
    }

    /// The report of what failed, or "".
    std::string write_some(const PictureView& given) {
        const PictureView rows = colours_.change() ? as_in_file(given) : given;
        const std::byte* from = rows.base;
        OIIO::TypeDesc type = spec_.format;
        OIIO::stride_t y_stride = rows.y_stride;
        if (carried_) {
            if (std::string report = carried_->join(rows, buffer_); !report.empty()) return report;
            from = buffer_.data();
            type = OIIO::TypeDesc::UNKNOWN;
            y_stride = static_cast<OIIO::stride_t>(buffer_.size()) / rows.domain.height();
        } else if (request_.format.bits > 0) {
            buffer_.assign(rows.base, rows.base + y_stride * rows.domain.height());
            auto* samples = reinterpret_cast<std::uint16_t*>(buffer_.data());
            for (std::size_t i = 0; i < buffer_.size() / 2; ++i)
                samples[i] = rounded(samples[i], request_.format.bits);
            from = buffer_.data();
        }
        if (guard_->is_needed()) {
            if (from != buffer_.data())
                buffer_.assign(from, from + y_stride * rows.domain.height());
            const Rect& all = rows.domain;
            guard_->apply(buffer_.data(), static_cast<std::size_t>(all.width()) *
                                              static_cast<std::size_t>(all.height()));
            from = buffer_.data();
        }
        // Files without a display window count rows from 0.
        const int top = spec_.y - request_.window.y0;
        return sink_->write(*output_, rows.domain.y0 + top, rows.domain.y1 + top, type, from,
                            y_stride);
    }

    /// It was not begun. Where it could be but for the source's metadata, that is the source's
    /// trouble, and no reason to write nothing else.
    Status refused(const std::string& report) {
        if (request_.source == nullptr || (file_ && file_->first_error() != 0))
            return ended(report);
        WriteRequest plain = request_;
        plain.source = nullptr;
        const bool begins = output_->open(request_.path, spec_for(plain, kind_, *output_));
        if (!begins) return ended(report);
        return Error{ErrorKind::kInput,
                     fmt::format("the metadata of '{}' is not as it should be: {}; is it damaged?",
                                 request_.source->path, report)};
    }

    /// Nothing more is written where something failed.
    Status ended(const std::string& report) {
        return report.empty() ? Status() : concluded(report);
    }

    /// What the system said names the cause; the encoder's report, only the place. A picture counts
    /// as written when a reader finds it.
    Status concluded(std::string report) {
        output_.reset();  // before the file it writes to
        int error = file_ ? file_->finish() : 0;
        const OIIO::ImageSpec& spec = carried_ ? carried_->specs().front() : spec_;
        if (error == 0 && report.empty()) report = difference_on_disk(request_.path, kind_, spec);
        if (error == 0 && report.empty()) return {};
        if (!file_) error = append_error(request_.path);
        return output_error(error != 0 ? advice(error) : report);
    }

    bool cancelled() const { return request_.cancel != nullptr && request_.cancel->load(); }
    static Error stopped() { return {ErrorKind::kCancelled, "stopped while writing"}; }

    WriteRequest request_;
    const FileKind& kind_;
    OIIO::ImageSpec spec_;
    std::optional<CheckedFile> file_;  ///< none where the encoder opens one of its own
    std::unique_ptr<OIIO::ImageOutput> output_;
    FileColours colours_;
    std::optional<CarriedFile> carried_;
    std::optional<RowSink> sink_;
    std::optional<RangeGuard> guard_;
    std::vector<std::byte> buffer_, as_in_file_;
};

Result<std::unique_ptr<PictureWriter>> start_writing(const WriteRequest& request) {
    Result<const FileKind*> kind = file_kind_of(request.path);
    if (!kind) return kind.error();
    if (Status s = check_holds(**kind, request.format, static_cast<int>(request.channels.size()));
        !s)
        return s.error();
    std::unique_ptr<OIIO::ImageOutput> output = OIIO::ImageOutput::create((*kind)->name);
    if (output == nullptr) return output_error(first_line(OIIO::geterror()));
    // Without it the encoder's last error, that of a full disk, may be lost.
    if (!(*kind)->reads_back && !output->supports("ioproxy"))
        return Error{ErrorKind::kInternal,
                     fmt::format("{} files cannot be written safely", (*kind)->name)};
    auto writer = std::make_unique<OiioWriter>(request, **kind, std::move(output));
    if (Status s = writer->begin(); !s) return s.error();
    return std::unique_ptr<PictureWriter>(std::move(writer));
}

}  // namespace

Result<std::unique_ptr<PictureWriter>> oiio_start(const WriteRequest& request) {
    return guarded([&] { return start_writing(request); });
}

Result<FileColour> oiio_output_colour(const OutputColour& output) {
    return guarded([&] {
        std::optional<SaidColour> said;
        const PictureInfo* const source = output.source;
        const bool as_in_source = source != nullptr && source->file_kind == output.file_kind &&
                                  source->colour.by == ColourBy::kHeader;
        if (as_in_source) said = SaidColour{source->colour.space, nullptr, "as in the input"};
        return decide_colour({output.path, output.choice, output.file_kind, output.format.samples,
                              output.channels, said, ColourWay::kFromWorking});
    });
}

}  // namespace weft
