// Functors while they are written: an edit of a header is compiled beside the GUI, and runs once it
// compiles. Until then what ran goes on, and what is wrong stands by its header and on its nodes.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>

#include "code/functor_compiler.h"
#include "view/latest_work.h"
#include "view/session.h"

namespace weft::editor {

class LiveFunctors : public QObject {
    Q_OBJECT

  public:
    /// Its end kills what is being compiled or tried.
    LiveFunctors(Session& session, std::unique_ptr<FunctorCompiler> compiler,
                 QObject* parent = nullptr);
    ~LiveFunctors() override;

    /// An edit of what is written in a header of the document; it runs as soon as it compiles.
    void write(const std::string& file, const std::string& text);
    /// A new functor of that name, once it is compiled, and a node of it as add_node() adds one.
    /// Where nodes wait for a functor of that name (waiting_for()), they become its nodes instead.
    void create(const std::string& name, Place place, const std::vector<ItemId>& behind);

    /// What is wrong with a header as it is written, and what there is to warn of; empty where
    /// nothing is, or is known yet. A header that runs may be wrong for the picture at hand.
    std::vector<Diagnostic> diagnostics(const std::string& file) const;
    /// A header is being compiled.
    bool busy() const { return busy_; }

  Q_SIGNALS:
    /// Of diagnostics() or busy().
    void changed();

  private:
    /// A header as it is written, and what is to happen when it compiles.
    struct Written {
        std::string file, text;
        enum { kTell, kRun, kAdd } then = kTell;
        QString merge = {};        // kRun: the edit that wrote it
        std::string functor = {};  // kAdd: the node
        Place place = {};
        std::vector<ItemId> behind = {};
    };
    struct Request {
        FunctorTexts functors;
        std::optional<Written> written;  // nothing: a library is waited for
    };

    void build(Written written);
    void answer(int number, const Request& request, const Result<FunctorBuild>& result);
    std::vector<Diagnostic> take(const Written& written, const FunctorTexts& functors,
                                 const FunctorBuild& build);
    Result<Library> load(const FunctorTexts& functors);
    void follow();
    void follow_pictures();
    void tell();

    Session& session_;
    const std::unique_ptr<FunctorCompiler> compiler_;
    /// By header and text: all that was built.
    std::map<std::pair<std::string, std::string>, std::vector<Diagnostic>> known_;
    std::optional<Diagnostic> fault_;  // of a header that runs, in the last picture
    std::optional<Written> building_;
    std::optional<Result<FunctorBuild>> loaded_;
    int edits_ = 0;
    bool busy_ = false, loading_ = false;
    LatestWork<Request> work_;
};

}  // namespace weft::editor
