// job.json, and the files beside it.
#include "farm/farm_job.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr const char* kJobName = "job.json";

Status write_file(const fs::path& path, const NamedText& file) {
    std::error_code fails_below;
    fs::create_directories(path.parent_path(), fails_below);
    std::ofstream stream(path, std::ios::binary);
    stream << file.text << std::flush;
    if (!stream)
        return Error{ErrorKind::kOutput,
                     fmt::format("cannot write '{}': {}", path.string(), std::strerror(errno))};
    std::error_code ignored;
    if (file.program)
        fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec, fs::perm_options::add,
                        ignored);
    return {};
}

Error no_job(const std::string& folder, const std::string& what) {
    return {ErrorKind::kUsage,
            fmt::format("'{}' is no folder of a job: {}; name one that weft submit made", folder,
                        what)};
}

}  // namespace

std::string events_name(const std::string& task) { return fmt::format("task-{}.events", task); }
std::string log_name(const std::string& task) { return fmt::format("task-{}.log", task); }

Status write_job_folder(const FarmJob& job, const std::vector<NamedText>& files) {
    std::error_code error;
    const fs::path folder(job.folder);
    if (fs::exists(folder, error) && (!fs::is_directory(folder, error) || !fs::is_empty(folder)))
        return Error{ErrorKind::kOutput,
                     fmt::format("'{}' is there already; name another folder with --job-dir, or "
                                 "submit that job again: bash {}/submit.sh",
                                 job.folder, job.folder)};
    fs::create_directories(folder, error);
    if (error)
        return Error{ErrorKind::kOutput,
                     fmt::format("cannot create the folder '{}': {}", job.folder, error.message())};
    std::string text;
    try {
        text = Json{{"version", kVersion},
                    {"title", job.title},
                    {"weft", job.weft},
                    {"arguments", job.arguments},
                    {"work_folder", job.work_folder},
                    {"tasks", job.tasks}}
                   .dump(2);
    } catch (const Json::exception&) {
        return Error{ErrorKind::kUsage, "a path or a name is not in UTF-8; rename it"};
    }
    if (Status s = write_file(folder / kJobName, {kJobName, text + "\n"}); !s) return s;
    for (const NamedText& file : files)
        if (Status s = write_file(folder / file.name, file); !s) return s;
    return {};
}

Result<FarmJob> read_job_folder(const std::string& folder) {
    std::error_code error;
    const fs::path whole = fs::absolute(folder, error).lexically_normal();
    std::ifstream stream(whole / kJobName, std::ios::binary);
    if (!stream) return no_job(folder, fmt::format("it holds no readable {}", kJobName));
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    try {
        const Json json = Json::parse(text);
        if (json.at("version") != kVersion)
            return no_job(folder, "it was made by another version of Weft");
        FarmJob job;
        json.at("title").get_to(job.title);
        json.at("weft").get_to(job.weft);
        json.at("arguments").get_to(job.arguments);
        json.at("work_folder").get_to(job.work_folder);
        json.at("tasks").get_to(job.tasks);
        job.folder = whole.string();
        if (job.folder.size() > 1 && job.folder.back() == '/') job.folder.pop_back();
        return job;
    } catch (const Json::exception&) {
        return no_job(folder, fmt::format("its {} is damaged", kJobName));
    }
}

}  // namespace weft
