// The name of a border mode in generated text.
#pragma once

#include "core/types.h"

namespace weft {

constexpr const char* border_enumerator(BorderMode mode) {
    switch (mode) {
        case eClamp: return "eClamp";
        case eMirror: return "eMirror";
        case eRepeat: return "eRepeat";
        case eConstant: break;
    }
    return "eConstant";
}

}  // namespace weft
