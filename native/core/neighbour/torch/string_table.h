// Texts that occur again and again, each kept once.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/seeded_hash.h"

namespace ireereplay::neighbour::torch {

/// Numbers texts in the order in which they first come. Views of them stay valid as long as the table.
class StringTable {
 public:
  /// The table has the empty text, as its first.
  StringTable() { intern({}); }

  uint32_t intern(std::string_view text);
  std::string_view at(uint32_t id) const { return texts_[id]; }
  size_t size() const { return texts_.size(); }

 private:
  struct Slot {
    uint64_t hash = 0;
    /// One more than the text's number; 0 where there is none.
    uint32_t id = 0;
  };

  std::string_view keep(std::string_view text);
  void grow();

  SeededHash seed_;
  std::vector<Slot> slots_;
  std::vector<std::string_view> texts_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* free_ = nullptr;
  size_t free_bytes_ = 0;
};

}  // namespace ireereplay::neighbour::torch
