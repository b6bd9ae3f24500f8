#include "engine/trust.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/cache_key.h"
#include "compile/file_bytes.h"
#include "compile/open_file.h"
#include "support/environment.h"
#include "support/words.h"

namespace weft {
namespace {

/// Who may have a say in what a folder holds.
enum class Owner { kThisAccount, kNamed };

std::string usual_folder() {
    if (const std::string xdg = environment("XDG_CONFIG_HOME"); !xdg.empty())
        return xdg + "/weft/trusted";
    if (const std::string home = environment("HOME"); !home.empty())
        return home + "/.config/weft/trusted";
    return {};
}

bool counts(int descriptor, Owner owner) {
    struct stat info{};
    if (fstat(descriptor, &info) != 0) return false;
    if (owner == Owner::kNamed) return (info.st_mode & S_IWOTH) == 0;
    return (info.st_uid == geteuid() || info.st_uid == 0) &&
           (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool holds(const std::string& path, const std::string& text, Owner owner) {
    const OpenFile folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder || !counts(folder.descriptor(), owner)) return false;
    const OpenFile file(openat(folder.descriptor(), trusted_file_name(text).c_str(),
                               O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    std::string kept;
    return file && counts(file.descriptor(), owner) && read_all(file.descriptor(), kept) &&
           kept == text;
}

Error cannot(const char* what, const std::string& path, const std::string& why) {
    return {ErrorKind::kOutput, fmt::format("cannot {} '{}': {}", what, path, why)};
}

}  // namespace

std::string trusted_file_name(const std::string& text) { return hash_digits(text) + ".h"; }

Trust::Trust(TrustOptions options) : options_(std::move(options)) {
    if (options_.folder.empty()) options_.folder = usual_folder();
    for (std::string& path : nonempty_parts(environment("WEFT_TRUST_PATH"), ':'))
        options_.also.push_back(std::move(path));
}

FunctorTexts Trust::untrusted(const FunctorTexts& texts) const {
    FunctorTexts rest;
    if (options_.everything) return rest;
    for (const auto& [file, text] : texts) {
        const auto named = [&text = text](const std::string& folder) {
            return holds(folder, text, Owner::kNamed);
        };
        const bool own =
            !options_.folder.empty() && holds(options_.folder, text, Owner::kThisAccount);
        if (!own && std::none_of(options_.also.begin(), options_.also.end(), named))
            rest.emplace(file, text);
    }
    return rest;
}

Result<TrustedFunctors> Trust::check(const FunctorTexts& texts) const {
    std::vector<std::string> files;
    for (const auto& [file, text] : untrusted(texts)) files.push_back(file);
    if (files.empty()) return TrustedFunctors::by_own_word(texts);
    return Error{ErrorKind::kTrust, fmt::format("it brings C++ code that you have not trusted ({})",
                                                fmt::join(files, ", "))};
}

Status Trust::add(const FunctorTexts& texts) const {
    const std::string& folder = options_.folder;
    if (folder.empty())
        return Error{ErrorKind::kOutput,
                     "there is no folder to keep trust in: set HOME or XDG_CONFIG_HOME"};
    if (!make_private_folders(folder)) return cannot("make", folder, std::strerror(errno));
    const OpenFile opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened) return cannot("read", folder, std::strerror(errno));
    if (!counts(opened.descriptor(), Owner::kThisAccount))
        return cannot("keep trust in", folder,
                      "other accounts own it or can write it; make it yours alone, by chown and "
                      "chmod 700");
    for (const auto& [file, text] : texts)
        if (!holds(folder, text, Owner::kThisAccount) &&
            !publish_file(folder, trusted_file_name(text),
                          [&text = text](int descriptor) { return write_all(descriptor, text); }))
            return cannot("write in", folder, std::strerror(errno));
    return {};
}

Status Trust::revoke(const FunctorTexts& texts) const {
    for (const auto& [file, text] : texts) {
        const std::string path = options_.folder + '/' + trusted_file_name(text);
        if (unlink(path.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR)
            return cannot("remove", path, std::strerror(errno));
    }
    return {};
}

}  // namespace weft
