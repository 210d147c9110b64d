#include "program/memory_layout.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

#include "base/chance.h"
#include "base/page.h"

namespace ireereplay::replay {

namespace {

// Free ranges of the block, by place and by size.
class FreeList {
 public:
  // Offset of `size` bytes at `alignment`; the block grows when no free range fits. kUnplaced when it cannot.
  uint64_t take(uint64_t size, uint64_t alignment) {
    if (const uint64_t begin = take_free(size, alignment); begin != MemoryLayout::kUnplaced) return begin;
    // The block grows from a free range at its end.
    uint64_t begin = end_;
    if (!by_offset_.empty()) {
      const auto last = std::prev(by_offset_.end());
      if (last->first + last->second == end_) {
        begin = last->first;
        erase(last->first, last->second);
      }
    }
    // Far below 2^64: the block's end is at most kMaxSize, and an alignment at most a huge page.
    const uint64_t aligned = align_up(begin, alignment);
    if (aligned > MemoryLayout::kMaxSize || size > MemoryLayout::kMaxSize - aligned) return MemoryLayout::kUnplaced;
    if (aligned > begin) insert(begin, aligned - begin);
    end_ = aligned + size;
    return aligned;
  }

  void give_back(uint64_t offset, uint64_t length) {
    auto next = by_offset_.lower_bound(offset);
    if (next != by_offset_.end() && offset + length == next->first) {
      length += next->second;
      erase(next->first, next->second);
    }
    next = by_offset_.lower_bound(offset);
    if (next != by_offset_.begin()) {
      const auto before = std::prev(next);
      if (before->first + before->second == offset) {
        offset = before->first;
        length += before->second;
        erase(before->first, before->second);
      }
    }
    insert(offset, length);
  }

  uint64_t end() const { return end_; }

 private:
  uint64_t take_free(uint64_t size, uint64_t alignment) {
    // The smallest ranges that are long enough may no longer be once aligned. After a few tries, take one that is long
    // enough wherever it begins: otherwise each buffer of one size would try many ranges of that size.
    constexpr int kTries = 16;
    auto fit = by_size_.lower_bound({size, 0});
    for (int i = 0; fit != by_size_.end(); ++fit, ++i) {
      if (i == kTries && fit->first < size + alignment) fit = by_size_.lower_bound({size + alignment, 0});
      if (fit == by_size_.end()) break;
      const auto [length, offset] = *fit;
      const uint64_t begin = align_up(offset, alignment);
      if (begin + size > offset + length) continue;
      erase(offset, length);
      if (begin > offset) insert(offset, begin - offset);
      if (offset + length > begin + size) insert(begin + size, offset + length - begin - size);
      return begin;
    }
    return MemoryLayout::kUnplaced;
  }
  void insert(uint64_t offset, uint64_t length) {
    by_offset_[offset] = length;
    by_size_.insert({length, offset});
  }
  void erase(uint64_t offset, uint64_t length) {
    by_offset_.erase(offset);
    by_size_.erase(by_size_.find({length, offset}));
  }

  std::map<uint64_t, uint64_t> by_offset_;
  std::set<std::pair<uint64_t, uint64_t>> by_size_;  // Length, offset.
  uint64_t end_ = 0;
};

bool place_guarded(const Program& program, const std::vector<uint32_t>& order, MemoryLayout* layout) {
  for (const uint32_t i : order) {
    const BufferInfo& buffer = program.buffers[i];
    const uint64_t alignment = std::max(kPage, buffer.alignment);
    if (buffer.size > MemoryLayout::kMaxSize) return false;
    // Cannot wrap: at most kMaxSize plus an alignment.
    const uint64_t size = align_up(std::max<uint64_t>(buffer.size, 1), buffer.alignment);
    const uint64_t begin = align_up(layout->size, alignment);
    const uint64_t end = begin + align_up(size, alignment);
    if (end > MemoryLayout::kMaxSize - kPage) return false;
    if (begin > layout->size) layout->guards.push_back({layout->size, begin - layout->size});
    layout->offsets[i] = end - size;
    layout->guards.push_back({end, kPage});
    layout->size = end + kPage;
  }
  return true;
}

/// Bytes before each buffer, at least, in multiples of its alignment; none without a seed.
std::vector<uint64_t> gaps_between(const Program& program, std::optional<uint32_t> placement) {
  std::vector<uint64_t> gaps(program.buffers.size(), 0);
  if (!placement) return gaps;
  constexpr size_t kMostGaps = 16;
  Chance chance(spread(*placement));
  for (size_t i = 0; i < gaps.size(); ++i)
    gaps[i] = (1 + chance.below(kMostGaps)) * std::max<uint64_t>(program.buffers[i].alignment, 64);
  return gaps;
}

bool place_reusing(const Program& program, const std::vector<uint32_t>& order, bool reuse,
                   std::optional<uint32_t> placement, MemoryLayout* layout) {
  FreeList free;
  using Ending = std::pair<uint32_t, uint32_t>;  // Last step, buffer.
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> live;
  const std::vector<uint64_t> gaps = gaps_between(program, placement);
  std::vector<uint64_t> begins(program.buffers.size());
  // An empty buffer still has a place of its own.
  const auto size_of = [&](uint32_t i) {
    const uint64_t size = align_up(std::max<uint64_t>(program.buffers[i].size, 1), 64);
    return placement ? gaps[i] + program.buffers[i].alignment + size : size;
  };
  for (const uint32_t i : order) {
    const BufferInfo& buffer = program.buffers[i];
    while (reuse && !live.empty() && live.top().first < buffer.first_step) {
      const uint32_t over = live.top().second;
      free.give_back(begins[over], size_of(over));
      live.pop();
    }
    if (buffer.size > MemoryLayout::kMaxSize) return false;
    begins[i] = free.take(size_of(i), buffer.alignment);
    if (begins[i] == MemoryLayout::kUnplaced) return false;
    layout->offsets[i] = begins[i] + gaps[i];
    // No more than what it asks for: an odd multiple of its alignment.
    if (placement && layout->offsets[i] / buffer.alignment % 2 == 0) layout->offsets[i] += buffer.alignment;
    live.push({buffer.last_step, i});
  }
  // What is read past the last buffer is no other memory of the process.
  layout->size = free.end() + (placement ? kPage : 0);
  return true;
}

}  // namespace

bool MemoryLayout::holds(const Program& program) const {
  for (size_t i = 0; i < offsets.size(); ++i) {
    if (offsets[i] == kUnplaced) continue;
    if (offsets[i] > size || program.buffers[i].size > size - offsets[i]) return false;
  }
  return true;
}

MemoryLayout lay_out_memory(const Program& program, Reuse reuse, std::optional<uint32_t> placement) {
  MemoryLayout layout;
  layout.offsets.assign(program.buffers.size(), MemoryLayout::kUnplaced);
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < program.buffers.size(); ++i) {
    const BufferInfo& buffer = program.buffers[i];
    if (!checked_add(layout.total, buffer.size, &layout.total)) layout.total = ~0ull;
    // Inspection may ask for a buffer that nothing has touched yet.
    if (buffer.first_step != kNoIndex || reuse != Reuse::kAfterLastUse) order.push_back(i);
  }
  if (reuse != Reuse::kGuarded) {
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return program.buffers[a].first_step < program.buffers[b].first_step;
    });
  }
  const bool placed = reuse == Reuse::kGuarded
                          ? place_guarded(program, order, &layout)
                          : place_reusing(program, order, reuse == Reuse::kAfterLastUse, placement, &layout);
  if (!placed) {
    layout.offsets.assign(program.buffers.size(), MemoryLayout::kUnplaced);
    layout.guards.clear();
    layout.size = MemoryLayout::kTooLarge;
  }
  return layout;
}

}  // namespace ireereplay::replay
