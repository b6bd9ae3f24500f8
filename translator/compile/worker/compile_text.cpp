// One run of Clang over text in memory.
#include "compile/worker/compile_text.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm-c/Core.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include "compile/worker/arguments.h"
#include "compile/worker/preambles.h"

namespace weft::worker {
namespace {

class AllDependencies final : public clang::DependencyCollector {
  public:
    bool needSystemDependencies() override { return true; }
    bool sawDependency(llvm::StringRef name, bool, bool, bool, bool missing) override {
        return !missing && llvm::sys::fs::is_regular_file(name);
    }
};

std::vector<std::string> absolute(llvm::ArrayRef<std::string> paths) {
    std::vector<std::string> result;
    for (const std::string& path : paths) {
        llvm::SmallString<256> full(path);
        // Where there is no current folder any more, paths stay as they are.
        static_cast<void>(llvm::sys::fs::make_absolute(full));
        result.push_back(full.str().str());
    }
    return result;
}

}  // namespace

CompileOutcome compile_text(const CompileJob& job, Preambles* preambles) {
    CompileOutcome outcome;
    const std::vector<std::string> arguments = frontend_arguments(job, outcome.diagnostics);
    if (arguments.empty()) return outcome;
    std::vector<const char*> pointers;
    for (const std::string& a : arguments) pointers.push_back(a.c_str());

    llvm::raw_string_ostream messages(outcome.diagnostics);
    llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> plain(new clang::DiagnosticOptions);
    clang::CompilerInstance compiler;
    compiler.createDiagnostics(new clang::TextDiagnosticPrinter(messages, plain.get()));
    if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), pointers,
                                                   compiler.getDiagnostics()))
        return outcome;
    // Anew, for the arguments say how to report: the limit on errors, places after #line.
    compiler.createDiagnostics(
        new clang::TextDiagnosticPrinter(messages, &compiler.getDiagnosticOpts()));

    const auto buffer = llvm::MemoryBuffer::getMemBuffer(job.text, job.name);
    const clang::InputKind kind = compiler.getFrontendOpts().Inputs[0].getKind();
    if (preambles != nullptr && job.preamble > 0) {
        const auto files = preambles->take(compiler.getInvocation(), compiler.getDiagnostics(),
                                           arguments, *buffer, job.preamble);
        if (!files) return outcome;
        compiler.createFileManager(files);
    } else if (job.dialect == Dialect::kCheckedModule) {
        // Clang's checks ask what file the text is, so that it has to stand for one.
        compiler.getPreprocessorOpts().addRemappedFile(job.name, buffer.get());
        compiler.getPreprocessorOpts().RetainRemappedFileBuffers = true;
        compiler.getFrontendOpts().Inputs = {clang::FrontendInputFile(job.name, kind)};
    } else {
        compiler.getFrontendOpts().Inputs = {
            clang::FrontendInputFile(buffer->getMemBufferRef(), kind)};
    }
    for (const auto& [path, text] : job.files)
        compiler.getPreprocessorOpts().addRemappedFile(
            path, llvm::MemoryBuffer::getMemBufferCopy(text, path).release());
    const auto dependencies = std::make_shared<AllDependencies>();
    compiler.addDependencyCollector(dependencies);

    llvm::SmallVector<char, 0> object;
    compiler.setOutputStream(std::make_unique<llvm::raw_svector_ostream>(object));
    clang::EmitObjAction action;
    outcome.ok = compiler.ExecuteAction(action);
    outcome.object.assign(object.begin(), object.end());
    outcome.dependencies = absolute(dependencies->getDependencies());
    return outcome;
}

void initialise_compiler() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
}

std::string compiler_version() {
    unsigned major = 0, minor = 0, patch = 0;
    LLVMGetVersion(&major, &minor, &patch);
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

}  // namespace weft::worker
