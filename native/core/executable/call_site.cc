#include "executable/call_site.h"

#include <cstring>

namespace ireereplay {

std::optional<CallSite> call_before(const ElfMemory& elf, uint64_t return_address) {
  // CALL rel32: one byte, and how far it is from what follows.
  constexpr uint64_t kLength = 5;
  constexpr uint8_t kCall = 0xE8;
  if (return_address < kLength) return {};
  const uint64_t address = return_address - kLength;
  const Bytes code = elf.at(address, kLength);
  if (code.size() != kLength || code[0] != kCall || !elf.is_code(address)) return {};
  int32_t distance = 0;
  std::memcpy(&distance, code.data() + 1, sizeof(distance));
  return CallSite{address, return_address + static_cast<uint64_t>(static_cast<int64_t>(distance))};
}

}  // namespace ireereplay
