// What of a loaded ELF file stays writable.
#pragma once

#include <algorithm>
#include <vector>

#include "base/page.h"
#include "executable/elf_plan.h"

namespace ireereplay {

/// `writable` without the whole pages of `relro`, which are read-only once they are relocated: what follows on the last
/// of its pages stays writable.
inline std::vector<ElfPlan::Range> writable_ranges(const std::vector<ElfPlan::Range>& writable,
                                                   const std::vector<ElfPlan::Range>& relro) {
  std::vector<ElfPlan::Range> ranges = writable;
  for (const ElfPlan::Range& range : relro) {
    const uint64_t begin = align_up(range.address, kPage), end = (range.address + range.size) & ~(kPage - 1);
    if (begin >= end) continue;
    std::vector<ElfPlan::Range> left;
    const auto add = [&](uint64_t from, uint64_t to) {
      if (from < to) left.push_back({from, to - from});
    };
    for (const auto& [address, size] : ranges) {
      add(address, std::min(address + size, begin));
      add(std::max(address, end), address + size);
    }
    ranges = std::move(left);
  }
  return ranges;
}

}  // namespace ireereplay
