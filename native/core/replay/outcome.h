// What an execution of a dispatch makes of the memory that it binds.
#pragma once

#include <cstdint>
#include <vector>

namespace ireereplay::replay {

/// `before` and `after` have all memory that is bound, one range after the other.
struct Outcome {
  struct Piece {
    uint64_t place = 0;  ///< In `before` and `after`.
    uint64_t length = 0;
  };
  std::vector<uint8_t> before;
  std::vector<uint8_t> after;
  std::vector<Piece> changed;      ///< What it changes, in order, with up to 64 bytes between that it does not.
  std::vector<Piece> overwritten;  ///< Of it, what it leaves so whatever was there before.
  /// It leaves the same of what is partly as before, and partly as after, in pieces of kGranule bytes.
  bool is_repeatable = false;
  static constexpr uint64_t kGranule = 16;
};

/// A binding that an execution has left otherwise than the tolerance allows; or an output of a run.
struct WrongOutcome {
  uint32_t ordinal = 0;
  std::vector<uint8_t> expected;
  std::vector<uint8_t> actual;
};

}  // namespace ireereplay::replay
