#include "graph/unknown_functors.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "graph/document_fields.h"
#include "graph/stand_in_limit.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {
namespace {

using document::Object;
using document::objects_in;

/// What a document tells of a functor.
struct Ports {
    std::string functor;
    std::vector<std::string> inputs, outputs;
    friend bool operator==(const Ports&, const Ports&) = default;
};

class StandIn final : public FunctorBase {
  public:
    explicit StandIn(const Ports& ports)
        : ports_(&ports), inputs_(ports.inputs.size()), outputs_(ports.outputs.size()) {}

    const char* name() const override { return ports_->functor.c_str(); }
    Dependence dependence() const override { return eParallel; }
    FunctorBase* clone() const override { return new StandIn(*this); }
    int object_size() const override { return static_cast<int>(sizeof(StandIn)); }
    void visit_indexers(IndexerVisitor& visitor) override {
        visit(ports_->inputs, inputs_, visitor);
        visit(ports_->outputs, outputs_, visitor);
    }
    void prepare() override {}
    void measure() override {}
    void initialise() override {}
    void kernel() override {}
    void combine(const FunctorBase&) override {}
    void result() override {}
    // Without an input nothing else would say how large it is.
    bool has_shape() const override { return inputs_.empty(); }
    ImageShape shape(int, const ImageShape*) const override { return {}; }
    int frame_input() const override { return 0; }
    bool has_data_window() const override { return false; }
    Rect data_window(const ImageShape*) const override { return {}; }
    bool has_measure() const override { return false; }
    int copied_input() const override { return -1; }

  private:
    template <class Indexers>
    static void visit(const std::vector<std::string>& names, Indexers& indexers,
                      IndexerVisitor& visitor) {
        for (std::size_t i = 0; i < names.size(); ++i)
            visitor.indexer(names[i].c_str(), static_cast<int>(names[i].size()), indexers[i]);
    }

    const Ports* ports_;
    std::vector<Indexer<eInput, eComponent>> inputs_;
    std::vector<Indexer<eOutput, eComponent>> outputs_;
};

// A FunctorType makes its functors by a plain function, which knows nothing but itself: for each
// stand-in there is one, made ahead.
constexpr int kMost = 64;

struct Slot {
    Ports ports;
    FunctorType type;
};

std::array<std::unique_ptr<const Slot>, kMost>& slots() {
    static std::array<std::unique_ptr<const Slot>, kMost> all;
    return all;
}

template <int N>
FunctorBase* make_stand_in() {
    return new StandIn(slots()[N]->ports);
}

template <int... N>
constexpr std::array<FunctorBase* (*)(), kMost> makers(std::integer_sequence<int, N...>) {
    return {make_stand_in<N>...};
}
constexpr auto kMakers = makers(std::make_integer_sequence<int, kMost>());

/// The stand-in with these ports, the same at every call; null where there are too many.
const FunctorType* stand_in_with(const Ports& ports) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < slots().size(); ++i) {
        std::unique_ptr<const Slot>& slot = slots()[i];
        if (slot && !(slot->ports == ports)) continue;
        if (!slot) {
            auto made = std::make_unique<Slot>(Slot{ports, {}});
            made->type = {made->ports.functor.c_str(), kMakers[i]};
            slot = std::move(made);
        }
        return &slot->type;
    }
    return nullptr;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// The members of `o` that are a text and a number; what is of another type is none, which the
/// reader of the document reports.
std::string text_of(const Object& o, const char* key) {
    const JsonValue* const value = document::member(o, key);
    const auto* const text = value ? value->get<std::string>() : nullptr;
    return text ? *text : std::string();
}

std::optional<int> number_of(const Object& o, const char* key) {
    const JsonValue* const value = document::member(o, key);
    const auto* const number = value ? value->get<JsonValue::Number>() : nullptr;
    int read = 0;
    return number && read_number(*number, read) ? std::optional(read) : std::nullopt;
}

/// Goes through a document and collects what it tells of functors that the library has not.
class Collector {
  public:
    explicit Collector(const Library& library) : library_(library) {}

    std::vector<Ports> collect(const Object& root) {
        for (const Object* node : objects_in(root, "nodes")) add_node(*node);
        for (const Object* node : objects_in(root, "nodes"))
            if (const auto* inputs = inputs_of(*node))
                for (const auto& [name, connection] : *inputs)
                    if (const auto* from = connection.get<Object>()) add_output(*from);
        for (const Object* output : objects_in(root, "outputs")) add_output(*output);
        for (const Object* optional : objects_in(root, "optional inputs"))
            for (const Object* reader : objects_in(*optional, "readers"))
                if (Ports* ports = ports_of(*reader))
                    add_once(ports->inputs, text_of(*reader, "input"));
        std::vector<Ports> all;
        for (auto& [name, ports] : found_) {
            if (ports.outputs.empty()) ports.outputs.emplace_back("Output");
            all.push_back(std::move(ports));
        }
        return all;
    }

  private:
    static const Object* inputs_of(const Object& node) {
        const JsonValue* const inputs = document::member(node, "inputs");
        return inputs ? inputs->get<Object>() : nullptr;
    }

    void add_node(const Object& node) {
        const std::string functor = text_of(node, "functor");
        const std::optional<int> id = number_of(node, "id");
        if (functor.empty() || !id) return;
        const FunctorType* const known = library_.find(functor);
        if (known && !is_stand_in(*known)) return;
        Ports& ports = found_[functor];
        ports.functor = functor;
        functor_of_[*id] = functor;
        if (const Object* inputs = inputs_of(node))
            for (const auto& [name, connection] : *inputs) add_once(ports.inputs, name);
    }

    /// Of the node that `place` names; null where its functor is known.
    Ports* ports_of(const Object& place) {
        const std::optional<int> id = number_of(place, "node");
        const auto at = id ? functor_of_.find(*id) : functor_of_.end();
        return at == functor_of_.end() ? nullptr : &found_.at(at->second);
    }

    void add_output(const Object& from) {
        if (Ports* ports = ports_of(from)) add_once(ports->outputs, text_of(from, "output"));
    }

    const Library& library_;
    std::map<std::string, Ports> found_;
    std::map<int, std::string> functor_of_;
};

}  // namespace

std::vector<const FunctorType*> stand_ins_for(const std::string& text, const Library& library) {
    std::vector<const FunctorType*> types;
    const Result<JsonValue> tree = parse_json(text);
    const Object* const root = tree ? tree->get<Object>() : nullptr;
    if (!root) return types;
    for (const Ports& ports : Collector(library).collect(*root))
        if (const FunctorType* type = stand_in_with(ports)) types.push_back(type);
    return types;
}

Status check_stand_ins(const std::string& text, const Library& library) {
    const Result<JsonValue> tree = parse_json(text);
    const Object* const root = tree ? tree->get<Object>() : nullptr;
    if (!root) return {};
    const std::vector<Ports> unknown = Collector(library).collect(*root);
    const auto lacks = [&](const Ports& ports) { return !library.find(ports.functor); };
    const auto first = std::find_if(unknown.begin(), unknown.end(), lacks);
    if (first == unknown.end()) return {};
    const bool alone = unknown.size() > kMost;
    return document_error(fmt::format(
        "it uses {}, and one run has room for {}{}: use a version of Weft that has them{}",
        unknown.size() == 1
            ? fmt::format("the functor \"{:.80}\", which is not known", first->functor)
            : fmt::format("{} functors that are not known, \"{:.80}\" among them", unknown.size(),
                          first->functor),
        kMost, alone ? "" : ", those of documents that were opened before included",
        alone ? ", or take nodes of some of them out of the document"
              : ", or start the editor anew and open this document first"));
}

bool is_stand_in(const FunctorType& type) {
    return std::find(kMakers.begin(), kMakers.end(), type.create) != kMakers.end();
}

bool is_stand_in(const Node& node, const Library& library) {
    return is_stand_in(*library.find(node.functor));
}

Error unknown_functor(const Node& node, const Library& library) {
    std::vector<std::string> names = library.names();
    std::erase_if(names, [&](const std::string& name) { return is_stand_in(*library.find(name)); });
    return document_error(fmt::format(
        "node \"{}\" uses the functor \"{}\", which is not known{}: give its header (weft "
        "--functors FILE.h), use a version of Weft that has it, or put another node in its place",
        node.name, node.functor, did_you_mean(node.functor, names)));
}

}  // namespace weft
