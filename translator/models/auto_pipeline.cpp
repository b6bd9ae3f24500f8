#include "models/auto_pipeline.h"

#include <algorithm>

namespace weft {

namespace {

/// A read of what `inner` reads, by way of a stage that `outer` reads.
AutoRead compose(const AutoRead& outer, const AutoRead& inner) {
    AutoRead read;
    read.stage = inner.stage;
    read.left = outer.left + inner.left;
    read.right = outer.right + inner.right;
    read.up = outer.up + inner.up;
    read.down = outer.down + inner.down;
    read.loads = outer.loads * inner.loads;
    read.consecutive = outer.consecutive + inner.consecutive - 1;
    return read;
}

/// Adds a read to a stage that may read the same one already.
void merge_into(std::vector<AutoRead>& reads, const AutoRead& read) {
    const auto same = std::find_if(reads.begin(), reads.end(), [&](const AutoRead& r) {
        return r.stage == read.stage && read.stage >= 0;
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

}  // namespace

std::vector<int> trivial_stages(const AutoPipeline& pipeline, double trivial_operations) {
    std::vector<int> trivial;
    for (int s = 0; s < static_cast<int>(pipeline.size()); ++s) {
        int consumers = 0;
        bool pointwise = true;
        for (const AutoStage& stage : pipeline)
            for (const AutoRead& read : stage.reads)
                if (read.stage == s) {
                    ++consumers;
                    pointwise = pointwise && read.is_pointwise();
                }
        const bool cheap = pipeline[static_cast<std::size_t>(s)].operations <= trivial_operations;
        if (consumers > 0 && (cheap || (consumers == 1 && pointwise))) trivial.push_back(s);
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
