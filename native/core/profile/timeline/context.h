// What is read of a profile before its events.
#pragma once

#include <atomic>
#include <memory>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// A counter of a set, whose values are `count` of each sample's, from `offset` on.
struct CounterInfo {
  uint64_t set = 0;
  uint32_t device = 0;
  uint32_t ordinal = 0;
  uint32_t offset = 0;
  uint32_t count = 0;
  format::CounterUnit unit = {};
  std::string name;
};

struct Preparation {
  std::shared_ptr<Context> context;
  std::vector<CounterInfo> counters;
  /// There are events that name a dispatch by its event id, or an execution by its.
  bool needs_dispatch_times = false;
  bool has_shares = false;
};

/// Reads what events refer to. What does not hold together is left out, and said in the context's notices. CANCELLED.
Result<Preparation> prepare(std::shared_ptr<const Bundle> bundle, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile::timeline
