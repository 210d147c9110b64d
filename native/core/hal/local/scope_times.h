// How long the scopes of a run take.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "hal/local/run.h"
#include "program/program.h"

namespace ireereplay::replay {

class ScopeTimes {
 public:
  /// Of scopes of `program`, which outlives this.
  explicit ScopeTimes(const Program& program);

  /// Before a run, and after it: no scope is open.
  void clear();
  /// `file_read_ns` is what all threads have spent in file reads so far.
  void begin(const ScopeInfo& scope, uint64_t file_read_ns);
  /// Gives the time of a scope that has been begun in this run to `result`.
  void end(const ScopeInfo& scope, uint64_t file_read_ns, ReplayResult* result);

  /// Index into the program's scopes of the innermost open one; kNoIndex outside of all. From any thread.
  uint32_t innermost() const { return innermost_.load(std::memory_order_relaxed); }

 private:
  struct Begin {
    uint64_t ns = 0;
    uint64_t file_read_ns = 0;
    bool is_open = false;
  };

  uint32_t index_of(const ScopeInfo& scope) const { return static_cast<uint32_t>(&scope - program_.scopes.data()); }

  const Program& program_;
  std::vector<Begin> begins_;   // Of each scope.
  std::vector<uint32_t> open_;  // The innermost last.
  std::atomic<uint32_t> innermost_{kNoIndex};
};

}  // namespace ireereplay::replay
