#include "batch/bands.h"

#include <algorithm>

namespace weft {
namespace {

int rows_of(const Interval& rows) { return std::max(0, rows.last - rows.first); }

std::size_t row_bytes(const Rect& window, std::size_t channels, SampleFormat samples) {
    return static_cast<std::size_t>(window.width()) * channels *
           static_cast<std::size_t>(sample_size(samples));
}

/// A row of all channels of the part that was read, in the widest type they may have.
std::size_t whole_row_bytes(const PictureInfo& info) {
    const std::size_t channels =
        info.parts.empty() ? info.channels.size()
                           : info.parts[static_cast<std::size_t>(info.part)].channels.size();
    const bool one_type =
        info.parts.empty() || info.parts[static_cast<std::size_t>(info.part)].types.empty();
    return row_bytes(info.data_window, channels, one_type ? info.samples() : SampleFormat::kFloat);
}

/// Row `part` of `parts` equal parts.
int cut(int first, int last, std::size_t part, std::size_t parts) {
    return first + static_cast<int>(static_cast<long long>(last - first) *
                                    static_cast<long long>(part) / static_cast<long long>(parts));
}

Band band_of(const std::vector<OutputPlan>& outputs, std::size_t k, std::size_t count) {
    Band band;
    for (const OutputPlan& plan : outputs) {
        Rect region = plan.region;
        region.y0 = cut(plan.region.y0, plan.region.y1, k, count);
        region.y1 = cut(plan.region.y0, plan.region.y1, k + 1, count);
        band.regions.push_back(region);
        // The black above and below what is computed goes with the first and the last.
        band.written.push_back(
            {k == 0 ? plan.window.y0 : region.y0, k + 1 == count ? plan.window.y1 : region.y1});
    }
    return band;
}

/// From the first row that any band from here on needs to the last that any did so far.
void hold(const Rect& domain, std::size_t input, const std::vector<std::vector<Interval>>& needed,
          std::vector<Band>& bands) {
    int last = domain.y0, first = domain.y1;
    for (std::size_t k = 0; k < bands.size(); ++k) {
        if (rows_of(needed[k][input]) > 0) last = std::max(last, needed[k][input].last);
        bands[k].held[input].last = last;
    }
    for (std::size_t k = bands.size(); k-- > 0;) {
        if (rows_of(needed[k][input]) > 0) first = std::min(first, needed[k][input].first);
        bands[k].held[input].first = std::min(first, bands[k].held[input].last);
    }
}

}  // namespace

Result<std::vector<Band>> split_into_bands(const Graph& still, const Library& library,
                                           const std::vector<ImageShape>& inputs,
                                           const std::vector<OutputPlan>& outputs, int count) {
    const Result<std::map<ImageId, ImageShape>> shapes = infer_shapes(still, library, inputs);
    if (!shapes) return shapes.error();
    for (const OutputPlan& plan : outputs) count = std::min(count, plan.region.height());
    const auto total = static_cast<std::size_t>(std::max(count, 1));
    std::vector<Band> bands;
    std::vector<std::vector<Interval>> needed;  // by band and input; empty: nothing
    for (std::size_t k = 0; k < total; ++k) {
        bands.push_back(band_of(outputs, k, total));
        const auto regions = infer_regions(still, library, *shapes, bands.back().regions);
        if (!regions) return regions.error();
        std::vector<Interval>& rows = needed.emplace_back(inputs.size());
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (const auto at = regions->find(ImageId{NodeId{}, static_cast<int>(i)});
                at != regions->end())
                rows[i] = {at->second.y0, at->second.y1};
        bands.back().held.resize(inputs.size());
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) hold(inputs[i].domain, i, needed, bands);
    return bands;
}

std::size_t codec_bytes(std::size_t row, int threads) {
    // Blocks of rows, compressed and not, two for each thread.
    constexpr std::size_t kRows = 64;
    return row * kRows * static_cast<std::size_t>(threads + 1);
}

std::size_t band_bytes(const std::vector<Band>& bands, const std::vector<PictureInfo>& inputs,
                       const std::vector<OutputPlan>& outputs, int threads) {
    std::size_t always = 0, most = 0;
    for (const PictureInfo& info : inputs) {
        always += codec_bytes(whole_row_bytes(info), threads);
        // One that lies turned in its file is read whole.
        if (info.orientation > 1)
            always += row_bytes(info.data_window, info.channels.size(), info.format.samples) *
                      static_cast<std::size_t>(info.data_window.height());
    }
    for (const OutputPlan& plan : outputs) {
        const std::size_t row =
            row_bytes(plan.window, static_cast<std::size_t>(plan.planes), plan.samples());
        always += codec_bytes(row, threads);
        // They are read and written beside it, in blocks of rows.
        if (plan.keep_others) always += 4 * codec_bytes(whole_row_bytes(inputs.front()), threads);
        if (plan.kind->encodes_whole)
            always += row * static_cast<std::size_t>(plan.window.height());
    }
    for (const Band& band : bands) {
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            bytes +=
                static_cast<std::size_t>(rows_of(band.held[i])) *
                row_bytes(domain_of(inputs[i]), inputs[i].channels.size(), inputs[i].samples());
        for (std::size_t i = 0; i < outputs.size(); ++i)
            bytes += static_cast<std::size_t>(rows_of(band.written[i])) *
                     row_bytes(outputs[i].window, static_cast<std::size_t>(outputs[i].planes),
                               outputs[i].samples());
        most = std::max(most, bytes);
    }
    return always + most;
}

}  // namespace weft
