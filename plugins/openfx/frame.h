// What one render is about, as a value: which pictures, which graph, which part.
#pragma once

#include <optional>
#include <string>

#include "openfx/inputs.h"

namespace weft::openfx {

struct Frame {
    Time time = 0;
    Geometry geometry;
    HostImage image;     ///< of the output
    PictureView output;  ///< all of it, wherever it lies
    Rect window;         ///< of it: what is to be written; not empty
    Inputs inputs;
    Graph graph;       ///< with the values of its time
    Rect data_window;  ///< of the result: beyond it the window is transparent black

    PlanKey key() const { return {graph, inputs.shapes(), intersect(window, data_window)}; }
};

struct FrameRead {
    Reply reply = kOk;
    std::string why;             ///< of another reply, where the user can do something about it
    std::optional<Frame> frame;  ///< none with kOk: there is nothing to render
};

/// Of a render action's arguments: the whole frame, or the window's rows of one field.
FrameRead read_frame(const Instance& instance, const Properties& in, Field field);

/// The reply to an error of that kind, on the CPU.
Reply reply_to(const Error& error);

}  // namespace weft::openfx
