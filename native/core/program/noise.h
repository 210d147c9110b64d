// What memory holds that nothing wrote, so that whatever reads it stands out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/chance.h"

namespace ireereplay::replay {

/// Bytes by chance, made of 64 bits by chance: read as floats of four bytes their magnitudes lie between 2^11 and 2^19,
/// so that what is added to them is not lost; as those of two and of eight bytes they are large as well, and as
/// integers.
inline uint64_t noise(uint64_t bits) {
  constexpr uint64_t kExponents = 0x7F8000007F800000ull, kLeast = 0x4500000045000000ull,
                     kVaried = 0x0380000003800000ull;
  return (bits & ~kExponents) | (kLeast + (bits & kVaried));
}

/// Fills memory with noise that follows from a key.
inline void fill_with_noise(std::span<uint8_t> memory, uint64_t key) {
  for (size_t at = 0; at < memory.size(); at += sizeof(uint64_t)) {
    const uint64_t word = noise(number_at(key, at));
    std::memcpy(memory.data() + at, &word, std::min(sizeof(word), memory.size() - at));
  }
}

/// The byte that it puts at a place.
inline uint8_t noise_at(uint64_t key, uint64_t at) {
  const uint64_t word = noise(number_at(key, at / sizeof(uint64_t) * sizeof(uint64_t)));
  return static_cast<uint8_t>(word >> at % sizeof(uint64_t) * 8);
}

}  // namespace ireereplay::replay
