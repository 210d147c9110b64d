// Numbers of one field of many records, packed: blocks of them as offsets from a line, in as few bytes as those need.
// Ids that count up take nothing, times a few bytes; any one is read at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ireereplay::profile {

class PackedColumn {
 public:
  /// Numbers in a block.
  static constexpr size_t kBlock = 1024;

  size_t size() const { return size_; }
  /// The number at `index`, which is less than size().
  uint64_t operator[](size_t index) const {
    const size_t block = index / kBlock;
    if (block == blocks_.size()) return open_[index % kBlock];
    return at(blocks_[block], index % kBlock);
  }
  void push_back(uint64_t value) {
    open_.push_back(value);
    ++size_;
    if (open_.size() == kBlock) close_block();
  }
  /// Packs what was put last. Nothing is added after it.
  void finish();
  /// Bytes that it takes.
  size_t bytes() const {
    return blocks_.capacity() * sizeof(Block) + pages_.capacity() * sizeof(Page) + pages_.size() * kPageBytes +
           open_.capacity() * sizeof(uint64_t);
  }

 private:
  /// Blocks lie in pages: a vector of bytes would be copied, and be twice as long as it must, each time it grows.
  using Page = std::unique_ptr<uint8_t[]>;
  static constexpr size_t kPageBytes = 64 * 1024;

  /// value[i] = base + step * i + offset[i], all modulo 2^64; offsets of `width` bytes.
  struct Block {
    uint64_t base = 0;
    uint64_t step = 0;
    const uint8_t* offsets = nullptr;  // In a page.
    uint32_t width = 0;
  };

  static uint64_t at(const Block& block, size_t i) {
    uint64_t offset = 0;
    const uint8_t* bytes = block.offsets + i * block.width;
    for (unsigned byte = 0; byte < block.width; ++byte) offset |= uint64_t{bytes[byte]} << (8 * byte);
    return block.base + block.step * i + offset;
  }
  void close_block();

  std::vector<Block> blocks_;
  std::vector<Page> pages_;
  size_t page_used_ = kPageBytes;  // Of the last page.
  std::vector<uint64_t> open_;
  size_t size_ = 0;
};

}  // namespace ireereplay::profile
