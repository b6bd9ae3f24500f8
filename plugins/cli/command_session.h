// What most commands start from: the functors there are, an engine, and the effect that was named.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/trust.h"
#include "graph/document_files.h"
#include "graph/format.h"
#include "graph/graph.h"

namespace weft {

/// Which effect, and with what changes. As given on the command line.
struct EffectChoice {
    std::string effect;                 ///< a built-in effect, a functor, or a *.weft document
    std::vector<std::string> settings;  ///< "node.parameter=value" or "control=value", in order
    std::vector<std::string> functors;  ///< headers of functors to load
    std::vector<std::string> outputs;   ///< nodes or outputs to write; none: the effect's outputs
    std::string format;                 ///< format_named(); empty: as the document says
    std::string intermediates;          ///< "bounded", "unbounded", or empty: as the effect says
    std::optional<double> mix;          ///< of the effect with its first input, 0 to 1
    bool masked = false;                ///< an effect that takes no mask gets that optional input
    TrustOptions trust;                 ///< whose code runs, where a document brings some
    std::vector<std::string> given;     ///< optional inputs to be inputs, besides those of -i
};

struct Session {
    Library library;
    std::unique_ptr<Engine> engine;
    Graph graph;
    FunctorTexts brought;  ///< functors of the document that the effect is; empty: none
    /// Of that document, seen from the folder that the command runs in. None where it is named as
    /// an effect and not by its path.
    DocumentFiles files = {};
    std::optional<Format> format = {};  ///< of that document as it stands
};

/// Checks the options, loads the functors, finds the effect and applies the settings.
/// Unknown names are kUsage errors that name the nearest known one. kTrust: a document brings code
/// that its user has not trusted; nothing of it was compiled.
Result<Session> open_session(const EffectChoice& choice, const EngineOptions& options);

/// The same without an effect: the graph stays empty.
Result<Session> open_library(const std::vector<std::string>& functors,
                             const EngineOptions& options);

/// Whether `name` is a document's, an effect's or a functor's.
bool names_an_effect(const std::string& name, const Library& library);

/// The graph that `name` means: a path ending in .weft or holding a '/', an effect, a functor, or
/// an effect that somebody saved (batch/effect_folders.h).
Result<Graph> find_graph(const std::string& name, const Library& library);

/// The same, after loading the functors that a document brings into the session's library, where
/// they are trusted. kTrust: they are not.
/// A document's nodes that follow a format have the size of `format`, where one is given.
Result<Graph> open_graph(const std::string& name, Session& session, const TrustOptions& trust,
                         const std::optional<Format>& format = {});

/// What a document's file holds. kDocument: it cannot be read.
Result<std::string> document_text(const std::string& path);

/// "name=value" applied by set_parameter().
Status apply_setting(Graph& graph, const Library& library, const std::string& setting);

}  // namespace weft
