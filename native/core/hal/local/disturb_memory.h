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

}  // namespace ireereplay::replay
