// weft-translate: functor headers in, the C++ source of a module out.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "frontend/framework_headers.h"
#include "frontend/translate.h"

namespace {

constexpr const char* kDescription =
    R"(Reads functor headers and writes the C++ source of a module that offers them.

A functor is a class deriving from weft::Functor<Name, eParallel> (eMovingAverage, eRecurrence) with
indexers, mFunctorIndexers(...) and a public void Kernel(). Kernels are written in a subset of
C++; whatever lies outside is refused with its place and what to write instead.

  weft-translate sharpen.h -o sharpen.cpp         a module for loading at run time
  weft-translate a.h b.h --module extras -o m.cpp weft::functors::extras_module()
  weft-translate sharpen.h --dump-facts           what was learnt, as JSON
  weft-translate sharpen.h --dump-text            the kernel text, scalar and simd)";

constexpr const char* kFooter =
    "Exit status: 0 translated, 1 a functor was refused, 2 wrong usage or an unreadable file.\n"
    "The subset: docs/functor-contract.md. The text: docs/kernel-text.md.";

struct Arguments {
    std::vector<std::string> headers, include_paths;
    std::string output, module, name_root, depfile;
    bool dump_facts = false, dump_text = false;
};

int fail(const std::string& message, int status) {
    fmt::print(stderr, "weft-translate: {}\n", message);
    return status;
}

/// `path` as the generated source includes it: relative to `root` where it lies below it.
std::string display_name(const std::string& path, const std::string& root) {
    if (root.empty()) return path;
    const std::string name =
        std::filesystem::absolute(path)
            .lexically_normal()
            .lexically_relative(std::filesystem::absolute(root).lexically_normal())
            .generic_string();
    return name.empty() || name.rfind("..", 0) == 0 ? path : name;
}

bool write(const std::string& path, const std::string& text) {
    if (path.empty()) return std::cout << text << std::flush ? true : false;
    const std::string part = path + ".part";
    std::ofstream file(part, std::ios::binary);
    if (!(file << text << std::flush)) return false;
    file.close();
    return std::rename(part.c_str(), path.c_str()) == 0;
}

/// A make rule: `output` depends on all files that were read.
std::string dependency_rule(const std::string& output,
                            const std::vector<weft::Translation>& translations) {
    std::string rule = output + ":";
    for (const weft::Translation& t : translations)
        for (const std::string& file : t.dependencies) {
            rule += " \\\n  ";
            for (const char c : file) rule += c == ' ' ? std::string("\\ ") : std::string(1, c);
        }
    return rule + "\n";
}

int run(const Arguments& arguments) {
    std::vector<weft::Translation> translations;
    bool refused = false;
    for (const std::string& header : arguments.headers) {
        weft::TranslateOptions options;
        options.header = header;
        options.include_paths = arguments.include_paths;
        options.include_paths.push_back(weft::framework_headers());
        options.display_name = display_name(header, arguments.name_root);
        weft::Result<weft::Translation> translation = weft::translate(options);
        if (!translation) return fail(translation.error().message, 2);
        fmt::print(stderr, "{}{}", weft::format_diagnostics(translation->diagnostics),
                   weft::format_diagnostics(translation->warnings));
        refused |= !translation->diagnostics.empty();
        translations.push_back(*std::move(translation));
    }
    if (refused) return 1;
    std::string text;
    if (arguments.dump_facts || arguments.dump_text) {
        for (const weft::Translation& t : translations)
            for (const weft::TranslatedSource& f : t.functors) {
                if (arguments.dump_facts) text += weft::facts_to_json(f.facts) + "\n";
                if (arguments.dump_text) text += f.scalar_text + "\n" + f.simd_text + "\n";
            }
    } else {
        const weft::Result<std::string> module = weft::print_module(translations, arguments.module);
        if (!module) return fail(module.error().message, 2);
        text = *module;
    }
    if (!write(arguments.output, text))
        return fail(
            fmt::format("cannot write '{}'; is its folder there and writable?", arguments.output),
            2);
    if (!arguments.depfile.empty() &&
        !write(arguments.depfile, dependency_rule(arguments.output, translations)))
        return fail(fmt::format("cannot write '{}'", arguments.depfile), 2);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app(kDescription, "weft-translate");
    app.footer(kFooter);
    app.add_option("HEADER", arguments.headers, "Functor headers")->required();
    app.add_option("-o,--output", arguments.output, "Where to write; standard output if left out");
    app.add_option("--module", arguments.module,
                   "Define weft::functors::NAME_module() instead of the symbol for loading");
    app.add_option("-I,--include", arguments.include_paths,
                   "More folders for #include; Weft's own framework is always searched")
        ->allow_extra_args(false);
    app.add_option("--name-root", arguments.name_root,
                   "Call headers below this folder by their path relative to it");
    app.add_option("--depfile", arguments.depfile,
                   "Write a make rule with the files that the output depends on");
    app.add_flag("--dump-facts", arguments.dump_facts, "Print FunctorFacts as JSON");
    app.add_flag("--dump-text", arguments.dump_text, "Print the kernel text, scalar then simd");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return run(arguments);
}
