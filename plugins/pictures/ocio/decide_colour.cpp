// Choice, header, rule, kind; in the artist's configuration or in ours.
#include "pictures/ocio/decide_colour.h"

#include <sys/stat.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>

#include <fmt/format.h>

#include "pictures/ocio/config_names.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/open_picture.h"

namespace weft {
namespace {

namespace ocio = OCIO_NAMESPACE;
using Conversion = std::shared_ptr<const ColourConversion>;

/// A space that was found.
struct FoundSpace {
    std::string name;
    const KnownSpace* known = nullptr;
    bool ours = false;  ///< not of the configuration, which has none such
};

/// The colour spaces there are: those of a configuration, or ours.
class Spaces {
  public:
    explicit Spaces(ocio::ConstConfigRcPtr config) : config_(std::move(config)) {
        if (!config_) {
            working_ = linear_rec709().name;
            return;
        }
        for (const char* role : {ocio::ROLE_SCENE_LINEAR, ocio::ROLE_RENDERING, ocio::ROLE_DEFAULT})
            if (working_.empty())
                if (const auto space = config_->getColorSpace(role)) working_ = space->getName();
        if (working_.empty() && config_->getNumColorSpaces() > 0)
            working_ = config_->getColorSpaceNameByIndex(0);
    }

    const std::string& working() const { return working_; }

    std::optional<FoundSpace> named(const std::string& name) const {
        if (!config_) {
            if (name == ocio::ROLE_SCENE_LINEAR) return FoundSpace{working_, &linear_rec709()};
            const KnownSpace* const known = find_known(name);
            if (known == nullptr) return std::nullopt;
            return FoundSpace{known->name, known};
        }
        const auto space = config_->getColorSpace(name.c_str());
        if (!space) return std::nullopt;
        return FoundSpace{space->getName(), known_as(space->getName())};
    }

    /// One of ours by its names in the configuration. Where that has none, a curve between light
    /// and what is stored is the same whatever the light's primaries.
    std::optional<FoundSpace> known(const KnownSpace& space) const {
        if (!config_) return FoundSpace{space.name, &space};
        if (const std::string name = name_of(space); !name.empty()) return FoundSpace{name, &space};
        const bool light_of_709 = space.primaries == linear_rec709().primaries;
        if (!light_of_709) return std::nullopt;
        if (space.curve == nullptr) return FoundSpace{working_, known_as(working_)};
        return FoundSpace{space.name, &space, true};
    }

    Conversion conversion(const FoundSpace& space, ColourWay way) {
        const std::lock_guard lock(mutex_);
        const auto [at, fresh] = conversions_.try_emplace({space.name, space.ours, way});
        if (fresh) at->second = make(space, way);
        return at->second;
    }

    /// The space that a file rule names, but for the last, which is for files that no rule is for.
    std::string by_rule(const std::string& path) const {
        if (!config_ || config_->filepathOnlyMatchesDefaultRule(path.c_str())) return {};
        const char* const name = config_->getColorSpaceFromFilepath(path.c_str());
        return name != nullptr ? name : "";
    }

    Error unknown(const std::string& name, const std::string& path) const {
        return {ErrorKind::kUsage,
                fmt::format("no colour space for '{}': {}", path,
                            trouble_with(name, config_ ? "the configuration of $OCIO" : "Weft",
                                         "colour space", all(), {}))};
    }

    std::vector<std::string> all() const {
        std::vector<std::string> names;
        if (!config_)
            for (const KnownSpace& space : known_spaces()) names.emplace_back(space.name);
        else
            for (int i = 0; i < config_->getNumColorSpaces(); ++i)
                names.emplace_back(config_->getColorSpaceNameByIndex(i));
        return names;
    }

  private:
    /// What the configuration calls it; "": it has none.
    std::string name_of(const KnownSpace& space) const {
        const auto named = [&](const char* name) {
            const auto found = config_->getColorSpace(name);
            return found ? std::string(found->getName()) : std::string();
        };
        std::string name = named(space.name);
        for (const char* alias : space.aliases)
            if (name.empty()) name = named(alias);
        return name;
    }
    const KnownSpace* known_as(const std::string& name) const {
        for (const KnownSpace& space : known_spaces())
            if (name_of(space) == name) return &space;
        return nullptr;
    }
    Conversion make(const FoundSpace& space, ColourWay way) const {
        if (!config_ || space.ours) return conversion_of(*space.known, way);
        const bool in = way == ColourWay::kToWorking;
        return conversion_of(config_->getProcessor((in ? space.name : working_).c_str(),
                                                   (in ? working_ : space.name).c_str()));
    }

    ocio::ConstConfigRcPtr config_;  ///< null: ours
    std::string working_;
    std::mutex mutex_;
    std::map<std::tuple<std::string, bool, ColourWay>, Conversion> conversions_;
};

/// Those of $OCIO, read again when it is another file or the file has changed; else ours.
Result<std::shared_ptr<Spaces>> active_spaces(const std::string& path) {
    static std::mutex mutex;
    static std::string read_from;
    static std::shared_ptr<Spaces> spaces;
    ColourTransform of_environment;
    const std::string file = file_behind(of_environment);
    struct stat status{};
    std::string key = "ours";
    if (!file.empty()) {
        key = file;
        if (stat(file.c_str(), &status) == 0)
            key = fmt::format("{} {} {}.{}", file, status.st_size, status.st_mtim.tv_sec,
                              status.st_mtim.tv_nsec);
    }
    const std::lock_guard lock(mutex);
    if (spaces && key == read_from) return spaces;
    if (file.empty()) {
        spaces = std::make_shared<Spaces>(nullptr);
    } else {
        Result<ocio::ConstConfigRcPtr> config = open_config(of_environment, path);
        if (!config)
            return Error{config.error().kind,
                         config.error().message + "; --colour raw reads pictures without one"};
        ocio::SetLoggingLevel(ocio::LOGGING_LEVEL_NONE);
        spaces = std::make_shared<Spaces>(*config);
    }
    read_from = key;
    return spaces;
}

/// How the kind of a file is said: "as 8-bit pictures are".
std::string kind_text(const ColourQuestion& question) {
    switch (question.samples) {
        case SampleFormat::kU8: return "as 8-bit pictures are";
        case SampleFormat::kU16: return "as 16-bit pictures are";
        case SampleFormat::kHalf:
        case SampleFormat::kFloat: break;
    }
    return "as pictures of floats are";
}

struct Decided {
    FoundSpace space;
    ColourBy by = ColourBy::kKind;
    std::string because;
};

Result<Decided> decide(const ColourQuestion& question, const Spaces& spaces) {
    if (question.choice != kAutoColour) {
        const std::optional<FoundSpace> chosen = spaces.named(question.choice);
        if (!chosen) return spaces.unknown(question.choice, question.path);
        return Decided{*chosen, ColourBy::kChoice, "as was chosen"};
    }
    if (const auto& said = question.said) {
        const std::optional<FoundSpace> found =
            said->known != nullptr ? spaces.known(*said->known) : spaces.named(said->name);
        if (found) return Decided{*found, ColourBy::kHeader, said->because};
    }
    if (const std::string rule = spaces.by_rule(question.path); !rule.empty())
        if (const std::optional<FoundSpace> found = spaces.named(rule))
            return Decided{*found, ColourBy::kRule, "by a file rule of $OCIO"};
    if (question.file_kind == "dpx" || question.file_kind == "cineon")
        if (const std::optional<FoundSpace> film = spaces.known(cineon()))
            return Decided{*film, ColourBy::kKind, "as scans of film are"};
    const bool whole =
        question.samples == SampleFormat::kU8 || question.samples == SampleFormat::kU16;
    if (whole)
        if (const std::optional<FoundSpace> shown = spaces.known(srgb()))
            return Decided{*shown, ColourBy::kKind, kind_text(question)};
    return Decided{*spaces.named(spaces.working()), ColourBy::kKind, kind_text(question)};
}

}  // namespace

Result<FileColour> decide_colour(const ColourQuestion& question) {
    if (question.choice.empty() || question.choice == kRawColour) return FileColour{};
    if (colour_planes(question.channels).none())
        return FileColour{.by = ColourBy::kData, .because = "no channel is a colour"};
    try {
        const Result<std::shared_ptr<Spaces>> spaces = active_spaces(question.path);
        if (!spaces) return spaces.error();
        const Result<Decided> decided = decide(question, **spaces);
        if (!decided) return decided.error();
        const FoundSpace& space = decided->space;
        return FileColour{.by = decided->by,
                          .space = space.name,
                          .because = decided->because,
                          .working = (*spaces)->working(),
                          .known = space.known != nullptr ? space.known->name : "",
                          .conversion = (*spaces)->conversion(space, question.way)};
    } catch (const std::exception& e) {
        return input_error(question.path, first_line(e.what()));
    }
}

Result<std::vector<std::string>> chosen_colour_spaces() {
    const Result<std::shared_ptr<Spaces>> spaces = active_spaces("$OCIO");
    if (!spaces) return spaces.error();
    return (*spaces)->all();
}

}  // namespace weft
