// Finds equal byte strings: recorded dispatches repeat, and each needs decoding only once.
#pragma once

#include <sys/random.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace ireereplay::replay {

/// A set of byte strings, each with a 32-bit value.
class Interning {
 public:
  /// The value of `key`, or nullptr when it has not been added.
  const uint32_t* find(Bytes key) const {
    if (slots_.empty()) return nullptr;
    const uint64_t hash = hash_of(key);
    for (size_t at = hash & (slots_.size() - 1); slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      const Entry& entry = entries_[slots_[at] - 1];
      if (is(entry, hash, key)) return &entry.value;
    }
    return nullptr;
  }
  /// The value of `key`, or nullptr when it is new; then it has been added and awaits set_last().
  const uint32_t* find_or_add(Bytes key) {
    if (entries_.size() * 2 >= slots_.size()) grow();
    const uint64_t hash = hash_of(key);
    for (size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] == 0) {
        slots_[at] = static_cast<uint32_t>(entries_.size() + 1);
        entries_.push_back({hash, keys_.size(), key.size(), 0});
        keys_.insert(keys_.end(), key.begin(), key.end());
        return nullptr;
      }
      const Entry& entry = entries_[slots_[at] - 1];
      if (is(entry, hash, key)) return &entry.value;
    }
  }
  /// Gives the latest addition its value.
  void set_last(uint32_t value) { entries_.back().value = value; }

 private:
  struct Entry {
    uint64_t hash;
    uint64_t offset;
    uint64_t length;
    uint32_t value;
  };

  bool is(const Entry& entry, uint64_t hash, Bytes key) const {
    return entry.hash == hash && entry.length == key.size() &&
           (key.empty() || std::memcmp(keys_.data() + entry.offset, key.data(), key.size()) == 0);
  }

  // Multiplies and folds eight bytes at a time, in four lanes because multiplications overlap. Collisions only cost
  // time: keys are compared.
  static uint64_t hash_of(Bytes key) {
    // The seed differs between processes: no file can be made whose keys collide.
    static const uint64_t seed = random_seed();
    uint64_t lanes[4] = {0x9E3779B97F4A7C15ull ^ key.size() ^ seed, 0xC2B2AE3D27D4EB4Full ^ mix(seed),
                         0x165667B19E3779F9ull + seed, 0x27D4EB2F165667C5ull - seed};
    size_t at = 0;
    for (; at + 32 <= key.size(); at += 32) {
      for (size_t lane = 0; lane < 4; ++lane) lanes[lane] = mix(lanes[lane] ^ load<uint64_t>(key, at + 8 * lane));
    }
    for (; at + 8 <= key.size(); at += 8) lanes[0] = mix(lanes[0] ^ load<uint64_t>(key, at));
    uint64_t tail = 0;
    if (at < key.size()) std::memcpy(&tail, key.data() + at, key.size() - at);
    return mix(mix(mix(lanes[0] ^ tail) ^ lanes[1]) ^ mix(lanes[2] ^ (lanes[3] << 1)));
  }
  static uint64_t random_seed() {
    uint64_t seed = 0;
    // Without it, keys are still told apart, more slowly.
    if (::getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != sizeof(seed)) seed = reinterpret_cast<uint64_t>(&seed);
    return seed;
  }
  static uint64_t mix(uint64_t value) {
    const unsigned __int128 product = static_cast<unsigned __int128>(value) * 0xD6E8FEB86659FD93ull;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }

  void grow() {
    std::vector<uint32_t> slots(slots_.empty() ? 64 : slots_.size() * 2);
    for (size_t i = 0; i < entries_.size(); ++i) {
      size_t at = entries_[i].hash & (slots.size() - 1);
      while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
      slots[at] = static_cast<uint32_t>(i + 1);
    }
    slots_ = std::move(slots);
  }

  std::vector<uint32_t> slots_;  // 1 + index of the entry; 0 is empty.
  std::vector<Entry> entries_;
  std::vector<uint8_t> keys_;
};

}  // namespace ireereplay::replay
