// Dispatches of a profile, timed by the device or by the host, in groups: by function, by execution of a command
// buffer, by submission to a queue (runtime/src/iree/tooling/profile/dispatch.c).
#pragma once

#include <functional>

#include "profile/report/output.h"

namespace ireereplay::profile {

/// What a name and an id are compared with.
enum class DispatchMode : uint8_t { kDispatch, kExecutable, kCommand, kQueue };

/// Counts of a group.
struct Validity {
  uint64_t count = 0;
  uint64_t valid = 0;
  uint64_t invalid = 0;

  /// Counts one; gives `is_valid` back.
  bool add(bool is_valid) {
    ++count;
    ++(is_valid ? valid : invalid);
    return is_valid;
  }
};

/// What a function took on a device, in ticks of that or in a host's nanoseconds.
template <typename Time>
struct FunctionGroup {
  uint32_t device = 0;
  uint64_t executable = 0;
  uint32_t function = 0;
  Validity counts;
  Time shortest = std::numeric_limits<Time>::max();
  Time longest = 0;
  Time total = 0;
  Spread spread;
  uint64_t tiles = 0;
  int64_t tile_ns = 0;
  uint32_t last_count[3] = {};
  uint32_t last_size[3] = {};

  Time minimum() const { return counts.valid != 0 ? shortest : 0; }
  Time maximum() const { return counts.valid != 0 ? longest : 0; }
  double mean() const { return counts.valid != 0 ? spread.mean : 0.0; }
};

/// Dispatches that were submitted together, in one execution of a command buffer or to a queue.
template <typename Time>
struct SubmissionGroup {
  uint64_t command_buffer = 0;
  uint64_t submission = 0;
  uint32_t device = 0;
  uint32_t queue = 0;
  uint64_t stream = 0;
  Validity counts;
  Time earliest = std::numeric_limits<Time>::max();
  Time latest = 0;
  Time total = 0;
  uint64_t tiles = 0;
  int64_t tile_ns = 0;
};

/// A dispatch among the longest.
struct TopDispatch {
  uint32_t device = 0;
  uint32_t queue = 0;
  uint64_t stream = 0;
  uint64_t duration = 0;
  uint64_t event = 0;
  uint64_t submission = 0;
  uint64_t command_buffer = 0;
  uint32_t command_index = 0;
  uint64_t executable = 0;
  uint32_t function = 0;
  uint64_t tiles = 0;
  int64_t tile_ns = 0;
};

/// The eight longest, as IREE keeps them: a longer one takes the place of the shortest.
class TopDispatches {
 public:
  /// Whether one of that duration is among them.
  bool takes(uint64_t duration) const { return kept_.size() < kMost || duration > shortest_; }
  /// One that takes() says is.
  void add(const TopDispatch& dispatch);
  /// The longest first.
  std::vector<TopDispatch> sorted() const;
  bool empty() const { return kept_.empty(); }

 private:
  static constexpr size_t kMost = 8;
  std::vector<TopDispatch> kept_;
  uint64_t shortest_ = 0;
};

/// Rows by key, and which was looked for last: events that follow each other are mostly of one row.
template <size_t N>
struct LatestRow {
  RowIndex<N> places;
  Numbers<N> key = {};
  size_t place = SIZE_MAX;
};

class Dispatches {
 public:
  using DeviceRow = std::function<Status(const Chunk&, const format::DispatchEvent&, const std::string& key)>;
  using HostRow = std::function<Status(const format::HostExecutionEvent&, const std::string& key)>;

  /// How events are gone through.
  struct Walk {
    DispatchMode mode = DispatchMode::kDispatch;
    /// What is wanted beside functions: there may be as many as events.
    bool executions = false;
    bool submissions = false;
    /// Called for each that is asked for; without them, groups are made.
    DeviceRow device_row;
    HostRow host_row;
  };

  Dispatches(const Reporting& reporting, const Metadata& metadata) : r_(reporting), metadata_(metadata) {}

  Status read(const Walk& walk);

  /// Of all events, and of those that are asked for.
  uint64_t total = 0;
  uint64_t host_total = 0;
  Validity matched;
  Validity host_matched;
  std::vector<FunctionGroup<uint64_t>> functions;
  std::vector<FunctionGroup<int64_t>> host_functions;
  std::vector<SubmissionGroup<uint64_t>> executions;
  std::vector<SubmissionGroup<int64_t>> host_executions;
  std::vector<SubmissionGroup<uint64_t>> submissions;
  TopDispatches top;
  TopDispatches host_top;
  /// Devices that have dispatch events, beside those that have clocks, in file order.
  std::vector<uint32_t> devices;

 private:
  struct Key {
    Status status;
    std::string text;
    bool matches = false;
    bool is_made = false;
  };
  const Key& key_of(uint32_t device, uint64_t executable, uint32_t function);
  bool has_queue(uint32_t device, uint32_t queue, uint64_t stream);
  Status add(const Walk& walk, const Chunk& chunk, const format::DispatchEvent& event);
  Status add(const Walk& walk, const format::HostExecutionEvent& event);
  bool matches_id(DispatchMode mode, uint64_t event, uint64_t executable, uint64_t command_buffer,
                  uint64_t submission) const;

  const Reporting& r_;
  const Metadata& metadata_;
  RowIndex<1> device_index_;
  LatestRow<3> key_index_;
  std::deque<Key> keys_;
  /// Events that follow each other are mostly of one queue.
  Numbers<3> last_queue_ = {};
  bool has_last_queue_ = false;
  LatestRow<3> function_index_, host_function_index_;
  LatestRow<5> execution_index_, host_execution_index_;
  LatestRow<4> submission_index_;
};

/// Ticks between two, as a double; 0 when they are not known or in order.
double span_of(uint64_t earliest, uint64_t latest);

/// Times of a group of ticks, where the device's clock is known.
struct GroupTimes {
  std::optional<ClockFit> fit;
  bool available = false;  ///< All of the below.
  int64_t minimum_ns = 0;
  int64_t maximum_ns = 0;
  int64_t total_ns = 0;
  double ns_per_tick = 0;
};
GroupTimes times_of(const Metadata& metadata, const FunctionGroup<uint64_t>& group);

/// Times of what was submitted together.
struct SubmissionTimes {
  std::optional<ClockFit> fit;
  bool available = false;
  double span_ticks = 0;
  double ns_per_tick = 0;
  int64_t total_ns = 0;
};
SubmissionTimes times_of(const Metadata& metadata, const SubmissionGroup<uint64_t>& group);

/// The line on top of rows of single dispatches, and of dispatch groups.
void print_dispatch_summary(const Reporting& r, const Dispatches& dispatches, Text& out);
/// Rows of single dispatches.
Status report_dispatch_events(Reporting& r, const Metadata& metadata, DispatchMode mode);

}  // namespace ireereplay::profile
