// The panel of a Read or a Write: which file, and what is known of it.
#pragma once

#include <QImage>
#include <QWidget>
#include <atomic>
#include <functional>

#include "view/latest_work.h"
#include "view/session.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace weft::editor {

/// Which file of a Read is asked about.
struct FileQuestion {
    std::string input, colour;  ///< its name, GraphInput::colour
    ReadFile file;
    std::string folder;  ///< where relative paths begin
    int frame = 0;       ///< of a sequence
    friend bool operator==(const FileQuestion&, const FileQuestion&) = default;
};

/// What there is to know of a file, for people.
struct FileFacts {
    QString problem;  ///< why it cannot be read; empty: it can
    QImage thumbnail;
    QString size, samples, channels;
    bool is_sequence = false;
    QString frames, missing;    ///< of a sequence: those that are there; those that lack between
    QStringList parts, layers;  ///< to choose from: names, or numbers where parts have none
};

/// Who knows of files, and asks for others.
struct FileTools {
    /// In a thread of its own; `cancel` becomes true once nobody wants the answer.
    std::function<FileFacts(const FileQuestion&, const std::atomic<bool>& cancel)> facts;
    std::function<QString()> folder;
    std::function<void(ItemId end)> browse;
    std::function<void()> reload;  ///< reads all files again
};

class FilePanel : public QWidget {
    Q_OBJECT

  public:
    FilePanel(Session& session, ItemId end, FileTools tools);

    /// Shows the document as it is now.
    void follow();

  private:
    void add_read_rows();
    void choose(const char* what, const std::function<void(ReadFile&)>& change);
    void ask(bool again);
    void answer(int number, const FileFacts& facts);
    void fill(QComboBox& box, const QStringList& names, const std::string& chosen);
    std::string name() const;

    Session& session_;
    const ItemId end_;
    const FileTools tools_;
    QLineEdit* path_;
    QFormLayout* rows_;
    QLabel *thumbnail_, *facts_, *frames_, *missing_, *problem_;
    QComboBox *part_, *layer_, *if_missing_;
    FileQuestion asked_;
    LatestWork<FileQuestion> work_;  // last: it uses the others
};

}  // namespace weft::editor
