#include "app/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QStatusBar>

#include "app/atomic_file.h"
#include "app/file_facts.h"
#include "app/key_dialog.h"
#include "app/node_catalogue.h"
#include "app/picture_colours.h"
#include "app/sampled_curve.h"
#include "app/settings.h"
#include "app/status_line.h"
#include "app/trust_dialog.h"
#include "graph/stand_in_limit.h"
#include "view/graph_accessible.h"
#include "view/key_hints.h"
#include "view/theme.h"

namespace weft::editor {

void apply_theme(theme::Kind kind) {
    theme::use(kind);
    QApplication::setStyle(QStringLiteral("Fusion"));
    QApplication::setPalette(theme::palette());
    QApplication::setFont(theme::font());
    qApp->setStyleSheet(theme::style_sheet());
}

MainWindow::MainWindow(Library library, Workers workers)
    : session_(std::move(library)),
      recovery_(session_, recovery_folder()),
      trust_(std::move(workers.trust)) {
    session_.set_trust_question(
        [this](const FunctorTexts& functors) { return ask_trust(functors); });
    install_graph_accessibility();
    graph_ = new GraphView(session_);
    graph_->set_catalogue(node_catalogue);
    graph_->set_recent(saved_recent_nodes());
    parameters_ = new ParameterPanel(session_);
    parameters_->set_curve_sampler(sampled_curve);
    parameters_->set_file_colours({colour_spaces, [this](const GraphInput& input) {
                                       return decided_colour(session_, input, folder());
                                   }});
    parameters_->set_file_tools({file_facts, [this] { return folder(); },
                                 [this](ItemId end) { ask_file(end); },
                                 [this] { viewer_->read_again(); }});
    effect_ = new EffectPanel(session_);
    viewer_ = new Viewer(session_, std::move(workers.evaluator), std::move(workers.displays));
    viewer_->displays().set_config(saved_colours());
    fusion_ = new FusionPanel(session_, std::move(workers.planner));
    curves_ = new CurvesPanel(session_);
    code_ = new CodePanel(session_, std::move(workers.functors));
    make_panes();
    make_actions();
    connect(&effect_files_, &FileWatch::changed, this, &MainWindow::read_effects);
    read_effects();
    // Files are dropped onto the window, which knows where its panes are.
    setAcceptDrops(true);
    graph_->setAcceptDrops(false);
    graph_->viewport()->setAcceptDrops(false);
    setStatusBar(new StatusLine);
    statusBar()->addPermanentWidget(make_key_hints(*this));
    connect(&session_, &Session::said, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });
    connect(&session_, &Session::opened, statusBar(), &QStatusBar::clearMessage);
    connect(&session_, &Session::history_changed, this, &MainWindow::follow);
    connect(&file_, &DocumentFile::changed, this, &MainWindow::tell_of_other_file);
    connect(graph_, &GraphView::picture_wanted, this, &MainWindow::ask_picture);
    connect(graph_, &GraphView::read_wanted, this, &MainWindow::ask_read);
    connect(graph_, &GraphView::write_wanted, this, &MainWindow::ask_write);
    connect(graph_, &GraphView::help_wanted, this, &MainWindow::show_manual);
    connect(graph_, &GraphView::recent_changed, this,
            [this] { save_recent_nodes(graph_->recent()); });
    connect(graph_, &GraphView::rename_wanted, parameters_, &ParameterPanel::rename);
    follow_picking();
    connect(graph_, &GraphView::functor_wanted, this, &MainWindow::make_functor);
    connect(graph_, &GraphView::effect_wanted, this, &MainWindow::save_effect);
    connect(code_, &CodePanel::new_functor_wanted, graph_->action("graph.new-functor"),
            &QAction::trigger);
    follow();
}

/// What the panel's eyedropper picks from the viewer's picture.
void MainWindow::follow_picking() {
    PictureView& picture = viewer_->view();
    connect(
        parameters_, &ParameterPanel::picking_changed, this, [this, &picture](const QString& name) {
            picture.set_picking(!name.isEmpty());
            if (!name.isEmpty())
                session_.say(
                    tr("Pick %1: click on a pixel, or drag over an area. Escape ends.").arg(name));
        });
    connect(&picture, &PictureView::picked, parameters_, &ParameterPanel::take_picked);
    connect(&picture, &PictureView::pick_ended, parameters_, &ParameterPanel::end_pick);
    connect(&picture, &PictureView::picking_given_up, parameters_, &ParameterPanel::end_picking);
}

/// Panes tell the session what becomes of them, and so go before it does.
MainWindow::~MainWindow() {
    hide();
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
}

QAction* MainWindow::action(const char* name) const {
    return findChild<QAction*>(QString::fromLatin1(name));
}

QAction* MainWindow::add_action(QMenu& menu, const char* name, const QString& text,
                                const QList<QKeySequence>& keys, std::function<void()> what) {
    auto* action = new QAction(text, this);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcuts(keys);
    connect(action, &QAction::triggered, this, std::move(what));
    menu.addAction(action);
    return action;
}

void MainWindow::make_actions() {
    QMenu& file = *menuBar()->addMenu(tr("&File"));
    add_action(file, "file.new", tr("&New"), {QKeySequence::New}, [this] { start_new(); });
    add_action(file, "file.open", tr("&Open…"), {QKeySequence::Open}, [this] { ask_open(); });
    QMenu* recent = file.addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { show_recent(*recent); });
    file.addSeparator();
    add_action(file, "file.save", tr("&Save"), {QKeySequence::Save}, [this] { ask_save(false); });
    add_action(file, "file.save-as", tr("Save &as…"), {QKeySequence(tr("Ctrl+Shift+S"))},
               [this] { ask_save(true); });
    file.addSeparator();
    render_ = new RenderDialog(session_, this);
    add_action(file, "file.render", tr("&Render…"), {Qt::Key_F7},
               [this] { render_->open_for(path_, folder()); });
    add_action(file, "file.render-writes", tr("Render &Writes"), {Qt::Key_F5},
               [this] { render_writes(); });
    export_ = new ExportDialog(session_, this);
    add_action(file, "file.export", tr("&Export plug-in…"), {QKeySequence(tr("Ctrl+E"))},
               [this] { export_->open_for(path_, folder()); });
    file.addSeparator();
    add_action(file, "file.quit", tr("&Quit"), {QKeySequence(tr("Ctrl+Q"))}, [this] { close(); });

    QMenu& edit = *menuBar()->addMenu(tr("&Edit"));
    undo_ = add_action(edit, "edit.undo", tr("Undo"), {QKeySequence(tr("Ctrl+Z"))},
                       [this] { session_.undo(); });
    redo_ = add_action(edit, "edit.redo", tr("Redo"),
                       {QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence(tr("Ctrl+Y"))},
                       [this] { session_.redo(); });
    edit.addSeparator();
    for (const char* name :
         {"graph.cut", "graph.copy", "graph.paste", "graph.duplicate", "graph.clone",
          "graph.declone", "graph.delete", "graph.select-all", "graph.find"})
        edit.addAction(graph_->action(name));

    edit.addSeparator();
    add_action(edit, "edit.keys", tr("&Keys…"), {}, [this] { show_keys(); });

    QMenu& node = *menuBar()->addMenu(tr("&Node"));
    QMenu* add = node.addMenu(tr("&Add"));
    connect(add, &QMenu::aboutToShow, this, [this, add] { palette_->fill(*add); });
    for (const char* name :
         {"graph.search",      "graph.read",        "graph.write",   "graph.new-functor",
          "graph.view-1",      "graph.disable",     "graph.rename",  "graph.extract",
          "graph.optional",    "graph.group",       "graph.ungroup", "graph.open-group",
          "graph.close-group", "graph.save-effect", "graph.detach",  "graph.backdrop",
          "graph.dot",         "graph.tidy",        "graph.frame",   "graph.frame-all"})
        node.addAction(graph_->action(name));

    QMenu& view = *menuBar()->addMenu(tr("&Viewer"));
    for (const char* name :
         {"viewer.fit", "viewer.100", "viewer.in", "viewer.out", "viewer.red", "viewer.green",
          "viewer.blue", "viewer.alpha", "viewer.luminance", "viewer.wipe", "viewer.difference",
          "viewer.side-by-side", "viewer.swap", "viewer.proxy", "viewer.whole", "viewer.mark-nan",
          "viewer.find-nan", "viewer.handles", "viewer.boxes"})
        view.addAction(viewer_->action(name));
    add_action(view, "viewer.colours", tr("Colour configuration…"), {}, [this] { ask_colours(); });
    add_action(view, "viewer.usual-colours", tr("Colour configuration of $OCIO"), {},
               [this] { set_colours({}); });
    QAction* light = add_action(edit, "edit.light-theme", tr("&Light theme"), {}, [] {});
    light->setCheckable(true);
    light->setChecked(theme::now().light);
    connect(light, &QAction::toggled, this, [](bool on) {
        apply_theme(on ? theme::Kind::kLight : theme::Kind::kDark);
        save_light_theme(on);
    });

    QMenu& time = *menuBar()->addMenu(tr("&Time"));
    for (const char* name :
         {"time.forward", "time.backward", "time.stop", "time.next", "time.previous",
          "time.next-10", "time.previous-10", "time.begin", "time.end", "time.next-key",
          "time.previous-key", "time.in", "time.out", "time.whole"})
        time.addAction(viewer_->action(name));
    QMenu& panes = *menuBar()->addMenu(tr("&Panes"));
    for (QDockWidget* pane : findChildren<QDockWidget*>())
        panes.addAction(pane->toggleViewAction());
    panes.addSeparator();
    QAction* beside =
        add_action(panes, "panes.graph-beside", tr("&Graph beside the viewer"), {}, [] {});
    beside->setCheckable(true);
    connect(beside, &QAction::triggered, this, &MainWindow::put_graph_beside);
    // The layout of an earlier run says where it is.
    connect(graph_pane_, &QDockWidget::dockLocationChanged, beside,
            [beside](Qt::DockWidgetArea at) {
                beside->setChecked(at == Qt::LeftDockWidgetArea || at == Qt::RightDockWidgetArea);
            });

    make_help_menu();
    usual_keys_ = keys_of(named_actions(*this));
    Keys changed;
    const QMap<QString, QStringList> saved = saved_keys();
    for (auto at = saved.begin(); at != saved.end(); ++at)
        for (QList<QKeySequence>& keys = changed[at.key()]; const QString& text : at.value())
            keys.append(QKeySequence(text));
    set_keys(named_actions(*this), changed);
}

void MainWindow::ask_colours() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("A configuration of OpenColorIO"), saved_colours(),
                                     tr("Configurations (*.ocio *.ocioz);;All files (*)"));
    if (!path.isEmpty()) set_colours(path);
}

void MainWindow::set_colours(const QString& config) {
    save_colours(config);
    viewer_->displays().set_config(config);
}

void MainWindow::show_keys() {
    const auto save = [this](const Keys& changed) {
        QMap<QString, QStringList> texts;
        for (auto at = changed.begin(); at != changed.end(); ++at) {
            texts[at.key()] = {};
            for (const QKeySequence& keys : at.value()) texts[at.key()].append(keys.toString());
        }
        save_keys(texts);
        // Where nothing is open both say which keys to press.
        graph_->viewport()->update();
        viewer_->set_folder(folder());
    };
    auto* dialog = new KeyDialog(named_actions(*this), usual_keys_, save, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

/// Nothing of the functors has run: where they are not trusted, the user reads and decides.
bool MainWindow::ask_trust(const FunctorTexts& functors) {
    const FunctorTexts strange = trust_->untrusted(functors);
    if (strange.empty()) return true;
    TrustDialog dialog(strange, opening_, this);
    if (dialog.exec() != QDialog::Accepted) return false;
    if (Status s = trust_->add(strange); !s)
        session_.say(QString::fromStdString(s.error().message));
    return true;
}

Result<MainWindow::Opened> MainWindow::read(const QString& path, bool own) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::kInput,
                     tr("%1 cannot be read: %2").arg(path, file.errorString()).toStdString()};
    const QByteArray bytes = file.readAll();
    const std::string text = bytes.toStdString();
    const auto named = [&](const Error& error) {
        return Error{error.kind, path.toStdString() + ": " + error.message};
    };
    const Result<FunctorTexts> functors = functors_of_document(text);
    if (!functors) return named(functors.error());
    if (own) session_.take_as_own(*functors);
    opening_ = QFileInfo(path).fileName();
    const auto opened = qScopeGuard([this] { opening_.clear(); });
    if (const auto known = session_.library_for(*functors); !known) return named(known.error());
    // Those of the document that is open, which stays where this one cannot be opened.
    auto put_back =
        qScopeGuard([this, before = session_.stand_ins()] { session_.set_stand_ins(before); });
    session_.set_stand_ins({});
    session_.set_stand_ins(stand_ins_for(text, **session_.library_for(*functors)));
    const auto library = session_.library_for(*functors);
    if (Status s = check_stand_ins(text, **library); !s) return named(s.error());
    Result<Document> document = document_from_text(text, **library);
    if (!document) return named(document.error());
    // What is not finished is tried as well, to say what is wrong with it.
    if (own) session_.take_as_own(document->unfinished);
    if (Status s = session_.check_trust(document->unfinished); !s) return named(s.error());
    put_back.dismiss();
    return Opened{*std::move(document), bytes};
}

bool MainWindow::open(const QString& path) {
    Result<Opened> opened = read(path);
    if (!opened) {
        say_unreadable(opened.error());
        return false;
    }
    forget_banners();
    set_path(QFileInfo(path).absoluteFilePath());
    file_.know(path_, opened->bytes);
    session_.open(std::move(opened->document));
    set_views(views_of(opened->bytes.toStdString(), session_.document()));
    tell_of_older_borders(opened->bytes);
    remember_file(path);
    return true;
}

/// Its code runs here already, and so it may when what is saved is opened again.
void MainWindow::trust_code_of(const Document& document) {
    for (const FunctorTexts* texts : {&document.draft.functors, &document.unfinished})
        static_cast<void>(trust_->add(*texts));
}

bool MainWindow::save(const QString& path) {
    code_->finish();
    const Overwrite answer = ask_overwrite(path);
    if (answer == Overwrite::kElsewhere) return ask_save(true);
    if (answer == Overwrite::kNo) return false;
    const QByteArray text =
        QByteArray::fromStdString(to_text(session_.document(), session_.library(), views()));
    if (const QString problem = write_atomically(path, text); !problem.isEmpty()) {
        session_.say(tr("%1 was not saved: %2").arg(path, problem));
        return false;
    }
    trust_code_of(session_.document());
    set_path(QFileInfo(path).absoluteFilePath());
    file_.know(path_, text);
    banners_->dismiss("banner.changed");
    session_.mark_saved();
    remember_file(path);
    session_.say(tr("Saved %1").arg(path));
    return true;
}

void MainWindow::offer_recovery() {
    qDeleteAll(notice_->findChildren<QWidget*>());
    delete notice_->layout();
    const std::vector<LeftCopy> left = left_copies(recovery_folder());
    notice_->setVisible(!left.empty());
    if (left.empty()) return;
    const LeftCopy& latest = left.front();
    const QString name =
        latest.path.isEmpty() ? tr("a new effect") : QFileInfo(latest.path).fileName();
    auto* text = new QLabel(tr("Weft ended before edits of %1 were saved, the last of them on %2.")
                                .arg(name, locale().toString(latest.time, QLocale::ShortFormat)));
    text->setWordWrap(true);
    auto* layout = new QHBoxLayout(notice_);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->addWidget(text, 1);
    const auto add_button = [&](const QString& label, const char* name, auto what) {
        auto* button = new QPushButton(label);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, std::move(what), Qt::QueuedConnection);
        layout->addWidget(button);
    };
    add_button(tr("Recover"), "recover", [this, latest] { recover(latest); });
    add_button(tr("Discard"), "discard", [this, latest] {
        remove_copy(latest.copy);
        offer_recovery();
    });
    add_button(tr("Later"), "later", [this] { notice_->hide(); });
}

void MainWindow::recover(const LeftCopy& left) {
    if (!may_leave()) return;
    Result<Opened> opened = read(left.copy, true);
    if (!opened) {
        say_unreadable(opened.error());
        return;
    }
    forget_banners();
    set_path(left.path);
    know_file_before(left.time);
    session_.open(std::move(opened->document), false);
    if (!recovery_.keep()) return;  // the copy of the window that ended stays
    remove_copy(left.copy);
    session_.say(tr("Recovered. Save to keep the edits."));
    offer_recovery();
}

void MainWindow::start_new() {
    if (!may_leave()) return;
    forget_banners();
    set_path({});
    file_.know({}, {});
    session_.open(empty_document());
}

void MainWindow::ask_open() {
    if (!may_leave()) return;
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open an effect"), path_, tr("Effects (*.weft)"));
    if (!path.isEmpty()) open(path);
}

bool MainWindow::ask_save(bool other_path) {
    QString path = path_;
    if (other_path || path.isEmpty())
        path = QFileDialog::getSaveFileName(this, tr("Save the effect"), path_,
                                            tr("Effects (*.weft)"));
    return !path.isEmpty() && save(path);
}

void MainWindow::make_functor(const QString& name, Place place, const std::vector<ItemId>& behind) {
    QString asked = name;
    if (asked.isEmpty())
        asked = QInputDialog::getText(this, tr("New functor"),
                                      tr("The name of its class, as SoftGlow"));
    if (asked.isEmpty()) return;
    findChild<QDockWidget*>(QStringLiteral("dock.code"))->show();
    code_->functors().create(asked.trimmed().toStdString(), place, behind);
}

void MainWindow::make_help_menu() {
    QMenu& help = *menuBar()->addMenu(tr("&Help"));
    help.addAction(graph_->action("graph.help"));
    add_action(help, "help.nodes", tr("&Manual of all nodes…"), {},
               [this] { show_manual(EntryKind::kFunctor, {}); });
    add_action(help, "help.keys", tr("&Keys…"), {}, [this] { show_keys(); });
}

void MainWindow::show_manual(EntryKind kind, const QString& name) {
    if (!manual_) manual_ = new ManualWindow(this);
    manual_->open_page(session_.shared_library(), session_.effects(), kind, name);
}

void MainWindow::show_recent(QMenu& menu) {
    menu.clear();
    for (const QString& path : recent_files())
        connect(menu.addAction(path), &QAction::triggered, this, [this, path] {
            if (may_leave()) open(path);
        });
    if (menu.isEmpty()) menu.addAction(tr("None yet"))->setEnabled(false);
}

bool MainWindow::may_leave() {
    code_->finish();
    if (session_.history().is_saved()) return true;
    const QString name = path_.isEmpty() ? tr("untitled") : QFileInfo(path_).fileName();
    const auto answer =
        QMessageBox::question(this, tr("Unsaved edits"), tr("Save the edits to %1?").arg(name),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && ask_save(false));
}

void MainWindow::set_path(const QString& path) {
    path_ = path;
    recovery_.set_path(path);
    viewer_->set_folder(folder());
}

QString MainWindow::folder() const {
    return path_.isEmpty() ? QDir::currentPath() : QFileInfo(path_).absolutePath();
}

void MainWindow::follow() {
    const History& history = session_.history();
    const auto named = [](const QString& verb, const std::string& name) {
        return name.empty() ? verb : verb + QStringLiteral(": ") + QString::fromStdString(name);
    };
    undo_->setEnabled(history.can_undo());
    redo_->setEnabled(history.can_redo());
    undo_->setText(named(tr("Undo"), history.undo_name()));
    redo_->setText(named(tr("Redo"), history.redo_name()));
    const QString file = path_.isEmpty() ? tr("untitled") : QFileInfo(path_).fileName();
    setWindowTitle(tr("%1[*] – Weft").arg(file));
    setWindowModified(!history.is_saved());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (may_leave()) {
        keep_window();
        recovery_.forget();
        event->accept();
    } else {
        event->ignore();
    }
}

}  // namespace weft::editor
