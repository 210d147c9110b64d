// Who last wrote each byte of memory, and who has read it since, as disjoint ranges of what was touched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "program/program.h"

namespace ireereplay::replay {

class AccessMap {
 public:
  /// Calls visit(step, buffer, wrote) for everything that an access to [begin, end) must come after, with the buffer it
  /// accessed the memory as and whether it wrote it; then records the access.
  template <typename Visit>
  void access(uint64_t begin, uint64_t end, uint32_t step, uint32_t buffer, bool writes, Visit visit) {
    if (begin == end) return;
    split(begin);
    split(end);
    auto at = ranges_.lower_bound(begin);
    for (uint64_t place = begin; place < end;) {
      // Memory that nobody has touched yet gets its own range.
      if (at == ranges_.end() || at->first > place) {
        const uint64_t gap_end = at == ranges_.end() ? end : std::min(end, at->first);
        at = ranges_.emplace_hint(at, place, Range{gap_end, {}, kNoIndex});
      }
      Range& range = at->second;
      ++work_;
      if (range.writer.step != kNoIndex) visit(range.writer.step, range.writer.buffer, true);
      if (writes) {
        for (uint32_t i = range.readers; i != kNoIndex; i = readers_[i].next) {
          ++work_;
          visit(readers_[i].reader.step, readers_[i].reader.buffer, false);
        }
      } else if (range.readers == kNoIndex || readers_[range.readers].reader.step != step ||
                 readers_[range.readers].reader.buffer != buffer) {
        readers_.push_back({{step, buffer}, range.readers});
        range.readers = static_cast<uint32_t>(readers_.size() - 1);
      }
      place = range.end;
      ++at;
    }
    if (writes) merge(begin, end, {step, buffer});
  }

  /// Ranges and readers examined so far.
  uint64_t work() const { return work_; }

 private:
  struct Access {
    uint32_t step = kNoIndex;
    uint32_t buffer = kNoIndex;
  };
  struct Range {
    uint64_t end = 0;
    Access writer;
    uint32_t readers = kNoIndex;  // Since then: latest in readers_.
  };
  // Lists; ranges split from one share its list.
  struct Reader {
    Access reader;
    uint32_t next;
  };

  void split(uint64_t place) {
    auto at = ranges_.upper_bound(place);
    if (at == ranges_.begin()) return;
    --at;
    if (at->first == place || at->second.end <= place) return;
    const Range tail = at->second;
    at->second.end = place;
    ranges_.emplace(place, tail);
  }

  // A write merges all its ranges into one, so that they do not pile up.
  void merge(uint64_t begin, uint64_t end, Access writer) {
    auto first = ranges_.find(begin);
    ranges_.erase(std::next(first), ranges_.lower_bound(end));
    first->second = {end, writer, kNoIndex};
  }

  std::map<uint64_t, Range> ranges_;
  std::vector<Reader> readers_;
  uint64_t work_ = 0;
};

}  // namespace ireereplay::replay
