// The number of cores that a process may use.
#pragma once

namespace weft {

/// Cores that this process may run on, which its affinity may make fewer than the machine has. At
/// least 1, also where that is not known.
int available_cores();

}  // namespace weft
