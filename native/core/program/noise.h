// What memory holds that nothing wrote, so that whatever reads it stands out.
#pragma once

#include <cstdint>

namespace ireereplay::replay {

/// Bytes by chance, made of 64 bits by chance: read as floats of four bytes their magnitudes lie between 2^11 and 2^19,
/// so that what is added to them is not lost; as those of two and of eight bytes they are large as well, and as
/// integers.
inline uint64_t noise(uint64_t bits) {
  constexpr uint64_t kExponents = 0x7F8000007F800000ull, kLeast = 0x4500000045000000ull,
                     kVaried = 0x0380000003800000ull;
  return (bits & ~kExponents) | (kLeast + (bits & kVaried));
}

}  // namespace ireereplay::replay
