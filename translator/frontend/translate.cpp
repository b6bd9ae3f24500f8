// The translator's one call: parse, check, analyse, print.
#include "frontend/translate.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "frontend/accumulation_parts.h"
#include "frontend/checked_text.h"
#include "frontend/clang_ast.h"
#include "frontend/counted_text.h"
#include "frontend/divergence.h"
#include "frontend/framework_headers.h"
#include "frontend/functor_class.h"
#include "frontend/functor_facts.h"
#include "frontend/includes.h"
#include "frontend/kernel_text.h"
#include "frontend/parse.h"
#include "frontend/selects.h"
#include "frontend/source_names.h"
#include "frontend/subset.h"
#include "frontend/tap_loops.h"
#include "frontend/watched_loops.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <clang/Frontend/ASTUnit.h>
#pragma GCC diagnostic pop

namespace weft {

namespace {

Result<std::string> read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        return Error{ErrorKind::kFunctor,
                     fmt::format("{}: cannot read this functor header; is the path right?", path)};
    return text.str();
}

/// Every file that the parser read.
std::vector<std::string> files_read(const clang::SourceManager& sources,
                                    const std::string& header) {
    std::set<std::string> others;
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
        if (file->first.getName() != header) others.insert(file->first.getName().str());
    std::vector<std::string> all{header};
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

TranslatedSource translate_functor(const FunctorModel& model, const SourceNames& files) {
    const Divergence divergence = analyse_divergence(model);
    KernelTexts texts = print_kernel_texts(model, divergence, files);
    TranslatedSource source;
    source.facts = functor_facts(model, files.header());
    source.facts.divergent = divergence.divergent;
    source.facts.selects = selects_samples(model, divergence);
    source.facts.simd = texts.scalar_reason.empty();
    source.facts.scalar_reason = std::move(texts.scalar_reason);
    source.qualified_name = model.record->getQualifiedNameAsString();
    source.scalar_text = std::move(texts.scalar);
    source.simd_text = std::move(texts.simd);
    return source;
}

}  // namespace

Result<Translation> translate(const TranslateOptions& options) {
    std::string text;
    if (options.contents != nullptr) {
        text = *options.contents;
    } else {
        Result<std::string> file = read_file(options.header);
        if (!file) return file.error();
        text = *std::move(file);
    }
    Translation translation;
    translation.header = options.display_name.empty() ? options.header : options.display_name;
    const Result<ParsedHeader> parsed = parse_header(text, translation.header, options);
    if (!parsed) return parsed.error();
    clang::ASTContext& context = parsed->unit->getASTContext();

    // Where the parser stumbled in the header itself, its tree is not worth looking at.
    Reporter reporter(context.getSourceManager(), translation.header);
    check_includes({options.include_paths, options.contents != nullptr}, reporter);
    const std::vector<const clang::CXXRecordDecl*> records = find_functors(context);
    const SourceNames files(options.header, translation.header);
    std::set<std::string> names;
    for (const clang::CXXRecordDecl* record : records) {
        std::optional<FunctorModel> model = read_class(record, reporter);
        if (!model || !parsed->errors.empty()) continue;
        if (!names.insert(model->name).second) {
            reporter.refuse(record->getLocation(),
                            fmt::format("a second functor is called '{}'", model->name),
                            "give each functor a name of its own, whatever its namespace");
            continue;
        }
        if (!check_subset(*model, reporter) || !parsed->elsewhere.empty()) continue;
        if (model->dependence == eAccumulation && !read_accumulation(*model, reporter)) continue;
        if (options.watched) watch_loops(*model);
        find_tap_loops(*model);
        translation.functors.push_back(translate_functor(*model, files));
    }
    translation.dependencies = files_read(context.getSourceManager(), options.header);
    translation.warnings = in_order(parsed->warnings);
    translation.diagnostics = in_order(reporter.diagnostics());
    translation.diagnostics.insert(translation.diagnostics.begin(), parsed->errors.begin(),
                                   parsed->errors.end());
    // Errors elsewhere are mostly echoes of a class that was refused above.
    if (translation.diagnostics.empty()) translation.diagnostics = parsed->elsewhere;
    if (translation.diagnostics.empty() && records.empty())
        return Error{
            ErrorKind::kFunctor,
            fmt::format("{}: no functor in this header; a functor is a class deriving "
                        "from weft::Functor<Name, eParallel> (eMovingAverage, eRecurrence)",
                        translation.header)};
    if (!translation.diagnostics.empty())
        translation.functors.clear();
    else if (options.counted)
        translation.counted =
            counted_texts(*parsed->unit, {framework_headers()}, translation.header);
    translation.source = options.checked ? checked_text(*parsed->unit, text) : std::move(text);
    return translation;
}

}  // namespace weft
