// weft-editor-pan: how long the canvas takes for one frame of a pan over 5,000 nodes, per zoom, and
// for one edit among them.
#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "offscreen.h"
#include "window.h"

namespace weft::editor {
namespace {

constexpr int kChains = 100, kLength = 50;

/// Chains side by side; every tenth node also reads its neighbour.
Document large_document() {
    Document document = add_node(empty_document(), library(), "Merge", {})->document;
    const Node model = document.draft.graph.nodes.front();
    std::vector<Node>& nodes = document.draft.graph.nodes;
    nodes.clear();
    document.places = {{{ItemKind::kInput, 0}, {0, -64}}, {{ItemKind::kOutput, 0}, {200, -64}}};
    for (int i = 0; i < kChains * kLength; ++i) {
        Node node = model;
        node.id = {i};
        node.name = "merge" + std::to_string(i + 1);
        const int chain = i / kLength, row = i % kLength;
        const ImageId above = row == 0 ? ImageId{NodeId{}, 0} : ImageId{NodeId{i - 1}, 0};
        node.inputs.assign(model.inputs.size(), above);
        if (chain > 0 && row > 0 && row % 10 == 0) node.inputs[1] = {NodeId{i - kLength - 1}, 0};
        document.places[item(node.id)] = {chain * 152, row * 64};
        nodes.push_back(std::move(node));
    }
    return document;
}

struct Times {
    double median = 0, worst = 0;
    double cores = 0;  ///< processor time of a step, of all threads
};

template <class Step>
Times measure(int steps, const Step& step) {
    std::vector<double> times;
    const std::clock_t begin = std::clock();
    for (int i = 0; i < steps; ++i) {
        QElapsedTimer timer;
        timer.start();
        step(i);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    const double cores = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / steps;
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.back(), cores};
}

void print(const Times& times) {
    std::printf("%.1f ms, at worst %.1f, of all cores %.1f\n", times.median, times.worst,
                times.cores);
    std::fflush(stdout);
}

void bench() {
    const auto window = make_window();
    window->resize(1440, 900);
    GraphView& graph = window->graph();
    window->session().open(large_document());
    graph.frame({});
    graph.setMinimumHeight(700);
    QApplication::processEvents();
    for (const double zoom : {0.0, 0.15, 0.25, 0.5, 1.0}) {
        graph.frame({});
        while (graph.transform().m11() < zoom) {
            QWheelEvent turn(graph.viewport()->rect().center(), {}, {}, {0, 120}, {}, {},
                             Qt::NoScrollPhase, false);
            QApplication::sendEvent(graph.viewport(), &turn);
        }
        const Times times = measure(120, [&](int i) {
            QScrollBar& bar = *graph.horizontalScrollBar();
            bar.setValue(bar.value() + (i < 60 ? 7 : -7));
            graph.viewport()->repaint();
        });
        std::printf("pan at zoom %.2f: ", graph.transform().m11());
        print(times);
    }
    Session& session = window->session();
    const Times edits = measure(20, [&](int i) {
        session.apply("Move",
                      Result<Document>(move(session.document(), {item(NodeId{i})}, {8, 0})));
        graph.viewport()->repaint();
    });
    std::printf("an edit: ");
    print(edits);
    const Times selections = measure(20, [&](int i) {
        session.select({item(NodeId{i})});
        graph.viewport()->repaint();
    });
    std::printf("a selection: ");
    print(selections);
    const Times hovers = measure(20, [&](int i) {
        graph.graph().set_hovered(graph.graph().node(item(NodeId{i * 40})));
        graph.viewport()->repaint();
    });
    std::printf("a hover: ");
    print(hovers);
}

}  // namespace
}  // namespace weft::editor

int main(int argc, char** argv) {
    const weft::editor::OffscreenApplication application(argc, argv);
    weft::editor::bench();
}
