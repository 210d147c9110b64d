#include "executable/debug_entries.h"

#include <gtest/gtest.h>

#include <array>

namespace ireereplay {
namespace {

TEST(DebugEntries, CodeDoesNotEndBeforeItBegins) {
  // .debug_ranges of DWARF 4: two intervals from the unit's low address, the first past the end of all addresses.
  const std::array<uint64_t, 6> ranges = {1, 5, 0, 1, 0, 0};
  DebugSections sections;
  sections.ranges = Bytes(reinterpret_cast<const uint8_t*>(ranges.data()), sizeof(ranges));
  DebugUnit unit;
  unit.version = 4;
  unit.address_size = 8;
  unit.low_address = ~0ull - 1;
  DebugEntry entry;
  entry.values.emplace_back(DebugAttribute::kRanges, DebugValue{DebugValue::Kind::kSectionOffset, 0});
  DebugReader reader(sections, 100);
  const std::vector<CodeInterval> code = reader.code(unit, entry);
  ASSERT_EQ(code.size(), 1u);
  EXPECT_EQ(code[0].begin, ~0ull - 1);
  EXPECT_EQ(code[0].end, ~0ull);
}

}  // namespace
}  // namespace ireereplay
