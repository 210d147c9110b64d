// Which of a recorded launch's arguments are pointers into the recorded memory, and where they lead.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "neighbour/llvm/descriptor.h"

namespace ireereplay::neighbour::llvm {

/// Allocations begin at multiples of this from the begin of the recorded memory, in the order of their making.
inline constexpr uint64_t kAllocationAlignment = 16;

/// How it is known where the recorded memory began.
enum class AddressBasis : uint8_t {
  kUnknown,   ///< No argument may be a pointer.
  kRecorded,  ///< The descriptor says it.
  kAssumed,   ///< At the lowest pointer that is known.
};

/// Where the recorded memory was when it was recorded.
struct MemoryPlace {
  AddressBasis basis = AddressBasis::kUnknown;
  uint64_t address = 0;
  uint64_t bytes = 0;
  /// Where it is assumed: by how many bytes it may begin earlier.
  uint64_t earlier = 0;
};

/// Where the memory began, if its first byte has an address within these bounds.
struct AddressBounds {
  uint64_t earliest = 0;
  uint64_t latest = 0;
};

/// What the arguments of a launch say of where a memory of `bytes` began, if some of them may be pointers to it: those
/// that are close enough to each other, in a place where devices have memory.
std::optional<AddressBounds> address_bounds(const Descriptor& descriptor, uint64_t bytes);

/// Where the memory of a launch began. `others` are bounds of launches by the same program; those that contradict are
/// of another run, where it began elsewhere.
MemoryPlace place_memory(const Descriptor& descriptor, uint64_t bytes, std::span<const AddressBounds> others);

/// An argument that leads into the recorded memory.
struct Pointer {
  /// From the memory's begin.
  uint64_t offset = 0;
  /// It may lead to the begin of an allocation; others lead into one.
  bool may_begin_allocation = false;
  /// Up to the next pointer among the arguments, or to the memory's end: so much it may be of at most.
  uint64_t bytes = 0;
};

/// For each argument where it leads; nothing for scalars, and where that is not known.
std::vector<std::optional<Pointer>> pointers_of(const Descriptor& descriptor, const MemoryPlace& memory);

}  // namespace ireereplay::neighbour::llvm
