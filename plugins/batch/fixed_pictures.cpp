#include "batch/fixed_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/convert.h"

namespace weft {
namespace {

bool can_hold_nan(SampleFormat format) {
    return format == SampleFormat::kHalf || format == SampleFormat::kFloat;
}

/// Where there are pixels of a picture.
PictureView inside(const PictureView& view, const Rect& data_window) {
    return crop(view, intersect(view.domain, data_window));
}

/// Goes through the rows of a picture from the top, and keeps of the row before what it was.
class RowFixer {
  public:
    RowFixer(FixNan how, const PictureView& whole)
        : how_(how),
          before_(can_hold_nan(whole.format) ? static_cast<std::size_t>(whole.planes) : 0) {}

    std::size_t replaced() const { return replaced_; }

    /// Forgets the row before; `before`, where there is one, is it as it was.
    void begin(const PictureView* before, int row) {
        for (std::size_t p = 0; p < before_.size(); ++p)
            before_[p] = before ? loaded(*before, row, static_cast<int>(p)) : Row();
    }

    /// Rows [first, last) of `whole`, the ones after those before; `next` has row `last` as it is.
    void fix(const PictureView& whole, int first, int last, const PictureView* next) {
        for (std::size_t i = 0; i < before_.size(); ++i) {
            const int p = static_cast<int>(i);
            Row here = loaded(whole, first, p);
            for (int y = first; y < last; ++y) {
                Row after;
                if (y + 1 < last)
                    after = loaded(whole, y + 1, p);
                else if (next)
                    after = loaded(*next, last, p);
                fix_row(whole, y, p, before_[i], here, after);
                before_[i] = std::move(here);
                here = std::move(after);
            }
        }
    }

  private:
    using Row = std::vector<float>;  // of one plane; empty: there is none

    static Row loaded(const PictureView& view, int y, int plane) {
        Row row(static_cast<std::size_t>(view.domain.width()));
        load_row(view, y, plane, view.domain.x0, view.domain.x1, row.data());
        return row;
    }

    void fix_row(const PictureView& whole, int y, int plane, const Row& before, const Row& here,
                 const Row& after) {
        Row fixed;
        for (std::size_t x = 0; x < here.size(); ++x) {
            if (std::isfinite(here[x])) continue;
            if (fixed.empty()) fixed = here;
            fixed[x] = how_ == FixNan::kBox3 ? mean_around(x, {&before, &here, &after}) : 0.0f;
            ++replaced_;
        }
        if (!fixed.empty())
            store_row(whole, y, plane, whole.domain.x0, whole.domain.x1, fixed.data());
    }

    static float mean_around(std::size_t x, const std::array<const Row*, 3>& rows) {
        double sum = 0;
        int count = 0;
        for (const Row* row : rows) {
            const std::size_t last = std::min(x + 2, row->size());
            for (std::size_t i = x > 0 ? x - 1 : 0; i < last; ++i)
                if (std::isfinite((*row)[i])) {
                    sum += static_cast<double>((*row)[i]);
                    ++count;
                }
        }
        return count > 0 ? static_cast<float>(sum / count) : 0.0f;
    }

    FixNan how_;
    std::vector<Row> before_;  ///< of each plane
    std::size_t replaced_ = 0;
};

/// One row of a picture, by itself.
class SingleRow {
  public:
    Status read(PictureReader& reader, int row, const PictureView& whole) {
        bytes_.resize(static_cast<std::size_t>(whole.y_stride));
        view_ = whole;
        view_.base = bytes_.data();
        view_.domain.y0 = row;
        view_.domain.y1 = row + 1;
        view_.padded = false;
        return reader.read_rows(row, row + 1, view_);
    }
    void copy_to(const PictureView& whole) const {
        std::copy(bytes_.begin(), bytes_.end(), whole.at(whole.domain.x0, view_.domain.y0, 0));
    }
    bool holds(int row) const { return !bytes_.empty() && view_.domain.y0 == row; }
    const PictureView& view() const { return view_; }

  private:
    std::vector<std::byte> bytes_;
    PictureView view_;
};

/// Reads a row ahead, which the last row asked for may need.
class FixedReader final : public PictureReader {
  public:
    FixedReader(std::unique_ptr<PictureReader> reader, FixNan how, FixedPictures::Told told)
        : reader_(std::move(reader)), how_(how), told_(std::move(told)) {}
    ~FixedReader() override {
        if (fixer_ && fixer_->replaced() > 0) told_(info().path, fixer_->replaced());
    }
    FixedReader(const FixedReader&) = delete;
    FixedReader& operator=(const FixedReader&) = delete;

    const PictureInfo& info() const override { return reader_->info(); }

    Status read_rows(int first, int last, const PictureView& whole) override {
        if (!fixer_) fixer_.emplace(how_, whole);
        if (first >= last) return {};
        const bool looks_around = how_ == FixNan::kBox3 && can_hold_nan(whole.format);
        if (looks_around && first != next_row_)
            if (Status s = begin_at(first, whole); !s) return s;
        int from = first;
        if (ahead_.holds(first)) {
            ahead_.copy_to(whole);
            ++from;
        }
        if (from < last)
            if (Status s = reader_->read_rows(from, last, whole); !s) return s;
        const bool more = looks_around && last < info().data_window.y1;
        if (more)
            if (Status s = ahead_.read(*reader_, last, whole); !s) return s;
        const Rect& data = info().data_window;
        const PictureView next = more ? inside(ahead_.view(), data) : PictureView();
        fixer_->fix(inside(whole, data), first, last, more ? &next : nullptr);
        next_row_ = last;
        return {};
    }

  private:
    Status begin_at(int first, const PictureView& whole) {
        if (first <= info().data_window.y0) {
            fixer_->begin(nullptr, first);
            return {};
        }
        SingleRow before;
        if (Status s = before.read(*reader_, first - 1, whole); !s) return s;
        const PictureView row = inside(before.view(), info().data_window);
        fixer_->begin(&row, first - 1);
        return {};
    }

    std::unique_ptr<PictureReader> reader_;
    FixNan how_;
    FixedPictures::Told told_;
    std::optional<RowFixer> fixer_;
    SingleRow ahead_;
    std::optional<int> next_row_;  ///< after the last that was read
};

}  // namespace

FixedPictures::FixedPictures(PictureIO& io, FixNan how, Told told)
    : io_(io), how_(how), told_(std::move(told)) {}

void FixedPictures::set_threads(int count) { io_.set_threads(count); }
void FixedPictures::allow_any_size(bool allowed) { io_.allow_any_size(allowed); }

Result<PictureInfo> FixedPictures::info(const std::string& path, const PictureChoice& choice) {
    return io_.info(path, choice);
}

Result<LoadedPicture> FixedPictures::read(const std::string& path, const PictureChoice& choice,
                                          const std::atomic<bool>* cancel) {
    Result<LoadedPicture> picture = io_.read(path, choice, cancel);
    if (!picture || how_ == FixNan::kNone || picture->view.domain.empty()) return picture;
    const PictureView pixels = inside(picture->view, picture->info.data_window);
    RowFixer fixer(how_, pixels);
    fixer.fix(pixels, pixels.domain.y0, pixels.domain.y1, nullptr);
    if (fixer.replaced() > 0) told_(path, fixer.replaced());
    return picture;
}

Result<std::unique_ptr<PictureReader>> FixedPictures::open(const std::string& path,
                                                           const PictureChoice& choice,
                                                           const std::atomic<bool>* cancel) {
    Result<std::unique_ptr<PictureReader>> reader = io_.open(path, choice, cancel);
    if (!reader || how_ == FixNan::kNone) return reader;
    return std::unique_ptr<PictureReader>(
        std::make_unique<FixedReader>(*std::move(reader), how_, told_));
}

Result<std::unique_ptr<PictureWriter>> FixedPictures::start(const WriteRequest& request) {
    return io_.start(request);
}

Result<ColourMenu> FixedPictures::colour_menu(const std::string& config) {
    return io_.colour_menu(config);
}

Result<FileColour> FixedPictures::output_colour(const OutputColour& output) {
    return io_.output_colour(output);
}

Result<std::vector<std::string>> FixedPictures::colour_spaces() { return io_.colour_spaces(); }

}  // namespace weft
