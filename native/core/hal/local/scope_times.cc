#include "hal/local/scope_times.h"

#include "base/clock.h"

namespace ireereplay::replay {

ScopeTimes::ScopeTimes(const Program& program) : program_(program), begins_(program.scopes.size()) {
  open_.reserve(program.scopes.size());
}

void ScopeTimes::clear() {
  open_.clear();
  innermost_.store(kNoIndex, std::memory_order_relaxed);
}

void ScopeTimes::begin(const ScopeInfo& scope, uint64_t file_read_ns) {
  const uint32_t index = index_of(scope);
  innermost_.store(index, std::memory_order_relaxed);
  begins_[index] = {now_ns(), file_read_ns, true};
  open_.push_back(index);
}

void ScopeTimes::end(const ScopeInfo& scope, uint64_t file_read_ns, ReplayResult* result) {
  const uint64_t end = now_ns();
  Begin& begin = begins_[index_of(scope)];
  if (begin.is_open) {
    result->scopes.push_back({scope.name, scope.begin_record, scope.end_record, scope.depth, end - begin.ns,
                              file_read_ns - begin.file_read_ns, begin.ns});
  }
  begin.is_open = false;
  // A scope that ends before those inside it stays on the stack until they have ended.
  while (!open_.empty() && !begins_[open_.back()].is_open) open_.pop_back();
  innermost_.store(open_.empty() ? kNoIndex : open_.back(), std::memory_order_relaxed);
}

}  // namespace ireereplay::replay
