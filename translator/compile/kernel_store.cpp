#include "compile/kernel_store.h"

#include <map>
#include <mutex>

#include "compile/disk_cache.h"
#include "compile/kernel_key.h"
#include "compile/load_object.h"

namespace weft {
namespace {

using Loaded = std::shared_ptr<LoadedObject>;

class KernelStore final : public HostCompiler {
  public:
    KernelStore(std::string folder, std::string absent)
        : entries_(std::move(folder), 0, {.installed = true}), absent_(std::move(absent)) {}

    Result<Loaded> compile(const HostSource& source, const std::atomic<bool>*) override {
        const std::string name = kernel_key(source, {}).key() + ".so";
        const std::lock_guard lock(mutex_);
        if (Loaded loaded = loaded_[name].lock()) return loaded;
        const auto entry = entries_.find(name);
        if (!entry) return Error{ErrorKind::kCompile, absent_};
        Result<Loaded> loaded = load_file(entry->file);
        if (!loaded) loaded = load_bytes(entry->bytes);  // the folder may forbid execution
        if (!loaded) return loaded;
        loaded_[name] = *loaded;
        ++statistics_.from_cache;
        return loaded;
    }

    Result<Loaded> compile_functors(const FunctorSource&, const std::atomic<bool>*) override {
        return Error{ErrorKind::kCompile, absent_};
    }

    Result<std::vector<Diagnostic>> try_functors(const FunctorSource&,
                                                 const std::atomic<bool>*) override {
        return Error{ErrorKind::kCompile, absent_};
    }

    CompileStatistics statistics() const override {
        const std::lock_guard lock(mutex_);
        return statistics_;
    }

  private:
    DiskCache entries_;
    const std::string absent_;
    mutable std::mutex mutex_;
    CompileStatistics statistics_;
    std::map<std::string, std::weak_ptr<LoadedObject>> loaded_;
};

}  // namespace

std::unique_ptr<HostCompiler> make_kernel_store(std::string folder, std::string absent) {
    return std::make_unique<KernelStore>(std::move(folder), std::move(absent));
}

}  // namespace weft
