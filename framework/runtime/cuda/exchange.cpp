#include "runtime/cuda/exchange.h"

#include <algorithm>
#include <exception>
#include <thread>

#include "runtime/cuda/loaded_launches.h"

namespace weft::cuda {

namespace {

constexpr std::size_t kChunkBytes = 8u << 20;
constexpr long long kSliceSamples = 1 << 17;  ///< fewer are not worth a thread

/// Where the rows of `part` begin in plane 0, and how many floats of each plane they are.
struct Run {
    std::ptrdiff_t first = 0, floats = 0;
};

Run run_of(const DevicePicture& picture, const Rect& part) {
    const bool rows = picture.layout == Layout::kRows;
    const int v = rows ? part.y0 - picture.stored.y0 : part.x0 - picture.stored.x0;
    return {v * picture.pitch(), (rows ? part.height() : part.width()) * picture.pitch()};
}

/// Calls copy(byte offset in the picture, bytes) for each plane; stops at the first error.
template <class Copy>
Status copy_planes(const DevicePicture& picture, const Rect& part, Copy copy) {
    const Run run = run_of(picture, part);
    for (int p = 0; p < picture.planes; ++p) {
        const auto offset = static_cast<std::size_t>(p * picture.plane() + run.first);
        if (Status ok =
                copy(offset * sizeof(float), static_cast<std::size_t>(run.floats) * sizeof(float));
            !ok)
            return ok;
    }
    return {};
}

/// Pictures that are outputs, each once.
std::vector<int> output_pictures(const LaunchList& list) {
    std::vector<int> pictures;
    for (const PicturePort& port : list.outputs)
        if (std::find(pictures.begin(), pictures.end(), port.picture) == pictures.end())
            pictures.push_back(port.picture);
    return pictures;
}

}  // namespace

std::vector<Chunk> chunks_of(const ExchangedPicture& picture, int index) {
    std::vector<Chunk> chunks;
    if (picture.stored.empty()) return chunks;
    const bool rows = picture.layout == Layout::kRows;
    const Rect& all = picture.stored;
    const int extent = rows ? all.height() : all.width();
    const std::size_t row_bytes = picture.bytes() / static_cast<std::size_t>(extent);
    const int step = static_cast<int>(std::clamp<std::size_t>(kChunkBytes / row_bytes, 1, extent));
    for (int first = 0; first < extent; first += step) {
        const int last = std::min(first + step, extent);
        chunks.push_back({index, rows ? Rect{all.x0, all.y0 + first, all.x1, all.y0 + last}
                                      : Rect{all.x0 + first, all.y0, all.x0 + last, all.y1}});
    }
    return chunks;
}

void convert_in_slices(const Rect& part, int planes, int threads,
                       const std::function<void(const Rect&)>& convert) {
    const long long samples = part.area() * planes;
    const int count = static_cast<int>(std::clamp<long long>(
        samples / kSliceSamples, 1, std::min(threads, std::max(part.height(), 1))));
    const auto slice = [&](int i) {
        const auto y_at = [&](int n) {
            return part.y0 + static_cast<int>(static_cast<long long>(part.height()) * n / count);
        };
        return Rect{part.x0, y_at(i), part.x1, y_at(i + 1)};
    };
    std::vector<std::jthread> helpers;
    int next = 1;
    try {
        helpers.reserve(static_cast<std::size_t>(count));
        for (; next < count; ++next)
            helpers.emplace_back([&convert, s = slice(next)] { convert(s); });
        // NOLINTNEXTLINE(bugprone-empty-catch): what follows does what is left
    } catch (const std::exception&) {  // no more threads: the rest is done here
    }
    convert(slice(0));
    for (; next < count; ++next) convert(slice(next));
}

Status upload(const DeviceSession& session, const LaunchList& list,
              const std::vector<std::uint64_t>& addresses, const std::vector<PictureView>& inputs,
              FrameSlot& slot, int host_threads, const Progress& progress) {
    const DriverApi& api = session.driver->api();
    for (std::size_t i = 0; i < list.inputs.size(); ++i) {
        const int index = list.inputs[i].picture;
        if (index < 0) continue;
        const ExchangedPicture& picture = list.pictures[static_cast<std::size_t>(index)];
        const DevicePicture staged = picture.at(slot.staged(picture));
        const DevicePtr address = addresses[static_cast<std::size_t>(index)];
        for (const Chunk& chunk : chunks_of(picture, index)) {
            if (progress.cancelled()) return Progress::cancelled_error();
            convert_in_slices(chunk.part, staged.planes, host_threads,
                              [&](const Rect& slice) { pack_picture(inputs[i], staged, slice); });
            const auto copy = [&](std::size_t offset, std::size_t bytes) {
                const auto* from = reinterpret_cast<const std::byte*>(staged.data) + offset;
                return session.driver->check(
                    api.cuMemcpyHtoDAsync_v2(address + offset, from, bytes, session.upload.get()),
                    "copying input '" + list.inputs[i].name + "' to the device");
            };
            if (Status ok = copy_planes(staged, chunk.part, copy); !ok) return ok;
        }
    }
    return session.driver->check(api.cuEventRecord(slot.uploaded.get(), session.upload.get()),
                                 "copying inputs to the device");
}

Status start_download(const DeviceSession& session, const LaunchList& list,
                      const std::vector<std::uint64_t>& addresses, FrameSlot& slot) {
    const DriverApi& api = session.driver->api();
    const std::string action = "copying outputs from the device";
    if (Status ok = session.driver->check(
            api.cuStreamWaitEvent(session.download.get(), slot.computed.get(), 0), action);
        !ok)
        return ok;
    slot.chunks.clear();
    for (int index : output_pictures(list)) {
        const ExchangedPicture& picture = list.pictures[static_cast<std::size_t>(index)];
        const DevicePicture staged = picture.at(slot.staged(picture));
        for (const Chunk& chunk : chunks_of(picture, index)) {
            const auto copy = [&](std::size_t offset, std::size_t bytes) {
                return session.driver->check(
                    api.cuMemcpyDtoHAsync_v2(reinterpret_cast<std::byte*>(staged.data) + offset,
                                             addresses[static_cast<std::size_t>(index)] + offset,
                                             bytes, session.download.get()),
                    action);
            };
            if (Status ok = copy_planes(staged, chunk.part, copy); !ok) return ok;
            if (slot.downloaded.size() == slot.chunks.size()) {
                Result<Event> event = create_event(session.driver);
                if (!event) return event.error();
                slot.downloaded.push_back(*std::move(event));
            }
            if (Status ok = session.driver->check(
                    api.cuEventRecord(slot.downloaded[slot.chunks.size()].get(),
                                      session.download.get()),
                    action);
                !ok)
                return ok;
            slot.chunks.push_back(chunk);
        }
    }
    return {};
}

Status finish_download(const DeviceSession& session, const LaunchList& list, FrameSlot& slot,
                       int host_threads, const Progress& progress) {
    for (std::size_t c = 0; c < slot.chunks.size(); ++c) {
        if (progress.cancelled()) return Progress::cancelled_error();
        const std::string action =
            list.launches.empty()
                ? "copying outputs from the device"
                : "running " + kernel_names(list, 0, static_cast<int>(list.launches.size()) - 1);
        if (Status ok = session.driver->check(
                session.driver->api().cuEventSynchronize(slot.downloaded[c].get()), action);
            !ok)
            return ok;
        const Chunk& chunk = slot.chunks[c];
        const ExchangedPicture& picture = list.pictures[static_cast<std::size_t>(chunk.picture)];
        for (std::size_t o = 0; o < list.outputs.size(); ++o) {
            if (list.outputs[o].picture != chunk.picture) continue;
            convert_in_slices(intersect(chunk.part, list.outputs[o].shape.domain), picture.planes,
                              host_threads, [&](const Rect& slice) {
                                  unpack_picture(picture.at(slot.staged(picture)), slot.outputs[o],
                                                 slice);
                              });
        }
    }
    return {};
}

}  // namespace weft::cuda
