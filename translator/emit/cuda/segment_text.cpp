#include "emit/cuda/segment_text.h"

#include <string_view>

namespace weft {

namespace {

/// From restart to restart. Elements before the region have a loop of their own: where every
/// element is stored, the next ones are loaded meanwhile.
void print_advance(const ElementText& text, Writer& out) {
    const char* axis = text.stage.scan_axis == eHorizontal ? "x" : "y";
    out.line("// The elements of a segment along {}, from restart to restart; those before the",
             axis);
    out.line("// region only lead up to it.");
    out.open(
        "WEFT_INLINE void advance(const {}& args, weft::Element e, "
        "weft::Segment segment) {{",
        text.args());
    text.declare_types(out);
    out.line("const int period = args.range.restart_period;");
    out.open("for (int restart = segment.begin; restart < segment.end; restart += period) {{");
    text.declare_state(out);
    out.line("e.{} = restart;", axis);
    out.open("{{");
    text.declare_values(out);
    text.call("Initialise", out);
    out.close();
    out.line("const int stop = segment.end - restart < period ? segment.end : restart + period;");
    out.line("const int first = args.range.{0}0 < stop ? args.range.{0}0 : stop;", axis);
    for (const char* end : {"first", "stop"}) {
        out.open("for (; e.{0} < {1}; ++e.{0}) {{", axis, end);
        text.declare_values(out);
        text.call("Kernel", out);
        if (end == std::string_view("stop")) text.store_values(out);
        out.close();
    }
    out.close();
    out.close();
}

/// Element by element from the line's beginning, which for a recurrence is in the region.
void print_advance_along_line(const ElementText& text, Writer& out) {
    const char* axis = text.stage.scan_axis == eHorizontal ? "x" : "y";
    const bool backwards = text.stage.scan_backwards;
    out.line("// The elements of a line along {}, from its {} element on.", axis,
             backwards ? "last" : "first");
    out.open(
        "WEFT_INLINE void advance(const {}& args, weft::Element e, "
        "weft::Segment segment) {{",
        text.args());
    text.declare_types(out);
    text.declare_state(out);
    out.line("e.{} = {};", axis, backwards ? "segment.end - 1" : "segment.begin");
    out.open("{{");
    text.declare_values(out);
    text.call("Initialise", out);
    out.close();
    if (backwards)
        out.open("for (; e.{0} >= segment.begin; --e.{0}) {{", axis);
    else
        out.open("for (; e.{0} < segment.end; ++e.{0}) {{", axis);
    text.declare_values(out);
    text.call("Kernel", out);
    text.store_values(out);
    out.close();
    out.close();
}

}  // namespace

void print_segment(const ElementText& text, Writer& out) {
    if (text.stage.is_recurrence())
        print_advance_along_line(text, out);
    else
        print_advance(text, out);
}

}  // namespace weft
