// A run of the command in a process of its own: what renders in the batch cannot hurt the window.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include "app/render_command.h"

namespace weft::editor {

class RenderProcess : public QObject {
    Q_OBJECT

  public:
    explicit RenderProcess(QObject* parent = nullptr);
    /// Stops what runs, and waits.
    ~RenderProcess() override;

    /// Renders `document`, a text, in place of the command's own. Requires that nothing runs.
    void start(RenderCommand command, const QByteArray& document);
    /// Asks it to stop: frames that are done stay.
    void stop();
    bool is_running() const { return process_.state() != QProcess::NotRunning; }

  Q_SIGNALS:
    /// Of frames; one without frames tells nothing before it has ended.
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
