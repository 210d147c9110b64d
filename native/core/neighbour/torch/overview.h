// What is in a trace as a whole: how much of what, when, on which threads and devices, and what it lacks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "neighbour/torch/launches.h"
#include "neighbour/torch/trace.h"

namespace ireereplay::neighbour::torch {

/// From the begin of the first event to the end of the last.
struct Stretch {
  int64_t begin_ns = std::numeric_limits<int64_t>::max();
  int64_t end_ns = std::numeric_limits<int64_t>::min();

  bool is_empty() const { return begin_ns > end_ns; }
  void add(int64_t begin, int64_t end) {
    if (begin < begin_ns) begin_ns = begin;
    if (end > end_ns) end_ns = end;
  }
  uint64_t length_ns() const {
    return is_empty() ? 0 : static_cast<uint64_t>(end_ns) - static_cast<uint64_t>(begin_ns);
  }
};

/// Events of a category, by the row in Trace::categories; flows by their own.
struct CategoryUse {
  uint16_t category = 0;
  uint64_t events = 0;
  Stretch stretch;
};

/// A thread, or a stream of a device.
struct ThreadUse {
  uint32_t thread = 0;
  uint64_t events = 0;
  /// Kernels, copies and fills among them: a thread with any is a stream.
  uint64_t device_work = 0;
  /// In which any of its events lasts.
  uint64_t busy_ns = 0;
  Stretch stretch;
};

/// A device: the process that the trace has for it.
struct DeviceUse {
  uint32_t process = 0;
  uint64_t work = 0;
  /// In which any of its streams has a kernel, copy or fill; all others between the first and the last are idle.
  uint64_t busy_ns = 0;
  /// Of the idle time before each piece of work: until the host called for it, and from that call on. What is left is
  /// before work of which the trace has no call.
  uint64_t idle_until_call_ns = 0;
  uint64_t idle_from_call_ns = 0;
  Stretch stretch;
};

/// What devices did that a call of the trace launched.
struct LaunchUse {
  uint64_t work = 0;
  /// Calls that launched any of it, and their time.
  uint64_t calls = 0;
  uint64_t calls_ns = 0;
  /// From the begin of the call to that of what it launched: half of them waited less.
  uint64_t median_delay_ns = 0;
  uint64_t most_delay_ns = 0;
  /// Device work that no operation of the trace launched.
  uint64_t without_operation = 0;
};

struct FlowUse {
  uint16_t category = 0;
  uint64_t begins = 0;
  uint64_t ends = 0;
  /// Ids with a begin and an end.
  uint64_t whole = 0;
};

/// A device as the profiler describes it.
struct DeviceProperties {
  std::string id;
  std::string name;
  std::optional<uint64_t> memory_bytes;
  /// Streaming multiprocessors or compute units.
  std::optional<uint64_t> processors;
};

struct Distributed {
  std::string backend;
  std::optional<uint64_t> rank;
  std::optional<uint64_t> world_size;
};

struct Overview {
  std::optional<uint64_t> schema_version;
  /// Where the trace's times begin, in nanoseconds since 1970.
  std::optional<uint64_t> base_time_ns;
  std::vector<DeviceProperties> devices;
  std::optional<Distributed> distributed;
  Stretch stretch;
  /// Those with most events first.
  std::vector<CategoryUse> categories;
  std::vector<ThreadUse> threads;
  std::vector<DeviceUse> uses;
  std::vector<FlowUse> flows;
  LaunchUse launches;
  uint64_t operations_with_inputs = 0;
  /// What it does not have, what then cannot be done, and how to record it: a sentence each.
  std::vector<std::string> missing;
};

/// What the profiler says of the machine's devices, used or not.
std::vector<DeviceProperties> devices_of(const Trace& trace);

Overview look_over(const Trace& trace, const Launches& launches);

}  // namespace ireereplay::neighbour::torch
