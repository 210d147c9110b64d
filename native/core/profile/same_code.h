// Executables whose machine code, which a sampled profile has, is the same: what was prepared twice, or for two
// devices.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/status.h"
#include "profile/bundle.h"

namespace ireereplay::profile {

class SameCode {
 public:
  /// Reads the code objects of a bundle that are as long as others. Fails with CANCELLED, and where they cannot be
  /// read.
  static Result<SameCode> read(const Bundle& bundle, const std::atomic<bool>& cancelled);

  /// The first executable of the same code in the file; the same id where there is no other.
  uint64_t first(uint64_t executable) const;
  /// All of the same code as the first one, that itself included, in file order; empty where there is no other.
  std::vector<uint64_t> all(uint64_t first) const;

 private:
  /// Of executables that are not the first of their code, in file order.
  std::vector<std::pair<uint64_t, uint64_t>> others_;
};

}  // namespace ireereplay::profile
