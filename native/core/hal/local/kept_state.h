// What a kernel keeps from one execution to the next: the writable data of its executable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace ireereplay::replay {

struct Plan;

/// Data of an executable that its code has changed.
struct KeptState {
  uint64_t executable = 0;  ///< Object id.
  uint64_t bytes = 0;       ///< That hold something else, at least.
  std::string place;        ///< Of the first: "cache+0x10", ".bss+0x40"; empty where the file does not tell.
};

/// Compares the writable data of substitutes with what it was when they had been loaded. The compiler's own executables
/// are not looked at.
class StateWatch {
 public:
  /// Before anything is executed. `plan` outlives it.
  explicit StateWatch(const Plan& plan);
  /// The first executable whose data has changed; nothing where none has. Not while something is executed.
  std::optional<KeptState> changed() const;

 private:
  struct Watched {
    size_t executable = 0;  // Index into the plan's.
    Bytes memory;
    std::vector<uint8_t> loaded;
  };
  const Plan& plan_;
  std::vector<Watched> watched_;
};

}  // namespace ireereplay::replay
