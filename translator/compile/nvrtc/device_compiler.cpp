// NVRTC behind the disk cache: looks up, else compiles and publishes.
#include "compile/nvrtc/device_compiler.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>

#include "compile/cache_key.h"
#include "compile/disk_cache.h"
#include "compile/nvrtc/cubin.h"
#include "compile/nvrtc/device_code_entry.h"
#include "compile/nvrtc/nvrtc_library.h"
#include "compile/nvrtc/nvrtc_log.h"
#include "compile/shared_libraries.h"

namespace weft {

namespace {

using Code = std::shared_ptr<const DeviceCode>;

std::string version_text(const NvrtcLibrary& nvrtc) {
    return std::to_string(nvrtc.major) + "." + std::to_string(nvrtc.minor);
}

std::vector<std::string> options_for(const DeviceSource& source) {
    std::vector<std::string> options = {
        "--gpu-architecture=sm_" + std::to_string(source.capability),
        "--std=c++20",
        "--device-as-default-execution-space",
        "--ptxas-options=-v",
    };
    // Not --use_fast_math: its division takes a large divisor's quotient for 0, infinity's for NaN.
    const char* const fast = source.fast_math ? "true" : "false";
    const char* const exact = source.fast_math ? "false" : "true";
    options.push_back(std::string("--fmad=") + fast);
    options.push_back(std::string("--prec-div=") + exact);
    options.push_back(std::string("--prec-sqrt=") + exact);
    options.emplace_back("--ftz=false");
    return options;
}

/// One program of NVRTC's.
class Program {
  public:
    explicit Program(const NvrtcLibrary& nvrtc) : nvrtc_(nvrtc) {}
    ~Program() {
        if (program_ != nullptr) nvrtc_.destroy(&program_);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    NvrtcLibrary::Outcome compile(const DeviceSource& source) {
        const auto created =
            nvrtc_.create(&program_, source.text.c_str(), source.name.c_str(), 0, nullptr, nullptr);
        if (created != 0) return created;
        const std::vector<std::string> options = options_for(source);
        std::vector<const char*> texts;
        for (const std::string& option : options) texts.push_back(option.c_str());
        return nvrtc_.compile(program_, static_cast<int>(texts.size()), texts.data());
    }

    std::string log() const {
        std::size_t size = 0;
        if (program_ == nullptr || nvrtc_.log_size(program_, &size) != 0 || size == 0) return {};
        std::string log(size, '\0');
        if (nvrtc_.log(program_, log.data()) != 0) return {};
        log.resize(log.find('\0') == std::string::npos ? size : log.find('\0'));
        return log;
    }

    std::vector<std::byte> cubin() const {
        std::size_t size = 0;
        if (nvrtc_.cubin_size(program_, &size) != 0) return {};
        std::vector<std::byte> bytes(size);
        if (size > 0 && nvrtc_.cubin(program_, reinterpret_cast<char*>(bytes.data())) != 0)
            return {};
        return bytes;
    }

  private:
    const NvrtcLibrary& nvrtc_;
    NvrtcLibrary::Program program_ = nullptr;
};

Error unknown_capability(const DeviceSource& source, const NvrtcLibrary& nvrtc) {
    std::string known;
    for (int c : nvrtc.capabilities) known += (known.empty() ? "sm_" : ", sm_") + std::to_string(c);
    return {ErrorKind::kDevice, "'" + source.name + "': NVRTC " + version_text(nvrtc) +
                                    " does not compile for sm_" +
                                    std::to_string(source.capability) + ", only for " + known};
}

Result<NvrtcOutput> compile_text(const NvrtcLibrary& nvrtc, const DeviceSource& source) {
    if (!nvrtc.capabilities.empty() &&
        !std::binary_search(nvrtc.capabilities.begin(), nvrtc.capabilities.end(),
                            source.capability))
        return unknown_capability(source, nvrtc);
    Program program(nvrtc);
    const auto outcome = program.compile(source);
    std::string log = program.log();
    if (outcome != 0)
        return Error{ErrorKind::kCompile,
                     "'" + source.name + "' does not compile for sm_" +
                         std::to_string(source.capability) + ":\n" +
                         (log.empty() ? nvrtc.error_string(outcome) : nvrtc_errors(log))};
    return NvrtcOutput{program.cubin(), std::move(log)};
}

/// Nothing where NVRTC compiled no kernel of that name.
std::optional<DeviceCode> code_in(NvrtcOutput output, const std::string& symbol) {
    const auto resources = nvrtc_resources(output.log, symbol);
    if (!resources || output.cubin.empty()) return std::nullopt;
    DeviceCode code{.cubin = std::move(output.cubin)};
    code.registers = resources->registers;
    code.instructions = instructions_in(code.cubin, symbol);
    code.shared_bytes = resources->shared_bytes;
    code.stack_bytes = resources->stack_bytes;
    code.spill_stores = resources->spill_stores;
    code.spill_loads = resources->spill_loads;
    code.warnings = nvrtc_warnings(output.log);
    return code;
}

class CachingDeviceCompiler final : public DeviceCompiler {
  public:
    explicit CachingDeviceCompiler(const CompilerOptions& options)
        : use_cache_(options.use_cache),
          cache_(cache_folder(options.cache_dir), options.cache_limit_bytes,
                 {.group = cache_group(options.cache_group)}) {}

    Result<Code> compile(const DeviceSource& source) override {
        const auto& nvrtc = nvrtc_library();
        if (!nvrtc)
            return Error{nvrtc.error().kind, "'" + source.name + "': " + nvrtc.error().message};
        const std::string name = entry_name(**nvrtc, source);
        if (use_cache_)
            if (Code code = recall(name, source.symbol)) return code;

        const auto start = std::chrono::steady_clock::now();
        const Result<NvrtcOutput> compiled = compile_text(**nvrtc, source);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        std::optional<DeviceCode> code =
            compiled ? code_in(*compiled, source.symbol) : std::nullopt;
        if (use_cache_ && code) cache_.store(name, to_entry(*compiled));
        const std::lock_guard lock(mutex_);
        statistics_.compile_seconds += spent.count();
        if (!compiled) return compiled.error();
        if (!code)
            return Error{ErrorKind::kInternal, "'" + source.name + "': NVRTC " +
                                                   version_text(**nvrtc) + " compiled no kernel " +
                                                   source.symbol + " for sm_" +
                                                   std::to_string(source.capability)};
        ++statistics_.compiled;
        const auto shared = std::make_shared<const DeviceCode>(*std::move(code));
        known_[name] = shared;
        return shared;
    }

    std::string identity() const override {
        const auto& nvrtc = nvrtc_library();
        return nvrtc ? (*nvrtc)->identity : "";
    }

    CompileStatistics statistics() const override {
        const std::lock_guard lock(mutex_);
        CompileStatistics s = statistics_;
        if (use_cache_)
            for (const std::string& note : cache_.notes()) s.notes.push_back(note);
        return s;
    }

  private:
    static std::string entry_name(const NvrtcLibrary& nvrtc, const DeviceSource& source) {
        KeyBuilder key;
        key.add("weft cubin").add(nvrtc.identity).add(source.symbol).add(source.text);
        for (const std::string& option : options_for(source)) key.add(option);
        return key.key() + ".cubin";
    }

    /// From memory or disk; null when neither has it, or it is damaged.
    Code recall(const std::string& name, const std::string& symbol) {
        {
            const std::lock_guard lock(mutex_);
            const auto found = known_.find(name);
            if (Code code = found != known_.end() ? found->second.lock() : nullptr) {
                ++statistics_.from_cache;
                return code;
            }
        }
        const auto entry = cache_.find(name);
        if (!entry) return nullptr;
        std::optional<NvrtcOutput> output = from_entry(entry->bytes);
        std::optional<DeviceCode> read =
            output ? code_in(*std::move(output), symbol) : std::nullopt;
        if (!read) return nullptr;
        const auto code = std::make_shared<const DeviceCode>(*std::move(read));
        const std::lock_guard lock(mutex_);
        ++statistics_.from_cache;
        known_[name] = code;
        return code;
    }

    const bool use_cache_;
    DiskCache cache_;
    mutable std::mutex mutex_;
    CompileStatistics statistics_;
    std::map<std::string, std::weak_ptr<const DeviceCode>> known_;  ///< by entry name
};

}  // namespace

std::unique_ptr<DeviceCompiler> make_device_compiler(const CompilerOptions& options) {
    return std::make_unique<CachingDeviceCompiler>(options);
}

bool nvrtc_is_installed() {
    const char* const more = std::getenv("LD_LIBRARY_PATH");
    return nvrtc_file(nvrtc_places(std::getenv("CUDA_HOME"), std::getenv("CUDA_PATH")),
                      library_folders(more != nullptr ? more : ""))
        .has_value();
}

Result<std::string> nvrtc_version() {
    const auto& nvrtc = nvrtc_library();
    if (!nvrtc) return nvrtc.error();
    return version_text(**nvrtc);
}

}  // namespace weft
