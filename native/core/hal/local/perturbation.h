// Other inputs than the recorded ones, of the same kind: numbers of what the host wrote, or a file gave, change places.
#pragma once

#include <cstdint>
#include <span>

namespace ireereplay::replay {

/// Makes other inputs of `bytes`, the same ones for the same key. Floats change places with ones of the same sign
/// nearby, so that their range and their distribution stay; where all are the same they are scaled by one number
/// between a half and one. What may be anything else stays where it is: integers, which may be indices or sizes, zeros,
/// infinities and NaN, and what is not known.
void perturb(std::span<uint8_t> bytes, uint64_t key);

}  // namespace ireereplay::replay
