// The main window: viewer, node graph and parameters, docked; documents opened and saved.
#pragma once

#include <QMainWindow>
#include <memory>

#include "app/banners.h"
#include "app/document_file.h"
#include "app/export_dialog.h"
#include "app/key_bindings.h"
#include "app/manual_window.h"
#include "app/recovery.h"
#include "app/render_dialog.h"
#include "code/code_panel.h"
#include "code/code_trust.h"
#include "curves/curves_panel.h"
#include "fusion/fusion_panel.h"
#include "view/effect_panel.h"
#include "view/graph_view.h"
#include "view/node_palette.h"
#include "view/parameter_panel.h"
#include "view/session.h"
#include "view/theme.h"
#include "viewer/viewer.h"

class QDockWidget;
class QFrame;
class QMenu;

namespace weft::editor {

/// Who works for the panes, each behind an interface of theirs.
struct Workers {
    std::unique_ptr<Evaluator> evaluator;
    std::unique_ptr<Planner> planner;
    std::unique_ptr<FunctorCompiler> functors;
    std::unique_ptr<CodeTrust> trust;
    std::unique_ptr<Displays> displays;
};

class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    MainWindow(Library library, Workers workers);
    ~MainWindow() override;

    Session& session() { return session_; }
    GraphView& graph() { return *graph_; }
    Viewer& viewer() { return *viewer_; }
    ParameterPanel& parameters() { return *parameters_; }
    FusionPanel& fusion() { return *fusion_; }
    CurvesPanel& curves() { return *curves_; }
    CodePanel& code() { return *code_; }
    Banners& banners() { return *banners_; }

    /// Opens a document, or says above the viewer why it cannot; the open one then stays.
    bool open(const QString& path);
    /// Opens what a command line names: a document or, where there is no such file, a built-in
    /// effect.
    bool open_named(const QString& name);
    /// Chooses pictures of the inputs, in order, and adds Reads for those beyond; not an edit that
    /// anybody would undo.
    void show_pictures(const QStringList& paths);
    /// The size, the place and the panes that the window had when it was closed last.
    void restore_window();
    /// Asks above the viewer what to do with edits that a crash left, if there are any.
    void offer_recovery();
    /// Saves to a path, whole or not at all.
    bool save(const QString& path);
    /// The path of the open document; empty: it has none yet.
    const QString& path() const { return path_; }
    QAction* action(const char* name) const;

  protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    /// A document, and its file as it was read.
    struct Opened {
        Document document;
        QByteArray bytes;
    };
    void make_panes();
    void follow_picking();
    void put_graph_beside(bool beside);
    /// `own`: this user wrote it, the code that it brings too.
    Result<Opened> read(const QString& path, bool own = false);
    void say_unreadable(const Error& error);
    void forget_banners();
    /// Says what the document keeps of an older format, and offers today's.
    void tell_of_older_borders(const QByteArray& text);
    void tell_of_other_file();
    enum class Overwrite { kYes, kElsewhere, kNo };
    /// Asks where another program has written the file.
    Overwrite ask_overwrite(const QString& path);
    Views views() const;
    void set_views(const Views& views);
    void keep_window();
    /// Takes the document's file for known if nobody has written it since.
    void know_file_before(const QDateTime& time);
    bool ask_trust(const FunctorTexts& functors);
    void recover(const LeftCopy& left);
    void make_actions();
    void make_help_menu();
    void show_manual(EntryKind kind, const QString& name);
    QAction* add_action(QMenu& menu, const char* name, const QString& text,
                        const QList<QKeySequence>& keys, std::function<void()> what);
    void show_keys();
    void start_new();
    void ask_open();
    bool ask_save(bool other_path);
    void ask_picture(const QString& input);
    void ask_read(Place place);
    void read_files(const QStringList& files, Place place);
    void ask_write(ImageId image, Place place);
    void render_writes();
    void ask_file(ItemId end);
    void ask_colours();
    void set_colours(const QString& config);
    void make_functor(const QString& name, Place place, const std::vector<ItemId>& behind);
    void trust_code_of(const Document& document);
    void save_effect(int group);
    /// Reads the folders of effects, and again whenever one of them is another.
    void read_effects();
    void show_recent(QMenu& menu);
    /// Whether unsaved edits may be lost: they are saved, or given up.
    bool may_leave();
    void set_path(const QString& path);
    /// Where relative paths begin.
    QString folder() const;
    void follow();

    Session session_;
    Recovery recovery_;
    const std::unique_ptr<CodeTrust> trust_;
    QString path_;
    DocumentFile file_;
    FileWatch effect_files_;
    QString opening_;  // the name of what is being opened, for questions
    QFrame* notice_ = nullptr;
    QDockWidget* graph_pane_ = nullptr;
    NodePalette* palette_ = nullptr;
    ManualWindow* manual_ = nullptr;  // made when it is wanted
    Banners* banners_ = nullptr;
    GraphView* graph_ = nullptr;
    Viewer* viewer_ = nullptr;
    ParameterPanel* parameters_ = nullptr;
    EffectPanel* effect_ = nullptr;
    FusionPanel* fusion_ = nullptr;
    CurvesPanel* curves_ = nullptr;
    CodePanel* code_ = nullptr;
    RenderDialog* render_ = nullptr;
    ExportDialog* export_ = nullptr;
    Keys usual_keys_;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
};

/// Gives an application the editor's look; once more where it changes.
void apply_theme(theme::Kind kind);

}  // namespace weft::editor
