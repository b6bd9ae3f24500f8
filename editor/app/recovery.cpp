#include "app/recovery.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>

#include "app/atomic_file.h"

namespace weft::editor {
namespace {

QString beside(const QString& copy, const char* extension) {
    return QFileInfo(copy).dir().filePath(QFileInfo(copy).completeBaseName() +
                                          QLatin1String(extension));
}

}  // namespace

QString recovery_folder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
        .filePath(QStringLiteral("weft/recovery"));
}

std::vector<LeftCopy> left_copies(const QString& folder) {
    std::vector<LeftCopy> left;
    for (const QFileInfo& file : QDir(folder).entryInfoList({QStringLiteral("*.weft")})) {
        QLockFile lock(beside(file.filePath(), ".lock"));
        lock.setStaleLockTime(0);  // it ends with its process, not by age
        if (!lock.tryLock(0)) continue;
        QFile path(beside(file.filePath(), ".path"));
        const QByteArray text = path.open(QIODevice::ReadOnly) ? path.readAll() : QByteArray();
        left.push_back({file.filePath(), QString::fromUtf8(text), file.lastModified()});
    }
    std::sort(left.begin(), left.end(),
              [](const LeftCopy& a, const LeftCopy& b) { return a.time > b.time; });
    return left;
}

void remove_copy(const QString& copy) {
    QFile::remove(copy);
    QFile::remove(beside(copy, ".path"));
}

Recovery::Recovery(Session& session, const QString& folder, QObject* parent)
    : QObject(parent),
      session_(session),
      copy_(QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + ".weft")),
      lock_(beside(copy_, ".lock")) {
    QDir().mkpath(folder);
    lock_.setStaleLockTime(0);
    (void)lock_.tryLock(0);  // a folder that cannot be written is told when a copy is
    later_.setSingleShot(true);
    later_.setInterval(kDelay);
    connect(&later_, &QTimer::timeout, this, &Recovery::write);
    connect(&session, &Session::history_changed, this, &Recovery::follow);
}

Recovery::~Recovery() {
    if (writing_.valid()) writing_.wait();
}

void Recovery::set_path(const QString& path) { path_ = path; }

void Recovery::follow() {
    if (session_.history().is_saved())
        forget();
    else if (!later_.isActive())  // not postponed by the edits that follow
        later_.start();
}

bool Recovery::keep() {
    if (session_.history().is_saved()) return true;
    if (writing_.valid()) (void)writing_.get();
    write();
    const QString problem = writing_.get();
    report(problem);
    return problem.isEmpty();
}

void Recovery::forget() {
    later_.stop();
    if (writing_.valid()) (void)writing_.get();
    remove_copy(copy_);
}

/// Beside the GUI: a document is a value, and a disk may take its time.
void Recovery::write() {
    if (writing_.valid()) {
        if (writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
            later_.start();
            return;
        }
        report(writing_.get());
    }
    writing_ = std::async(
        std::launch::async, [document = session_.document(), library = session_.library(),
                             copy = copy_, path = path_.toUtf8()] {
            QString problem = write_atomically(beside(copy, ".path"), path);
            if (!problem.isEmpty()) return problem;
            return write_atomically(copy, QByteArray::fromStdString(to_text(document, library)));
        });
}

void Recovery::report(const QString& problem) {
    if (problem.isEmpty() || reported_) return;
    reported_ = true;  // once: it would be the same again every second
    session_.say(tr("Edits are not kept for a crash: %1. Save often.").arg(problem));
}

}  // namespace weft::editor
