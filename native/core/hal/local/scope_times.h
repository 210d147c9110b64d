// Times the scopes of a run.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "hal/local/run.h"
#include "program/program.h"

namespace ireereplay::replay {

class ScopeTimes {
 public:
  /// `program` must outlive this.
  explicit ScopeTimes(const Program& program);

  /// Before and after a run: no scope is open.
  void clear();
  /// `file_read_ns` is what all threads have spent in file reads so far.
  void begin(const ScopeInfo& scope, uint64_t file_read_ns);
  /// Adds the time of a scope begun in this run to `result`.
  void end(const ScopeInfo& scope, uint64_t file_read_ns, ReplayResult* result);

  /// Index into the program's scopes of the innermost open one, or kNoIndex. From any thread.
  uint32_t innermost() const { return innermost_.load(std::memory_order_relaxed); }

 private:
  struct Begin {
    uint64_t ns = 0;
    uint64_t file_read_ns = 0;
    bool is_open = false;
  };

  uint32_t index_of(const ScopeInfo& scope) const { return static_cast<uint32_t>(&scope - program_.scopes.data()); }

  const Program& program_;
  std::vector<Begin> begins_;   // One per scope.
  std::vector<uint32_t> open_;  // Innermost last.
  std::atomic<uint32_t> innermost_{kNoIndex};
};

}  // namespace ireereplay::replay
