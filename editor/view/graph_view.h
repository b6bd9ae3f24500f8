// The graph canvas: what mouse and keys do to the graph. Every change is an edit of the session.
#pragma once

#include <QAction>
#include <QGraphicsView>
#include <functional>
#include <optional>

#include "model/snap.h"
#include "view/graph_scene.h"
#include "view/search_popup.h"

class QMenu;

namespace weft::editor {

class Breadcrumb;
class MiniMap;

class GraphView : public QGraphicsView {
    Q_OBJECT

  public:
    explicit GraphView(Session& session, QWidget* parent = nullptr);
    ~GraphView() override;

    GraphScene& graph() { return scene_; }
    const Session& session() const { return session_; }
    /// Actions by object name: "graph.delete" and so on, with their default keys. They work while
    /// the pane has the focus.
    QAction* action(const char* name) const;

    /// Shows items, all where `ids` is empty, and goes on doing so while the pane changes its size,
    /// until hands move the view. Another document is framed by itself.
    void frame(const Selection& ids);
    /// Moves the view, as a hand.
    void look_at(QPointF middle);
    /// What can be added, of a library: functors and actions of this pane by their names. Without
    /// one functors are listed as they are called.
    using Catalogue = std::function<std::vector<SearchEntry>(const Library&)>;
    void set_catalogue(Catalogue catalogue);
    const std::vector<SearchEntry>& catalogue();
    /// Names of entries that were added lately, the latest first.
    const std::vector<std::string>& recent() const { return popup_->recent(); }
    void set_recent(std::vector<std::string> names) { popup_->set_recent(std::move(names)); }

    /// Where what is added next comes to lie: a node goes behind the selection, is connected to
    /// `from`, or stands in a wire.
    struct Aim {
        QPointF place;  ///< in the scene
        std::optional<ImageId> from = {};
        std::optional<Wire> wire = {};
    };
    /// Opens the search at a place in the viewport.
    void search(QPoint at, std::optional<ImageId> from = {}, std::optional<Wire> wire = {});
    /// Adds what an entry stands for, in the middle of what is seen or behind the selection.
    void add(const SearchEntry& entry);
    /// The key that adds what an entry stands for; empty: none does.
    QString key_of(const SearchEntry& entry) const;
    /// Whether a letter adds it.
    static bool has_letter(const SearchEntry& entry);
    /// What was added came from elsewhere, as files that were dropped: it is in sight, unless hands
    /// moved the view, and keys are for it.
    void take_up_added();
    /// What may be done to an input of a node and the effect's optional inputs.
    void fill_port_menu(QMenu& menu, NodeId node, const std::string& input);

    /// Opens the search for what is there.
    void find();

  Q_SIGNALS:
    /// An input of the effect was double-clicked: it wants a picture.
    void picture_wanted(const QString& input);
    /// A Read: the picture of an input that is to be added at `place`.
    void read_wanted(Place place);
    /// A Write of `image`: an output that is to be added at `place`, or has that picture already.
    void write_wanted(ImageId image, Place place);
    void rename_wanted();
    /// A group is to be saved as an effect.
    void effect_wanted(int group);
    /// The page of the manual on a functor or an effect; `name` is empty for the manual as it is.
    void help_wanted(weft::editor::EntryKind kind, const QString& name);
    /// Of recent().
    void recent_changed();
    /// A new functor and a node of it, as add_node() adds one; `name` may be empty, or none.
    void functor_wanted(const QString& name, Place place, const std::vector<ItemId>& behind);

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool) override { return false; }
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void drawBackground(QPainter* painter, const QRectF& area) override;
    void drawForeground(QPainter* painter, const QRectF& area) override;

  private:
    enum class Drag { kNone, kPan, kMove, kBand, kWire, kResize };
    struct Pull {                     // the wire being pulled
        ImageId from = kUnconnected;  ///< from this output
        std::optional<PortHit> into;  ///< or into this input, from where there is none
        std::optional<std::pair<ItemId, int>> off;  ///< what it was taken off
    };

    std::optional<ItemId> picture_item() const;
    Selection own() const;
    std::vector<ItemId> own_in_order() const;
    void make_group_actions();
    void open_group(int group);
    void make_actions();
    void make_letter_actions();
    void add_action(const char* name, const QString& text, const QList<QKeySequence>& keys,
                    std::function<void()> what);
    void begin_wire(const PortHit& port);
    std::optional<Wire> wire_to(QPointF point) const;
    void finish_wire(QPointF point, QPoint screen);
    void follow_move(bool free);
    void finish_move();
    void draw_guides(QPainter& painter) const;
    WireItem* wire_for_drop() const;
    void aim(QPoint at, std::optional<ImageId> from, std::optional<Wire> wire);
    void add_here(const SearchEntry& entry);
    /// With a node of a functor or an effect, as add_node() adds one; `remark` is what there is to
    /// be said of it.
    Result<Edited> with_new(const SearchEntry& entry, Place place, const std::vector<ItemId>& after,
                            QString& remark);
    void add_node_here(const SearchEntry& entry);
    void ask_read();
    void ask_write();
    QPoint pointer() const;
    void open_menu(QPoint at);
    void fill_item_menu(QMenu& menu, ItemId item);
    void offer_reformat(QMenu& menu, ItemId item);
    void fill_group_port_menu(QMenu& menu, const PortHit& port);
    void rename_port_of(const PortHit& port);
    void fill_wire_menu(QMenu& menu, const Wire& wire, QPoint at);
    void help();
    void walk(bool up, bool extend);
    void open_port_menus();
    void follow_zoom();
    void frame_again();
    bool sees_all() const;
    void go_to(const SearchEntry& found);
    void add_dot_at(QPointF point);
    QRectF resized_from() const;
    QRectF resized() const;
    void draw_pull(QPainter& painter);
    void draw_help(QPainter& painter) const;
    QString word(const char* verb) const;

    Session& session_;
    GraphScene scene_;
    SearchPopup* popup_;
    SearchPopup* finder_;
    MiniMap* map_;
    Breadcrumb* path_;
    int resizing_ = -1;                              // the backdrop
    std::optional<Selection> framed_ = Selection();  // none once hands moved the view
    Drag drag_ = Drag::kNone;
    QPoint pressed_, last_;  // in the viewport
    QPointF from_, to_;      // of the drag, in the scene
    Snap snap_;              // what the drag of boxes comes to
    bool moved_ = false;
    Selection before_band_;
    Pull pull_;
    QString refusal_;
    Aim aim_;
    Catalogue catalogue_;
    std::vector<SearchEntry> entries_;        // of library_
    std::shared_ptr<const Library> library_;  // null: not listed yet
};

}  // namespace weft::editor
