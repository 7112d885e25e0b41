#pragma once
// What counts as computed before any run. Ops over constants cost nothing and are folded into initializers on export,
// unless a result would make the model unreasonably large: then the op stays in the file and has its price.

#include <cstdint>

namespace tasoscope {

/// The largest result that is folded.
inline constexpr std::int64_t kMaxFoldedBytes = std::int64_t{512} << 20;

}  // namespace tasoscope
