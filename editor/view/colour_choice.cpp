#include "view/colour_choice.h"

namespace weft::editor {

ColourChoice::ColourChoice(const QStringList& spaces) {
    setObjectName(QStringLiteral("colour"));
    setAccessibleName(tr("Colour space"));
    setToolTip(
        tr("The colour space of the file. Automatic: as its header, the file rules of $OCIO or its "
           "kind say. Raw: samples stay as they are."));
    addItem(tr("Automatic"), QString());
    addItem(tr("Raw"), QStringLiteral("raw"));
    for (const QString& space : spaces) addItem(space, space);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    connect(this, &QComboBox::activated, this,
            [this](int index) { Q_EMIT chosen(itemData(index).toString().toStdString()); });
}

void ColourChoice::show_choice(const std::string& colour) {
    const QString name = colour == "auto" ? QString() : QString::fromStdString(colour);
    int index = findData(name);
    if (index < 0) {
        addItem(name, name);
        index = count() - 1;
    }
    setCurrentIndex(index);
}

}  // namespace weft::editor
