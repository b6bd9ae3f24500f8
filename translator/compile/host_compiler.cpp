// The compiler behind its cache: looks up, else asks a worker and publishes what it answers.
#include "compile/host_compiler.h"

#include <filesystem>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "compile/compiler_identity.h"
#include "compile/dependencies.h"
#include "compile/disk_cache.h"
#include "compile/kernel_key.h"
#include "compile/load_object.h"
#include "compile/single_flight.h"
#include "compile/worker_pool.h"
#include "support/cores.h"

namespace weft {
namespace {

using Loaded = std::shared_ptr<LoadedObject>;

std::string current_directory() {
    std::error_code ignored;
    return std::filesystem::current_path(ignored).string();
}

std::string without_trailing_line_ends(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

class CachingCompiler final : public HostCompiler {
  public:
    explicit CachingCompiler(const CompilerOptions& options)
        : options_(options),
          pool_(options.worker, options.timeout, available_cores()),
          cache_(cache_folder(options.cache_dir), options.cache_limit_bytes,
                 {.group = cache_group(options.cache_group)}) {}

    Result<Loaded> compile(const HostSource& source, const std::atomic<bool>* cancel) override {
        WorkerRequest request;
        request.kind = RequestKind::kKernel;
        request.name = source.name;
        request.text = source.text;
        request.cpu = cpu_of(source);
        request.fast_math = source.fast_math;
        request.include_paths = source.include_paths;
        request.preamble = source.preamble;
        const std::string compiler = compiler_at_hand();
        KeyBuilder key = kernel_key(source, options_.for_store ? std::string() : compiler);
        if (source.include_paths.empty())
            return obtain(request, {key.key(), compiler, false}, cancel);
        request.directory = current_directory();
        key.add(request.directory);
        for (const std::string& path : source.include_paths) key.add(path);
        return obtain(request, {key.key(), compiler, true}, cancel);
    }

    Result<Loaded> compile_functors(const FunctorSource& source,
                                    const std::atomic<bool>* cancel) override {
        const std::string compiler = compiler_at_hand();
        return obtain(functor_request(RequestKind::kFunctors, source),
                      {functor_key("functors", source, compiler), compiler, true}, cancel);
    }

    /// What passed once is known by the list of its files, and passes while they are the same; what
    /// there was to warn of is kept beside it, as it was said.
    Result<std::vector<Diagnostic>> try_functors(const FunctorSource& source,
                                                 const std::atomic<bool>* cancel) override {
        const std::string compiler = compiler_at_hand();
        const std::string key = functor_key("tried", source, compiler);
        if (auto passed = options_.use_cache ? passed_before(key) : std::nullopt)
            return *std::move(passed);
        const auto asked = std::chrono::system_clock::now();
        const WorkerRequest request = functor_request(RequestKind::kTrial, source);
        Result<Answer> reply = pool_.request(request, cancel, compiler);
        if (!reply) return reply.error();
        if (reply->kind != ReplyKind::kTried) return refusal(request, *reply);
        if (options_.use_cache && is_of(*reply, compiler) && !refuses(reply->diagnostics))
            if (const auto list = list_dependencies(reply->dependencies, asked)) {
                cache_.store(key + ".said", encode(*reply).substr(kFrameHeaderSize));
                cache_.store(key + ".deps", *list);
            }
        return std::move(reply->diagnostics);
    }

    CompileStatistics statistics() const override {
        const std::lock_guard lock(mutex_);
        CompileStatistics s = statistics_;
        if (options_.use_cache)
            for (const std::string& note : cache_.notes()) s.notes.push_back(note);
        return s;
    }

  private:
    /// Under which name the cache has an object.
    struct Entry {
        std::string key;
        std::string compiler;    ///< that is to make it
        bool dependent = false;  ///< files besides the request decide the result (dependencies.h)
    };

    std::optional<std::vector<Diagnostic>> passed_before(const std::string& key) {
        const auto list = cache_.find(key + ".deps");
        if (!list || !dependencies_unchanged(list->bytes)) return std::nullopt;
        const auto said = cache_.find(key + ".said");
        auto reply = said ? decode_reply(said->bytes) : std::nullopt;
        if (!reply) return std::nullopt;
        return std::move(reply->diagnostics);
    }

    static WorkerRequest functor_request(RequestKind kind, const FunctorSource& source) {
        WorkerRequest request;
        request.kind = kind;
        request.name = source.name;
        // A text of nothing is a text all the same.
        if (source.text)
            request.text = source.text->empty() ? "\n" : *source.text;
        else
            request.directory = current_directory();
        return request;
    }

    static std::string functor_key(const char* what, const FunctorSource& source,
                                   const std::string& compiler) {
        KeyBuilder key = object_key(what, compiler);
        key.add(source.name).add(source.text ? *source.text : current_directory());
        return key.add(source.text ? "text" : "file").key();
    }

    /// The worker's identity. One that goes while this process runs is remembered: what it made
    /// still serves. Empty where there has been none.
    std::string compiler_at_hand() const {
        const Result<std::string> path = find_worker(options_.worker);
        std::string identity = path ? compiler_identity(*path) : std::string();
        const std::lock_guard lock(mutex_);
        if (!identity.empty()) compiler_ = std::move(identity);
        return compiler_;
    }

    /// False where the worker was replaced between the question and the answer.
    static bool is_of(const Answer& answer, const std::string& compiler) {
        return !compiler.empty() && answer.compiler == compiler;
    }

    Result<Loaded> obtain(const WorkerRequest& request, const Entry& entry,
                          const std::atomic<bool>* cancel) {
        const std::optional<SingleFlight::Flight> flight =
            options_.use_cache ? flights_.take(entry.key, cancel) : std::nullopt;
        if (options_.use_cache) {
            if (!flight) return Error{ErrorKind::kCancelled, "cancelled"};
            if (const auto object = entry.dependent ? object_of_list(entry.key) : entry.key + ".so")
                if (Loaded loaded = recall(*object)) return loaded;
        }
        if (options_.recall_only)
            return Error{ErrorKind::kCompile,
                         fmt::format("'{}' has not been compiled here", request.name)};

        const auto asked = std::chrono::system_clock::now();
        const auto start = std::chrono::steady_clock::now();
        Result<Answer> reply = pool_.request(request, cancel, entry.compiler);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        {
            const std::lock_guard lock(mutex_);
            statistics_.compile_seconds += spent.count();
        }
        if (!reply) return reply.error();
        if (reply->kind != ReplyKind::kObject) return refusal(request, *reply);
        {
            const std::lock_guard lock(mutex_);
            ++statistics_.compiled;
        }
        return publish(*reply, entry,
                       entry.dependent ? list_dependencies(reply->dependencies, asked)
                                       : std::optional<std::string>(std::in_place));
    }

    /// The name under which a dependent request's object is stored, while its list holds.
    std::optional<std::string> object_of_list(const std::string& key) {
        const auto list = cache_.find(key + ".deps");
        if (!list || !dependencies_unchanged(list->bytes)) return std::nullopt;
        return object_name(key, list->bytes);
    }

    static std::string object_name(const std::string& key, const std::string& list) {
        return list.empty() ? key + ".so" : KeyBuilder().add(key).add(list).key() + ".so";
    }

    /// From memory or disk; null when neither has it.
    Loaded recall(const std::string& name) {
        if (Loaded loaded = remembered(name)) return loaded;
        const auto entry = cache_.find(name);
        if (!entry) return nullptr;
        Result<Loaded> loaded = load_file(entry->file);
        // The folder may forbid execution.
        if (!loaded) loaded = load_bytes(entry->bytes);
        if (!loaded) return nullptr;
        const std::lock_guard lock(mutex_);
        ++statistics_.from_cache;
        loaded_[name] = *loaded;
        return *loaded;
    }

    Loaded remembered(const std::string& name) {
        const std::lock_guard lock(mutex_);
        const auto found = loaded_.find(name);
        Loaded loaded = found != loaded_.end() ? found->second.lock() : nullptr;
        if (loaded) ++statistics_.from_cache;
        return loaded;
    }

    /// `list`: of the dependencies; empty where there are none, nothing where they are in flux.
    Result<Loaded> publish(const Answer& reply, const Entry& entry,
                           const std::optional<std::string>& list) {
        const bool named = options_.for_store || is_of(reply, entry.compiler);
        if (!options_.use_cache || !named || !list) return load_bytes(reply.object);
        const std::string name = object_name(entry.key, *list);
        const auto stored = cache_.store(name, reply.object);
        if (stored && !list->empty()) cache_.store(entry.key + ".deps", *list);
        Result<Loaded> loaded =
            stored ? load_file(stored->file) : Result<Loaded>(Error{ErrorKind::kCompile, {}});
        if (!loaded) loaded = load_bytes(reply.object);
        if (!loaded) return loaded;
        const std::lock_guard lock(mutex_);
        loaded_[name] = *loaded;
        return loaded;
    }

    static Error refusal(const WorkerRequest& request, const WorkerReply& reply) {
        const std::string message = without_trailing_line_ends(reply.message);
        if (reply.kind != ReplyKind::kDiagnostics)
            return {ErrorKind::kCompile,
                    "the kernel compiler refused '" + request.name + "': " + message};
        if (request.kind == RequestKind::kFunctors) return {ErrorKind::kFunctor, message};
        return {ErrorKind::kCompile, "'" + request.name + "' does not compile:\n" + message};
    }

    const CompilerOptions options_;
    WorkerPool pool_;
    DiskCache cache_;
    SingleFlight flights_;  ///< of what is looked up or compiled, by its key
    mutable std::mutex mutex_;
    CompileStatistics statistics_;
    mutable std::string compiler_;                               ///< seen last
    std::map<std::string, std::weak_ptr<LoadedObject>> loaded_;  ///< by entry name
};

}  // namespace

std::unique_ptr<HostCompiler> make_host_compiler(const CompilerOptions& options) {
    return std::make_unique<CachingCompiler>(options);
}

}  // namespace weft
