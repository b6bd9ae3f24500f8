// Parameters that are a colour: a swatch beside the list, or the first of the numbers, that has it.
#include <algorithm>
#include <memory>
#include <optional>

#include "commands/interface_edits.h"
#include "commands/time_edits.h"
#include "view/colour_button.h"
#include "view/parameter_panel.h"

namespace weft::editor {

ColourButton* ParameterPanel::make_swatch(const QString& label, const ParameterId& first) {
    const auto colour = [this, first] {
        return colour_at(session_.document().draft.graph, session_.library(), first,
                         session_.frame());
    };
    if (!colour()) return nullptr;
    // The document before the first colour, to come back to.
    const auto before = std::make_shared<std::optional<Document>>();
    const auto apply = [this, first](const Result<Document>& after) {
        const QString name = QString::fromStdString(first.parameter);
        session_.apply(tr("Choose the colour of %1").arg(name), after,
                       QStringLiteral("colour %1").arg(name));
    };
    const auto choose = [=, this](const Colour& light) {
        const Graph& graph = session_.document().draft.graph;
        const ColourGroup group = *colour();
        const std::vector<ParameterId>& parameters = group.parameters;
        std::vector<std::pair<std::string, std::string>> values;
        const auto text = [&](double v) {
            return format_float(static_cast<float>(std::clamp(v, group.low, group.high)));
        };
        if (parameters.size() == 1)
            values.emplace_back(edit_path(graph, parameters.front()),
                                text(light[0]) + "," + text(light[1]) + "," + text(light[2]));
        else
            for (std::size_t i = 0; i < parameters.size(); ++i)
                values.emplace_back(edit_path(graph, parameters[i]), text(light[i]));
        if (!*before) *before = session_.document();
        apply(set_all_at(session_.document(), session_.library(), values, session_.frame()));
    };
    const auto end = [=, this](bool accepted) {
        if (!accepted && *before) apply(**before);
        before->reset();
        session_.end_merge();
    };
    return new ColourButton(label, choose, end);
}

}  // namespace weft::editor
