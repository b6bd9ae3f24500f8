#include "batch/read_frame.h"

#include "batch/frame_plan.h"

namespace weft {

Result<std::vector<LoadedPicture>> read_frame(const FrameTask& task, PictureIO& io,
                                              const BatchOptions& options) {
    std::vector<LoadedPicture> pictures;
    for (std::size_t i = 0; i < task.inputs.size(); ++i) {
        Result<LoadedPicture> picture =
            io.read(task.inputs[i], choice_of(options, i), options.cancel);
        if (!picture) return picture.error();
        pictures.push_back(*std::move(picture));
    }
    return pictures;
}

std::vector<PictureInfo> infos_of(const std::vector<LoadedPicture>& inputs) {
    std::vector<PictureInfo> infos;
    for (const LoadedPicture& input : inputs) infos.push_back(input.info);
    return infos;
}

}  // namespace weft
