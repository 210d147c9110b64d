// Scopes of a copy that ends before its source does.
#pragma once

#include <cstdint>

#include "capture/format.h"

namespace ireereplay::composing {

/// Counts the scopes that are open, so that each that a copy begins also ends in it.
class OpenScopes {
 public:
  /// Hears of each record that the copy has.
  void note(const format::RecordHeader& header) {
    if (header.operation_code == format::Operation::kReplayScopeBegin) ++open_;
    if (header.operation_code == format::Operation::kReplayScopeEnd && open_ != 0) --open_;
  }

  /// Of each record behind the end of the copy: whether it has this one nevertheless, which ends an open scope.
  bool is_end(const format::RecordHeader& header) {
    if (header.operation_code == format::Operation::kReplayScopeBegin) ++left_out_;
    if (header.operation_code != format::Operation::kReplayScopeEnd || open_ == 0) return false;
    if (left_out_ != 0) {
      --left_out_;
      return false;
    }
    --open_;
    return true;
  }

 private:
  uint64_t open_ = 0;
  uint64_t left_out_ = 0;  ///< Of those that begin behind the end, the open ones.
};

}  // namespace ireereplay::composing
