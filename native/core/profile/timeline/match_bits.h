// Which slices of a track match a search: a bit each, by lane, counted ahead so that any range is counted at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ireereplay::profile::timeline {

class MatchBits {
 public:
  class Lane {
   public:
    explicit Lane(size_t size) : words_(size / 64 + 1), before_(words_.size() + 1) {}
    /// Bits of 64 at once: a test for each of millions costs more than the bit.
    void set_word(size_t index, uint64_t bits) { words_[index] = bits; }
    void finish() {
      for (size_t i = 0; i < words_.size(); ++i)
        before_[i + 1] = before_[i] + static_cast<uint32_t>(std::popcount(words_[i]));
    }
    /// Matches before `k`.
    uint32_t rank(size_t k) const {
      const uint64_t below = words_[k / 64] & ((uint64_t{1} << (k % 64)) - 1);
      return before_[k / 64] + static_cast<uint32_t>(std::popcount(below));
    }
    uint32_t count() const { return before_.back(); }
    bool contains(size_t k) const { return (words_[k / 64] >> (k % 64) & 1) != 0; }
    /// The position of match number `ordinal`, which is less than count().
    size_t select(uint32_t ordinal) const {
      size_t low = 0, high = words_.size();
      while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        (before_[middle] <= ordinal ? low : high) = middle;
      }
      uint64_t word = words_[low];
      for (uint32_t skip = ordinal - before_[low]; skip != 0; --skip) word &= word - 1;
      return low * 64 + static_cast<size_t>(std::countr_zero(word));
    }

   private:
    std::vector<uint64_t> words_;
    std::vector<uint32_t> before_;
  };

  Lane& add_lane(size_t size) { return lanes_.emplace_back(size); }
  const Lane& lane(size_t index) const { return lanes_[index]; }
  uint64_t count() const {
    uint64_t count = 0;
    for (const Lane& lane : lanes_) count += lane.count();
    return count;
  }

 private:
  std::vector<Lane> lanes_;
};

}  // namespace ireereplay::profile::timeline
