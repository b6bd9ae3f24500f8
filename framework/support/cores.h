// How many threads can run at once here.
#pragma once

namespace weft {

/// Cores that this process may use, fewer than the machine has where it is bound to some; at least
/// 1, also where that is not known.
int available_cores();

}  // namespace weft
