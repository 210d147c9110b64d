// Numbers by chance, where it is enough that each comes about as often as any other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ireereplay {

/// xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016).
class Chance {
 public:
  /// The same numbers each time.
  Chance() = default;
  explicit Chance(uint64_t seed) : state_(seed != 0 ? seed : 1) {}

  /// A number in [0, bound).
  size_t below(size_t bound) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    const uint64_t value = state_ * 0x2545F4914F6CDD1Dull;
    return static_cast<size_t>((static_cast<unsigned __int128>(value) * bound) >> 64);
  }

 private:
  uint64_t state_ = 0x9E3779B97F4A7C15ull;
};

}  // namespace ireereplay
