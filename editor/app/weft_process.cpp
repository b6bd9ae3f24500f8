#include "app/weft_process.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/atomic_file.h"

namespace weft::editor {

WeftProcess::WeftProcess(QObject* parent) : QObject(parent) {
    connect(&process_, &QProcess::readyReadStandardOutput, this, &WeftProcess::read_events);
    connect(&process_, &QProcess::finished, this, &WeftProcess::finish);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            Q_EMIT ended(tr("%1 cannot be started: %2. It belongs beside the editor.")
                             .arg(process_.program(), process_.errorString()));
    });
}

WeftProcess::~WeftProcess() {
    process_.disconnect(this);
    if (!is_running()) return;
    process_.terminate();
    if (!process_.waitForFinished(5000)) process_.kill();
    process_.waitForFinished();
}

void WeftProcess::start(const QString& name, const QByteArray& document,
                        const std::function<QStringList(const QString& path)>& arguments) {
    const QString path = folder_.filePath(name);
    if (const QString problem = write_atomically(path, document); !problem.isEmpty()) {
        Q_EMIT ended(tr("%1 cannot be written: %2").arg(path, problem));
        return;
    }
    process_.start(QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("weft")),
                   arguments(path));
}

void WeftProcess::stop() { process_.terminate(); }

void WeftProcess::read_events() {
    while (process_.canReadLine()) {
        const QJsonObject event = QJsonDocument::fromJson(process_.readLine()).object();
        const QString kind = event.value(QStringLiteral("event")).toString();
        if (kind == QStringLiteral("frame"))
            Q_EMIT progressed(event.value(QStringLiteral("done")).toInt(),
                              event.value(QStringLiteral("total")).toInt());
        else if (kind == QStringLiteral("start"))
            Q_EMIT progressed(0, event.value(QStringLiteral("total")).toInt());
    }
}

void WeftProcess::finish(int code, QProcess::ExitStatus status) {
    read_events();
    constexpr int kCancelled = 11;
    QString problem;
    if (status == QProcess::CrashExit)
        problem = tr("weft was ended by a signal");
    else if (code == kCancelled)
        problem = tr("Stopped. What was finished is in place.");
    else if (code != 0)
        problem = QString::fromUtf8(process_.readAllStandardError())
                      .section('\n', 0, 0)
                      .remove(QStringLiteral("weft: error: "));
    Q_EMIT ended(code != 0 && problem.isEmpty() ? tr("weft ended with code %1").arg(code)
                                                : problem);
}

}  // namespace weft::editor
