// The descriptor of a recorded launch: the .json that `llvm-omp-kernel-replay` is given. The fields are those that
// llvm/llvm-project writes in offload/plugins-nextgen/common/src/RecordReplay.cpp and, up to LLVM 22,
// PluginInterface.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_value.h"
#include "base/status.h"

namespace ireereplay::neighbour::llvm {

/// Who wrote a recording: LLVM 16 to 22, or later ones.
enum class Generation : uint8_t { kFirst = 1, kSecond = 2 };

/// What is wrong with a recording, or missing: the rest of it is shown all the same.
struct Problem {
  bool is_error = true;  ///< Otherwise worth knowing.
  /// The file's name in its folder.
  std::string file;
  /// Of the descriptor; empty where it is about no field.
  std::string field;
  /// What is wrong and what to do, in a sentence.
  std::string message;
};

/// The least and the most that a program allows; 0 for no limit.
struct Limits {
  uint64_t least = 0;
  uint64_t most = 0;
};

/// An argument as it is recorded.
struct RecordedArgument {
  /// A pointer to the recorded memory, or a scalar: 64 bits of it. Nothing where the file has no such number.
  std::optional<uint64_t> bits;
  /// What a kernel gets more than that, as two's complement.
  uint64_t offset = 0;
};

/// What a descriptor says. A field is absent that it does not have, or has wrongly.
struct Descriptor {
  Generation generation = Generation::kFirst;
  std::string name;
  std::optional<uint64_t> teams;
  /// Of a team: the number of them, or the first generation's limit. 0 for what the program leaves open.
  std::optional<uint64_t> threads;
  std::optional<uint64_t> shared_memory_bytes;
  std::optional<uint64_t> trip_count;
  std::optional<JsonInteger> device_id;
  /// Where the recorded memory begins; LLVM 16 does not say.
  std::optional<uint64_t> memory_address;
  /// Bytes of that memory: in the second generation of the range that is reserved for it.
  std::optional<uint64_t> memory_bytes;
  std::optional<Limits> teams_limits;
  std::optional<Limits> threads_limits;
  std::vector<RecordedArgument> arguments;
};

/// Descriptors are a few KiB; a longer text is something else.
inline constexpr uint64_t kMostDescriptorBytes = 1 << 20;

/// Reads a descriptor, and adds to `problems`, as of `file`, what is wrong with it. INVALID_ARGUMENT when the text is
/// not JSON, or no descriptor of such a launch.
Result<Descriptor> parse_descriptor(std::string_view text, const std::string& file, std::vector<Problem>* problems);

}  // namespace ireereplay::neighbour::llvm
