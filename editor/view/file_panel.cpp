#include "view/file_panel.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "commands/file_edits.h"
#include "view/hand_over.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

QLabel* quiet_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    theme::set_tone(*label, theme::Tone::kDim);
    return label;
}

QComboBox* choice_named(const char* name, const QString& words) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(words);
    return box;
}

}  // namespace

FilePanel::FilePanel(Session& session, ItemId end, FileTools tools)
    : session_(session),
      end_(end),
      tools_(std::move(tools)),
      path_(new QLineEdit),
      rows_(new QFormLayout),
      thumbnail_(new QLabel),
      facts_(quiet_label("file:facts")),
      frames_(quiet_label("file:frames")),
      missing_(quiet_label("file:missing")),
      problem_(quiet_label("file:problem")),
      part_(choice_named("file:part", tr("Part"))),
      layer_(choice_named("file:layer", tr("Layer"))),
      if_missing_(choice_named("file:if-missing", tr("Missing frames"))),
      work_([this](const FileQuestion& question, int number, const std::atomic<bool>& cancel) {
          hand_over(this, [this, number, facts = tools_.facts(question, cancel)] {
              answer(number, facts);
          });
      }) {
    setObjectName(QStringLiteral("file"));
    path_->setObjectName(QStringLiteral("file:path"));
    path_->setAccessibleName(tr("File"));
    path_->setPlaceholderText(end.kind == ItemKind::kInput
                                  ? tr("No file: given by who uses the effect")
                                  : tr("No file: written where Render… says"));
    auto* browse = new QPushButton(tr("Choose…"));
    browse->setObjectName(QStringLiteral("file:browse"));
    connect(browse, &QPushButton::clicked, this, [this] { tools_.browse(end_); });
    connect(path_, &QLineEdit::editingFinished, this, [this] {
        if (!path_->isModified()) return;
        path_->setModified(false);
        const std::string path = path_->text().trimmed().toStdString();
        if (end_.kind == ItemKind::kOutput)
            session_.apply(tr("Choose a file"),
                           Result<Document>(set_write(session_.document(), name(), path)));
        else
            choose("Choose a picture", [&](ReadFile& file) { file.path = path; });
    });
    auto* line = new QHBoxLayout;
    line->addWidget(path_, 1);
    line->addWidget(browse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(line);
    if (end.kind == ItemKind::kInput) {
        add_read_rows();
    } else {
        layout->addLayout(rows_);
        for (QWidget* of_reads : std::initializer_list<QWidget*>{
                 thumbnail_, facts_, problem_, frames_, missing_, part_, layer_, if_missing_}) {
            of_reads->setParent(this);
            of_reads->hide();
        }
    }
    follow();
}

void FilePanel::add_read_rows() {
    auto* layout = qobject_cast<QVBoxLayout*>(this->layout());
    thumbnail_->setObjectName(QStringLiteral("file:thumbnail"));
    theme::set_tone(*problem_, theme::Tone::kError);
    theme::set_tone(*missing_, theme::Tone::kError);
    for (QLabel* label : {thumbnail_, facts_, problem_, frames_, missing_})
        layout->addWidget(label);
    rows_->setHorizontalSpacing(10);
    rows_->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    rows_->addRow(tr("Part"), part_);
    rows_->addRow(tr("Layer"), layer_);
    rows_->addRow(tr("Missing frames"), if_missing_);
    if_missing_->addItem(tr("Are an error"));
    if_missing_->addItem(tr("Are the nearest there is"));
    layout->addLayout(rows_);
    auto* reload = new QPushButton(tr("Reload"));
    reload->setObjectName(QStringLiteral("file:reload"));
    layout->addWidget(reload, 0, Qt::AlignLeft);
    connect(reload, &QPushButton::clicked, this, [this] {
        tools_.reload();
        ask(true);
    });
    connect(part_, &QComboBox::activated, this, [this](int row) {
        choose("Choose a part", [&](ReadFile& file) {
            file.part = row == 0 ? std::string() : part_->itemText(row).toStdString();
        });
    });
    connect(layer_, &QComboBox::activated, this, [this](int row) {
        choose("Choose a layer", [&](ReadFile& file) {
            file.layer = row == 0 ? std::string() : layer_->itemText(row).toStdString();
        });
    });
    connect(if_missing_, &QComboBox::activated, this, [this](int row) {
        choose("Choose what missing frames are", [&](ReadFile& file) {
            file.missing = row == 0 ? MissingFrames::kError : MissingFrames::kNearest;
        });
    });
}

std::string FilePanel::name() const { return name_of(session_.document(), end_); }

void FilePanel::choose(const char* what, const std::function<void(ReadFile&)>& change) {
    const ReadFile* const now = read_of(session_.document(), name());
    ReadFile file = now ? *now : ReadFile{};
    change(file);
    session_.apply(tr(what), Result<Document>(set_read(session_.document(), name(), file)));
}

void FilePanel::follow() {
    if (!exists(session_.document(), end_)) return;
    if (end_.kind == ItemKind::kOutput) {
        if (!path_->isModified())
            path_->setText(QString::fromStdString(write_of(session_.document(), name())));
        return;
    }
    const ReadFile* const file = read_of(session_.document(), name());
    if (!path_->isModified()) path_->setText(file ? QString::fromStdString(file->path) : QString());
    if_missing_->setCurrentIndex(file && file->missing == MissingFrames::kNearest ? 1 : 0);
    ask(false);
}

/// Of the file as it was chosen; at another frame only where it is asked `again`.
void FilePanel::ask(bool again) {
    const ReadFile* const file = read_of(session_.document(), name());
    if (!file) {
        work_.cancel();
        asked_ = {};
        answer(-1, {});
        return;
    }
    const GraphInput& input =
        session_.document().draft.graph.inputs[static_cast<std::size_t>(end_.value)];
    FileQuestion question{input.name, input.colour, *file, tools_.folder().toStdString(),
                          again ? session_.frame() : asked_.frame};
    if (!again && question == asked_) return;
    question.frame = session_.frame();
    asked_ = question;
    work_.request(std::move(question));
}

void FilePanel::fill(QComboBox& box, const QStringList& names, const std::string& chosen) {
    box.clear();
    box.addItem(tr("The first"));
    box.addItems(names);
    const QString now = QString::fromStdString(chosen);
    if (!now.isEmpty() && !names.contains(now)) box.addItem(now);
    box.setCurrentIndex(now.isEmpty() ? 0 : box.findText(now));
    rows_->setRowVisible(&box, names.size() > 1 || !now.isEmpty());
}

void FilePanel::answer(int number, const FileFacts& facts) {
    if (number >= 0 && !work_.is_latest(number)) return;
    const ReadFile* const file = read_of(session_.document(), name());
    QStringList known;
    for (const QString& fact : {facts.size, facts.samples, facts.channels})
        if (!fact.isEmpty()) known.append(fact);
    const auto show = [](QLabel& label, const QString& text) {
        label.setText(text);
        label.setVisible(!text.isEmpty());
    };
    show(*facts_, known.join(QStringLiteral(" · ")));
    show(*problem_, facts.problem);
    show(*frames_, facts.frames.isEmpty() ? QString() : tr("Frames %1").arg(facts.frames));
    show(*missing_, facts.missing.isEmpty() ? QString() : tr("Missing: %1").arg(facts.missing));
    thumbnail_->setPixmap(QPixmap::fromImage(facts.thumbnail));
    thumbnail_->setVisible(!facts.thumbnail.isNull());
    fill(*part_, facts.parts, file ? file->part : std::string());
    fill(*layer_, facts.layers, file ? file->layer : std::string());
    rows_->setRowVisible(if_missing_, facts.is_sequence);
    if (QWidget* reload = findChild<QWidget*>(QStringLiteral("file:reload")))
        reload->setVisible(file != nullptr);
}

}  // namespace weft::editor
