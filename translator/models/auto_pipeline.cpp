#include "models/auto_pipeline.h"

#include <algorithm>
#include <numeric>

#include "support/integers.h"

namespace weft {

namespace {

AutoScale both(const AutoScale& a, const AutoScale& b) {
    const int times = a.times * b.times, over = a.over * b.over;
    const int common = std::gcd(times, over);
    return {times / common, over / common};
}

/// A read of what `inner` reads, by way of a stage that `outer` reads.
AutoRead compose(const AutoRead& outer, const AutoRead& inner) {
    AutoRead read;
    read.stage = inner.stage;
    // What is so many elements away of the stage between is as far away as its own reads go.
    const auto beyond = [](int reach, const AutoScale& scale, int own) {
        return divide_up(reach * scale.times, scale.over) + own;
    };
    read.left = beyond(outer.left, inner.x, inner.left);
    read.right = beyond(outer.right, inner.x, inner.right);
    read.up = beyond(outer.up, inner.y, inner.up);
    read.down = beyond(outer.down, inner.y, inner.down);
    read.x = both(outer.x, inner.x);
    read.y = both(outer.y, inner.y);
    read.loads = outer.loads * inner.loads;
    read.consecutive = outer.consecutive + inner.consecutive - 1;
    return read;
}

/// Adds a read to a stage that may read the same one already.
void merge_into(std::vector<AutoRead>& reads, const AutoRead& read) {
    const auto same = std::find_if(reads.begin(), reads.end(), [&](const AutoRead& r) {
        return r.stage == read.stage && read.stage >= 0 && r.x == read.x && r.y == read.y;
    });
    if (same == reads.end()) {
        reads.push_back(read);
        return;
    }
    same->left = std::max(same->left, read.left);
    same->right = std::max(same->right, read.right);
    same->up = std::max(same->up, read.up);
    same->down = std::max(same->down, read.down);
    same->loads += read.loads;
    same->consecutive = std::max(same->consecutive, read.consecutive);
}

/// Once each: two reads of a stage inline it once.
void take_numbers(AutoStage& stage, const AutoStage& inlined) {
    std::vector<int> numbers = inlined.inlined;
    if (inlined.number >= 0) numbers.push_back(inlined.number);
    for (const int number : numbers)
        if (std::find(stage.inlined.begin(), stage.inlined.end(), number) == stage.inlined.end())
            stage.inlined.push_back(number);
}

}  // namespace

std::vector<int> trivial_stages(const AutoPipeline& pipeline, double trivial_operations) {
    std::vector<int> trivial;
    for (int s = 0; s < static_cast<int>(pipeline.size()); ++s) {
        int consumers = 0;
        bool pointwise = true, by_alone = false;
        for (const AutoStage& reader : pipeline)
            for (const AutoRead& read : reader.reads)
                if (read.stage == s) {
                    ++consumers;
                    by_alone = by_alone || reader.alone;
                    pointwise = pointwise && read.is_pointwise();
                }
        const AutoStage& stage = pipeline[static_cast<std::size_t>(s)];
        if (consumers > 0 && !stage.alone && !stage.result && !by_alone &&
            is_trivial(stage.operations, consumers, pointwise, trivial_operations))
            trivial.push_back(s);
    }
    return trivial;
}

AutoPipeline inline_stage(AutoPipeline pipeline, int index) {
    const AutoStage inlined = pipeline[static_cast<std::size_t>(index)];
    pipeline.erase(pipeline.begin() + index);
    for (AutoStage& stage : pipeline) {
        std::vector<AutoRead> reads;
        for (const AutoRead& read : stage.reads) {
            if (read.stage != index) {
                merge_into(reads, read);
                continue;
            }
            stage.operations += read.loads * inlined.operations;
            take_numbers(stage, inlined);
            for (const AutoRead& inner : inlined.reads) merge_into(reads, compose(read, inner));
        }
        for (AutoRead& read : reads)
            if (read.stage > index) --read.stage;
        stage.reads = std::move(reads);
    }
    return pipeline;
}

AutoPipeline inline_trivial(AutoPipeline pipeline, double trivial_operations) {
    for (;;) {
        const std::vector<int> trivial = trivial_stages(pipeline, trivial_operations);
        if (trivial.empty()) return pipeline;
        pipeline = inline_stage(std::move(pipeline), trivial.front());
    }
}

}  // namespace weft
