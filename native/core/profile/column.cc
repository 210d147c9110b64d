#include "profile/column.h"

#include <algorithm>
#include <bit>

namespace ireereplay::profile {

namespace {

/// Bytes that `value` needs.
unsigned width_of(uint64_t value) { return static_cast<unsigned>(std::bit_width(value) + 7) / 8; }

/// How numbers lie about a line with `step`: the least of what is left, and how wide the most is above that.
struct Fit {
  uint64_t step = 0;
  uint64_t base = 0;
  unsigned width = 0;
};

Fit fit(const std::vector<uint64_t>& values, uint64_t step) {
  // As signed numbers: about a line that rises they lie on both sides of it.
  int64_t least = 0, most = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const auto left = static_cast<int64_t>(values[i] - values[0] - step * i);
    least = std::min(least, left);
    most = std::max(most, left);
  }
  return {step, values[0] + static_cast<uint64_t>(least),
          width_of(static_cast<uint64_t>(most) - static_cast<uint64_t>(least))};
}

}  // namespace

void PackedColumn::close_block() {
  const uint64_t rise = open_.size() > 1 ? (open_.back() - open_.front()) / (open_.size() - 1) : 0;
  const Fit flat = fit(open_, 0), rising = fit(open_, rise);
  const Fit& best = rising.width < flat.width ? rising : flat;
  Block block;
  block.base = best.base;
  block.step = best.step;
  block.width = best.width;
  const size_t length = open_.size() * best.width;
  if (length != 0) {
    if (page_used_ + length > kPageBytes) {
      pages_.push_back(std::make_unique_for_overwrite<uint8_t[]>(kPageBytes));
      page_used_ = 0;
    }
    uint8_t* offsets = pages_.back().get() + page_used_;
    block.offsets = offsets;
    page_used_ += length;
    for (size_t i = 0; i < open_.size(); ++i) {
      const uint64_t offset = open_[i] - best.base - best.step * i;
      for (unsigned byte = 0; byte < best.width; ++byte) *offsets++ = static_cast<uint8_t>(offset >> (8 * byte));
    }
  }
  blocks_.push_back(block);
  open_.clear();
}

void PackedColumn::finish() {
  if (!open_.empty()) close_block();
  // Without exceptions, shrink_to_fit() does nothing.
  std::vector<uint64_t>().swap(open_);
}

}  // namespace ireereplay::profile
