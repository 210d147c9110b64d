#include "replay/program.h"

#include <algorithm>

namespace ireereplay::replay {

uint8_t* Program::allocate_bytes(uint64_t length) {
  // Small payloads share chunks; sixteen bytes is the most that any part of a payload may want to be aligned to.
  constexpr uint64_t kChunk = 1 << 20;
  length = align_up(std::max<uint64_t>(length, 1), 16);
  stored_bytes_ += length;
  if (length > kChunk / 4) {
    storage_.push_back(std::unique_ptr<uint8_t[]>(new uint8_t[length]));
    return storage_.back().get();
  }
  if (length > storage_left_) {
    storage_.push_back(std::unique_ptr<uint8_t[]>(new uint8_t[kChunk]));
    storage_next_ = storage_.back().get();
    storage_left_ = kChunk;
  }
  uint8_t* bytes = storage_next_;
  storage_next_ += length;
  storage_left_ -= length;
  return bytes;
}

Bytes Program::store(Bytes bytes) {
  if (bytes.empty()) return Bytes();
  uint8_t* copy = allocate_bytes(bytes.size());
  std::memcpy(copy, bytes.data(), bytes.size());
  return Bytes(copy, bytes.size());
}

}  // namespace ireereplay::replay
