// Copies of unsaved edits on the disk, so that a crash costs the last second at most.
//
// Each window keeps one copy, an ordinary document, in a folder that all share, and a lock that
// ends with its process. Copies that nobody holds a lock on were left by a crash.
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <future>
#include <vector>

#include "view/session.h"

namespace weft::editor {

/// What a window that ended early left behind.
struct LeftCopy {
    QString copy;    ///< the file that holds the edits
    QString path;    ///< of the document that was edited; empty: it had none yet
    QDateTime time;  ///< of the last edit that is in it
};

/// The user's folder for copies.
QString recovery_folder();
/// The latest first. Copies of windows that are open, here or elsewhere, are not among them.
std::vector<LeftCopy> left_copies(const QString& folder);
/// Removes a copy and what goes with it.
void remove_copy(const QString& copy);

class Recovery : public QObject {
    Q_OBJECT

  public:
    /// An edit is on the disk this long after it was made, and the time that writing takes.
    static constexpr int kDelay = 400;  // milliseconds

    Recovery(Session& session, const QString& folder, QObject* parent = nullptr);
    /// Waits for what is being written. The copy stays.
    ~Recovery() override;

    /// Where the document belongs; empty: nowhere yet.
    void set_path(const QString& path);
    /// Writes what is unsaved, now. Whether it is on the disk.
    bool keep();
    /// Removes the copy: the edits were saved or given up.
    void forget();

  private:
    void follow();
    void write();
    void report(const QString& problem);

    Session& session_;
    const QString copy_;
    QString path_;
    QLockFile lock_;
    QTimer later_;
    std::future<QString> writing_;  // of the problem; empty: none
    bool reported_ = false;
};

}  // namespace weft::editor
