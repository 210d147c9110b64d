// What the processor and this process were doing while a replay ran: samples beside it, taken by a thread of their own.
//
// All local devices are this processor: there is one source, of the first device. A metric that this machine does not
// give is none of the source's; it is not zero.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "base/status.h"
#include "profile/writer.h"
#include "recording/process_counters.h"

namespace ireereplay::replay {

/// Those that a processor may have.
enum class CpuMetric : uint8_t {
  kClock,        ///< IREE's clock.compute.current: mean of all processors.
  kActivity,     ///< IREE's activity.compute: of all processors, whoever used them, since the sample before.
  kMemoryUsed,   ///< IREE's memory.local.used: of the machine's memory.
  kMemoryTotal,  ///< IREE's memory.local.total.
  kUserTime,     ///< Of this process, as the next two.
  kSystemTime,
  kResident,
  kCycles,  ///< Hardware counters, of this process in user mode, as the rest.
  kInstructions,
  kCacheReferences,
  kCacheMisses,
  kBranches,
  kBranchMisses,
};
inline constexpr size_t kCpuMetrics = 13;

class DeviceMetrics {
 public:
  DeviceMetrics();
  ~DeviceMetrics();
  DeviceMetrics(const DeviceMetrics&) = delete;
  DeviceMetrics& operator=(const DeviceMetrics&) = delete;

  /// Forgets earlier samples, takes one, and goes on until end(), which takes the last.
  void begin();
  void end();

  /// Those that this machine does not give, by their names.
  std::vector<std::string_view> absent() const;
  /// Writes source, descriptors and samples. Returns the number of samples.
  Result<uint64_t> write(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer) const;

 private:
  struct Sample {
    int64_t begin_ns = 0;
    int64_t end_ns = 0;
    std::array<std::optional<uint64_t>, kCpuMetrics> values;
  };
  /// Of all processors since the machine started, in ticks.
  struct Busy {
    uint64_t busy = 0;
    uint64_t all = 0;
  };

  /// Which metrics any sample has.
  std::array<bool, kCpuMetrics> given() const;
  void take();
  void keep_going();
  std::optional<uint64_t> clock_hz();
  std::optional<uint64_t> activity();
  std::optional<Busy> read_busy() const;

  std::vector<int> clocks_;  // Descriptors of scaling_cur_freq, of each processor that has one.
  int stat_ = -1;
  int memory_ = -1;
  int resident_ = -1;
  std::optional<Busy> before_;
  ProcessCounters counters_;

  std::vector<Sample> samples_;  // By the thread alone, while there is one.
  uint64_t interval_ns_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_ended_ = true;
};

}  // namespace ireereplay::replay
