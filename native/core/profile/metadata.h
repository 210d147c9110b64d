// What a profile's events refer to: queues, clocks, executables and their functions, command buffers and their
// operations, metrics. Small beside the events; read once, in file order, the first of each id counts.
#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "profile/bundle.h"
#include "profile/clock_fit.h"

namespace ireereplay::profile {

/// Hashes a few numbers for tables of them.
struct NumbersHash {
  template <typename Key>
  size_t operator()(const Key& key) const {
    uint64_t hash = 0;
    for (const uint64_t number : key) {
      hash = (hash ^ number) * 0x9E3779B97F4A7C15ull;
      hash ^= hash >> 32;
    }
    return hash;
  }
};
template <size_t N>
using Numbers = std::array<uint64_t, N>;
/// Whether two are the same, without a call for a few words.
template <size_t N>
bool are_same(const Numbers<N>& a, const Numbers<N>& b) {
  uint64_t difference = 0;
  for (size_t i = 0; i < N; ++i) difference |= a[i] ^ b[i];
  return difference == 0;
}
/// Positions of rows by what tells them apart.
template <size_t N>
using RowIndex = std::unordered_map<Numbers<N>, size_t, NumbersHash>;

struct FunctionInfo {
  format::Function record;
  std::string name;
};

struct ExecutableInfo {
  format::Executable record;
  std::vector<size_t> functions;  ///< Positions in Metadata::functions.
  /// The first executable of the same code: IREE prepares an executable anew, with another id, each time that its
  /// module is loaded. Its own id, if it is the first.
  uint64_t code = 0;
};

struct CommandBufferInfo {
  format::CommandBuffer record;
  std::vector<size_t> operations;  ///< Positions in Metadata::operations.
};

struct MetricSourceInfo {
  format::DeviceMetricSource record;
  std::string name;
};

struct MetricDescriptorInfo {
  format::DeviceMetricDescriptor record;
  std::string name;
};

class Metadata {
 public:
  /// Operations of command buffers are as many as the dispatches of a large profile: most questions need their number.
  enum class Operations : uint8_t { kCounted, kKept };

  /// Reads the metadata of a bundle. Fails with CANCELLED, and as IREE's tools do when it does not hold together.
  static Result<Metadata> read(const Bundle& bundle, const std::atomic<bool>& cancelled,
                               Operations operations = Operations::kCounted);

  std::vector<format::Queue> queues;
  std::vector<ExecutableInfo> executables;
  std::vector<FunctionInfo> functions;
  std::vector<CommandBufferInfo> command_buffers;
  /// Empty when they are only counted.
  std::vector<format::CommandOperation> operations;
  uint64_t operation_count = 0;
  std::vector<MetricSourceInfo> metric_sources;
  std::vector<MetricDescriptorInfo> metric_descriptors;

  /// Positions in the lists above.
  std::optional<size_t> find_queue(uint32_t device, uint32_t ordinal, uint64_t stream) const;
  std::optional<size_t> find_executable(uint64_t id) const;
  std::optional<size_t> find_function(uint64_t executable, uint32_t ordinal) const;
  /// ExecutableInfo::code of an executable; the same id for one that the profile does not describe.
  uint64_t code_of(uint64_t executable) const;
  std::optional<size_t> find_command_buffer(uint64_t id) const;
  const MetricSourceInfo* find_metric_source(uint64_t id) const;
  const MetricDescriptorInfo* find_metric_descriptor(uint64_t source, uint64_t metric) const;
  /// The clock of a device; nothing when it has no sample.
  std::optional<ClockFit> clock_fit(uint32_t device) const;
  /// What is known of it; null when it has no sample.
  const DeviceClock* clock(uint32_t device) const;
  uint64_t clock_samples(uint32_t device) const;
  /// Devices that have a clock, in file order.
  const std::vector<uint32_t>& clock_devices() const { return clock_devices_; }

  /// What a function is called in reports: its name, or its numbers.
  std::string function_key(size_t function, uint32_t device) const;
  /// The same of what a dispatch refers to; DATA_LOSS when that is not in the profile.
  Result<std::string> dispatch_key(uint32_t device, uint64_t executable, uint32_t function) const;
  /// What an operation of a command buffer is called: its function's key, or its type.
  Result<std::string> operation_key(const format::CommandOperation& operation) const;

 private:
  Status add(const Chunk& chunk, FileWindow& window);
  Status add_record(ChunkKind kind, const Record& record);
  void find_same_code();
  /// What tells the code of executables apart: functions and hashes, as far as they are recorded.
  std::string code_key(const ExecutableInfo& executable) const;

  Operations kept_ = Operations::kCounted;
  std::map<uint32_t, DeviceClock> clocks_;
  std::vector<uint32_t> clock_devices_;
  RowIndex<3> queue_index_;
  RowIndex<1> executable_index_;
  RowIndex<2> function_index_;
  RowIndex<1> command_buffer_index_;
  RowIndex<1> metric_source_index_;
  RowIndex<2> metric_descriptor_index_;
};

}  // namespace ireereplay::profile
