#include "runtime/bundle/bundle.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "runtime/bundle/bundle_json.h"
#include "runtime/bundle/hash.h"

namespace weft {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPlanName = "plan.json";

fs::path code_path(const fs::path& folder, std::size_t code) {
    return folder / fmt::format("{:02}.cubin", code);
}

/// Beside its place, then into it.
Status write_file(const fs::path& path, std::string_view bytes) {
    const fs::path beside = path.string() + ".weft-tmp";
    {
        std::ofstream stream(beside, std::ios::binary);
        stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        if (!stream.flush())
            return Error{ErrorKind::kOutput, fmt::format("cannot write '{}': {}", beside.string(),
                                                         std::strerror(errno))};
    }
    std::error_code error;
    fs::rename(beside, path, error);
    if (error)
        return Error{ErrorKind::kOutput,
                     fmt::format("cannot write '{}': {}", path.string(), error.message())};
    return {};
}

Result<std::string> read_file(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return Error{
            ErrorKind::kInput,
            fmt::format("cannot read '{}': {}; expected a folder that 'weft compile' wrote",
                        path.string(), std::strerror(errno))};
    return std::string((std::istreambuf_iterator<char>(stream)), {});
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Status write_bundle(const Bundle& bundle, const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return Error{ErrorKind::kOutput,
                     fmt::format("cannot make the folder '{}': {}", folder, error.message())};
    fs::remove(fs::path(folder) / kPlanName, error);  // the code below is no longer its own
    std::vector<std::uint64_t> hashes;
    for (std::size_t c = 0; c < bundle.launches.code.size(); ++c) {
        const std::vector<std::byte>& cubin = bundle.launches.code[c].cubin;
        if (Status ok = write_file(code_path(folder, c), text_of(cubin)); !ok) return ok;
        hashes.push_back(hash_bytes(cubin));
    }
    return write_file(fs::path(folder) / kPlanName, bundle_to_json(bundle, hashes));
}

Result<Bundle> read_bundle(const std::string& folder) {
    const fs::path plan_path = fs::path(folder) / kPlanName;
    Result<std::string> text = read_file(plan_path);
    if (!text) return text.error();
    Result<ReadBundle> read = bundle_from_json(*text);
    if (!read)
        return Error{read.error().kind,
                     fmt::format("'{}': {}", plan_path.string(), read.error().message)};
    for (std::size_t c = 0; c < read->code_hashes.size(); ++c) {
        const fs::path path = code_path(folder, c);
        Result<std::string> code = read_file(path);
        if (!code) return code.error();
        if (hash_bytes(*code) != read->code_hashes[c])
            return Error{ErrorKind::kInput,
                         fmt::format("'{}' is not the code that the plan was written with; compile "
                                     "the bundle again",
                                     path.string())};
        const auto* first = reinterpret_cast<const std::byte*>(code->data());
        read->bundle.launches.code[c].cubin.assign(first, first + code->size());
    }
    return std::move(read->bundle);
}

}  // namespace weft
