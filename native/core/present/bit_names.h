// Bits of the masks that records carry, by the names that a compiler's dumps print for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ireereplay {

/// What a mask is a set of.
enum class Bits : uint8_t {
  kUnnamed,
  kAccessScope,
  kBufferUsage,
  kCommandBufferMode,
  kCommandCategory,
  kExecutionStage,
  kMemoryAccess,
  kMemoryType,
};

/// Of the field of a record, by the name that it has in the JSON of a dump.
Bits bits_of_field(std::string_view field);

/// "DispatchRead|DispatchWrite", as MLIR's HAL dialect prints them; what has no name stays a number: "Dispatch|0x40".
/// Empty where nothing is set or the bits have no names. Names: compiler/src/iree/compiler/Dialect/HAL/IR/HALEnums.td
/// and runtime/src/iree/hal/{buffer,command_buffer}.h of IREE.
std::string bit_names(Bits bits, uint64_t mask);

/// The names, or the number where there are none.
std::string bit_names_or_number(Bits bits, uint64_t mask);

}  // namespace ireereplay
