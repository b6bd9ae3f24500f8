// What the menu of a parameter offers: keyframes, links, panels of groups, the effect's controls.
#include <QMenu>
#include <algorithm>

#include "commands/group_edits.h"
#include "commands/interface_edits.h"
#include "commands/optional_edits.h"
#include "commands/time_edits.h"
#include "graph/parameter_types.h"
#include "model/groups.h"
#include "view/parameter_panel.h"

namespace weft::editor {

void ParameterPanel::toggle_key(const Target& target, KeyState now) {
    const bool there = now == KeyState::kKey;
    session_.apply(
        (there ? tr("Remove a keyframe of %1") : tr("Set a keyframe of %1")).arg(target.name),
        at_each(session_.document(), target.paths,
                [&](const Document& document, const std::string& path) {
                    return there ? remove_key(document, session_.library(), path, session_.frame())
                                 : set_key(document, session_.library(), path, session_.frame());
                }));
}

void ParameterPanel::fill_key_menu(QMenu& menu, const Target& target, KeyState now) {
    connect(
        menu.addAction(now == KeyState::kKey ? tr("Remove the keyframe") : tr("Set a keyframe")),
        &QAction::triggered, this, [=, this] { toggle_key(target, now); });
    if (now == KeyState::kStill) return;
    connect(menu.addAction(tr("Remove all keyframes")), &QAction::triggered, this, [=, this] {
        session_.apply(tr("Remove all keyframes of %1").arg(target.name),
                       at_each(session_.document(), target.paths,
                               [&](const Document& document, const std::string& path) {
                                   return remove_keys(document, session_.library(), path,
                                                      session_.frame());
                               }));
    });
}

/// A switch may be turned on where an optional input of the effect is given.
void ParameterPanel::fill_told_menu(QMenu& menu, NodeId node, const std::string& parameter) {
    const Graph& graph = session_.document().draft.graph;
    const FunctorDescriptor d = weft::describe(*session_.library().find(graph.find(node)->functor));
    const auto at = static_cast<std::size_t>(d.find_parameter(parameter));
    if (form_of(d.parameters[at].ref.type) != ValueForm::kFlag) return;
    for (const OptionalInput& optional : graph.optional_inputs) {
        const bool told = std::find(optional.told.begin(), optional.told.end(),
                                    std::pair(node, parameter)) != optional.told.end();
        const QString text = tr("On where %1 is given").arg(QString::fromStdString(optional.name));
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(told);
        connect(action, &QAction::triggered, this, [=, this, name = optional.name] {
            const Document& document = session_.document();
            session_.apply(text, told ? tell_no_more(document, name, node, parameter)
                                      : tell(document, session_.library(), name, node, parameter));
        });
    }
}

void ParameterPanel::fill_control_menu(QMenu& menu, const std::vector<ParameterId>& sets) {
    const Document& document = session_.document();
    const auto& [node, parameter] = sets.front();
    const QString name = QString::fromStdString(parameter);
    const auto add = [&](QMenu& to, const QString& text, const auto& edit) {
        connect(to.addAction(text), &QAction::triggered, this,
                [this, text, edit] { session_.apply(text, edit()); });
    };
    menu.addSeparator();
    if (const Control* control = control_of(document.draft.graph, node, parameter)) {
        const QString by = QString::fromStdString(control->name);
        if (control->targets.size() > 1)
            add(menu, tr("Unlink %1").arg(name), [=, this] {
                return Result<Document>(unlink(session_.document(), node, parameter));
            });
        add(menu, tr("Take %1 from the control %2").arg(name, by),
            [=, this] { return Result<Document>(detach(session_.document(), node, parameter)); });
        return;
    }
    add(menu, tr("Expose %1 as a control").arg(name),
        [=, this] { return expose_together(session_.document(), session_.library(), sets); });
    if (sets.size() > 1) return;
    fill_link_menu(menu, {node, parameter});
    if (document.draft.graph.controls.empty()) return;
    QMenu& others = *menu.addMenu(tr("Set %1 by the control").arg(name));
    for (const Control& control : document.draft.graph.controls)
        add(others, QString::fromStdString(control.name), [=, this, control = control.name] {
            return attach(session_.document(), session_.library(), control, node, parameter);
        });
}

/// The groups that its node lies in, from the innermost; what lies in an effect is the effect's.
void ParameterPanel::fill_group_menu(QMenu& menu, const Control& offered) {
    const Document& document = session_.document();
    const auto& first = offered.targets.front();
    std::vector<int> groups = path_to(document, group_of(document, item(first.first)));
    std::reverse(groups.begin(), groups.end());
    for (const int group : groups) {
        const Group& box = document.groups.at(group);
        if (box.origin) continue;
        const bool shown =
            std::any_of(box.controls.begin(), box.controls.end(), [&](const Control& control) {
                return std::find(control.targets.begin(), control.targets.end(), first) !=
                       control.targets.end();
            });
        const QString text =
            (shown ? tr("Do not show %1 in the group %2") : tr("Show %1 in the group %2"))
                .arg(QString::fromStdString(offered.name), QString::fromStdString(box.name));
        connect(menu.addAction(text), &QAction::triggered, this, [=, this] {
            session_.apply(
                text, shown ? Result<Document>(hide_in_panel(session_.document(), group, offered))
                            : show_in_panel(session_.document(), group, offered));
        });
    }
}

/// Parameters of the same type, by their nodes.
void ParameterPanel::fill_link_menu(QMenu& menu, const ParameterId& which) {
    const Graph& graph = session_.document().draft.graph;
    const auto descriptor = [&](const Node& node) {
        return weft::describe(*session_.library().find(node.functor));
    };
    const FunctorDescriptor own = descriptor(*graph.find(which.node));
    const auto type =
        own.parameters[static_cast<std::size_t>(own.find_parameter(which.parameter))].ref.type;
    auto* links = new QMenu(tr("Link %1 to").arg(QString::fromStdString(which.parameter)), &menu);
    for (const Node& node : graph.nodes) {
        QMenu* of_node = nullptr;
        for (const ParameterDescriptor& p : descriptor(node).parameters) {
            const ParameterId to{node.id, p.name};
            if (p.ref.type != type || to == which) continue;
            if (!of_node) of_node = links->addMenu(QString::fromStdString(node.name));
            const QString name = QString::fromStdString(node.name + "." + p.name);
            QAction* action = of_node->addAction(QString::fromUtf8(p.ref.label));
            connect(action, &QAction::triggered, this, [=, this] {
                session_.apply(
                    tr("Link %1 to %2").arg(QString::fromStdString(which.parameter), name),
                    link(session_.document(), session_.library(), which, to));
            });
        }
    }
    if (!links->isEmpty()) menu.addMenu(links);
}

}  // namespace weft::editor
