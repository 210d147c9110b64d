// Numbers by chance, where it is enough that each comes about as often as any other.
#pragma once

#include <cstdint>

namespace ireereplay {

/// A linear congruential generator with the constants of Knuth's MMIX (The Art of Computer Programming, volume
/// 2, 3.3.4). Its high bits are the better ones.
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed) {}

  /// A number from 0 to `count` - 1.
  uint32_t below(uint32_t count) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>((state_ >> 32) * count >> 32);
  }

 private:
  uint64_t state_;
};

}  // namespace ireereplay
