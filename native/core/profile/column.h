// Numbers of one field of many records, packed: blocks of them as offsets from a line, in as few bytes as those need.
// Ids that count up take nothing, times a few bytes; any one is read at once.
#pragma once

#include <cstdint>
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
  /// Gives back what is not needed when nothing is added any more.
  void finish();
  /// Bytes that it takes.
  size_t bytes() const {
    return blocks_.capacity() * sizeof(Block) + packed_.capacity() + open_.capacity() * sizeof(uint64_t);
  }

 private:
  /// value[i] = base + step * i + offset[i], all modulo 2^64; offsets of `width` bytes.
  struct Block {
    uint64_t base = 0;
    uint64_t step = 0;
    uint64_t begin : 56 = 0;  ///< In packed_.
    uint64_t width : 8 = 0;
  };

  uint64_t at(const Block& block, size_t i) const {
    uint64_t offset = 0;
    const uint8_t* bytes = packed_.data() + block.begin + i * block.width;
    for (unsigned byte = 0; byte < block.width; ++byte) offset |= uint64_t{bytes[byte]} << (8 * byte);
    return block.base + block.step * i + offset;
  }
  void close_block();

  std::vector<Block> blocks_;
  std::vector<uint8_t> packed_;
  std::vector<uint64_t> open_;
  size_t size_ = 0;
};

}  // namespace ireereplay::profile
