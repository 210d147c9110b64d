// What is known of ids that mostly count up: a list where they do, a hash table for others.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/seeded_hash.h"

namespace ireereplay::profile::timeline {

template <typename T>
class IdTable {
 public:
  /// The entry of an id; a new one is T().
  T& operator[](uint64_t id) {
    if (id < list_.size()) return list_[id];
    // Half of the list is in use, or it is short: a file's ids do not say how much memory it takes.
    if (id < 65536 || id / 2 < ++count_) {
      if (const auto there = others_.find(id); there != others_.end()) return there->second;
      list_.resize(id + 1);
      return list_[id];
    }
    return others_[id];
  }
  /// Null for one that was never asked for.
  const T* find(uint64_t id) const {
    if (const auto there = others_.find(id); there != others_.end()) return &there->second;
    return id < list_.size() ? &list_[id] : nullptr;
  }

 private:
  std::vector<T> list_;
  std::unordered_map<uint64_t, T, SeededHash> others_;
  uint64_t count_ = 0;
};

}  // namespace ireereplay::profile::timeline
