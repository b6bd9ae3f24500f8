#include "app/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace weft::editor {
namespace {

/// The user's own settings of this program.
struct Settings : QSettings {
    Settings() : QSettings(QStringLiteral("weft"), QStringLiteral("editor")) {}
};

}  // namespace

QStringList recent_files() {
    QStringList files;
    for (const QString& path : Settings().value(QStringLiteral("recent")).toStringList())
        if (QFileInfo::exists(path)) files.append(path);
    return files;
}

void remember_file(const QString& path) {
    QStringList files = recent_files();
    const QString whole = QFileInfo(path).absoluteFilePath();
    files.removeAll(whole);
    files.prepend(whole);
    Settings().setValue(QStringLiteral("recent"), QStringList(files.mid(0, kMaxRecent)));
}

QMap<QString, QStringList> saved_keys() {
    Settings settings;
    settings.beginGroup(QStringLiteral("keys"));
    QMap<QString, QStringList> keys;
    for (const QString& name : settings.childKeys())
        keys[name] = settings.value(name).toStringList();
    return keys;
}

void save_keys(const QMap<QString, QStringList>& keys) {
    Settings settings;
    settings.remove(QStringLiteral("keys"));
    settings.beginGroup(QStringLiteral("keys"));
    for (auto at = keys.begin(); at != keys.end(); ++at) settings.setValue(at.key(), at.value());
}

bool saved_light_theme() {
    return Settings().value(QStringLiteral("theme")).toString() == QStringLiteral("light");
}

void save_light_theme(bool light) {
    Settings().setValue(QStringLiteral("theme"),
                        light ? QStringLiteral("light") : QStringLiteral("dark"));
}

QString saved_colours() { return Settings().value(QStringLiteral("colours")).toString(); }

void save_colours(const QString& config) { Settings().setValue(QStringLiteral("colours"), config); }

std::vector<std::string> saved_recent_nodes() {
    std::vector<std::string> names;
    for (const QString& name : Settings().value(QStringLiteral("nodes")).toStringList())
        names.push_back(name.toStdString());
    return names;
}

void save_recent_nodes(const std::vector<std::string>& names) {
    QStringList texts;
    for (const std::string& name : names) texts.append(QString::fromStdString(name));
    Settings().setValue(QStringLiteral("nodes"), texts);
}

QByteArray saved_geometry() { return Settings().value(QStringLiteral("geometry")).toByteArray(); }

void save_geometry(const QByteArray& geometry) {
    Settings().setValue(QStringLiteral("geometry"), geometry);
}

QByteArray saved_layout() { return Settings().value(QStringLiteral("layout")).toByteArray(); }

void save_layout(const QByteArray& layout) {
    Settings().setValue(QStringLiteral("layout"), layout);
}

}  // namespace weft::editor
