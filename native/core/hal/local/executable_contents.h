// What the executables of a plan are, whatever they are called: to say what another replay executed that this one does
// not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hal/local/plan.h"

namespace ireereplay::replay {

struct ExecutableContent {
  struct Function {
    std::string name;  ///< Empty where neither the capture nor the executable gives one.
    /// code_digest() of what runs; nothing where it is not known where the function ends, or it is not for x86-64.
    std::optional<std::string> code;
  };
  uint64_t id = 0;
  std::string name;  ///< The library's own.
  /// "sha256:..." of all that determines what it does: the binary, or what takes its place, and its constants.
  std::string content;
  std::vector<Function> functions;  ///< By captured ordinal.
};

/// Of each of the plan's executables, in its order. Reads all of their bytes.
std::vector<ExecutableContent> executable_contents(const Plan& plan);

}  // namespace ireereplay::replay
