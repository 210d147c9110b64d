// What memory would hold once an ELF file was loaded, read from the file: nothing is mapped or called.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/seeded_hash.h"

namespace ireereplay {

/// Addresses are the file's own. Reads any bytes; where they are not an ELF file, everything is absent.
class ElfMemory {
 public:
  /// A place that will hold the address of another one.
  struct Pointer {
    uint64_t address = 0;
    uint64_t target = 0;
  };
  static constexpr uint64_t kNoAddress = ~0ull;

  explicit ElfMemory(Bytes elf);

  /// `length` bytes from `address`; empty where the file does not have as many.
  Bytes at(uint64_t address, uint64_t length) const;
  /// All bytes from `address` to the end of its segment in the file.
  Bytes from(uint64_t address) const;
  /// A number followed by 4 bytes of padding; 0 when there is none.
  uint32_t padded(uint64_t address) const;
  /// What a pointer at `address` refers to, or kNoAddress.
  uint64_t pointer(uint64_t address) const;
  /// A text that ends with a zero within `most` bytes.
  std::optional<std::string_view> text(uint64_t address, uint64_t most) const;
  /// Whether `address` lies in a segment that may be executed.
  bool is_code(uint64_t address) const;

  /// In the order of the file's relocations.
  const std::vector<Pointer>& pointers() const { return pointers_; }

 private:
  struct Segment {
    uint64_t address = 0;
    uint64_t offset = 0;
    uint64_t size = 0;
    bool executable = false;
  };
  void read_headers();
  void read_relocations();
  const Segment* segment_of(uint64_t address) const;

  Bytes elf_;
  std::vector<Segment> segments_;
  std::vector<Pointer> pointers_;
  std::unordered_map<uint64_t, uint64_t, SeededHash> targets_;
};

}  // namespace ireereplay
