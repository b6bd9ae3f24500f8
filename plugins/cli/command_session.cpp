// Names to things: devices, passes, functors, effects, documents, parameters.
#include "cli/command_session.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "batch/effect_folders.h"
#include "effects/builtin.h"
#include "effects/with_mix.h"
#include "engine/load_functors.h"
#include "farm/shell_text.h"
#include "graph/choose_inputs.h"
#include "graph/choose_outputs.h"
#include "graph/document.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {
namespace {

/// An error unless `path` is a file that can be read.
Status check_readable(const std::string& path, ErrorKind kind, const char* what) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return Error{kind, fmt::format("cannot read {} '{}': it is a folder; name a file in it",
                                       what, path)};
    std::ifstream stream(path);
    if (!stream)
        return Error{kind, fmt::format("cannot read {} '{}': {}; check the path", what, path,
                                       std::strerror(errno))};
    return {};
}

Error about(const std::string& path, const Error& error) {
    return {error.kind, fmt::format("{}: {}", path, error.message)};
}

/// The document with this text, which is `path`'s.
Result<Graph> read_document(const std::string& path, const std::string& text,
                            const Library& library, const std::optional<Format>& format) {
    Result<Graph> graph = from_document(text, library, format);
    if (!graph) return about(path, graph.error());
    if (const std::string kept = kept_of_older_version(text, *graph, library); !kept.empty())
        fmt::print(stderr, "weft: note: '{}': {}\n", path, kept);
    return graph;
}

/// Loads what a document brings, where that may run.
Status load_brought(const FunctorTexts& functors, const std::string& path, Session& session,
                    const TrustOptions& options) {
    const Result<TrustedFunctors> trusted = Trust(options).check(functors);
    if (trusted) return load_all_functors(*trusted, session.engine->compiler(), session.library);
    const std::string file = shell_word(path);
    return Error{trusted.error().kind,
                 fmt::format("{}; 'weft info {}' shows it, 'weft trust {}' lets it run from now "
                             "on, and --trust this once",
                             trusted.error().message, file, file)};
}

/// One functor as a graph, or what its own defaults break.
Result<Graph> graph_of_functor(const FunctorType& type) {
    try {
        return graph_of(type);
    } catch (const std::logic_error& e) {
        return Error{ErrorKind::kFunctor,
                     fmt::format("the functor {} cannot be used: {}", type.name, e.what())};
    }
}

/// Gives the graph a mix and a mask, where they are wanted and it has none.
Status offer_mix(Session& session, const EffectChoice& choice) {
    const auto& controls = session.graph.controls;
    const bool has_mix = std::any_of(controls.begin(), controls.end(),
                                     [](const Control& c) { return c.name == "mix"; });
    const bool masked = choice.masked || std::find(choice.given.begin(), choice.given.end(),
                                                   "mask") != choice.given.end();
    if (!masked && (!choice.mix || has_mix)) return {};
    Result<Graph> mixed = with_mix(session.graph, session.library);
    if (!mixed) return mixed.error();
    session.graph = *std::move(mixed);
    return {};
}

bool is_path(const std::string& name) {
    return name.find('/') != std::string::npos || name.ends_with(".weft");
}

/// The document of a saved effect of that name (batch/effect_folders.h); empty where there is none,
/// and where the name is a path, or an effect or a functor that comes with Weft.
std::string saved_document(const std::string& name, const Library& library) {
    if (is_path(name) || find_effect(name) || library.find(name)) return {};
    for (const SavedEffect& effect : saved_effects(effect_folders()))
        if (effect.name == name) return effect.path;
    return {};
}

}  // namespace

bool names_an_effect(const std::string& name, const Library& library) {
    return name.ends_with(".weft") || find_effect(name) || library.find(name) ||
           !saved_document(name, library).empty();
}

Result<std::string> document_text(const std::string& path) {
    if (Status s = check_readable(path, ErrorKind::kDocument, "document"); !s) return s.error();
    std::ifstream stream(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(stream)), {});
}

Result<Graph> find_graph(const std::string& named, const Library& library) {
    const std::string saved = saved_document(named, library);
    const std::string& name = saved.empty() ? named : saved;
    if (is_path(name)) {
        const Result<std::string> text = document_text(name);
        return text ? read_document(name, *text, library, {}) : text.error();
    }
    if (const Effect* effect = find_effect(name)) return effect->build();
    if (const FunctorType* type = library.find(name)) return graph_of_functor(*type);
    std::vector<std::string> known;
    for (const Effect& effect : builtin_effects()) known.push_back(effect.name);
    for (const SavedEffect& effect : saved_effects(effect_folders())) known.push_back(effect.name);
    for (const std::string& functor : library.names()) known.push_back(functor);
    return usage_error(
        fmt::format("unknown effect '{}'{}; 'weft list' shows what there is, and a "
                    "document's name ends in .weft",
                    name, did_you_mean(name, known)));
}

Result<Graph> open_graph(const std::string& named, Session& session, const TrustOptions& trust,
                         const std::optional<Format>& format) {
    const std::string saved = saved_document(named, session.library);
    const std::string& name = saved.empty() ? named : saved;
    if (!is_path(name)) return find_graph(name, session.library);
    const Result<std::string> text = document_text(name);
    if (!text) return text.error();
    const Result<FunctorTexts> functors = functors_of_document(*text);
    if (!functors) return about(name, functors.error());
    if (Status s = load_brought(*functors, name, session, trust); !s) return about(name, s.error());
    session.brought = *functors;
    if (saved.empty()) {
        Result<DocumentFiles> files = files_of_document(*text);
        if (!files) return about(name, files.error());
        session.files = beside_document(*std::move(files), name);
        if (Result<std::optional<Format>> own = format_of_document(*text); own)
            session.format = *std::move(own);
    }
    return read_document(name, *text, session.library, format);
}

Status apply_setting(Graph& graph, const Library& library, const std::string& setting) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
        return usage_error(
            fmt::format("'--set {}' has no value; expected NODE.PARAMETER=VALUE or "
                        "CONTROL=VALUE",
                        setting));
    return set_parameter(graph, library, setting.substr(0, equals), setting.substr(equals + 1));
}

Result<Session> open_library(const std::vector<std::string>& functors,
                             const EngineOptions& options) {
    if (Status s = check_names(options); !s) return s.error();
    Session session{builtin_library(), std::make_unique<Engine>(options), {}, {}};
    for (const std::string& header : functors) {
        if (Status s = check_readable(header, ErrorKind::kFunctor, "functor header"); !s)
            return s.error();
        if (Status s = load_functors({header}, session.engine->compiler(), session.library); !s)
            return s.error();
    }
    return session;
}

Result<Session> open_session(const EffectChoice& choice, const EngineOptions& options) {
    Result<Session> session = open_library(choice.functors, options);
    if (!session) return session;
    std::optional<Format> format;
    if (!choice.format.empty()) {
        Result<Format> named = format_named(choice.format);
        if (!named) return named.error();
        format = *std::move(named);
    }
    Result<Graph> graph = open_graph(choice.effect, *session, choice.trust, format);
    if (!graph) return graph.error();
    session->graph = *std::move(graph);
    if (Status s = offer_mix(*session, choice); !s) return s.error();
    for (const Intermediates i : {Intermediates::kBounded, Intermediates::kUnbounded})
        if (choice.intermediates == intermediates_name(i)) session->graph.intermediates = i;
    for (const std::string& setting : choice.settings)
        if (Status s = apply_setting(session->graph, session->library, setting); !s)
            return s.error();
    if (format) session->graph = in_format(std::move(session->graph), session->library, *format);
    if (choice.mix)
        if (Status s = set_parameter(session->graph, session->library, "mix",
                                     fmt::format("{}", *choice.mix));
            !s)
            return s.error();
    if (!choice.outputs.empty()) {
        Result<Graph> chosen = with_outputs(session->graph, session->library, choice.outputs);
        if (!chosen) return chosen.error();
        session->graph = *std::move(chosen);
    }
    Result<Graph> given = with_inputs(session->graph, session->library, choice.given);
    if (!given) return given.error();
    session->graph = *std::move(given);
    return session;
}

}  // namespace weft
