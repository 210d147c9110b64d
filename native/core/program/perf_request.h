// What Linux's perf is told of the machine code that a replay loads: it lies in memory that no file names.
#pragma once

#include <cstdint>
#include <string>

namespace ireereplay::replay {

enum class PerfFormat : uint8_t {
  kMap,      ///< perf-PID.map: addresses and names, which perf reads from /tmp.
  kJitdump,  ///< jit-PID.dump: code and lines too, for `perf inject --jit`.
};

struct PerfRequest {
  PerfFormat format = PerfFormat::kMap;
  std::string folder;        ///< Where to write it.
  bool is_appended = false;  ///< To what this process wrote there for another session.
};

}  // namespace ireereplay::replay
