// Making what memory holds something else, so that what depends on it shows.
#pragma once

#include <cstdint>

namespace ireereplay {
class Chance;
}  // namespace ireereplay

namespace ireereplay::replay {

struct Plan;

/// Makes what buffers hold wrong here and there, by chance: `everywhere` changes a word in each KiB of each buffer,
/// otherwise it is one of one buffer.
void disturb_memory(const Plan& plan, bool everywhere, Chance* chance);

/// Fills all memory of the plan, between buffers as well, with noise() that follows from the seed.
void fill_with_noise(const Plan& plan, uint32_t seed);

}  // namespace ireereplay::replay
