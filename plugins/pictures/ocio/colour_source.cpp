// Tables kept by their name and the state of the file behind them.
#include "pictures/ocio/colour_source.h"

#include <sys/stat.h>

#include <cstring>
#include <future>
#include <list>
#include <mutex>
#include <new>

#include <fmt/format.h>

#include "pictures/colour_path.h"
#include "pictures/ocio/baked_lut.h"
#include "pictures/ocio/colour_plan.h"
#include "pictures/oiio/open_picture.h"

namespace weft {
namespace {

/// A table, and what there is to tell of it.
struct BakedTable {
    BakedLut lut;
    BakeError error;
};
using SharedTable = std::shared_ptr<const BakedTable>;

class LutMetadata final : public Metadata {
  public:
    explicit LutMetadata(SharedTable table) : table_(std::move(table)) {}
    std::vector<std::pair<std::string, std::string>> entries() const override {
        const Shaper& shaper = table_->lut.shaper;
        const BakeError& error = table_->error;
        return {{"edge", fmt::format("{}", table_->lut.edge)},
                {"shaper",
                 shaper.knee > 0 ? fmt::format("logarithmic, knee {:g}", shaper.knee) : "linear"},
                {"domain", fmt::format("{:g} to {:g}", shaper.low, shaper.high)},
                {"matrix", table_->lut.matrix == ColourMatrix3{} ? "none" : "in front"},
                {"bake error, median", fmt::format("{:.2g}", error.median)},
                {"bake error, mean", fmt::format("{:.2g}", error.mean)},
                {"bake error, 99%", fmt::format("{:.2g}", error.rare)},
                {"bake error, most", fmt::format("{:.2g}", error.most)}};
    }

  private:
    SharedTable table_;
};

/// What tells one table from another: the path, and the file it is made of.
std::string key_of(const std::string& path, const ColourTransform& transform) {
    const std::string file = file_behind(transform);
    struct stat status{};
    if (file.empty() || stat(file.c_str(), &status) != 0) return path + '\n' + file;
    return fmt::format("{}\n{}\n{} {}.{}", path, file, static_cast<long long>(status.st_size),
                       static_cast<long long>(status.st_mtim.tv_sec), status.st_mtim.tv_nsec);
}

Result<ColourTransform> transform_of(const std::string& path) {
    if (is_colour_path(path)) return parse_colour_path(path);
    ColourTransform transform;
    transform.file = path;
    return transform;
}

Result<SharedTable> bake(const ColourTransform& transform, const std::string& path) {
    try {
        const Result<ColourPlan> plan = plan_colour(transform, path);
        if (!plan) return plan.error();
        auto table = std::make_shared<BakedTable>();
        table->lut = bake_lut(plan->rest, plan->matrix, plan->shaper, plan->edge);
        table->error = measure_bake(table->lut, plan->whole);
        return SharedTable(table);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kMemory,
                     fmt::format("no memory to bake '{}'; a smaller edge takes less", path)};
    } catch (const std::exception& e) {
        return input_error(path, e.what());
    }
}

/// The last tables, each baked by the first thread that asks for it while others wait.
class Tables {
  public:
    Result<SharedTable> get(const std::string& path) {
        const Result<ColourTransform> transform = transform_of(path);
        if (!transform) return transform.error();
        const std::string key = key_of(path, *transform);
        std::promise<Result<SharedTable>> promise;
        std::shared_future<Result<SharedTable>> table;
        bool mine = false;
        {
            const std::lock_guard lock(mutex_);
            for (const Cached& cached : cached_)
                if (cached.key == key) table = cached.table;
            mine = !table.valid();
            if (mine) {
                table = promise.get_future().share();
                cached_.push_back({key, table});
                if (cached_.size() > kMaxCached) cached_.pop_front();
            }
        }
        if (mine) promise.set_value(bake(*transform, path));
        return table.get();
    }

  private:
    static constexpr std::size_t kMaxCached = 8;
    struct Cached {
        std::string key;
        std::shared_future<Result<SharedTable>> table;
    };
    std::mutex mutex_;
    std::list<Cached> cached_;
};

Result<SharedTable> table_named(const std::string& path) {
    static Tables tables;
    return tables.get(path);
}

PictureInfo info_of(const std::string& path, const SharedTable& table) {
    PictureInfo info;
    info.path = path;
    info.file_kind = "look-up table";
    info.data_window = info.display_window = {0, 0, table->lut.width(), table->lut.height()};
    info.channels = {"R", "G", "B"};
    info.format = SampleFormat::kFloat;
    info.stored_format = "float";
    info.parts = {{"", info.channels, {}}};
    info.part_channels = {0, 1, 2};
    info.metadata = std::make_shared<LutMetadata>(table);
    return info;
}

void copy_rows(const BakedLut& lut, int first, int last, const PictureView& whole) {
    for (int y = first; y < last; ++y)
        for (int x = 0; x < lut.width(); ++x) {
            const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(lut.width()) +
                            static_cast<std::size_t>(x);
            for (int plane = 0; plane < 3; ++plane)
                std::memcpy(whole.at(x, y, plane),
                            &lut.elements[at][static_cast<std::size_t>(plane)], sizeof(float));
        }
}

class TableReader final : public PictureReader {
  public:
    TableReader(const std::string& path, SharedTable table)
        : info_(info_of(path, table)), table_(std::move(table)) {}
    const PictureInfo& info() const override { return info_; }
    Status read_rows(int first, int last, const PictureView& whole) override {
        copy_rows(table_->lut, first, last, whole);
        return {};
    }

  private:
    PictureInfo info_;
    SharedTable table_;
};

}  // namespace

bool is_colour_source(const std::string& path) {
    return is_colour_path(path) || is_colour_file(path);
}

Result<PictureInfo> colour_info(const std::string& path) {
    const Result<SharedTable> table = table_named(path);
    if (!table) return table.error();
    return info_of(path, *table);
}

Result<LoadedPicture> colour_read(const std::string& path) {
    const Result<SharedTable> table = table_named(path);
    if (!table) return table.error();
    const BakedLut& lut = (*table)->lut;
    LoadedPicture picture;
    picture.info = info_of(path, *table);
    PictureView& view = picture.view;
    view.format = SampleFormat::kFloat;
    view.planes = 3;
    view.plane_stride = sizeof(float);
    view.x_stride = sizeof(Colour);
    view.y_stride = view.x_stride * lut.width();
    view.domain = picture.info.data_window;
    picture.pixels = allocate_pixels(lut.elements.size() * sizeof(Colour), false);
    if (picture.pixels == nullptr)
        return Error{ErrorKind::kMemory, fmt::format("no memory for '{}'; free some", path)};
    view.base = picture.pixels.get();
    copy_rows(lut, 0, lut.height(), view);
    return picture;
}

Result<std::unique_ptr<PictureReader>> colour_open(const std::string& path) {
    const Result<SharedTable> table = table_named(path);
    if (!table) return table.error();
    return std::unique_ptr<PictureReader>(std::make_unique<TableReader>(path, *table));
}

}  // namespace weft
