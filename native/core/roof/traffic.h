// Code that does nothing but move memory: what its time says is the bandwidth.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ireereplay::roof {

/// Goes once through arrays of `bytes` each, a multiple of kTrafficStep and aligned to 64: `a` is written, the others
/// are read.
using TrafficCode = void (*)(uint8_t* a, const uint8_t* b, const uint8_t* c, uint64_t bytes);
inline constexpr uint64_t kTrafficStep = 512;

struct Traffic {
  /// "read"; "copy"; "triad", which is a = b + s * c; "streaming copy", whose stores go past the caches.
  std::string_view kind;
  /// Arrays that it goes through. Bytes count once for each, read or written.
  uint32_t arrays = 0;
  /// Only worth while where nothing is to stay in caches.
  bool is_for_memory_alone = false;
  TrafficCode run = nullptr;
};

/// Each kind, with the widest vectors that this processor has.
std::vector<Traffic> traffic_here();

}  // namespace ireereplay::roof
