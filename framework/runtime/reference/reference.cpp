// The reference executor: node after node, whole pictures, the functors' own C++. It shares no
// code with the translator, so that agreement between the two means something.
#include <map>
#include <new>
#include <set>

#include "graph/descriptor.h"
#include "runtime/check_views.h"
#include "runtime/convert.h"
#include "runtime/executor.h"
#include "runtime/reference/run_node.h"

namespace weft {

namespace {

/// One node that the requested outputs need.
struct Step {
    Node node;
    std::unique_ptr<FunctorBase> functor;  ///< bound and used on a copy for each run
    Rect domain;                           ///< inferred for the outputs
    Rect elements;
    std::vector<ImageId> outputs;
    std::vector<ImageId> last_uses;  ///< pictures that no later step and no graph output reads
};

std::size_t picture_bytes(const ImageShape& shape) {
    return static_cast<std::size_t>(shape.domain.area()) * sizeof(float) *
           static_cast<std::size_t>(shape.planes);
}

class Reference : public Prepared {
  public:
    Reference(const PrepareRequest& request, std::map<ImageId, ImageShape> shapes,
              std::vector<Rect> outputs, std::map<ImageId, Rect> needed)
        : shapes_(std::move(shapes)), needed_(std::move(needed)) {
        for (std::size_t i = 0; i < request.graph.inputs.size(); ++i) {
            input_names_.push_back(request.graph.inputs[i].name);
            input_shapes_.push_back(request.inputs[i]);
        }
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const GraphOutput& output = request.graph.outputs[i];
            output_names_.push_back(output.name);
            output_images_.push_back(output.image);
            output_shapes_.push_back({outputs[i], shapes_.at(output.image).planes});
        }
        for (const Node& node : request.graph.nodes)
            if (Status s = add_step(node, request.library); !s && ready_) ready_ = s;
        if (request.graph.intermediates == Intermediates::kUnbounded) hold_what_is_computed();
        find_last_uses();
    }

    Status run(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
               const RunControl& control) override {
        if (Status s = check_views("input", input_names_, input_shapes_, inputs); !s) return s;
        if (Status s = check_views("output", output_names_, output_shapes_, outputs); !s) return s;
        try {
            return compute(inputs, outputs, control);
        } catch (const std::bad_alloc&) {
            return Error{ErrorKind::kMemory,
                         "there is not enough memory for the reference's pictures: use a smaller "
                         "picture or region, or another device"};
        }
    }

    /// Whether all functors could be told of their pictures.
    const Status& ready() const { return ready_; }

    std::string device() const override { return "reference"; }
    int kernel_count() const override { return static_cast<int>(steps_.size()); }

    std::size_t scratch_bytes() const override {
        std::size_t now = 0, most = 0;
        std::map<ImageId, std::size_t> alive;
        const auto add = [&](ImageId id) {
            if (alive.emplace(id, picture_bytes(shapes_.at(id))).second) now += alive[id];
            most = std::max(most, now);
        };
        for (std::size_t i = 0; i < input_names_.size(); ++i)
            if (needed_.contains(graph_input(i))) add(graph_input(i));
        for (const Step& step : steps_) {
            for (const ImageId& id : step.node.inputs) add(id);
            for (const ImageId& id : step.outputs) add(id);
            for (const ImageId& id : step.last_uses)
                if (const auto at = alive.find(id); at != alive.end()) {
                    now -= at->second;
                    alive.erase(at);
                }
        }
        return most;
    }

  private:
    static ImageId graph_input(std::size_t i) { return {NodeId{}, static_cast<int>(i)}; }

    Status add_step(const Node& node, const Library& library) {
        Step step;
        step.node = node;
        step.functor = instantiate(node, library);
        Rect region;
        for (const NamedIndexer& n : indexers_of(*step.functor)) {
            if (n.indexer->direction != eOutput) continue;
            const ImageId id{node.id, static_cast<int>(step.outputs.size())};
            if (const auto at = needed_.find(id); at != needed_.end())
                region = hull(region, at->second);
            step.outputs.push_back(id);
        }
        if (region.empty()) return {};
        if (Status s =
                set_pictures(node, *step.functor, shapes_of(node.inputs), shapes_of(step.outputs));
            !s)
            return s;
        step.domain = shapes_.at(step.outputs[0]).domain;
        step.elements = step.functor->dependence() == eReduction
                            ? reduced_elements(*step.functor, shapes_of(node.inputs))
                            : computed_elements(node, *step.functor, step.domain, region);
        steps_.push_back(std::move(step));
        return {};
    }

    std::vector<ImageShape> shapes_of(const std::vector<ImageId>& images) const {
        std::vector<ImageShape> shapes;
        for (const ImageId& id : images) shapes.push_back(shapes_.at(id));
        return shapes;
    }

    /// Unbounded intermediates: pictures of nodes are as large as what is computed of them, which
    /// holds all that their readers read. No such read meets a border.
    void hold_what_is_computed() {
        for (const Step& step : steps_)
            if (step.functor->dependence() != eReduction)
                for (const ImageId& id : step.outputs) shapes_.at(id).domain = step.elements;
    }

    void find_last_uses() {
        std::set<ImageId> used(output_images_.begin(), output_images_.end());
        for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
            std::vector<ImageId> touched = step->node.inputs;
            touched.insert(touched.end(), step->outputs.begin(), step->outputs.end());
            for (const ImageId& id : touched)
                if (used.insert(id).second) step->last_uses.push_back(id);
        }
    }

    long long total_rows() const {
        long long rows = 0;
        for (const Step& step : steps_) {
            const std::unique_ptr<FunctorBase> functor(step.functor->clone());
            rows += count_rows(*functor, step.elements, count_passes(*functor, planes_of(step)));
        }
        return rows;
    }

    std::vector<int> planes_of(const Step& step) const {
        std::vector<int> planes;
        for (const ImageId& id : step.outputs) planes.push_back(shapes_.at(id).planes);
        return planes;
    }

    Status compute(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
                   const RunControl& control) const {
        std::map<ImageId, Picture> pictures;
        // Bounded pictures span their whole domains: memory that no region touches costs nothing,
        // and borders need no second thought.
        const auto make = [&](ImageId id) -> Picture& {
            const ImageShape& shape = shapes_.at(id);
            return pictures.try_emplace(id, shape.domain, shape.planes).first->second;
        };
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (const auto at = needed_.find(graph_input(i)); at != needed_.end())
                load_region(inputs[i], at->second, make(at->first));

        Progress progress(control, total_rows());
        for (const Step& step : steps_) {
            NodePictures bound;
            for (const ImageId& id : step.node.inputs) bound.inputs.push_back(&make(id));
            for (const ImageId& id : step.outputs) bound.outputs.push_back(&make(id));
            const std::unique_ptr<FunctorBase> functor(step.functor->clone());
            if (!run_node(step.node, *functor, bound, step.domain, step.elements, progress))
                return Progress::cancelled_error();
            for (const ImageId& id : step.last_uses) pictures.erase(id);
        }
        if (progress.cancelled()) return Progress::cancelled_error();
        for (std::size_t i = 0; i < outputs.size(); ++i)
            store_region(outputs[i], output_shapes_[i].domain, make(output_images_[i]));
        if (steps_.empty()) progress.done(1);
        return {};
    }

    std::map<ImageId, ImageShape> shapes_;  ///< of the pictures that are made
    std::map<ImageId, Rect> needed_;
    std::vector<std::string> input_names_, output_names_;
    std::vector<ImageShape> input_shapes_, output_shapes_;
    std::vector<ImageId> output_images_;
    std::vector<Step> steps_;
    Status ready_;
};

}  // namespace

Result<std::unique_ptr<Prepared>> prepare_reference(const PrepareRequest& request) {
    if (Status s = validate(request.graph, request.library); !s) return s.error();
    auto shapes = infer_shapes(request.graph, request.library, request.inputs);
    if (!shapes) return shapes.error();
    auto outputs = resolve_regions(request.graph, *shapes, request.regions);
    if (!outputs) return outputs.error();
    auto needed = infer_regions(request.graph, request.library, *shapes, *outputs);
    if (!needed) return needed.error();
    auto reference = std::make_unique<Reference>(request, std::move(*shapes), std::move(*outputs),
                                                 std::move(*needed));
    if (!reference->ready()) return reference->ready().error();
    return std::unique_ptr<Prepared>(std::move(reference));
}

}  // namespace weft
