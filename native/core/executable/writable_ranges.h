// What of a loaded ELF file stays writable.
#pragma once

#include <algorithm>
#include <vector>

#include "base/page.h"
#include "executable/elf_plan.h"

namespace ireereplay {

/// The whole pages of a range that becomes read-only once it is relocated: what follows on its last page has to stay
/// writable. Without any, its size is 0.
inline ElfPlan::Range whole_pages(const ElfPlan::Range& range) {
  const uint64_t begin = align_up(range.address, kPage), end = (range.address + range.size) & ~(kPage - 1);
  return {begin, end > begin ? end - begin : 0};
}

/// `writable` without the whole pages of `relro`.
inline std::vector<ElfPlan::Range> writable_ranges(const std::vector<ElfPlan::Range>& writable,
                                                   const std::vector<ElfPlan::Range>& relro) {
  std::vector<ElfPlan::Range> ranges = writable;
  for (const ElfPlan::Range& range : relro) {
    const auto [begin, length] = whole_pages(range);
    if (length == 0) continue;
    const uint64_t end = begin + length;
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
