// The parameters of what is selected, from descriptors; with nothing selected, the effect's
// controls.
#pragma once

#include <QScrollArea>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "graph/descriptor.h"
#include "model/colour.h"
#include "view/colour_choice.h"
#include "view/file_panel.h"
#include "view/key_mark.h"
#include "view/session.h"
#include "view/value_field.h"

class QFormLayout;
class QLineEdit;
class QMenu;
class QVBoxLayout;

namespace weft::editor {

class ColourBox;
class ParameterLabel;

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

    /// A colour was picked for what picking_changed() named: one of many on the way, and the end of
    /// the way. Does nothing while nothing is picked.
    void take_picked(const Colour& light);
    void end_pick();
    void end_picking();

    /// Who knows of the files of Reads and Writes. None: they are not shown.
    void set_file_tools(FileTools tools) { file_tools_ = std::move(tools); }

    /// Puts the cursor into the name, all of it selected.
    void rename();

    /// What may be done to what a row sets and the groups that its nodes lie in.
    void fill_group_menu(QMenu& menu, const Control& offered);
    /// What may be done to parameters that are edited as one, and the effect's controls.
    void fill_control_menu(QMenu& menu, const std::vector<ParameterId>& sets);

  Q_SIGNALS:
    /// Colours of the viewed picture are wanted for what has this name; empty: none are.
    void picking_changed(const QString& name);

  private:
    /// What a row edits: for people, and the paths that its edits are made at.
    struct Target {
        QString name;
        std::vector<std::string> paths;
    };
    /// How a row shows its node's value.
    struct Row {
        NodeId node;
        std::function<void(const Node&)> show;
    };
    /// What a row is for: a parameter that a node declares at a position.
    struct Entry {
        std::string path;  ///< as set_parameter() takes it
        QString label, help;
        NodeId node;
        int parameter = 0;
        const Control* group_control = nullptr;  ///< sets it, and others perhaps; null: nothing
    };
    /// What an entry's row shows and sets.
    struct Shown {
        ParameterRef ref;
        ParameterValue usual;
        ParameterId id;
        std::vector<ParameterId> sets;
        Control offered;  ///< by a drag of the label
        QString tip;
    };
    struct Parts {
        ParameterLabel* label;
        KeyMark* mark;
    };
    /// A colour: its entry, or those of red, green and blue, with their alpha where there is one.
    struct ColourEntry {
        std::string path;
        QString label;
        std::vector<Entry> entries;
        std::vector<Shown> shown;
        std::vector<ParameterId> ids;
        std::optional<Entry> alpha = {};
    };

    void rebuild();
    void refresh();
    /// Shows the values of these nodes in the rows that are there.
    void show_values(const std::set<NodeId>& nodes);
    std::string shape() const;
    void add_header(QVBoxLayout& layout);
    void add_name(QVBoxLayout& layout, ItemId item);
    void add_note(QVBoxLayout& layout, ItemId item);
    void add_file(QVBoxLayout& layout, ItemId end);
    void add_colour(QVBoxLayout& layout, ItemId end);
    void add_node_rows(QFormLayout& form, const Node& node);
    void add_group_rows(QFormLayout& form, const Group& group);
    void add_hues(QVBoxLayout& layout, int backdrop);
    void add_control_rows(QFormLayout& form);
    void add_rows(QFormLayout& form, const std::vector<Entry>& entries);
    void add_row(QFormLayout& form, const Entry& entry);
    void add_pair(QFormLayout& form, const Entry& x, const Entry& y, ParameterGroup group);
    /// `alpha`: that of the colour, which is spread with it; null: it has none.
    void add_colour_rows(QFormLayout& form, const std::vector<Entry>& entries, const Entry* alpha);
    void add_alpha(QFormLayout& form, const ColourEntry& colour);
    bool is_usual(const Shown& shown) const;
    ColourEntry colour_entry(const std::vector<Entry>& entries, const Entry* alpha) const;
    Parts make_colour_parts(const ColourEntry& colour);
    QWidget* add_component(QFormLayout& form, const ColourEntry& colour, int component,
                           const SlidRange& range);
    ColourBox* make_colour_box(const ColourEntry& colour, const SlidRange& range);
    /// The colour at the current frame.
    Colour light_of(const ColourEntry& colour) const;
    QString set_components(const ColourEntry& colour, const QString& text);
    void choose_colour(const ColourEntry& colour, const Colour& light);
    void end_choice(bool accepted);
    void pick_for(const ColourEntry& colour, bool picking);
    Shown shown_by(const Entry& entry) const;
    ValueEdits edits_of(const std::string& path, const std::vector<ParameterId>& sets);
    /// A label and a diamond for what sets these together; what else its menu has, or nothing.
    Parts make_parts(const std::string& path, const QString& label,
                     const std::vector<ParameterId>& sets, const std::function<void()>& reset,
                     const std::function<void(QMenu&)>& fill_menu);
    Parts make_parts(const Entry& entry, const Shown& shown, const QString& label);
    void show_parts(const Parts& parts, const std::vector<ParameterId>& ids, const QString& tip,
                    bool changed) const;
    /// Has `show` tell what the entry's parameter is worth at the current frame, whenever rows are
    /// shown anew, and its label and diamond what it has.
    void show_in_row(const Entry& entry, const Shown& shown, const Parts& parts,
                     const std::function<void(const ParameterValue&)>& show);
    Target target(const std::string& path, const std::vector<ParameterId>& sets) const;
    QString group_text(int group) const;
    QString clones_text(NodeId node) const;
    QString unknown_text(const Node& node) const;
    QString linked_names(const ParameterId& id) const;
    void shape_curve(QWidget& editor, const ParameterId& id, int parameter);
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
    FileTools file_tools_;
    QLineEdit* name_ = nullptr;
    std::vector<Row> rows_;
    std::function<void()> show_mark_;  // a note or a hue; empty: there is none
    std::string shape_;                // what rows are there for: rebuilt when it differs
    bool showing_ = false;
    std::set<std::string> spread_, wheels_;  // paths of colours that are shown so
    QString choice_;                         // what colours of one way are merged by
    std::optional<Document> before_choice_;  // before the first colour of a way, to come back to
    std::optional<ColourEntry> picking_;     // what colours of the picture are picked for
};

}  // namespace weft::editor
