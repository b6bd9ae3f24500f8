#include "view/file_watch.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <filesystem>

namespace weft::editor {
namespace {

constexpr int kPause = 150;  // milliseconds without news, after which a file is taken for written

/// The nearest folder around it that there is.
QString folder_around(const QString& path) {
    QFileInfo at(QFileInfo(path).absolutePath());
    while (!at.exists() && at.absoluteFilePath() != at.absolutePath())
        at.setFile(at.absolutePath());
    return at.absoluteFilePath();
}

}  // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
    later_.setSingleShot(true);
    later_.setInterval(kPause);
    connect(&later_, &QTimer::timeout, this, &FileWatch::look);
    const auto look_later = [this] { later_.start(); };
    connect(&system_, &QFileSystemWatcher::fileChanged, this, look_later);
    connect(&system_, &QFileSystemWatcher::directoryChanged, this, look_later);
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this,
            [this](Qt::ApplicationState state) {
                if (state == Qt::ApplicationActive) look();
            });
}

FileWatch::Stamp FileWatch::stamp_of(const QString& file) {
    const std::filesystem::path path(file.toStdString());
    std::error_code problem;
    const bool is_folder = std::filesystem::is_directory(path, problem);
    const auto size = is_folder ? 0 : std::filesystem::file_size(path, problem);
    if (problem) return {};
    const auto time = std::filesystem::last_write_time(path, problem);
    if (problem) return {};
    return {static_cast<qint64>(size), static_cast<qint64>(time.time_since_epoch().count())};
}

void FileWatch::watch(const QStringList& files) {
    if (files == watched_) return;
    watched_ = files;
    watched_.removeAll(QString());
    const QStringList before = system_.files() + system_.directories();
    if (!before.isEmpty()) system_.removePaths(before);
    listen();
    for (const QString& file : watched_) {
        const Stamp now = stamp_of(file);
        if (!known_.contains(file)) known_[file] = now;
        if (!(known_[file] == now)) later_.start();
    }
}

void FileWatch::forget() {
    watch({});
    known_.clear();
    later_.stop();
}

/// A file that was replaced is no longer listened to.
void FileWatch::listen() {
    QStringList paths;
    for (const QString& path : watched_) {
        if (QFileInfo::exists(path)) paths.append(path);
        paths.append(folder_around(path));
    }
    paths.removeDuplicates();
    for (const QString& path : system_.files() + system_.directories()) paths.removeAll(path);
    if (!paths.isEmpty()) system_.addPaths(paths);
}

void FileWatch::look() {
    listen();
    bool others = false;
    for (const QString& file : watched_) {
        const Stamp now = stamp_of(file);
        others = others || !(now == known_[file]);
        known_[file] = now;
    }
    if (others) Q_EMIT changed();
}

}  // namespace weft::editor
