// Tiles: what is seen is computed, once, and has the pixels of the whole picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <random>
#include <thread>

#include "viewer/tile_plan.h"
#include "window.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::shared_ptr<const Picture> block(const Rect& domain) {
    auto picture = std::make_shared<Picture>(domain, 3);
    for (int p = 0; p < 3; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x)
                picture->at(x, y, p) =
                    static_cast<float>(x + 8192 * p) + 0x1p-10f * static_cast<float>(y);
    return picture;
}

TEST(TiledPicture, HoldsWholeTilesOfAnyDomain) {
    const Rect domain{-300, -7, 513, 301};
    TiledPicture picture(ImageShape{domain, 3});
    EXPECT_EQ(picture.tile_at(-300, -7), (Rect{-300, -7, -256, 0}));
    EXPECT_EQ(picture.tile_at(512, 256), (Rect{512, 256, 513, 301}));
    EXPECT_THAT(missing_parts({&picture}, {-9999, -9999, 9999, 9999}), ElementsAre(domain));
    EXPECT_THAT(missing_parts({&picture}, {600, 0, 700, 100}), IsEmpty());
    // A tile of which some is missing is not there.
    picture.put(block({-300, -7, 300, 256}));
    EXPECT_TRUE(picture.holds({-300, -7, 256, 256}));
    EXPECT_EQ(picture.block_at(256, 0), nullptr);
    EXPECT_THAT(missing_parts({&picture}, domain),
                ElementsAre(Rect{256, -7, 513, 256}, Rect{-300, 256, 513, 301}));
    EXPECT_EQ(picture.whole(), nullptr);
    picture.put(block({256, -7, 513, 301}));
    picture.put(block({-300, 256, 256, 301}));
    ASSERT_TRUE(picture.is_whole());
    EXPECT_TRUE(same_bits(*picture.whole(), *block(domain)));
    // One of two pictures lacks what the other has not in its domain.
    const TiledPicture other(ImageShape{{600, 0, 610, 10}, 3});
    EXPECT_THAT(missing_parts({&picture, &other}, {500, 0, 700, 300}),
                ElementsAre(Rect{512, 0, 610, 256}));
    // A picture that is one block is that block.
    const auto pixel = block({5, 5, 6, 6});
    EXPECT_EQ(TiledPicture(pixel).whole(), pixel);
    EXPECT_EQ(TiledPicture().whole(), nullptr);
}

double area_of(const Rect& part) { return static_cast<double>(part.area()) / (2000.0 * 1000.0); }

TEST(TilePlan, ComputesWhatIsMissingInBands) {
    const Rect all{0, 0, 2000, 1000};
    const std::vector<Rect> strip{{256, 0, 512, 1000}};
    EXPECT_THAT(parts_to_compute({}, all, area_of, 1000), IsEmpty());
    EXPECT_EQ(parts_to_compute(strip, all, area_of, 1'000'000), strip);
    EXPECT_THAT(parts_to_compute(strip, all, area_of, 140'000),
                ElementsAre(Rect{256, 0, 512, 512}, Rect{256, 512, 512, 1000}));
    // Bands begin and end with tiles; what takes long is split along rows too.
    EXPECT_THAT(
        parts_to_compute({{-100, 100, 700, 300}}, {-100, 100, 5000, 5000}, area_of, 1),
        ElementsAre(Rect{-100, 100, 0, 256}, Rect{0, 100, 256, 256}, Rect{256, 100, 512, 256},
                    Rect{512, 100, 700, 256}, Rect{-100, 256, 0, 300}, Rect{0, 256, 256, 300},
                    Rect{256, 256, 512, 300}, Rect{512, 256, 700, 300}));
    // As those of a picture that begins within a tile, as a crop does: its last rows are no band.
    const Rect cropped{40, 40, 920, 500};
    EXPECT_THAT(parts_to_compute({cropped}, cropped, area_of, 500'000), ElementsAre(cropped));
    // Of all, where nearly all is missing, no band that is there.
    EXPECT_THAT(
        parts_to_compute({{512, 0, 2000, 512}, {0, 512, 2000, 1000}}, all, area_of, 1).front(),
        (Rect{512, 0, 768, 256}));
    // Where any part takes all of the work, all is computed, at once.
    const auto whole = [](const Rect&) { return 1.0; };
    EXPECT_THAT(parts_to_compute(strip, all, whole, 1000), ElementsAre(all));
    // Where bands take much more than the part does, it is done at once.
    const auto wide = [](const Rect& part) { return area_of(part) + 0.1; };
    EXPECT_EQ(parts_to_compute(strip, all, wide, 1000), strip);
}

/// Knows a picture by its coordinates, and tells what it was asked for.
class GridEvaluator : public Evaluator {
  public:
    struct Record {
        std::mutex mutex;
        std::vector<Rect> regions;
        std::atomic<int> milliseconds = 0, begun = 0, cancelled = 0;
        std::atomic<bool> endless = false;  ///< what is begun ends when it is cancelled
        std::vector<Rect> take() {
            const std::lock_guard lock(mutex);
            return std::exchange(regions, {});
        }
    };
    GridEvaluator(Record& record, const Rect& domain) : record_(record), domain_(domain) {}
    Result<Survey> survey(const EvaluationRequest&, const std::atomic<bool>&) override {
        return Survey{{{domain_, 3}}, {{domain_, 3}}, 0, [this](const Rect& part) {
                          return static_cast<double>(part.area()) /
                                 static_cast<double>(domain_.area());
                      }};
    }
    Result<Evaluation> evaluate(const EvaluationRequest& request,
                                const std::atomic<bool>& cancel) override {
        const Rect region = intersect(request.region.value_or(domain_), domain_);
        {
            const std::lock_guard lock(record_.mutex);
            record_.regions.push_back(region);
        }
        const bool endless = record_.endless;
        ++record_.begun;
        for (int i = 0; endless || i < record_.milliseconds; ++i) {
            if (cancel.load()) {
                ++record_.cancelled;
                return Error{ErrorKind::kCancelled, "cancelled"};
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return Evaluation{block(region), nullptr, {{domain_, 3}}, 1, 1, 1e-3};
    }
    int first_reduction(const EvaluationRequest&) override { return 1; }

  private:
    Record& record_;
    const Rect domain_;
};

/// What a drag of the middle button does.
void pan(MainWindow& window, QPoint by) {
    PictureView& view = window.viewer().view();
    const QPoint from = view.rect().center();
    QTest::mousePress(&view, Qt::MiddleButton, {}, from);
    QTest::mouseMove(&view, from + by);
    QTest::mouseRelease(&view, Qt::MiddleButton, {}, from + by);
}

TEST(EditorTiles, WhatIsSeenIsComputedOnce) {
    GridEvaluator::Record record;
    const Rect domain{0, 0, 5000, 3001};
    const auto window = make_window(std::make_unique<GridEvaluator>(record, domain));
    PictureView& view = window->viewer().view();
    ASSERT_TRUE(wait_for_picture(*window));
    record.take();
    view.zoom_to(1.0);
    window->session().open(chain());
    ASSERT_TRUE(wait_for_picture(*window));
    const Rect seen = intersect(view.seen(), domain);
    EXPECT_LE(seen.width(), view.width() + 1);
    const std::vector<Rect> first = record.take();
    ASSERT_EQ(first.size(), 1u);
    EXPECT_TRUE(first[0].contains(seen));
    EXPECT_LT(first[0].area(), (seen.width() + 512) * (seen.height() + 512));
    EXPECT_EQ(view.picture(), nullptr);
    EXPECT_THAT(window->viewer().status().toStdString(), HasSubstr("5000×3001"));
    // Further on, what is new; back, nothing.
    pan(*window, {-300, -260});
    ASSERT_TRUE(wait_for_picture(*window));
    const std::vector<Rect> second = record.take();
    EXPECT_FALSE(second.empty());
    for (const Rect& part : second) EXPECT_TRUE(intersect(part, first[0]).empty());
    pan(*window, {300, 260});
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(record.take(), IsEmpty());
    // Another node is another picture.
    window->session().view(named(chain(), "exposure1"));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_FALSE(record.take().empty());
    // Nothing of it is seen: nothing is computed, and the viewer rests.
    pan(*window, {20000, 0});
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(record.take(), IsEmpty());
    window->session().view({ItemKind::kOutput, 0});
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(record.take(), IsEmpty());
    EXPECT_THAT(window->viewer().status().toStdString(), HasSubstr("5000×3001"));
    // Fitted, the rest is.
    view.fit();
    ASSERT_TRUE(wait_for_picture(*window));
    ASSERT_NE(view.picture(), nullptr);
    EXPECT_TRUE(same_bits(*view.picture(), *block(domain)));
}

TEST(EditorTiles, WhatIsMeasuredComesBehind) {
    GridEvaluator::Record record;
    const auto window =
        make_window(std::make_unique<GridEvaluator>(record, Rect{0, 0, 3000, 2000}));
    PictureView& view = window->viewer().view();
    ASSERT_TRUE(wait_for_picture(*window));
    record.take();
    view.zoom_to(2.0);
    window->session().open(chain());
    ASSERT_TRUE(wait_for_picture(*window));
    const Rect seen = record.take().front();
    view.set_region(Rect{2000, 1500, 2001, 1501});
    window->findChild<QWidget*>("dock.scopes")->show();
    ASSERT_TRUE(wait_for_scopes(*window));
    EXPECT_THAT(record.take(), testing::Contains(Rect{1792, 1280, 2048, 1536}));
    EXPECT_EQ(window->viewer().scopes().numbers().value(1).toStdString(),
              "r  min 2001.4648  mean 2001.4648  max 2001.4648");
    view.set_region({});
    ASSERT_TRUE(wait_for_scopes(*window));
    EXPECT_THAT(window->viewer().scopes().numbers().value(1).toStdString(),
                HasSubstr("max 3000.9521"));
    EXPECT_TRUE(view.picture());
    // What is seen comes first.
    record.take();
    window->session().view(named(chain(), "exposure1"));
    ASSERT_TRUE(wait_for_scopes(*window));
    EXPECT_TRUE(record.take().front().contains(intersect(view.seen(), seen)));
    // The region alone, whatever else is seen.
    window->findChild<QWidget*>("dock.scopes")->hide();
    view.set_region(Rect{300, 300, 310, 310});
    window->viewer().action("viewer.region-alone")->trigger();
    view.fit();
    window->session().view({ItemKind::kOutput, 0});
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(record.take(), ElementsAre(Rect{256, 256, 512, 512}));
}

TEST(EditorTiles, APanCancelsNothingAndAnEditDoes) {
    GridEvaluator::Record record;
    const auto window =
        make_window(std::make_unique<GridEvaluator>(record, Rect{0, 0, 3000, 3000}));
    ASSERT_TRUE(wait_for_picture(*window));
    window->viewer().view().zoom_to(1.0);
    Session& session = window->session();
    record.milliseconds = 60;
    session.open(chain());
    ASSERT_TRUE(wait_until([&] { return record.begun > 0; }));
    for (int i = 0; i < 10; ++i) {
        pan(*window, {-40, -40});
        QTest::qWait(10);
    }
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(record.cancelled, 0);
    EXPECT_EQ(window->viewer().view().layer()->picture.holds(window->viewer().view().seen()), true);
    // What no edit cancelled would never end.
    record.milliseconds = 0;
    record.begun = 0;
    record.endless = true;
    session.apply("Set", set(session.document(), library(), "exposure1.stops", "1"));
    ASSERT_TRUE(wait_until([&] { return record.begun > 0; }));
    record.endless = false;
    session.apply("Set", set(session.document(), library(), "exposure1.stops", "2"));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(record.cancelled, 1);
}

/// Its previews end when they are cancelled, and are there none the less.
class PreviewEvaluator : public Evaluator {
  public:
    struct Counts {
        std::atomic<int> previews = 0, others = 0, shares = 0;
    };
    explicit PreviewEvaluator(Counts& counts) : counts_(counts) {}
    Result<Survey> survey(const EvaluationRequest& request, const std::atomic<bool>&) override {
        const Rect domain{0, 0, 400 / request.reduction, 400 / request.reduction};
        return Survey{{{domain, 3}}, {{domain, 3}}, 0, [this](const Rect&) {
                          ++counts_.shares;
                          return 1.0;
                      }};
    }
    Result<Evaluation> evaluate(const EvaluationRequest& request,
                                const std::atomic<bool>& cancel) override {
        ++(request.reduction > 1 ? counts_.previews : counts_.others);
        for (test::Patience patience; !cancel.load() && !patience.is_over();)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return Evaluation{block(*request.region), nullptr, {}, request.reduction, 1, 1e-3};
    }
    int first_reduction(const EvaluationRequest&) override { return 4; }

  private:
    Counts& counts_;
};

TEST(EditorTiles, NothingIsBegunForAnEditThatIsPast) {
    PreviewEvaluator::Counts counts;
    {
        EvaluationThread thread(std::make_unique<PreviewEvaluator>(counts));
        thread.request({*viewed(chain(), library(), {NodeId{}, 0}), {WEFT_PLATE}},
                       {kEverywhere, {}}, {});
        ASSERT_TRUE(wait_until([&] { return counts.previews > 0; }));
        thread.cancel();
    }
    EXPECT_EQ(counts.previews, 1);
    EXPECT_EQ(counts.others, 0);
    EXPECT_EQ(counts.shares, 0);
}

/// Regions of what needs little around it, of lines, of windows that restart, and of all of it.
TEST(EditorTiles, RegionsHaveThePixelsOfTheWhole) {
    const auto evaluator = make_engine_evaluator(library());
    const std::atomic<bool> cancel = false;
    std::mt19937 random(5);
    const auto number = [&](int most) {
        return static_cast<int>(random() % static_cast<unsigned>(std::max(1, most)));
    };
    for (const char* effect : {"degrain", "recursive-gaussian", "box-blur", "normalise"}) {
        const Document document = document_of(find_effect(effect)->build());
        std::vector<ImageId> wires;
        for (const Node& node : document.draft.graph.nodes) wires.push_back({node.id, 0});
        for (std::size_t i = 0; i < wires.size(); i += 1 + wires.size() / 3) {
            const ImageId wire = wires[wires.size() - 1 - i];
            EvaluationRequest request{*viewed(document, library(), wire), {WEFT_PLATE}, 1};
            const Result<Survey> survey = evaluator->survey(request, cancel);
            ASSERT_TRUE(survey) << survey.error().message;
            const Result<Evaluation> whole = evaluator->evaluate(request, cancel);
            ASSERT_TRUE(whole) << whole.error().message;
            const Rect d = whole->picture->domain();
            EXPECT_EQ(survey->outputs[0], completed({d, whole->picture->planes()}));
            EXPECT_DOUBLE_EQ(survey->share(d), 1.0);
            std::vector<Rect> regions{{d.x1 - 1, d.y1 - 1, d.x1, d.y1}, {0, 512, 960, 540}};
            const int x = number(d.width() - 1), y = number(d.height() - 1);
            regions.push_back(
                {x, y, x + 1 + number(d.width() - x), y + 1 + number(d.height() - y)});
            for (const Rect& region : regions) {
                request.region = region;
                const Result<Evaluation> part = evaluator->evaluate(request, cancel);
                ASSERT_TRUE(part) << part.error().message;
                ASSERT_EQ(part->picture == nullptr, intersect(region, d).empty());
                if (!part->picture) continue;
                ASSERT_EQ(part->picture->domain(), intersect(region, d));
                for (int p = 0; p < part->picture->planes(); ++p)
                    for (int row = part->picture->domain().y0; row < part->picture->domain().y1;
                         ++row)
                        ASSERT_EQ(std::memcmp(part->picture->row(row, p),
                                              whole->picture->row(row, p) +
                                                  part->picture->domain().x0 - d.x0,
                                              sizeof(float) * static_cast<std::size_t>(
                                                                  part->picture->domain().width())),
                                  0)
                            << effect << ", row " << row;
            }
            request.region = Rect{d.x1, d.y1, d.x1 + 9, d.y1 + 9};
            const Result<Evaluation> outside = evaluator->evaluate(request, cancel);
            ASSERT_TRUE(outside);
            EXPECT_EQ(outside->picture, nullptr);
        }
    }
}

/// What a window puts together of tiles, here and there and at last everywhere, is the picture.
TEST(EditorTiles, APictureOfTilesIsThePicture) {
    const auto window = make_window();
    PictureView& view = window->viewer().view();
    Document document =
        set_picture(document_of(find_effect("box-blur")->build()), "input", WEFT_PLATE);
    window->session().open(document);
    ASSERT_TRUE(wait_for_picture(*window));
    const auto whole = view.picture();
    ASSERT_TRUE(whole) << window->viewer().status().toStdString();
    document = *set(document, library(), "vertical.radius", "3");
    window->session().open(document);
    view.zoom_to(16.0);
    ASSERT_TRUE(wait_for_picture(*window));
    for (const QPoint by : {QPoint(-2400, 0), QPoint(0, 3000), QPoint(5000, -900)}) {
        pan(*window, by);
        ASSERT_TRUE(wait_for_picture(*window));
    }
    EXPECT_EQ(view.picture(), nullptr);
    view.fit();
    ASSERT_TRUE(wait_for_picture(*window));
    const auto tiled = view.picture();
    ASSERT_TRUE(tiled);
    const auto fresh = make_engine_evaluator(library());
    const std::atomic<bool> cancel = false;
    const auto once = fresh->evaluate(
        {*viewed(document, library(), shown_by(document, {ItemKind::kOutput, 0})), {WEFT_PLATE}, 1},
        cancel);
    ASSERT_TRUE(once);
    EXPECT_TRUE(same_bits(*tiled, *once->picture));
    EXPECT_FALSE(same_bits(*tiled, *whole));
}

}  // namespace
}  // namespace weft::editor
