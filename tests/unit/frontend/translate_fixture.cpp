// Translating a functor given as text.
#include "translate_fixture.h"

namespace weft::test {

Result<Translation> translate_text(const std::string& text) {
    TranslateOptions options;
    options.header = "test.h";
    options.contents = &text;
    options.include_paths = {WEFT_FRAMEWORK_DIR};
    return translate(options);
}

TranslatedSource translate_one(const std::string& text) {
    const Result<Translation> translation = translate_text(text);
    if (!translation || translation->functors.size() != 1) {
        ADD_FAILURE() << (translation ? format_diagnostics(translation->diagnostics)
                                      : translation.error().message);
        return {};
    }
    return translation->functors.front();
}

std::string functor_with(const std::string& body, const std::string& members,
                         const std::string& before) {
    return "#include \"core/functor.h\"\nusing namespace weft;\n" + before +
           "/// A test.\nclass Subject : public Functor<Subject, eParallel> {\n"
           "    Indexer<eInput, eComponent, e1D> Input;\n    Indexer<eOutput, eComponent> "
           "Output;\n" +
           members + "    mFunctorIndexers(Input, Output)\n  public:\n    void Kernel() {\n" +
           body + "    }\n};\n";
}

}  // namespace weft::test
