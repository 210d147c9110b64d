#include "neighbour/torch/string_table.h"

#include <cstring>

#include "base/key_hash.h"

namespace ireereplay::neighbour::torch {

namespace {

constexpr size_t kFewestSlots = 1024;
constexpr size_t kBlockBytes = 64 * 1024;

}  // namespace

uint32_t StringTable::intern(std::string_view text) {
  if (texts_.size() * 2 >= slots_.size()) grow();
  KeyHash key;
  // A seed, so that no file can choose texts that all fall into one slot.
  key.add(seed_(0));
  key.add(Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  const uint64_t hash = key.finish();
  const size_t mask = slots_.size() - 1;
  size_t at = (hash ^ (hash >> 32)) & mask;
  for (; slots_[at].id != 0; at = (at + 1) & mask) {
    if (slots_[at].hash == hash && texts_[slots_[at].id - 1] == text) return slots_[at].id - 1;
  }
  texts_.push_back(keep(text));
  slots_[at] = {hash, static_cast<uint32_t>(texts_.size())};
  return static_cast<uint32_t>(texts_.size() - 1);
}

std::string_view StringTable::keep(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > free_bytes_) {
    const size_t bytes = text.size() > kBlockBytes / 4 ? text.size() : kBlockBytes;
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    if (bytes == text.size()) {
      std::memcpy(blocks_.back().get(), text.data(), bytes);
      return {blocks_.back().get(), bytes};
    }
    free_ = blocks_.back().get();
    free_bytes_ = bytes;
  }
  std::memcpy(free_, text.data(), text.size());
  const std::string_view kept(free_, text.size());
  free_ += text.size();
  free_bytes_ -= text.size();
  return kept;
}

void StringTable::grow() {
  std::vector<Slot> before(slots_.empty() ? kFewestSlots : slots_.size() * 2);
  before.swap(slots_);
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : before) {
    if (slot.id == 0) continue;
    size_t at = (slot.hash ^ (slot.hash >> 32)) & mask;
    while (slots_[at].id != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace ireereplay::neighbour::torch
