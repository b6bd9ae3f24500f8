#include "engine/automatic/fallback.h"

#include <utility>

namespace weft {

namespace {

class Fallback final : public Prepared {
  public:
    Fallback(std::unique_ptr<Prepared> first,
             std::function<Result<std::unique_ptr<Prepared>>()> second,
             std::function<void(const std::string&)> note)
        : current_(std::move(first)), second_(std::move(second)), note_(std::move(note)) {}

    Status run(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
               const RunControl& control) override {
        Status done = current_->run(inputs, outputs, control);
        if (done || !second_ || !is_of_device(done.error())) return done;
        Result<std::unique_ptr<Prepared>> next = std::exchange(second_, nullptr)();
        if (!next) return next.error();
        note_(done.error().message);
        current_ = *std::move(next);
        return current_->run(inputs, outputs, control);
    }

    int kernel_count() const override { return current_->kernel_count(); }
    std::size_t scratch_bytes() const override { return current_->scratch_bytes(); }
    std::string device() const override { return current_->device(); }
    std::vector<KernelTimes> kernel_times() const override { return current_->kernel_times(); }

  private:
    std::unique_ptr<Prepared> current_;
    std::function<Result<std::unique_ptr<Prepared>>()> second_;  ///< null once it has been used
    std::function<void(const std::string&)> note_;
};

}  // namespace

std::unique_ptr<Prepared> with_fallback(std::unique_ptr<Prepared> first,
                                        std::function<Result<std::unique_ptr<Prepared>>()> second,
                                        std::function<void(const std::string&)> note) {
    return std::make_unique<Fallback>(std::move(first), std::move(second), std::move(note));
}

bool is_of_device(const Error& error) {
    return error.kind == ErrorKind::kDevice || error.kind == ErrorKind::kMemory;
}

}  // namespace weft
