// Which records of two sequences are the same one: an alignment in order, as programs that compare texts make it.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"

namespace ireereplay::difference {

/// Places of elements that are matched.
struct Match {
  uint32_t a = 0;
  uint32_t b = 0;
  bool operator==(const Match&) const = default;
};

struct Alignment {
  std::vector<Match> matches;  ///< In order: both places grow.
  /// There may be one with more matches: so much differs that looking for the best would take too long.
  bool is_rough = false;
};

/// Matches equal keys. Elements that occur once on both sides are matched first, and the rest between them with the
/// fewest left over, unless some thousands are left over in one place. Takes time linear in what is alike, and in the
/// most thousands of times as long as the sequences where all differs. CANCELLED once `cancelled` is set.
Result<Alignment> align(std::span<const uint64_t> a, std::span<const uint64_t> b, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::difference
