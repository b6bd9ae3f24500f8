// Every wire of every sample: what the viewer is given for it has the bits of the reference.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/engine_evaluator.h"
#include "documents.h"
#include "graph/descriptor.h"
#include "graph/regions.h"
#include "pictures/picture_file.h"
#include "runtime/executor.h"

namespace weft::editor {
namespace {

namespace fs = std::filesystem;

std::string file_text(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// A file of an odd size, with edges and what is beyond white and black.
void write_plate(const fs::path& path) {
    constexpr Rect kWindow{0, 0, 61, 47};
    std::vector<float> pixels;
    for (int i = 0; i < kWindow.width() * kWindow.height() * 4; ++i)
        pixels.push_back(static_cast<float>(i * 31 % 97) / 70.0f - 0.1f);
    WriteRequest request;
    request.path = path;
    request.window = request.display_window = kWindow;
    request.format = {SampleFormat::kFloat};
    request.channels = {"R", "G", "B", "A"};
    request.alpha_channel = 3;
    const weft::PictureView view{.base = reinterpret_cast<std::byte*>(pixels.data()),
                                 .x_stride = 16,
                                 .y_stride = 16 * kWindow.width(),
                                 .plane_stride = 4,
                                 .domain = kWindow,
                                 .planes = 4};
    ASSERT_TRUE((*picture_io())->write(request, view));
}

std::vector<ImageId> wires_of(const Graph& graph) {
    std::vector<ImageId> wires;
    for (const Node& node : graph.nodes)
        for (std::size_t o = 0; o < describe(*library().find(node.functor)).outputs.size(); ++o)
            wires.push_back({node.id, static_cast<int>(o)});
    return wires;
}

TEST(EditorViewer, ShowsEveryWireOfEverySampleAsTheReferenceComputesIt) {
    const auto evaluator = make_engine_evaluator(library());
    const std::atomic<bool> cancel = false;
    const fs::path file =
        fs::temp_directory_path() / ("weft-wire-" + std::to_string(getpid()) + ".exr");
    write_plate(file);
    const Result<LoadedPicture> plate = (*picture_io())->read(file, {}, nullptr);
    ASSERT_TRUE(plate) << plate.error().message;
    const ImageShape shape{plate->view.domain, plate->view.planes};
    int seen = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(WEFT_DOCUMENTS)) {
        if (entry.path().extension() != ".weft") continue;
        const Result<Document> document = document_from_text(file_text(entry.path()), library());
        ASSERT_TRUE(document) << document.error().message;
        for (const ImageId& wire : wires_of(document->draft.graph)) {
            const Result<Graph> graph = viewed(*document, library(), wire);
            ASSERT_TRUE(graph) << graph.error().message;
            const std::size_t inputs = graph->inputs.size();
            const std::vector<ImageShape> shapes(inputs, shape);
            const Result<Evaluation> found = evaluator->evaluate(
                {*graph, std::vector<std::string>(inputs, file.string())}, cancel);
            ASSERT_TRUE(found) << entry.path() << ": " << found.error().message;
            const auto reference = prepare_reference({*graph, library(), shapes, {}});
            ASSERT_TRUE(reference) << reference.error().message;
            const ImageShape out =
                infer_shapes(*graph, library(), shapes)->at(graph->outputs.front().image);
            Picture expected(out.domain, out.planes);
            ASSERT_TRUE((*reference)
                            ->run(std::vector<weft::PictureView>(inputs, plate->view),
                                  {expected.view()}, {}));
            EXPECT_TRUE(same_bits(*found->picture, expected))
                << entry.path().filename() << ", node " << wire.node.value << ", output "
                << wire.output;
            ++seen;
        }
    }
    fs::remove(file);
    EXPECT_GT(seen, 40);
}

}  // namespace
}  // namespace weft::editor
