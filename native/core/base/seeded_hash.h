// A hash for numbers that a file holds. The standard library's is the number itself: a file could choose ids that all
// fall into one bucket, and every lookup would then go through all of them.
#pragma once

#include <unistd.h>

#if defined(__APPLE__)
#include <sys/random.h>
#endif

#include <cstddef>
#include <cstdint>

namespace ireereplay {

/// Mixes a number with a seed that no file knows; for unordered_map<uint64_t, T, SeededHash>.
class SeededHash {
 public:
  SeededHash() {
    // Without entropy, the address has to do: it differs between processes too.
    if (::getentropy(&seed_, sizeof(seed_)) != 0) seed_ = reinterpret_cast<uintptr_t>(this);
  }

  size_t operator()(uint64_t value) const {
    // splitmix64's finalizer (https://prng.di.unimi.it/splitmix64.c), twice, with the seed in between.
    return static_cast<size_t>(mix(mix(value ^ seed_) + seed_));
  }

 private:
  static uint64_t mix(uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ull;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBull;
    return value ^ (value >> 31);
  }

  uint64_t seed_ = 0;
};

}  // namespace ireereplay
