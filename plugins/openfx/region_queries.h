// What a host asks before it renders: where the result is, what it needs, whether it changes at
// all.
#pragma once

#include "openfx/instance.h"

namespace weft::openfx {

/// One action each; `in` and `out` are its arguments.
Reply region_of_definition(const Instance& instance, const Properties& in, Properties& out);
Reply regions_of_interest(const Instance& instance, const Properties& in, Properties& out);
/// kOk with the clip that the result is, in every bit: shown_input(). Else kReplyDefault.
Reply is_identity(const Instance& instance, const Properties& in, Properties& out);
/// Of every clip the same frame.
Reply frames_needed(const Instance& instance, const Properties& in, Properties& out);
/// Says the output's components where they do not follow from the context, and whether the effect
/// changes over time by itself, as documents with keyframes do.
Reply clip_preferences(const Instance& instance, Properties& out);

}  // namespace weft::openfx
