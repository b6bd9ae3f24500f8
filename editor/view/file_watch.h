// Files that other programs may write: watched, and told of where they are others than before.
#pragma once

#include <QFileSystemWatcher>
#include <QMap>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace weft::editor {

/// Folders are watched too, for programs write beside a file and then take its place; a folder may
/// be named by itself, and is another where files come, go or change their names. Where the system
/// does not tell (shares of other machines), it is looked at when the window is entered.
class FileWatch : public QObject {
    Q_OBJECT

  public:
    explicit FileWatch(QObject* parent = nullptr);

    /// From now on these: as they were when they were first watched, or told of last. Files that
    /// are not there may come to be.
    void watch(const QStringList& files);
    /// Watches none, and forgets how they were.
    void forget();

  Q_SIGNALS:
    /// Once the writing has paused: some are not as they were when they were told of last.
    void changed();

  private:
    /// What is known of a file or a folder without reading it; of none, all 0.
    struct Stamp {
        qint64 size = 0, time = 0;  // bytes, of a folder 0; nanoseconds
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    static Stamp stamp_of(const QString& file);
    void listen();
    void look();

    QFileSystemWatcher system_;
    QTimer later_;
    QStringList watched_;
    QMap<QString, Stamp> known_;  // of all that were watched
};

}  // namespace weft::editor
