// What the processor counts of this process, by the kernel's perf_event_open(2): of all its threads, in user mode, as
// far as the machine has the counters and lets a process read them. Virtual machines often have none.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ireereplay::replay {

/// A kind of event, as <linux/perf_event.h> numbers it.
struct CountedEvent {
  uint32_t type = 0;
  uint64_t config = 0;
};

class ProcessCounters {
 public:
  /// `events` must outlive it.
  explicit ProcessCounters(std::span<const CountedEvent> events) : events_(events), counters_(events.size()) {}
  ~ProcessCounters() { close(); }
  ProcessCounters(const ProcessCounters&) = delete;
  ProcessCounters& operator=(const ProcessCounters&) = delete;

  /// Counts from 0: what the threads that there are now do, and those that they start.
  void begin();
  /// What event `index` has been counted since, over all threads; of a counter that others used meanwhile, as much as
  /// it would have counted in all the time. Nothing where the machine does not count it.
  std::optional<uint64_t> read(size_t index) const;

 private:
  void close();

  std::span<const CountedEvent> events_;
  std::vector<std::vector<int>> counters_;  // Descriptors of each event, one a thread; empty for none.
};

}  // namespace ireereplay::replay
