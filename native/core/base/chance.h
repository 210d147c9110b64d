// Numbers by chance, where it is enough that each comes about as often as any other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ireereplay {

/// The number at a place of the sequence that a key begins: SplitMix64 (Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", 2014).
inline uint64_t number_at(uint64_t key, uint64_t place) {
  uint64_t bits = key + (place + 1) * 0x9E3779B97F4A7C15ull;
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9ull;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBull;
  return bits ^ bits >> 31;
}

/// All 64 bits from a seed, and never 0.
inline uint64_t spread(uint32_t seed) { return number_at(0, seed) | 1; }

/// xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016).
class Chance {
 public:
  /// The same numbers each time.
  Chance() = default;
  explicit Chance(uint64_t seed) : state_(seed != 0 ? seed : 1) {}

  uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Dull;
  }
  /// A number in [0, bound).
  size_t below(size_t bound) { return static_cast<size_t>((static_cast<unsigned __int128>(next()) * bound) >> 64); }

 private:
  uint64_t state_ = 0x9E3779B97F4A7C15ull;
};

}  // namespace ireereplay
