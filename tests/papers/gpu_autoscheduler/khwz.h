// The stages K, H, W and Z of paper: gpu-autoscheduler, figures 2 to 4, on its 1536 x 2560 pixels.
#pragma once

#include "models/auto_pipeline.h"

namespace weft {

/// K(x,y,c) = E(x,y) + E(x+1,y) + E(x+2,y); H = 4 E; W = K(0) + K(1) + K(2) + 2 H;
/// Z = W(y-2) + ... + W(y+2). E is an input.
inline AutoPipeline khwz() {
    const auto stage = [](const char* name, double operations, int planes,
                          std::vector<AutoRead> reads) {
        return AutoStage{name, operations, planes, 4, 1536, 2560, std::move(reads)};
    };
    return {stage("K", 2, 3, {{.stage = -1, .right = 2, .loads = 3, .consecutive = 3}}),
            stage("H", 1, 1, {{.stage = -1}}),
            stage("W", 4, 1, {{.stage = 0, .loads = 3}, {.stage = 1}}),
            stage("Z", 4, 1, {{.stage = 2, .up = 2, .down = 2, .loads = 5}})};
}

}  // namespace weft
