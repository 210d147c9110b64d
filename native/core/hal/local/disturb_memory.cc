#include "hal/local/disturb_memory.h"

#include <algorithm>

#include "base/chance.h"
#include "hal/local/plan.h"

namespace ireereplay::replay {

void disturb_memory(const Plan& plan, bool everywhere, Chance* chance) {
  const auto change = [&](uint8_t* begin, uint64_t length) {
    // Eight bytes, as far as there are so many.
    uint8_t* const at = begin + chance->below(length);
    for (uint8_t* byte = at; byte < std::min(at + 8, begin + length); ++byte)
      *byte ^= static_cast<uint8_t>(1 + chance->below(255));
  };
  const auto disturb = [&](uint32_t index) {
    const uint64_t size = plan.program.buffers[index].size;
    if (plan.layout.offsets[index] == MemoryLayout::kUnplaced || size == 0) return;
    uint8_t* const begin = plan.memory.data() + plan.layout.offsets[index];
    constexpr uint64_t kStride = 1024;
    if (!everywhere) return change(begin, size);
    for (uint64_t from = 0; from < size; from += kStride) change(begin + from, std::min(kStride, size - from));
  };
  const auto count = static_cast<uint32_t>(plan.program.buffers.size());
  if (count == 0) return;
  if (!everywhere) return disturb(static_cast<uint32_t>(chance->below(count)));
  for (uint32_t i = 0; i < count; ++i) disturb(i);
}

}  // namespace ireereplay::replay
