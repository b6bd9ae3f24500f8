#include "viewer/in_rows.h"

#include <QThreadPool>
#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>

#include "support/thread_order.h"

namespace weft::editor {
namespace {

constexpr long long kFew = 50'000;  // pixels, of which a thread takes a part
constexpr int kParts = 4;           // per thread, so that those who are done help the others

/// What helpers may still touch when the caller, who needs no helper, has gone on.
struct Shared {
    explicit Shared(int count) : parts(count), done(count) {}
    std::function<void(int)> part;
    const int parts;
    std::atomic<int> next = 0;
    std::latch done;
    void help() {
        for (int i = next++; i < parts; i = next++) {
            part(i);
            done.count_down();
        }
    }
};

}  // namespace

void in_rows(int rows, int width, const std::function<void(int first, int last)>& draw) {
    QThreadPool& pool = *QThreadPool::globalInstance();
    const long long pixels = static_cast<long long>(rows) * width;
    const int threads = pool.maxThreadCount();
    if (threads < 2 || pixels < 2 * kFew) return draw(0, rows);
    const int parts = static_cast<int>(
        std::min<long long>({static_cast<long long>(threads) * kParts, pixels / kFew, rows}));
    const auto shared = std::make_shared<Shared>(parts);
    shared->part = [&draw, rows, parts](int i) {
        const auto cut = [&](int k) {
            return static_cast<int>(static_cast<long long>(rows) * k / parts);
        };
        draw(cut(i), cut(i + 1));
    };
    for (int i = 1; i < threads; ++i) pool.start(Carried([shared] { shared->help(); }));
    shared->help();
    shared->done.wait();
}

}  // namespace weft::editor
