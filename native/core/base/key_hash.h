// A hash for keys that choose what is compared.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace ireereplay {

/// Adds up to one number. Fast, and not for proofs: that two are equal proves nothing.
class KeyHash {
 public:
  void add(uint64_t value) {
    state_ = (state_ ^ value) * 0x9E3779B97F4A7C15ull;
    state_ ^= state_ >> 29;
  }
  void add(Bytes bytes) {
    add(bytes.size());
    size_t at = 0;
    for (; at + sizeof(uint64_t) <= bytes.size(); at += sizeof(uint64_t)) add(load<uint64_t>(bytes, at));
    uint64_t tail = 0;
    if (at < bytes.size()) std::memcpy(&tail, bytes.data() + at, bytes.size() - at);
    add(tail);
  }
  uint64_t finish() const { return state_; }

 private:
  uint64_t state_ = 0xC2B2AE3D27D4EB4Full;
};

}  // namespace ireereplay
