#include "replay/memory_layout.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

namespace ireereplay::replay {

namespace {

constexpr uint64_t kPage = 4096;

// Free ranges of the block, by place and by size.
class FreeList {
 public:
  // Offset of `size` bytes at `alignment`; the block grows when no free range fits.
  uint64_t take(uint64_t size, uint64_t alignment) {
    for (auto fit = by_size_.lower_bound({size, 0}); fit != by_size_.end(); ++fit) {
      const auto [length, offset] = *fit;
      const uint64_t begin = align_up(offset, alignment);
      if (begin + size > offset + length) continue;
      erase(offset, length);
      if (begin > offset) insert(offset, begin - offset);
      if (offset + length > begin + size) insert(begin + size, offset + length - begin - size);
      return begin;
    }
    // A free range at the end is where the block grows from.
    uint64_t begin = end_;
    if (!by_offset_.empty()) {
      const auto last = std::prev(by_offset_.end());
      if (last->first + last->second == end_) {
        begin = last->first;
        erase(last->first, last->second);
      }
    }
    const uint64_t aligned = align_up(begin, alignment);
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

}  // namespace

MemoryLayout lay_out_memory(const Program& program, Reuse reuse) {
  MemoryLayout layout;
  layout.offsets.assign(program.buffers.size(), MemoryLayout::kUnplaced);
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < program.buffers.size(); ++i) {
    const BufferInfo& buffer = program.buffers[i];
    layout.total += buffer.size;
    // Inspection may ask for a buffer that nothing has touched yet.
    if (buffer.first_step != kNoIndex || reuse != Reuse::kAfterLastUse) order.push_back(i);
  }
  if (reuse == Reuse::kGuarded) {
    for (const uint32_t i : order) {
      const BufferInfo& buffer = program.buffers[i];
      const uint64_t size = align_up(std::max<uint64_t>(buffer.size, 1), buffer.alignment);
      const uint64_t begin = align_up(layout.size, std::max(kPage, buffer.alignment));
      const uint64_t end = begin + align_up(size, std::max(kPage, buffer.alignment));
      if (begin > layout.size) layout.guards.push_back({layout.size, begin - layout.size});
      layout.offsets[i] = end - size;
      layout.guards.push_back({end, kPage});
      layout.size = end + kPage;
    }
    return layout;
  }
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return program.buffers[a].first_step < program.buffers[b].first_step;
  });
  FreeList free;
  using Ending = std::pair<uint32_t, uint32_t>;  // Last step, buffer.
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> live;
  // A buffer of no bytes still has a place of its own.
  const auto size_of = [&](uint32_t i) { return align_up(std::max<uint64_t>(program.buffers[i].size, 1), 64); };
  for (const uint32_t i : order) {
    const BufferInfo& buffer = program.buffers[i];
    while (reuse == Reuse::kAfterLastUse && !live.empty() && live.top().first < buffer.first_step) {
      free.give_back(layout.offsets[live.top().second], size_of(live.top().second));
      live.pop();
    }
    layout.offsets[i] = free.take(size_of(i), buffer.alignment);
    live.push({buffer.last_step, i});
  }
  layout.size = free.end();
  return layout;
}

}  // namespace ireereplay::replay
