// FunctorFacts to and from JSON. The fields are listed at the top of facts.h.
#include "plan/facts.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "plan/access_names.h"

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

// Writing.

template <class E>
std::string spell(E value) {
    return name_of(value);
}

template <class T>
Json list_to_json(const std::vector<T>& values);

Json to_json(const TapLoop& loop) {
    return {{"variable", loop.variable},
            {"first", loop.first.text},
            {"last", loop.last.text},
            {"step", loop.step}};
}

Json to_json(const Tap& tap) {
    return {{"x", tap.x.text}, {"y", tap.y.text}, {"loops", list_to_json(tap.loops)}};
}

Json to_json(const OperationFacts& o) {
    return {{"fp", o.fp.text},           {"integer", o.integer.text},
            {"special", o.special.text}, {"functions", o.functions.text},
            {"loads", o.loads.text},     {"stores", o.stores.text}};
}

Json to_json(const TermRead& read) {
    return {{"indexer", read.indexer},
            {"x", read.x.text},
            {"y", read.y.text},
            {"plane", read.plane.text},
            {"loops", list_to_json(read.loops)}};
}

Json to_json(const AccumulationFacts& accumulation) {
    return {{"planes", list_to_json(accumulation.planes)},
            {"loops", list_to_json(accumulation.loops)},
            {"reads", list_to_json(accumulation.reads)},
            {"kept", accumulation.kept},
            {"term", to_json(accumulation.term)}};
}

Json to_json(const IndexerFacts& indexer) {
    Json taps = "dense";
    if (!indexer.dense) {
        taps = Json::array();
        for (const Tap& tap : indexer.taps) taps.push_back(to_json(tap));
    }
    return {{"name", indexer.name},
            {"direction", spell(indexer.direction)},
            {"granularity", spell(indexer.granularity)},
            {"freedom", spell(indexer.freedom)},
            {"taps", std::move(taps)},
            {"asks_planes", indexer.asks_planes},
            {"asks_roles", indexer.asks_roles}};
}

Json to_json(const MemberFacts& member) {
    return {{"name", member.name},
            {"type", member.type},
            {"count", member.count},
            {"array", member.array},
            {"baked", member.baked}};
}

template <class T>
Json list_to_json(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(to_json(value));
    return list;
}

// Reading. A Reader stands at one value of the document and knows the path to it; the first
// failure of a whole document is kept in the shared Error.

class Reader {
  public:
    Reader(const Json& value, std::string path, std::string& failure)
        : value_(value), path_(std::move(path)), failure_(failure) {}

    /// Reads field `key`, which must be there.
    template <class T>
    const Reader& field(const char* key, T& out) const {
        if (const Json* found = find(key)) at(*found, key).read(out);
        return *this;
    }
    /// Reads field `key`; leaves `out` as it is where the document has none.
    template <class T>
    const Reader& optional(const char* key, T& out) const {
        if (value_.is_object() && value_.contains(key)) at(value_.at(key), key).read(out);
        return *this;
    }
    bool ok() const { return failure_.empty(); }

  private:
    const Json* find(const char* key) const {
        if (!value_.is_object())
            expected("an object");
        else if (!value_.contains(key))
            fail(fmt::format("the field '{}' is missing", key));
        else
            return &value_.at(key);
        return nullptr;
    }
    Reader at(const Json& value, const std::string& step) const {
        return {value, path_.empty() ? step : path_ + "." + step, failure_};
    }
    void fail(const std::string& what) const {
        if (ok()) failure_ = path_.empty() ? what : fmt::format("at '{}': {}", path_, what);
    }
    void expected(std::string_view what) const {
        std::string seen = value_.dump(-1, ' ', false, Json::error_handler_t::replace);
        if (seen.size() > 60) seen = seen.substr(0, 57) + "...";
        fail(fmt::format("expected {}, found {}", what, seen));
    }

    void read(std::string& out) const {
        if (value_.is_string())
            out = value_.get<std::string>();
        else
            expected("a string");
    }
    void read(bool& out) const {
        if (value_.is_boolean())
            out = value_.get<bool>();
        else
            expected("true or false");
    }
    void read(int& out) const {
        constexpr std::int64_t kLowest = std::numeric_limits<int>::min();
        constexpr std::int64_t kHighest = std::numeric_limits<int>::max();
        const bool wide = value_.is_number_unsigned() &&
                          value_.get<std::uint64_t>() > static_cast<std::uint64_t>(kHighest);
        if (!value_.is_number_integer() || wide || value_.get<std::int64_t>() < kLowest ||
            value_.get<std::int64_t>() > kHighest)
            expected("an integer of 32 bits");
        else
            out = value_.get<int>();
    }
    void read(IntExpr& out) const {
        if (value_.is_number_integer())
            out.text = value_.dump();
        else if (value_.is_string() && !value_.get_ref<const std::string&>().empty())
            out.text = value_.get<std::string>();
        else
            expected("an integer expression");
    }
    template <class E>
        requires HasChoices<E>
    void read(E& out) const {
        if (value_.is_string())
            if (const auto found = find_choice<E>(value_.get_ref<const std::string&>())) {
                out = *found;
                return;
            }
        std::string choices;
        for (const std::string& name : choice_names<E>())
            choices += fmt::format("{}\"{}\"", choices.empty() ? "" : ", ", name);
        expected("one of " + choices);
    }
    template <class T>
    void read(std::vector<T>& out) const {
        if (!value_.is_array()) return expected("a list");
        out.assign(value_.size(), T{});
        for (std::size_t i = 0; i < out.size() && ok(); ++i)
            at(value_[i], std::to_string(i)).read(out[i]);
    }
    void read(TapLoop& out) const {
        field("variable", out.variable).field("first", out.first).field("last", out.last);
        optional("step", out.step);
        if (ok() && out.step < 1) fail(fmt::format("step must be at least 1, found {}", out.step));
    }
    void read(Tap& out) const {
        field("x", out.x).optional("y", out.y).optional("loops", out.loops);
    }
    void read(IndexerFacts& out) const {
        field("name", out.name).field("direction", out.direction);
        field("granularity", out.granularity).field("freedom", out.freedom);
        optional("asks_planes", out.asks_planes);  // modules of older translators do not tell
        optional("asks_roles", out.asks_roles);
        const Json* taps = find("taps");
        if (!taps) return;
        out.dense = taps->is_string() && taps->get_ref<const std::string&>() == "dense";
        if (!out.dense && !taps->is_array())
            at(*taps, "taps").expected("a list of taps or \"dense\"");
        else if (!out.dense)
            at(*taps, "taps").read(out.taps);
    }
    void read(MemberFacts& out) const {
        field("name", out.name).field("type", out.type);
        optional("count", out.count).optional("array", out.array).optional("baked", out.baked);
        if (ok() && out.type != "float" && out.type != "int" && out.type != "unsigned" &&
            out.type != "bool")
            at(value_.at("type"), "type").expected("\"float\", \"int\", \"unsigned\" or \"bool\"");
        if (ok() && out.count < 1)
            fail(fmt::format("count must be at least 1, found {}", out.count));
    }
    void read(OperationFacts& out) const {
        field("fp", out.fp).field("integer", out.integer).field("special", out.special);
        field("loads", out.loads).field("stores", out.stores);
        optional("functions", out.functions);  // modules of older translators do not count them
    }
    void read(TermRead& out) const {
        field("indexer", out.indexer).field("loops", out.loops);
        field("x", out.x.text).field("y", out.y.text).field("plane", out.plane.text);
    }
    void read(AccumulationFacts& out) const {
        field("planes", out.planes).field("loops", out.loops).field("reads", out.reads);
        field("kept", out.kept).field("term", out.term);
    }
    template <class T>
    void read(std::optional<T>& out) const {
        read(out.emplace());
    }

    const Json& value_;
    std::string path_;
    std::string& failure_;
};

}  // namespace

std::string facts_to_json(const FunctorFacts& facts) {
    Json json = {{"name", facts.name},
                 {"file", facts.file},
                 {"line", facts.line},
                 {"summary", facts.summary},
                 {"dependence", spell(facts.dependence)},
                 {"indexers", list_to_json(facts.indexers)},
                 {"members", list_to_json(facts.members)},
                 {"state", list_to_json(facts.state)},
                 {"operations", to_json(facts.operations)},
                 {"places", facts.places},
                 {"divergent", facts.divergent},
                 {"simd", facts.simd},
                 {"scalar_reason", facts.scalar_reason}};
    if (facts.accumulation) json["accumulation"] = to_json(*facts.accumulation);
    if (facts.any_order) json["any_order"] = true;
    if (facts.selects) json["selects"] = true;
    if (facts.positional) json["positional"] = true;
    if (facts.watched) json["watched"] = true;
    // A comment in a source file may hold any bytes: what is not UTF-8 is replaced.
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<FunctorFacts> facts_from_json(const std::string& text) {
    const auto refuse = [](const std::string& what) -> Error {
        return {ErrorKind::kFunctor,
                fmt::format("functor facts cannot be read: {}; translate the functor again", what)};
    };
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return refuse("the text is not JSON");
    FunctorFacts facts;
    std::string failure;
    const Reader reader(json, "", failure);
    reader.field("name", facts.name).field("file", facts.file).field("line", facts.line);
    reader.field("summary", facts.summary).field("dependence", facts.dependence);
    reader.field("indexers", facts.indexers).field("members", facts.members);
    reader.field("state", facts.state).field("operations", facts.operations);
    reader.field("places", facts.places)
        .field("divergent", facts.divergent)
        .field("simd", facts.simd);
    reader.optional("accumulation", facts.accumulation);
    reader.optional("any_order", facts.any_order).optional("selects", facts.selects);
    reader.optional("positional", facts.positional).optional("watched", facts.watched);
    reader.optional("scalar_reason", facts.scalar_reason);
    if (!reader.ok()) return refuse(failure);
    return facts;
}

}  // namespace weft
