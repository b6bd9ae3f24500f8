#include "code/live_functors.h"

#include <QEventLoop>
#include <QRegularExpression>

#include "commands/functor_edits.h"
#include "view/hand_over.h"

namespace weft::editor {
namespace {

QString in_one_line(const Diagnostic& d) {
    const QString where = d.line > 0 ? QStringLiteral("%1:%2:%3: ")
                                           .arg(QString::fromStdString(d.file))
                                           .arg(d.line)
                                           .arg(d.column)
                                     : QStringLiteral("%1: ").arg(QString::fromStdString(d.file));
    return where + QString::fromStdString(d.message).section('\n', 0, 0);
}

std::vector<Diagnostic> of_file(const std::vector<Diagnostic>& all, const std::string& file) {
    std::vector<Diagnostic> own;
    for (const Diagnostic& d : all)
        if (d.file == file) own.push_back(d);
    return own;
}

/// What a message says of a place in a header, as FILE:LINE:COLUMN: and words.
std::optional<Diagnostic> read_fault(const QString& message, const FunctorTexts& headers) {
    for (const auto& [file, text] : headers) {
        static const QRegularExpression places(QStringLiteral("^:(\\d+):(\\d+): (.*)$"));
        const QString name = QString::fromStdString(file);
        if (!message.startsWith(name)) continue;
        const QRegularExpressionMatch found = places.match(message.mid(name.size()));
        if (found.hasMatch())
            return Diagnostic{file,
                              found.captured(1).toInt(),
                              found.captured(2).toInt(),
                              found.captured(3).toStdString(),
                              {},
                              {}};
    }
    return std::nullopt;
}

}  // namespace

LiveFunctors::LiveFunctors(Session& session, std::unique_ptr<FunctorCompiler> compiler,
                           QObject* parent)
    : QObject(parent),
      session_(session),
      compiler_(std::move(compiler)),
      work_([this](const Request& request, int number, const std::atomic<bool>& cancel) {
          hand_over(this,
                    [this, number, request, result = compiler_->build(request.functors, cancel)] {
                        answer(number, request, result);
                    });
      }) {
    session_.set_functor_loader([this](const FunctorTexts& functors) { return load(functors); });
    connect(&session_, &Session::code_changed, this, &LiveFunctors::follow);
    connect(&session_, &Session::graph_changed, this, &LiveFunctors::tell);
    connect(&session_, &Session::problems_changed, this, &LiveFunctors::follow_pictures);
}

LiveFunctors::~LiveFunctors() { session_.set_functor_loader({}); }

void LiveFunctors::write(const std::string& file, const std::string& text) {
    const QString merge = QStringLiteral("%1 %2").arg(QString::fromStdString(file)).arg(++edits_);
    busy_ = true;  // follow() has nothing to look for
    session_.apply(tr("Edit %1").arg(QString::fromStdString(file)),
                   Result<Document>(write_functor(session_.document(), file, text)), merge);
    busy_ = building_.has_value();
    const auto unfinished = session_.document().unfinished.find(file);
    if (unfinished == session_.document().unfinished.end()) return;  // as it runs
    build({file, unfinished->second, Written::kRun, merge});
}

void LiveFunctors::create(const std::string& name, Place place, const std::vector<ItemId>& behind) {
    if (Status s = check_functor_name(session_.document(), session_.library(), name); !s) {
        session_.say(QString::fromStdString(s.error().message));
        return;
    }
    session_.say(tr("Compiling %1…").arg(QString::fromStdString(name)));
    build({header_for(name), functor_template(name), Written::kAdd, {}, name, place, behind});
}

void LiveFunctors::build(Written written) {
    if (loading_) {  // which builds it then
        building_ = std::move(written);
        return;
    }
    Request request{session_.document().draft.functors, written};
    request.functors[written.file] = written.text;
    building_ = std::move(written);
    busy_ = true;
    work_.request(std::move(request));
    Q_EMIT changed();
}

void LiveFunctors::answer(int number, const Request& request, const Result<FunctorBuild>& result) {
    if (!work_.is_latest(number)) return;
    busy_ = false;
    if (!request.written) {
        loaded_ = result;
        if (result && result->library)
            for (const auto& [file, text] : request.functors)
                known_[{file, text}] = of_file(result->diagnostics, file);
        return;
    }
    building_.reset();
    const Written& written = *request.written;
    std::vector<Diagnostic>& wrong = known_[{written.file, written.text}];
    wrong = result ? take(written, request.functors, *result)
                   : std::vector<Diagnostic>{{written.file, 0, 0, result.error().message, {}, {}}};
    if (written.then == Written::kAdd)
        session_.say(!refuses(wrong) ? tr("%1 runs: its source is in the pane Code")
                                           .arg(QString::fromStdString(written.functor))
                                     : in_one_line(wrong.front()));
    follow();
}

/// Makes a build run where it is still what is written. What there is to say about it.
std::vector<Diagnostic> LiveFunctors::take(const Written& written, const FunctorTexts& functors,
                                           const FunctorBuild& build) {
    if (!build.library) return build.diagnostics;
    std::vector<Diagnostic> warnings = of_file(build.diagnostics, written.file);
    const Document& document = session_.document();
    const bool adds = written.then == Written::kAdd;
    if (written.then == Written::kTell ||
        (!adds && functor_text(document, written.file) != written.text))
        return warnings;
    FunctorTexts now = document.draft.functors;
    now[written.file] = written.text;
    if (now != functors) return warnings;  // others have changed meanwhile
    Library whole = *build.library;        // as the session will have it
    for (const FunctorType* type : session_.stand_ins()) whole.add(*type);
    const Selection waiting =
        adds ? waiting_for(document, session_.library(), written.functor) : Selection{};
    const Result<Document> after =
        adds && waiting.empty()
            ? document
            : run_functor(document, session_.library(), whole, written.file, written.text);
    if (!after) return {{written.file, 0, 0, after.error().message, {}, {}}};
    session_.know(functors, *build.library);
    if (!waiting.empty()) {
        session_.apply(tr("Write %1").arg(QString::fromStdString(written.functor)), after);
        session_.select(waiting);
    } else if (adds)
        session_.apply(
            tr("Add %1").arg(QString::fromStdString(written.functor)),
            add_functor(document, whole, written.functor, written.place, written.behind));
    else
        session_.apply(tr("Edit %1").arg(QString::fromStdString(written.file)), after,
                       written.merge);
    return warnings;
}

/// Windows go on drawing, and take no keys and clicks.
Result<Library> LiveFunctors::load(const FunctorTexts& functors) {
    if (loading_)
        return Error{ErrorKind::kUsage, "functors are being loaded: wait a moment, and try again"};
    loaded_.reset();
    busy_ = loading_ = true;
    work_.request({functors, std::nullopt});
    QEventLoop loop;
    while (!loaded_)
        loop.processEvents(QEventLoop::ExcludeUserInputEvents | QEventLoop::WaitForMoreEvents);
    loading_ = false;
    const Result<FunctorBuild> build = *std::exchange(loaded_, std::nullopt);
    if (std::optional<Written> interrupted = std::exchange(building_, std::nullopt))
        this->build(*std::move(interrupted));
    if (!build) return build.error();
    if (build->library) return *build->library;
    const Diagnostic first = *std::find_if(build->diagnostics.begin(), build->diagnostics.end(),
                                           [](const Diagnostic& d) { return !d.warning; });
    return Error{ErrorKind::kFunctor, in_one_line(first).toStdString()};
}

/// Headers that are not finished are built for what there is to say about them, one by one.
void LiveFunctors::follow() {
    if (!busy_)
        for (const auto& [file, text] : session_.document().unfinished)
            if (!known_.contains({file, text})) {
                build({file, text});
                break;
            }
    tell();
}

/// Badges stay while something is built, so that they do not flicker.
void LiveFunctors::tell() {
    Q_EMIT changed();
    if (busy_) return;
    std::map<ItemId, QString> problems, warnings;
    for (const auto& [file, text] : session_.document().draft.functors)
        if (const std::vector<Diagnostic> all = diagnostics(file); !all.empty())
            for (const ItemId node : nodes_of(session_.document(), session_.library(), file))
                (all.front().warning ? warnings : problems)[node] = in_one_line(all.front());
    session_.set_functor_problems(std::move(problems), std::move(warnings));
}

/// A functor that runs may still be wrong for the picture at hand: then the picture's error says
/// where.
void LiveFunctors::follow_pictures() {
    std::optional<Diagnostic> fault;
    for (const auto& [item, message] : session_.picture_problems())
        if (!fault) fault = read_fault(message, session_.document().draft.functors);
    if (fault == fault_) return;
    fault_ = std::move(fault);
    tell();
}

std::vector<Diagnostic> LiveFunctors::diagnostics(const std::string& file) const {
    const Document& document = session_.document();
    std::vector<Diagnostic> all;
    if (fault_ && fault_->file == file && !document.unfinished.contains(file))
        all.push_back(*fault_);
    if (const auto known = known_.find({file, functor_text(document, file)}); known != known_.end())
        all.insert(all.end(), known->second.begin(), known->second.end());
    return all;
}

}  // namespace weft::editor
