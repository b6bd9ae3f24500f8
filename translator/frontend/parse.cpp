// From a header to Clang's tree, with the parser's own complaints as diagnostics.
#include "frontend/parse.h"

#include <fmt/format.h>

#include <filesystem>

#include "frontend/reporter.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Tooling/Tooling.h>
#pragma GCC diagnostic pop

namespace weft {

namespace {

/// Values that nobody gave are refused, so Clang's warnings about them are errors.
constexpr const char* kUndefined[] = {"-Wuninitialized", "-Wsometimes-uninitialized",
                                      "-Wconditional-uninitialized", "-Wreturn-type"};

/// What is worth a second look, in the functor's own text. A header that is parsed for itself is a
/// main file, for all that Clang knows.
constexpr const char* kWorthALook[] = {"-Wall", "-Wextra", "-Wshadow", "-Wunused-private-field",
                                       "-Wno-pragma-once-outside-header"};

/// What to write instead of what the parser did not accept; "" where nothing is known.
std::string remedy_for(llvm::StringRef message) {
    if (message.contains("uninitialized")) return "give the variable a value where it is declared";
    if (message.contains("does not return a value")) return "return a value at the function's end";
    if (message.contains("implicit instantiation of undefined template 'weft::Indexer"))
        return "inputs are e0D, e1D, e2D or eSparse, outputs e0D: nothing reads or writes "
               "elsewhere";
    if (message.starts_with("expression is not assignable"))
        return "inputs are read only: write local variables and outputs";
    if (message.starts_with("no matching function for call to object of type 'Indexer"))
        return "an e0D indexer and an output take no offset: Input(), Output() = value; declare "
               "e1D, "
               "e2D or eSparse to read around the element";
    if (message.starts_with("use of undeclared identifier") ||
        message.starts_with("no member named")) {
        for (const char* f : {"exp",   "log",   "pow",    "sin",   "cos",   "tan",   "sqrt", "abs",
                              "fabs",  "floor", "ceil",   "round", "min",   "max",   "fmin", "fmax",
                              "fmod",  "clamp", "atan2",  "expf",  "logf",  "powf",  "sinf", "cosf",
                              "sqrtf", "fabsf", "floorf", "ceilf", "fminf", "fmaxf", "fmodf"})
            if (message.contains(fmt::format("'{}'", f)))
                return "call weft's own portable function, with namespace weft:: (core/math.h)";
    }
    return {};
}

class Collector : public clang::DiagnosticConsumer {
  public:
    Collector(ParsedHeader& parsed, const std::string& display_name)
        : parsed_(parsed), display_name_(display_name) {}

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& info) override {
        clang::DiagnosticConsumer::HandleDiagnostic(level, info);
        if (level < clang::DiagnosticsEngine::Warning) return;
        llvm::SmallString<200> message;
        info.FormatDiagnostic(message);
        if (level == clang::DiagnosticsEngine::Warning) return warn(info, message.str().str());
        if (!info.hasSourceManager() || info.getLocation().isInvalid()) {
            parsed_.elsewhere.push_back({display_name_, 0, 0, message.str().str(), "", ""});
            return;
        }
        Diagnostic d = diagnostic_at(info.getSourceManager(), info.getLocation(), display_name_);
        d.message = message.str().str();
        const bool own = d.file == display_name_;
        d.remedy = remedy_for(message.str());
        (own ? parsed_.errors : parsed_.elsewhere).push_back(std::move(d));
    }

  private:
    /// What macros make of it is not the header's doing.
    void warn(const clang::Diagnostic& info, std::string message) {
        if (!info.hasSourceManager() || !info.getLocation().isFileID()) return;
        Diagnostic d = diagnostic_at(info.getSourceManager(), info.getLocation(), display_name_);
        if (d.file != display_name_) return;
        d.message = std::move(message);
        d.warning = true;
        parsed_.warnings.push_back(std::move(d));
    }

    ParsedHeader& parsed_;
    std::string display_name_;
};

std::vector<std::string> arguments_for(const TranslateOptions& options) {
    std::vector<std::string> arguments{
        "-x",      "c++",           "-std=c++20",     "-ffp-contract=off",
        "-fwrapv", "-fsyntax-only", "-Wno-everything"};
    arguments.insert(arguments.end(), std::begin(kWorthALook), std::end(kWorthALook));
    for (const char* warning : kUndefined) {
        arguments.push_back(warning);
        arguments.push_back(fmt::format("-Werror={}", warning + 2));
    }
    for (const std::string& path : options.include_paths) arguments.push_back("-I" + path);
    std::error_code ignored;
    if (std::filesystem::is_directory(WEFT_CLANG_RESOURCE_DIR, ignored))
        arguments.emplace_back("-resource-dir=" WEFT_CLANG_RESOURCE_DIR);
    return arguments;
}

}  // namespace

Result<ParsedHeader> parse_header(const std::string& text, const std::string& display_name,
                                  const TranslateOptions& options) {
    ParsedHeader parsed;
    Collector collector(parsed, display_name);
    // The path as given, so that #include "sibling.h" is found beside the header.
    std::unique_ptr<clang::ASTUnit> unit = clang::tooling::buildASTFromCodeWithArgs(
        text, arguments_for(options), options.header, "weft-translate",
        std::make_shared<clang::PCHContainerOperations>(),
        [](const clang::tooling::CommandLineArguments& a, llvm::StringRef) { return a; }, {},
        &collector);
    if (unit == nullptr)
        return Error{ErrorKind::kFunctor,
                     fmt::format("{}: Clang could not start on this file", display_name)};
    parsed.unit = std::move(unit);
    return parsed;
}

}  // namespace weft
