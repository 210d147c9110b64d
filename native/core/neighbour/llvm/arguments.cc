#include "neighbour/llvm/arguments.h"

#include <algorithm>

#include "base/bytes.h"

namespace ireereplay::neighbour::llvm {

namespace {

// Devices of 64 bits have no memory below 4 GiB, where most integers and all floats of 32 bits are, nor from 2^57 up,
// where doubles and negative integers are.
constexpr uint64_t kLeastAddress = 1ull << 32;
constexpr uint64_t kEndOfAddresses = 1ull << 57;

/// Values that may be addresses, sorted.
std::vector<uint64_t> possible_addresses(const Descriptor& descriptor) {
  std::vector<uint64_t> found;
  for (const RecordedArgument& argument : descriptor.arguments) {
    if (argument.bits && *argument.bits >= kLeastAddress && *argument.bits < kEndOfAddresses)
      found.push_back(*argument.bits);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The argument's place in the memory, by its own value or by that which the kernel gets.
std::optional<uint64_t> offset_in(const RecordedArgument& argument, const MemoryPlace& memory) {
  if (memory.basis == AddressBasis::kUnknown || !argument.bits) return std::nullopt;
  for (const uint64_t value : {*argument.bits, *argument.bits + argument.offset}) {
    if (value - memory.address < memory.bytes) return value - memory.address;
  }
  return std::nullopt;
}

}  // namespace

std::optional<AddressBounds> address_bounds(const Descriptor& descriptor, uint64_t bytes) {
  const std::vector<uint64_t> values = possible_addresses(descriptor);
  // Those that lie in one memory of this size: where several do, the most; of as many, the highest.
  size_t first = 0;
  size_t best_first = 0;
  size_t best_count = 0;
  for (size_t last = 0; last < values.size(); ++last) {
    while (first < last && values[last] - values[first] >= bytes) ++first;
    if (bytes == 0 || last - first + 1 < best_count) continue;
    best_first = first;
    best_count = last - first + 1;
  }
  if (best_count == 0) return std::nullopt;
  const uint64_t latest = values[best_first] & ~(kAllocationAlignment - 1);
  const uint64_t end = values[best_first + best_count - 1] + 1;
  const uint64_t earliest = align_up(end > bytes ? end - bytes : 0, kAllocationAlignment);
  return AddressBounds{std::min(earliest, latest), latest};
}

MemoryPlace place_memory(const Descriptor& descriptor, uint64_t bytes, std::span<const AddressBounds> others) {
  if (descriptor.memory_address) return {AddressBasis::kRecorded, *descriptor.memory_address, bytes, 0};
  std::optional<AddressBounds> bounds = address_bounds(descriptor, bytes);
  if (!bounds) return {AddressBasis::kUnknown, 0, bytes, 0};
  for (const AddressBounds& other : others) {
    const AddressBounds both{std::max(bounds->earliest, other.earliest), std::min(bounds->latest, other.latest)};
    if (both.earliest <= both.latest) bounds = both;
  }
  return {AddressBasis::kAssumed, bounds->latest, bytes, bounds->latest - bounds->earliest};
}

std::vector<std::optional<Pointer>> pointers_of(const Descriptor& descriptor, const MemoryPlace& memory) {
  std::vector<std::optional<Pointer>> found;
  std::vector<uint64_t> offsets;
  for (const RecordedArgument& argument : descriptor.arguments) {
    const std::optional<uint64_t> offset = offset_in(argument, memory);
    found.push_back(offset ? std::optional(Pointer{*offset, *offset % kAllocationAlignment == 0, 0}) : std::nullopt);
    if (offset) offsets.push_back(*offset);
  }
  std::sort(offsets.begin(), offsets.end());
  for (std::optional<Pointer>& pointer : found) {
    if (!pointer) continue;
    const auto next = std::upper_bound(offsets.begin(), offsets.end(), pointer->offset);
    pointer->bytes = (next == offsets.end() ? memory.bytes : *next) - pointer->offset;
  }
  return found;
}

}  // namespace ireereplay::neighbour::llvm
