// The list of displays and views. Configurations and tables are read beside the GUI.
#pragma once

#include <QComboBox>
#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "view/latest_work.h"
#include "viewer/displays.h"

namespace weft::editor {

class DisplayMenu : public QComboBox {
    Q_OBJECT

  public:
    explicit DisplayMenu(std::unique_ptr<Displays> displays, QWidget* parent = nullptr);

    /// Reads a configuration and shows its usual view; empty: that of the environment.
    void set_config(const QString& config);
    bool busy() const { return busy_; }

  Q_SIGNALS:
    void chosen(weft::editor::Encoding encoding, std::shared_ptr<const weft::editor::DisplayLut>);
    /// A configuration or a table cannot be read; what was shown stays.
    void failed(const QString& message);

  private:
    struct Request {
        std::string config;
        std::optional<DisplayChoice> choice;  ///< to be loaded; nothing: the configuration is
    };
    void work(const Request& request, int number);
    void ask(Request request);
    void choose(int index);
    void list(std::vector<DisplayChoice> configured);
    void back(const QString& message);

    const std::unique_ptr<Displays> displays_;
    std::vector<DisplayChoice> choices_;
    int shown_ = 0;  // which of them the picture is shown by
    bool busy_ = false;
    LatestWork<Request> work_;
};

}  // namespace weft::editor
