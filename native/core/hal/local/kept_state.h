// What kernels leave behind besides results: in the writable data of their executable, in memory between buffers, in
// how their thread computes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace ireereplay::replay {

struct Plan;

struct KeptState {
  enum class Kind : uint8_t {
    kData,     ///< Of an executable.
    kOutside,  ///< Memory outside of all buffers.
    kControl,  ///< Of floating-point arithmetic, on a thread.
  };
  Kind kind = Kind::kData;
  std::optional<uint64_t> executable;  ///< Object id; nothing where several were substituted, or none was.
  uint64_t bytes = 0;                  ///< That hold something else, at least.
  /// Of the first: "cache+0x10", ".bss+0x40", empty where the file does not tell; "4 bytes past the end of buffer 7".
  std::string place;
};

/// The bytes outside of all buffers that hold something else than the noise of that key, or than zeros without one. Not
/// while something is executed.
std::optional<KeptState> written_outside(const Plan& plan, std::optional<uint64_t> noise);

/// The executable that is substituted, where it is one.
std::optional<uint64_t> only_substitute(const Plan& plan);

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
