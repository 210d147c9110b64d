// Events of a profile added up by function, command buffer, command, queue operation and memory event
// (runtime/src/iree/hal/utils/statistics_sink.c).
#pragma once

#include "profile/report/output.h"

namespace ireereplay::profile {

/// Events that have the same key.
struct StatisticsRow {
  enum class Type : uint32_t {
    kNone = 0,
    kDispatchFunction = 1,
    kDispatchCommandBuffer = 2,
    kDispatchCommandOperation = 3,
    kQueueDeviceOperation = 4,
    kQueueHostOperation = 5,
    kHostFunction = 6,
    kHostCommandBuffer = 7,
    kHostCommandOperation = 8,
    kHostQueueOperation = 9,
    kMemory = 10,
  };
  enum class Domain : uint32_t { kNone = 0, kDeviceTick = 1, kHostNs = 2 };

  /// What tells rows apart.
  struct Key {
    Type type = Type::kNone;
    Domain domain = Domain::kNone;
    uint32_t device = 0;
    uint32_t queue = 0;
    uint32_t event = 0;
    uint64_t executable = 0;
    uint64_t command_buffer = 0;
    uint32_t function = format::kNone32;
    uint32_t command = format::kNone32;
  };

  static constexpr uint32_t kHasTiming = 1u << 0;
  static constexpr uint32_t kHasPayload = 1u << 1;
  static constexpr uint32_t kHasOperations = 1u << 2;
  static constexpr uint32_t kHasTiles = 1u << 3;

  Key key;
  uint32_t flags = 0;
  uint64_t samples = 0;
  uint64_t invalid = 0;
  uint64_t operations = 0;
  uint64_t payload = 0;
  uint64_t tiles = 0;
  uint64_t tile_ns = 0;
  uint64_t first_start = UINT64_MAX;
  uint64_t last_end = 0;
  uint64_t total = 0;
  uint64_t minimum = UINT64_MAX;
  uint64_t maximum = 0;

  bool has(uint32_t flag) const { return (flags & flag) != 0; }
};

class Statistics {
 public:
  Status read(const Reporting& r);

  /// Records that chunks say were dropped, whatever they hold.
  uint64_t dropped = 0;
  std::vector<StatisticsRow> rows;

  /// The name of a row's function; empty when it has none.
  std::string_view function_name(const StatisticsRow& row) const;
  /// What a duration of a row is in nanoseconds, where that is known.
  std::optional<uint64_t> duration_ns(const StatisticsRow& row, uint64_t duration) const;

 private:
  struct Sample;
  static Sample host_sample(int64_t start, int64_t end);
  static Sample tick_sample(uint64_t start, uint64_t end);

  Status add(const Chunk& chunk, const Record& record);
  Status add_dispatch(const Chunk& chunk, const format::DispatchEvent& event);
  Status add_host(const format::HostExecutionEvent& event);
  /// A sample of the operation of a queue, as the device or the host saw it.
  template <typename Event>
  Status add_queue(StatisticsRow::Type type, StatisticsRow::Domain domain, const Event& event, Sample sample);
  /// Rows by function, by command buffer and by command: three types that follow each other, from `first` on.
  Status add_by_function(StatisticsRow::Key key, StatisticsRow::Type first, uint64_t executable, uint32_t function,
                         uint64_t command_buffer, uint32_t command, const Sample& sample);
  StatisticsRow& row_of(const StatisticsRow::Key& key);
  Status add_sample(const StatisticsRow::Key& key, const Sample& sample);

  RowIndex<9> row_index_;
  RowIndex<2> functions_;
  std::vector<std::string> names_;
  std::map<uint32_t, DeviceClock> clocks_;
};

}  // namespace ireereplay::profile
