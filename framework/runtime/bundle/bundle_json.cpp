// {"format": "weft bundle", "version": 1, "hash": H, "plan": {...}} where H is of the text of plan,
// printed without blanks. Rectangles are [x0, y0, x1, y1]; argument blocks hexadecimal.
#include "runtime/bundle/bundle_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "runtime/bundle/hash.h"

namespace weft {

namespace {

using nlohmann::json;

constexpr const char* kFormat = "weft bundle";

Error damaged(const std::string& what) {
    return {ErrorKind::kInput, fmt::format("{}; compile the bundle again", what)};
}

json to_json(const Rect& r) { return json::array({r.x0, r.y0, r.x1, r.y1}); }
Rect rect_of(const json& j) {
    return {j.at(0).get<int>(), j.at(1).get<int>(), j.at(2).get<int>(), j.at(3).get<int>()};
}

std::string hex(const std::vector<std::byte>& bytes) {
    std::string text;
    for (std::byte b : bytes) text += fmt::format("{:02x}", static_cast<unsigned>(b));
    return text;
}
/// Digits that are none make an empty block, which validate() refuses.
std::vector<std::byte> bytes_of(const std::string& text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const std::size_t high = kDigits.find(text[i]), low = kDigits.find(text[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return {};
        bytes.push_back(static_cast<std::byte>(high * 16 + low));
    }
    return bytes;
}

std::uint64_t hash_of_text(const std::string& text) {
    return std::stoull(text.substr(0, 16), nullptr, 16);
}

json to_json(const PicturePort& port) {
    return {{"name", port.name},
            {"domain", to_json(port.shape.domain)},
            {"planes", port.shape.planes},
            {"picture", port.picture}};
}
PicturePort port_of(const json& j) {
    return {j.at("name"), {rect_of(j.at("domain")), j.at("planes")}, j.at("picture")};
}

json to_json(const ExchangedPicture& p) {
    return {{"stored", to_json(p.stored)},
            {"columns", p.layout == Layout::kColumns},
            {"planes", p.planes},
            {"arena_offset", p.arena_offset},
            {"exchange_offset", p.exchange_offset}};
}
ExchangedPicture picture_of(const json& j) {
    return {rect_of(j.at("stored")), j.at("columns").get<bool>() ? Layout::kColumns : Layout::kRows,
            j.at("planes"), j.at("arena_offset"), j.at("exchange_offset")};
}

json to_json(const Launch& l) {
    json slots = json::array();
    for (const AddressSlot& slot : l.slots) slots.push_back({slot.position, slot.picture});
    return {{"kernel", l.kernel},       {"code", l.code},
            {"grid", l.grid},           {"block", l.block},
            {"shared", l.shared_bytes}, {"args", hex(l.args)},
            {"addresses", slots},       {"bytes_moved", l.bytes_moved}};
}
Launch launch_of(const json& j) {
    Launch l;
    l.kernel = j.at("kernel");
    l.code = j.at("code");
    l.grid = j.at("grid");
    l.block = j.at("block");
    l.shared_bytes = j.at("shared");
    l.args = bytes_of(j.at("args"));
    l.bytes_moved = j.at("bytes_moved");
    for (const json& slot : j.at("addresses"))
        l.slots.push_back({slot.at(0).get<std::size_t>(), slot.at(1).get<int>()});
    return l;
}

json plan_to_json(const Bundle& bundle, const std::vector<std::uint64_t>& code_hashes) {
    const LaunchList& list = bundle.launches;
    json plan = {{"name", list.name},
                 {"target", list.target},
                 {"capability", list.capability},
                 {"fast_math", list.fast_math},
                 {"dram_bytes_per_second", list.dram_bytes_per_second},
                 {"arena_bytes", list.arena_bytes},
                 {"exchange_bytes", list.exchange_bytes},
                 {"pictures", json::array()},
                 {"inputs", json::array()},
                 {"outputs", json::array()},
                 {"launches", json::array()},
                 {"code", json::array()}};
    for (const ExchangedPicture& picture : list.pictures)
        plan["pictures"].push_back(to_json(picture));
    for (const PicturePort& port : list.inputs) plan["inputs"].push_back(to_json(port));
    for (const PicturePort& port : list.outputs) plan["outputs"].push_back(to_json(port));
    for (const Launch& launch : list.launches) plan["launches"].push_back(to_json(launch));
    for (std::size_t c = 0; c < list.code.size(); ++c)
        plan["code"].push_back(
            {{"symbol", list.code[c].symbol}, {"hash", hash_text(code_hashes[c])}});
    if (bundle.expected) {
        json outputs = json::array();
        for (const auto& bands : bundle.expected->hashes) {
            outputs.push_back(json::array());
            for (std::uint64_t hash : bands) outputs.back().push_back(hash_text(hash));
        }
        plan["expected"] = {{"seed", bundle.expected->seed},
                            {"band_rows", bundle.expected->band_rows},
                            {"hashes", outputs}};
    }
    if (bundle.tolerance)
        plan["tolerance"] = {{"absolute", bundle.tolerance->absolute},
                             {"relative", bundle.tolerance->relative},
                             {"outliers", bundle.tolerance->outliers}};
    return plan;
}

ReadBundle plan_of(const json& plan) {
    ReadBundle read;
    LaunchList& list = read.bundle.launches;
    list.name = plan.at("name");
    list.target = plan.at("target");
    list.capability = plan.at("capability");
    list.fast_math = plan.at("fast_math");
    list.dram_bytes_per_second = plan.at("dram_bytes_per_second");
    list.arena_bytes = plan.at("arena_bytes");
    list.exchange_bytes = plan.at("exchange_bytes");
    for (const json& j : plan.at("pictures")) list.pictures.push_back(picture_of(j));
    for (const json& j : plan.at("inputs")) list.inputs.push_back(port_of(j));
    for (const json& j : plan.at("outputs")) list.outputs.push_back(port_of(j));
    for (const json& j : plan.at("launches")) list.launches.push_back(launch_of(j));
    for (const json& j : plan.at("code")) {
        list.code.push_back({j.at("symbol"), {}});
        read.code_hashes.push_back(hash_of_text(j.at("hash")));
    }
    if (plan.contains("expected")) {
        const json& j = plan.at("expected");
        ExpectedBits expected{j.at("seed"), j.at("band_rows"), {}};
        for (const json& bands : j.at("hashes")) {
            expected.hashes.emplace_back();
            for (const json& hash : bands) expected.hashes.back().push_back(hash_of_text(hash));
        }
        read.bundle.expected = std::move(expected);
    }
    if (plan.contains("tolerance")) {
        const json& j = plan.at("tolerance");
        read.bundle.tolerance = FastTolerance{j.at("absolute"), j.at("relative"), j.at("outliers")};
    }
    return read;
}

}  // namespace

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string bundle_to_json(const Bundle& bundle, const std::vector<std::uint64_t>& code_hashes) {
    const json plan = plan_to_json(bundle, code_hashes);
    const json all = {{"format", kFormat},
                      {"version", kBundleVersion},
                      {"hash", hash_text(hash_bytes(plan.dump()))},
                      {"plan", plan}};
    return all.dump(1) + "\n";
}

Result<ReadBundle> bundle_from_json(const std::string& text) {
    const json all = json::parse(text, nullptr, false);
    try {
        if (!all.is_object() || !all.contains("format") || all.at("format") != kFormat)
            return damaged("this is not the plan of a bundle");
        const int version = all.at("version");
        if (version != kBundleVersion)
            return damaged(fmt::format("the bundle has format version {}, expected {}", version,
                                       kBundleVersion));
        const json& plan = all.at("plan");
        if (all.at("hash") != hash_text(hash_bytes(plan.dump())))
            return damaged("the plan was changed since it was written: its hash does not fit");
        ReadBundle read = plan_of(plan);
        if (Status ok = validate(read.bundle.launches); !ok) return ok.error();
        return read;
    } catch (const std::exception& e) {  // of nlohmann, or of a hash that is no number
        return damaged(fmt::format("the plan is damaged ({})", e.what()));
    }
}

}  // namespace weft
