#include "openfx/shown_input.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "graph/descriptor.h"

namespace weft::openfx {
namespace {

/// Parameters with which a functor copies one of its inputs. Not here: what is nearly a copy, as a
/// moving average of one pixel, in which an infinity lasts.
struct Neutral {
    const char* functor;
    std::vector<std::pair<const char*, double>> parameters;
    std::size_t input;
};

const std::vector<Neutral>& neutrals() {
    constexpr double kAutomatic = 0, kNone = 1;  // FilterMix::Channel
    static const std::vector<Neutral> list{
        {"FilterMix", {{"mix", 0}}, 0},
        {"FilterMix", {{"mix", 1}, {"mask", kNone}, {"invert", 0}}, 1},
        {"FilterMix", {{"mix", 1}, {"mask", kAutomatic}, {"masked", 0}, {"invert", 0}}, 1},
        {"Mix", {{"amount", 0}}, 0},
        {"Mix", {{"amount", 1}}, 1},
        {"Gaussian", {{"sigma", 0}, {"radius", 0}}, 0},
        {"Morphology", {{"radius", 0}}, 0},
        {"Gain", {{"gain", 1}}, 0},
        {"Exposure", {{"stops", 0}}, 0},
        {"Crop", {{"left", 0}, {"top", 0}, {"right", 0}, {"bottom", 0}}, 0},
    };
    return list;
}

/// Of lists, whether all numbers are `wanted`.
bool is(const ParameterValue& value, double wanted) {
    if (const auto* v = std::get_if<float>(&value)) return static_cast<double>(*v) == wanted;
    if (const auto* v = std::get_if<int>(&value)) return *v == wanted;
    if (const auto* v = std::get_if<bool>(&value)) return (*v ? 1 : 0) == wanted;
    const auto* list = std::get_if<std::vector<float>>(&value);
    return list != nullptr && std::all_of(list->begin(), list->end(), [&](float v) {
               return static_cast<double>(v) == wanted;
           });
}

/// The input that the node copies, or null.
const ImageId* copied(const Node& node, const Library& library) {
    const FunctorDescriptor functor = describe(*library.find(node.functor));
    for (const Neutral& neutral : neutrals()) {
        if (node.functor != neutral.functor) continue;
        const bool holds = std::all_of(
            neutral.parameters.begin(), neutral.parameters.end(), [&](const auto& parameter) {
                const int place = functor.find_parameter(parameter.first);
                return place >= 0 &&
                       is(node.parameters[static_cast<std::size_t>(place)], parameter.second);
            });
        if (holds) return &node.inputs[neutral.input];
    }
    return nullptr;
}

}  // namespace

std::optional<int> shown_input(const Graph& graph, const Library& library,
                               const std::map<ImageId, ImageShape>& shapes) {
    ImageId image = graph.outputs.front().image;
    while (!image.is_graph_input()) {
        const ImageId* from = copied(*graph.find(image.node), library);
        if (from == nullptr || !(shapes.at(*from) == shapes.at(image))) return std::nullopt;
        image = *from;
    }
    return image.output;
}

}  // namespace weft::openfx
