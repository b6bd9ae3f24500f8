# weft_add_functors(TARGET HEADERS headers... [MODULE name])
# Translates functor headers at build time and adds the generated sources to TARGET.
# The generated code defines `const weft::FunctorModule* weft::functors::NAME_module()`.
function(weft_add_functors target)
endfunction()
