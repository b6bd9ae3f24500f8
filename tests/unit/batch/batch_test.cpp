// The pipeline on pictures that are no files' own: what overlaps, what waits, what stops it.
#include "batch/batch.h"

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <functional>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "batch/bands.h"
#include "batch/bounded_queue.h"
#include "effects/builtin.h"
#include "patience.h"
#include "scratch_folder.h"

namespace weft {
namespace {

using namespace std::chrono_literals;
using testing::Each;
using testing::HasSubstr;

constexpr int kWidth = 8, kHeight = 4;
constexpr std::size_t kFrameBytes = 2 * kWidth * kHeight * sizeof(float);  // read and written

/// Reads a picture of one value from a file that holds it as text, and writes it as text.
class TextIO final : public PictureIO {
  public:
    void set_threads(int) override {}
    void allow_any_size(bool) override {}

    Result<ColourMenu> colour_menu(const std::string&) override { return ColourMenu{}; }
    Result<FileColour> output_colour(const OutputColour&) override { return FileColour{}; }
    Result<std::vector<std::string>> colour_spaces() override { return std::vector<std::string>(); }

    Result<PictureInfo> info(const std::string& path, const PictureChoice&) override {
        const std::string text = test::read_text(path);
        if (text.empty() || text == "bad")
            return Error{ErrorKind::kInput, fmt::format("cannot read '{}'", path)};
        PictureInfo info;
        info.path = path;
        info.data_window = info.display_window = {0, 0, kWidth, kHeight};
        info.channels = {"Y"};
        info.parts = parts;
        return info;
    }

    Result<LoadedPicture> read(const std::string& path, const PictureChoice& choice,
                               const std::atomic<bool>*) override {
        Result<PictureInfo> header = info(path, choice);
        if (!header) return header.error();
        const std::string text = test::read_text(path);
        if (text == "huge") throw std::bad_alloc();
        {
            const std::lock_guard lock(mutex);
            ++reads;
            in_flight_peak = std::max(in_flight_peak, ++in_flight);
            changed.notify_all();
        }
        LoadedPicture picture;
        picture.info = *header;
        constexpr std::size_t kSamples = std::size_t{kWidth} * kHeight;
        picture.pixels = allocate_pixels(kSamples * sizeof(float), false);
        auto* values = reinterpret_cast<float*>(picture.pixels.get());
        std::fill_n(values, kSamples, std::stof(text));
        picture.view = {.base = picture.pixels.get(),
                        .format = SampleFormat::kFloat,
                        .x_stride = sizeof(float),
                        .y_stride = kWidth * sizeof(float),
                        .plane_stride = sizeof(float),
                        .domain = header->data_window,
                        .planes = 1};
        return picture;
    }

    Result<std::unique_ptr<PictureReader>> open(const std::string&, const PictureChoice&,
                                                const std::atomic<bool>*) override {
        return Error{ErrorKind::kInternal, "texts are read whole"};
    }

    Result<std::unique_ptr<PictureWriter>> start(const WriteRequest& request) override {
        return std::unique_ptr<PictureWriter>(std::make_unique<Writer>(*this, request));
    }

    Status write_text(const WriteRequest& request, float value) {
        std::unique_lock lock(mutex);
        --in_flight;
        ++writes;
        changed.notify_all();
        if (when_writing) when_writing();
        // So long that a pipeline which overlaps gets there on any machine.
        for (test::Patience patience; reads < reads_before_writing;) {
            if (patience.is_over())
                return Error{ErrorKind::kInternal, "nothing was read meanwhile"};
            changed.wait_for(lock, 20ms);
        }
        if (full) return Error{ErrorKind::kOutput, "No space left"};
        if (stops != nullptr && stops->load())
            return Error{ErrorKind::kCancelled, "stopped while writing"};
        test::write_text(request.path, fmt::format("{} {}", value, request.software));
        return {};
    }

    /// Keeps the first value.
    class Writer final : public PictureWriter {
      public:
        Writer(TextIO& io, WriteRequest request) : io_(io), request_(std::move(request)) {
            const std::lock_guard lock(io_.mutex);
            io_.open_peak = std::max(io_.open_peak, ++io_.open_writers);
        }
        ~Writer() override {
            const std::lock_guard lock(io_.mutex);
            --io_.open_writers;
        }
        Status write_rows(const PictureView& rows) override {
            std::memcpy(&value_, rows.base, sizeof value_);
            return {};
        }
        Status finish() override { return io_.write_text(request_, value_); }

      private:
        TextIO& io_;
        WriteRequest request_;
        float value_ = 0;
    };

    std::mutex mutex;
    std::condition_variable changed;
    int reads = 0, writes = 0, in_flight = 0, in_flight_peak = 0;
    int open_writers = 0, open_peak = 0;
    int reads_before_writing = 0;  ///< writes wait until as many were read
    std::function<void()> when_writing;
    const std::atomic<bool>* stops = nullptr;  ///< as encoders hear it
    std::vector<PartInfo> parts;               ///< of all files
    bool full = false;
};

class BatchTest : public testing::Test {
  protected:
    BatchTest() {
        options.settings = {"1", "strict"};
        graph = graph_of(*library.find("Gain"));
        EXPECT_TRUE(set_parameter(graph, library, graph.nodes[0].name + ".gain", "2"));
    }

    std::string path(const char* name, int frame) const {
        return folder.path(fmt::format("{}.{}.exr", name, frame));
    }

    /// Frames 1...count, each of the value of its number.
    void make(int count) {
        for (int frame = 1; frame <= count; ++frame) {
            test::write_text(path("in", frame), fmt::format("{}", frame));
            tasks.push_back({frame, "", {path("in", frame)}, {path("out", frame)}});
        }
    }

    BatchEnd run() {
        return run_batch({graph, library, engine, io, tasks}, options,
                         [&](const BatchEvent& event) {
                             threads.insert(std::this_thread::get_id());
                             if (const auto* end = std::get_if<FrameEnd>(&event))
                                 ends.push_back(*end);
                             if (const auto* note = std::get_if<BatchNote>(&event))
                                 notes.push_back(note->text);
                         });
    }

    /// One frame of an effect of two outputs.
    void make_pair(const std::string& second) {
        graph = graph_of(*library.find("DWT1D"));
        make(1);
        tasks[0].outputs.push_back(second);
    }

    std::vector<FrameState> states() const {
        std::vector<FrameState> list;
        for (const FrameEnd& end : ends) list.push_back(end.state);
        return list;
    }

    test::ScratchFolder folder;
    Library library = builtin_library();
    Graph graph;
    Engine engine{EngineOptions{.device = "reference", .threads = 1}};
    TextIO io;
    std::vector<FrameTask> tasks;
    BatchOptions options;
    std::vector<FrameEnd> ends;
    std::vector<std::string> notes;
    std::set<std::thread::id> threads;  ///< that told of events
};

TEST_F(BatchTest, EveryFrameOnce) {
    for (const int parallel : {1, 3}) {
        SCOPED_TRACE(parallel);
        tasks.clear(), ends.clear();
        make(20);
        options.parallel_frames = parallel;
        const BatchEnd end = run();
        EXPECT_EQ(end.rendered, 20u);
        EXPECT_FALSE(end.error);
        std::set<int> told;
        for (const FrameEnd& e : ends) told.insert(e.task.frame);
        EXPECT_EQ(told.size(), 20u);
        EXPECT_EQ(ends.back().done, 20u);
        for (int frame = 1; frame <= 20; ++frame)
            EXPECT_THAT(test::read_text(path("out", frame)),
                        testing::StartsWith(fmt::format("{} weft 1 (", 2 * frame)));
    }
}

TEST_F(BatchTest, ReadingGoesOnWhileAPictureIsWritten) {
    make(6);
    io.reads_before_writing = 4;
    EXPECT_EQ(run().rendered, 6u) << "the first write waited for the fourth read";
}

TEST_F(BatchTest, ReadingDoesNotRunAhead) {
    make(40);
    io.reads_before_writing = 1000;  // nothing is written
    std::thread batch([&] { run(); });
    std::this_thread::sleep_for(300ms);
    {
        const std::lock_guard lock(io.mutex);
        // One each being read, waiting, being computed, waiting, being written.
        EXPECT_LE(io.reads, 5);
        io.reads_before_writing = 0;
        io.changed.notify_all();
    }
    batch.join();
    EXPECT_EQ(ends.size(), 40u);
}

TEST_F(BatchTest, TheMemoryBudgetBoundsWhatIsInFlight) {
    make(30);
    options.parallel_frames = 2;
    // The pictures, the reference's own of them, and what codecs take.
    const std::size_t taken = 2 * kFrameBytes + 2 * codec_bytes(kWidth * sizeof(float), 1);
    options.memory = 2 * taken + taken / 2;
    EXPECT_EQ(run().rendered, 30u);
    EXPECT_LE(io.in_flight_peak, 2);
    EXPECT_GE(io.in_flight_peak, 1);
    ends.clear();
    options.memory = kFrameBytes / 2;
    const BatchEnd end = run();
    EXPECT_EQ(end.rendered, 0u);
    EXPECT_EQ(end.error->kind, ErrorKind::kMemory);
}

TEST_F(BatchTest, AFailureStopsWhatIsNotBegun) {
    make(50);
    test::write_text(path("in", 3), "bad");
    const BatchEnd end = run();
    EXPECT_TRUE(end.stopped);
    EXPECT_EQ(end.error->kind, ErrorKind::kInput);
    EXPECT_EQ(end.failures, (std::vector<int>{3}));
    EXPECT_EQ(end.rendered, 2u) << "frames in hand are finished";
    EXPECT_EQ(ends.size(), 3u);
}

TEST_F(BatchTest, FailuresOfFramesAreSkipped) {
    make(9);
    options.on_error = OnError::kSkip;
    test::write_text(path("in", 3), "bad");
    test::write_text(path("in", 5), "huge");
    const BatchEnd end = run();
    EXPECT_FALSE(end.stopped);
    EXPECT_EQ(end.rendered, 7u);
    EXPECT_EQ(end.failures, (std::vector<int>{3, 5}));
    for (const FrameEnd& e : ends)
        if (e.task.frame == 5) {
            EXPECT_EQ(e.error->kind, ErrorKind::kMemory);
            EXPECT_EQ(
                e.error->message,
                "out of memory; free some, bound what is used with --memory, or compute a part "
                "with --roi");
        }
}

TEST_F(BatchTest, ADiskThatIsFullStopsItAllTheSame) {
    make(50);
    for (const OnError policy : {OnError::kSkip, OnError::kPlaceholder}) {
        ends.clear();
        options.on_error = policy;
        io.full = true;
        const BatchEnd end = run();
        EXPECT_TRUE(end.stopped);
        EXPECT_EQ(end.error->kind, ErrorKind::kOutput);
        EXPECT_LE(ends.size(), 6u);
        EXPECT_THAT(states(), Each(FrameState::kFailed));
    }
}

TEST_F(BatchTest, PlaceholdersTakeTheSizeOfAnotherFrame) {
    make(5);
    test::write_text(path("in", 2), "bad");
    options.on_error = OnError::kPlaceholder;
    const BatchEnd end = run();
    EXPECT_EQ(end.placeholders, 1u);
    EXPECT_EQ(end.rendered, 4u);
    EXPECT_THAT(test::read_text(path("out", 2)), HasSubstr("placeholder"));
}

TEST_F(BatchTest, Cancelled) {
    make(50);
    std::atomic<bool> cancel{false};
    options.cancel = &cancel;
    const BatchEnd end =
        run_batch({graph, library, engine, io, tasks}, options, [&](const BatchEvent& event) {
            if (std::holds_alternative<FrameEnd>(event)) cancel = true;
        });
    EXPECT_TRUE(end.cancelled);
    EXPECT_GE(end.rendered, 1u);
    EXPECT_LT(end.rendered, 7u) << "no more than were in hand";
}

TEST_F(BatchTest, OneFrameTakesNoThread) {
    make(1);
    EXPECT_EQ(run().rendered, 1u);
    EXPECT_THAT(threads, testing::ElementsAre(std::this_thread::get_id()));
    for (const OnError policy : {OnError::kStop, OnError::kSkip, OnError::kPlaceholder}) {
        options.on_error = policy;
        test::write_text(path("in", 1), "bad");
        EXPECT_EQ(run().failed, 1u) << "and waits for nobody";
        test::write_text(path("in", 1), "huge");
        const BatchEnd end = run();
        EXPECT_EQ(end.failed + end.placeholders, 1u);
    }
}

TEST_F(BatchTest, TellsWhatWasWrittenAndByWhat) {
    make_pair(path("second", 1));
    std::set<double> heard;
    options.progress = [&](const FrameTask& task, double fraction) {
        EXPECT_EQ(task, tasks[0]);
        heard.insert(fraction);
    };
    const BatchEnd end = run();
    ASSERT_EQ(end.rendered, 1u);
    EXPECT_EQ(end.device, "reference");
    EXPECT_EQ(ends[0].computation.device, "reference");
    ASSERT_EQ(ends[0].written.size(), 2u);
    EXPECT_EQ(ends[0].written[0].path, path("out", 1));
    EXPECT_EQ(ends[0].written[1].path, path("second", 1));
    EXPECT_EQ(ends[0].written[1].window, (Rect{0, 0, kWidth, kHeight}));
    EXPECT_EQ(ends[0].written[1].channels, 1);
    ASSERT_FALSE(heard.empty());
    EXPECT_EQ(*heard.rbegin(), 1.0);
    EXPECT_EQ(io.open_peak, 1) << "encoders of several outputs take no memory at a time";
}

TEST_F(BatchTest, OfOutputsThatCannotAllBePlacedItTellsWhichAre) {
    // Room for a file beside it, but not for the name itself.
    make_pair(folder.path(std::string(300, 'n') + ".exr"));
    const BatchEnd end = run();
    EXPECT_EQ(end.error->kind, ErrorKind::kOutput);
    ASSERT_EQ(ends[0].written.size(), 1u);
    EXPECT_EQ(ends[0].written[0].path, path("out", 1));
    std::swap(tasks[0].outputs[0], tasks[0].outputs[1]);
    std::filesystem::remove(path("out", 1));
    EXPECT_EQ(run().error->kind, ErrorKind::kOutput);
    EXPECT_TRUE(ends[1].written.empty());
    EXPECT_EQ(folder.listing(), std::vector<std::string>{"in.1.exr"});
}

TEST_F(BatchTest, StoppedWhileItIsWrittenNothingIsLeft) {
    make_pair(path("second", 1));
    std::atomic<bool> cancel{false};
    options.cancel = &cancel;
    io.when_writing = [&] { cancel = true; };
    io.stops = &cancel;
    const BatchEnd end = run();
    EXPECT_TRUE(end.cancelled);
    EXPECT_FALSE(end.error);
    EXPECT_THAT(ends.back().written, testing::IsEmpty());
    EXPECT_EQ(folder.listing(), std::vector<std::string>{"in.1.exr"});
}

TEST_F(BatchTest, PartsThatNobodyChoseAreNotedOnceForEachInput) {
    make(5);
    io.parts = {{"beauty", {"Y"}, {}}, {"depth", {"Z"}, {}}};
    EXPECT_EQ(run().rendered, 5u);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_THAT(notes[0],
                testing::MatchesRegex(
                    "'.*/in\\..\\.exr' has several parts; the first, 'beauty', was used"));
    notes.clear();
    options.choices = {{"beauty", ""}};
    EXPECT_EQ(run().rendered, 5u);
    EXPECT_THAT(notes, testing::IsEmpty());
}

TEST(BoundedQueue, ClosesWithWhatIsInIt) {
    BoundedQueue<int> queue(2);
    EXPECT_TRUE(queue.push(1));
    EXPECT_TRUE(queue.push(2));
    queue.close();
    EXPECT_FALSE(queue.push(3));
    EXPECT_EQ(queue.pop(), 1);
    EXPECT_EQ(queue.pop(), 2);
    EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BoundedQueue, WakesWhoWaits) {
    BoundedQueue<int> queue(1);
    std::vector<int> got;
    std::thread reader([&] {
        while (const auto item = queue.pop()) got.push_back(*item);
    });
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(queue.push(i));
    queue.close();
    reader.join();
    EXPECT_EQ(got.size(), 100u);
    EXPECT_TRUE(std::is_sorted(got.begin(), got.end()));
}

}  // namespace
}  // namespace weft
