// Writing a picture with its windows, names and metadata.
#include <cerrno>
#include <cstring>
#include <new>

#include <OpenImageIO/imageio.h>
#include <fmt/format.h>

#include "pictures/file_kind.h"
#include "pictures/oiio/checked_file.h"
#include "pictures/oiio/metadata.h"
#include "pictures/oiio/oiio_io.h"

namespace weft {
namespace {

Error output_error(const std::string& what) { return {ErrorKind::kOutput, what}; }

OIIO::ImageSpec spec_for(const WriteRequest& request, const FileKind& kind) {
    const Rect window = request.view.domain;
    OIIO::ImageSpec spec(window.width(), window.height(), request.view.planes,
                         type_for(request.view.format));
    if (kind.display_window) {
        spec.x = window.x0;
        spec.y = window.y0;
        spec.full_x = request.display_window.x0;
        spec.full_y = request.display_window.y0;
        spec.full_width = request.display_window.width();
        spec.full_height = request.display_window.height();
    }
    if (static_cast<int>(request.channels.size()) == request.view.planes) {
        spec.channelnames = request.channels;
        spec.alpha_channel = request.alpha_channel;
        spec.z_channel = request.depth_channel;
    }
    if (request.source != nullptr) carry_metadata(*request.source, kind.name, spec);
    if (!request.compression.empty()) {
        spec.erase_attribute("CompressionQuality");
        spec.erase_attribute("openexr:dwaCompressionLevel");
        spec.attribute("compression", request.compression);
    }
    if (!request.software.empty()) spec.attribute("Software", request.software);
    return spec;
}

/// Encodes into `output`, which is not open yet. The report of what failed, or "".
std::string encode(OIIO::ImageOutput& output, const WriteRequest& request,
                   const OIIO::ImageSpec& spec) {
    if (!output.open(request.path, spec)) return first_line(output.geterror());
    if (output.spec().format != spec.format)
        return fmt::format("the encoder changed the samples to {}", output.spec().format.c_str());
    const bool written = output.write_image(
        spec.format, request.view.base, request.view.x_stride, request.view.y_stride,
        OIIO::AutoStride, stop_when_cancelled, const_cast<std::atomic<bool>*>(request.cancel));
    const std::string report = written ? std::string() : first_line(output.geterror());
    const bool closed = output.close();
    if (!written) return report;
    return closed ? std::string() : first_line(output.geterror());
}

/// What the system said, and what to do about it.
std::string advice(int error) {
    const char* remedy = error == ENOSPC || error == EDQUOT ? "; free some space"
                         : error == EFBIG ? "; raise the limit on file sizes (ulimit -f)"
                                          : "";
    return fmt::format("{}{}", std::strerror(error), remedy);
}

Status write_picture(const WriteRequest& request) {
    Result<const FileKind*> kind = file_kind_of(request.path);
    if (!kind) return kind.error();
    if (Status s = check_holds(**kind, request.view.format, request.view.planes); !s) return s;
    const OIIO::ImageSpec spec = spec_for(request, **kind);
    std::unique_ptr<OIIO::ImageOutput> output = OIIO::ImageOutput::create((*kind)->name);
    if (output == nullptr) return output_error(first_line(OIIO::geterror()));

    // Without it the encoder's last error, that of a full disk, would be lost.
    if (!output->supports("ioproxy"))
        return Error{ErrorKind::kInternal,
                     fmt::format("{} files cannot be written safely", (*kind)->name)};
    CheckedFile file(request.path);
    if (!file.opened()) return output_error(advice(file.first_error()));
    output->set_ioproxy(&file);
    const std::string report = encode(*output, request, spec);
    output.reset();  // before the file it writes to
    // What the system said names the cause; the encoder's report, only the place.
    if (const int error = file.finish(); error != 0) return output_error(advice(error));
    if (!report.empty()) return output_error(report);
    return {};
}

}  // namespace

Status oiio_write(const WriteRequest& request) {
    try {
        const Status status = write_picture(request);
        if (request.cancel != nullptr && request.cancel->load())
            return Error{ErrorKind::kCancelled, "stopped while writing"};
        return status;
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kMemory, "no memory to write the picture"};
    } catch (const std::exception& e) {
        return output_error(first_line(e.what()));
    }
}

}  // namespace weft
