// Sums of numbers that a file says: the largest number stands for all that are larger.
#pragma once

#include "base/bytes.h"

namespace ireereplay {

inline uint64_t saturating_add(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  return checked_add(a, b, &sum) ? sum : ~0ull;
}
inline uint64_t saturating_mul(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return checked_mul(a, b, &product) ? product : ~0ull;
}

}  // namespace ireereplay
