// Choosing how many bands, and going through them. Each row is read and written once.
#include "batch/banded_frame.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "batch/bands.h"
#include "batch/compute_frame.h"
#include "batch/frame_plan.h"
#include "batch/sparse_pixels.h"
#include "batch/stopped.h"

namespace weft {
namespace {

/// Adds the seconds until it goes.
class Stopwatch {
  public:
    explicit Stopwatch(double& seconds) : seconds_(seconds) {}
    ~Stopwatch() {
        seconds_ +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    double& seconds_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class BandedFrame {
  public:
    BandedFrame(const BatchJob& job, const BatchOptions& options, const FrameTask& task,
                const Graph& still, PreparedFrames& prepared, StageTimes& seconds,
                const BandListener& computed)
        : job_(job),
          options_(options),
          task_(task),
          still_(still),
          prepared_(prepared),
          seconds_(seconds),
          computed_(computed) {}

    Status plan(std::size_t limit) {
        const Stopwatch watch(seconds_.prepare);
        Result<std::vector<PictureInfo>> infos = read_headers(task_, job_.io, options_);
        if (!infos) return infos.error();
        infos_ = *std::move(infos);
        shapes_ = shapes_of(infos_);
        Result<std::vector<OutputPlan>> plans =
            plan_frame(task_, still_, job_.library, job_.io, options_, infos_);
        if (!plans) return plans.error();
        plans_ = *std::move(plans);
        return choose_bands(limit);
    }

    Result<BandedEnd> render(const std::vector<std::string>& software) {
        if (Status s = open(); !s) return s.error();
        Result<std::vector<OpenOutput>> outputs = open_outputs(software);
        if (!outputs) return outputs.error();
        for (const Band& band : bands_) {
            if (Status s = read(band); !s) return s.error();
            if (Status s = compute(band); !s) return s.error();
            if (Status s = write(band, *outputs); !s) return s.error();
        }
        const Stopwatch watch(seconds_.write);
        std::vector<OutputFile> files;
        std::vector<FrameNote> notes;
        for (std::size_t i = 0; i < outputs->size(); ++i) {
            OpenOutput& output = (*outputs)[i];
            if (Status s = finish_output(task_.outputs[i], output); !s) return s.error();
            note_values(i, task_.outputs[i], *output.writer, notes);
            files.push_back(std::move(output.file));
        }
        Placed placed = place_outputs(task_, plans_, files, options_);
        placed.notes = std::move(notes);
        return BandedEnd{std::move(placed), computation_};
    }

  private:
    Result<std::vector<OpenOutput>> open_outputs(const std::vector<std::string>& software) {
        std::vector<OpenOutput> outputs;
        for (std::size_t i = 0; i < task_.outputs.size(); ++i) {
            Result<OpenOutput> output =
                open_output(task_.outputs[i], plans_[i], software[i],
                            infos_.empty() ? nullptr : &infos_.front(), job_.io, options_);
            if (!output) return output.error();
            outputs.push_back(*std::move(output));
        }
        return outputs;
    }

    /// The fewest bands that fit, with all threads; where none do, with as many as do, since each
    /// has line buffers of its own.
    Status choose_bands(std::size_t limit) {
        Result<std::size_t> least = fewest_bands(limit, 0);
        if (!least) return least.error();
        if (*least <= limit) return {};
        const Result<std::size_t> with_one = fewest_bands(limit, 1);
        if (!with_one) return with_one.error();
        if (*with_one <= limit) return more_threads(limit);
        const std::size_t needed = std::min(*least, *with_one) + options_.overhead;
        return Error{ErrorKind::kMemory,
                     fmt::format("'{}' takes {} MB even in the smallest bands, but --memory allows "
                                 "{} MB; give at least --memory {}M, or compute a part with --roi",
                                 task_.outputs.front(), megabytes(needed), options_.memory >> 20,
                                 megabytes(needed))};
    }

    /// Chooses bands for so many threads, twice as many at a time. The bytes that they take or,
    /// where none fit, the least that any do.
    Result<std::size_t> fewest_bands(std::size_t limit, int threads) {
        std::size_t least = 0;
        for (int count = 1;; count *= 2) {
            Result<std::vector<Band>> bands =
                split_into_bands(still_, job_.library, shapes_, plans_, count);
            if (!bands) return bands.error();
            const Result<std::size_t> bytes = bytes_of(*bands, threads);
            if (!bytes) return bytes.error();
            least = least == 0 ? *bytes : std::min(least, *bytes);
            const bool all_there_are = static_cast<int>(bands->size()) < count;
            if (*bytes <= limit) {
                bands_ = *std::move(bands);
                threads_ = threads;
            }
            if (*bytes <= limit || all_there_are) return least;
        }
    }

    /// More than one thread, where the bands fit nevertheless.
    Status more_threads(std::size_t limit) {
        for (int threads = job_.engine.options().threads / 2; threads > 1; threads /= 2) {
            const Result<std::size_t> bytes = bytes_of(bands_, threads);
            if (!bytes) return bytes.error();
            if (*bytes > limit) continue;
            threads_ = threads;
            break;
        }
        return {};
    }

    static std::size_t megabytes(std::size_t bytes) { return (bytes >> 20) + 1; }

    /// Pictures, and the scratch memory of the bands that differ: the first, one between, the last.
    Result<std::size_t> bytes_of(const std::vector<Band>& bands, int threads) {
        std::size_t scratch = 0;
        for (const std::size_t k : {std::size_t{0}, bands.size() / 2, bands.size() - 1}) {
            const Result<Prepared*> ready =
                prepared_.get(still_, shapes_, bands[k].regions, threads);
            if (!ready) return ready.error();
            scratch = std::max(scratch, (*ready)->scratch_bytes());
        }
        return scratch + band_bytes(bands, infos_, plans_, job_.engine.options().threads);
    }

    Status open() {
        const Stopwatch watch(seconds_.read);
        for (std::size_t i = 0; i < infos_.size(); ++i) {
            Result<std::unique_ptr<PictureReader>> reader =
                job_.io.open(task_.inputs[i], choice_of(options_, i), options_.cancel);
            if (!reader) return reader.error();
            const PictureInfo& info = (*reader)->info();
            if (info.data_window != infos_[i].data_window ||
                info.display_window != infos_[i].display_window ||
                info.channels != infos_[i].channels || info.format != infos_[i].format)
                return Error{ErrorKind::kInput,
                             fmt::format("cannot read '{}': it changed meanwhile; render it again",
                                         task_.inputs[i])};
            readers_.push_back(*std::move(reader));
            Result<SparsePixels> pixels = SparsePixels::reserve(
                domain_of(info), static_cast<int>(info.channels.size()), info.samples());
            if (!pixels) return pixels.error();
            inputs_.push_back(*std::move(pixels));
            read_to_.push_back(info.data_window.y0);
        }
        for (const OutputPlan& plan : plans_) {
            Result<SparsePixels> pixels =
                SparsePixels::reserve(plan.window, plan.planes, plan.samples());
            if (!pixels) return pixels.error();
            outputs_.push_back(*std::move(pixels));
        }
        return {};
    }

    Status read(const Band& band) {
        const Stopwatch watch(seconds_.read);
        for (std::size_t i = 0; i < readers_.size(); ++i) {
            const Interval rows = band.held[i];
            inputs_[i].drop_rows_before(rows.first);
            const int first = std::max(read_to_[i], rows.first);
            const int last = std::min(infos_[i].data_window.y1, rows.last);
            if (first >= last) continue;
            if (Status s = readers_[i]->read_rows(first, last, inputs_[i].view()); !s) return s;
            read_to_[i] = last;
        }
        return {};
    }

    Status compute(const Band& band) {
        Result<Prepared*> ready = [&] {
            const Stopwatch watch(seconds_.prepare);
            return prepared_.get(still_, shapes_, band.regions, threads_);
        }();
        if (!ready) return ready.error();
        const double before = seconds_.compute;
        if (Status s = run(**ready, band); !s) return s;
        computation_ = computation_of(**ready);
        computed_(seconds_.compute - before, (*ready)->kernel_times());
        return {};
    }

    Status run(Prepared& prepared, const Band& band) {
        const Stopwatch watch(seconds_.compute);
        std::vector<PictureView> from, to;
        for (const SparsePixels& pixels : inputs_) from.push_back(pixels.view());
        for (std::size_t i = 0; i < outputs_.size(); ++i)
            to.push_back(outputs_[i].crop(band.regions[i]));
        Status status = prepared.run(from, to, {options_.cancel, {}});
        if (is_cancelled(options_)) return stopped();
        return status;
    }

    Status write(const Band& band, std::vector<OpenOutput>& files) {
        const Stopwatch watch(seconds_.write);
        for (std::size_t i = 0; i < files.size(); ++i) {
            Rect rows = plans_[i].window;
            rows.y0 = band.written[i].first;
            rows.y1 = band.written[i].last;
            if (rows.empty()) continue;
            if (Status s = write_rows(task_.outputs[i], files[i], outputs_[i].crop(rows)); !s)
                return s;
            outputs_[i].drop_rows_before(rows.y1);
        }
        return {};
    }

    const BatchJob& job_;
    const BatchOptions& options_;
    const FrameTask& task_;
    const Graph& still_;
    PreparedFrames& prepared_;
    StageTimes& seconds_;
    const BandListener& computed_;
    std::vector<PictureInfo> infos_;
    std::vector<ImageShape> shapes_;
    std::vector<OutputPlan> plans_;
    std::vector<Band> bands_;
    int threads_ = 0;  ///< that compute a band; 0: all
    std::vector<std::unique_ptr<PictureReader>> readers_;
    std::vector<SparsePixels> inputs_, outputs_;
    Computation computation_;
    std::vector<int> read_to_;  ///< rows above it were read, of each input
};

}  // namespace

Result<BandedEnd> render_in_bands(const BatchJob& job, const BatchOptions& options,
                                  const FrameTask& task, const Graph& still,
                                  const std::vector<std::string>& software, std::size_t limit,
                                  PreparedFrames& prepared, StageTimes& seconds,
                                  const BandListener& computed) {
    BandedFrame frame(job, options, task, still, prepared, seconds, computed);
    if (Status s = frame.plan(limit); !s) return s.error();
    return frame.render(software);
}

}  // namespace weft
