#include "batch/event_json.h"

#include <nlohmann/json.hpp>

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

Json error_of(const std::optional<Error>& error) {
    if (!error) return nullptr;
    return {{"kind", error_name(error->kind)}, {"message", error->message}};
}

Json seconds_of(const StageTimes& t) {
    return {{"read", t.read}, {"prepare", t.prepare}, {"compute", t.compute}, {"write", t.write}};
}

struct Writer {
    Json json{{"version", kEventVersion}};

    void operator()(const BatchStart& e) {
        json["event"] = "start";
        json["effect"] = e.effect;
        json["device"] = e.device;
        json["total"] = e.frames;
        json["range"] = e.range;
        json["threads"] = e.threads;
        json["parallel_frames"] = e.parallel_frames;
        json["memory"] = e.memory > 0 ? Json(e.memory) : Json(nullptr);
    }
    void operator()(const FrameEnd& e) {
        json["event"] = "frame";
        json["frame"] = e.task.frame;
        json["view"] = e.task.view.empty() ? Json(nullptr) : Json(e.task.view);
        json["state"] = state_name(e.state);
        json["outputs"] = e.task.outputs;
        json["colours"] = {{"inputs", e.input_colours}, {"outputs", e.output_colours}};
        json["seconds"] = seconds_of(e.seconds);
        json["error"] = error_of(e.error);
        json["done"] = e.done;
        json["total"] = e.total;
        json["elapsed"] = e.elapsed;
        json["remaining"] = e.remaining ? Json(*e.remaining) : Json(nullptr);
    }
    void operator()(const BatchNote& e) {
        json["event"] = "note";
        json["text"] = e.text;
    }
    void operator()(const StageSpan&) { json = nullptr; }
    void operator()(const BatchEnd& e) {
        json["event"] = "end";
        json["total"] = e.total;
        json["rendered"] = e.rendered;
        json["complete"] = e.complete;
        json["kept"] = e.kept;
        json["placeholders"] = e.placeholders;
        json["failed"] = e.failed;
        json["failures"] = e.failures;
        json["seconds"] = seconds_of(e.seconds);
        json["elapsed"] = e.elapsed;
        json["compiled"] = e.compiled;
        json["from_cache"] = e.from_cache;
        json["device"] = e.device.empty() ? Json(nullptr) : Json(e.device);
        json["error"] = error_of(e.error);
        json["stopped"] = e.stopped;
        json["cancelled"] = e.cancelled;
    }
};

}  // namespace

std::string to_json(const BatchEvent& event) {
    Writer writer;
    std::visit(writer, event);
    if (writer.json.is_null()) return {};
    return writer.json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

const char* error_name(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::kUsage: return "usage";
        case ErrorKind::kDocument: return "document";
        case ErrorKind::kInput: return "input";
        case ErrorKind::kFunctor: return "functor";
        case ErrorKind::kTrust: return "trust";
        case ErrorKind::kCompile: return "compile";
        case ErrorKind::kMemory: return "memory";
        case ErrorKind::kDevice: return "device";
        case ErrorKind::kOutput: return "output";
        case ErrorKind::kCancelled: return "cancelled";
        case ErrorKind::kFault:
        case ErrorKind::kInternal: break;
    }
    return "internal";
}

}  // namespace weft
