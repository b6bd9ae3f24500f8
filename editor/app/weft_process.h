// A run of the command in a process of its own: what works in the batch cannot hurt the window.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <functional>

namespace weft::editor {

class WeftProcess : public QObject {
    Q_OBJECT

  public:
    explicit WeftProcess(QObject* parent = nullptr);
    /// Stops what runs, and waits.
    ~WeftProcess() override;

    /// Runs `weft` with `arguments(path)`, `path` being a file called `name` that holds `document`,
    /// a text. Requires that nothing runs.
    void start(const QString& name, const QByteArray& document,
               const std::function<QStringList(const QString& path)>& arguments);
    /// Asks it to stop: what is finished stays.
    void stop();
    bool is_running() const { return process_.state() != QProcess::NotRunning; }

  Q_SIGNALS:
    /// Of frames, where the command tells of them as JSON lines.
    void progressed(int done, int total);
    /// `problem` is what the command said; empty: all is in place.
    void ended(const QString& problem);

  private:
    void read_events();
    void finish(int code, QProcess::ExitStatus status);

    QProcess process_;
    QTemporaryDir folder_;  // of the document, as it is in the window
};

}  // namespace weft::editor
