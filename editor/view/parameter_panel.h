// The parameters of what is selected, from descriptors; with nothing selected, the effect's
// controls.
#pragma once

#include <QScrollArea>
#include <functional>
#include <vector>

#include "graph/descriptor.h"
#include "view/colour_choice.h"
#include "view/key_mark.h"
#include "view/session.h"

class QFormLayout;
class QLineEdit;
class QMenu;
class QVBoxLayout;

namespace weft::editor {

class ColourButton;

class ParameterPanel : public QScrollArea {
    Q_OBJECT

  public:
    explicit ParameterPanel(Session& session, QWidget* parent = nullptr);

    /// What becomes of inputs by a value of a functor's parameter, for curves to be drawn: `count`
    /// from `left` to `right`; empty where that cannot be told. Called often, in this thread.
    using CurveSampler = std::function<std::vector<float>(
        const FunctorType& type, const Library& library, int parameter, const ParameterValue& value,
        double left, double right, int count)>;
    void set_curve_sampler(CurveSampler sampler) { sampler_ = std::move(sampler); }

    /// How files are asked for their colours: the names there are, and what was decided for the
    /// picture of an input, which reads its header. None: no colours are chosen here.
    struct FileColours {
        ColourSpaces spaces;
        std::function<QString(const GraphInput& input)> decided;
    };
    void set_file_colours(FileColours colours) { file_colours_ = std::move(colours); }

    /// Puts the cursor into the name, all of it selected.
    void rename();

    /// What may be done to what a row sets and the groups that its nodes lie in.
    void fill_group_menu(QMenu& menu, const Control& offered);
    /// What may be done to parameters that are edited as one, and the effect's controls.
    void fill_control_menu(QMenu& menu, const std::vector<ParameterId>& sets);

  private:
    /// What a row edits: for people, and the paths that its edits are made at.
    struct Target {
        QString name;
        std::vector<std::string> paths;
    };
    /// A row: where its value is, what it sets, and how it shows a node's.
    struct Row {
        std::string path;  ///< as set_parameter() takes it
        NodeId node;
        std::function<void(const Node&)> show;
    };

    void rebuild();
    void refresh();
    /// Shows the values of these nodes in the rows that are there.
    void show_values(const std::set<NodeId>& nodes);
    std::string shape() const;
    void add_header(QVBoxLayout& layout);
    void add_name(QVBoxLayout& layout, ItemId item);
    void add_note(QVBoxLayout& layout, ItemId item);
    void add_colour(QVBoxLayout& layout, ItemId end);
    void add_node_rows(QFormLayout& form, const Node& node);
    void add_group_rows(QFormLayout& form, const Group& group);
    void add_hues(QVBoxLayout& layout, int backdrop);
    /// A row for a parameter that a node declares at a position; `group_control` is what sets it
    /// and others, null: nothing does.
    void add_row(QFormLayout& form, const std::string& path, const QString& label,
                 const QString& help, NodeId node, int parameter,
                 const Control* group_control = nullptr);
    Target target(const std::string& path, const std::vector<ParameterId>& sets) const;
    QString group_text(int group) const;
    QString clones_text(NodeId node) const;
    QString linked_names(const ParameterId& id) const;
    void shape_curve(QWidget& editor, const ParameterId& id, int parameter);
    ColourButton* make_swatch(const QString& label, const ParameterId& first);
    void fill_told_menu(QMenu& menu, NodeId node, const std::string& parameter);
    void fill_link_menu(QMenu& menu, const ParameterId& which);
    void fill_key_menu(QMenu& menu, const Target& target, KeyState now);
    void toggle_key(const Target& target, KeyState now);
    QString set(const std::string& path, const std::vector<ParameterId>& sets, const QString& text);
    void set_dragged(const std::string& path, const std::vector<ParameterId>& sets,
                     const QString& text);
    Result<Document> set_each(const Target& target, const std::string& text) const;

    Session& session_;
    CurveSampler sampler_;
    FileColours file_colours_;
    QLineEdit* name_ = nullptr;
    std::vector<Row> rows_;
    std::function<void()> show_mark_;  // a note or a hue; empty: there is none
    std::string shape_;                // what rows are there for: rebuilt when it differs
    bool showing_ = false;
};

}  // namespace weft::editor
