// A trace of PyTorch's profiler in memory: a column for each property, a row for each event; texts are kept once.
//
// Millions of events are mostly asked for a few of their properties (when, how long, of which name), so that what all
// events have is in columns of its own, and what only operations or kernels have is in tables with a row for each of
// these: about 60 bytes for an event whose text has 230.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "neighbour/torch/string_table.h"

namespace ireereplay::neighbour::torch {

/// Of a number that the trace does not say.
inline constexpr int64_t kAbsent = std::numeric_limits<int64_t>::min();
/// Of a row that there is none of.
inline constexpr uint32_t kNoRow = ~0u;

enum class EventKind : uint8_t {
  kOther,
  kOperation,
  kAnnotation,
  kDeviceAnnotation,
  kPython,
  kRuntimeCall,
  kDriverCall,
  kKernel,
  kCopy,
  kFill,
  kMemory,
  kOverhead,
  /// A time in which the profiler recorded.
  kSpan,
};

inline bool is_call(EventKind kind) { return kind == EventKind::kRuntimeCall || kind == EventKind::kDriverCall; }
/// Whether it is what a device does.
inline bool is_device_work(EventKind kind) {
  return kind == EventKind::kKernel || kind == EventKind::kCopy || kind == EventKind::kFill;
}

/// Events of one category and kind. A category may have several: memory is among other instants.
struct Category {
  uint32_t name = 0;
  EventKind kind = EventKind::kOther;
};

/// A process or thread: mostly a number.
struct TraceId {
  bool is_text = false;
  /// The number, or that of the text.
  int64_t value = 0;

  friend bool operator==(const TraceId&, const TraceId&) = default;
};

/// A process, or a device with its streams.
struct Process {
  TraceId id;
  uint32_t name = 0;
  uint32_t labels = 0;
  int64_t sort_index = kAbsent;
};

/// A thread, or a stream of a device.
struct Thread {
  uint32_t process = 0;
  TraceId id;
  uint32_t name = 0;
  int64_t sort_index = kAbsent;
};

/// What happened, in the order of the file.
struct Events {
  /// Nanoseconds; the trace's baseTimeNanoseconds is where 0 is.
  std::vector<int64_t> begin_ns;
  /// kAbsent of an instant.
  std::vector<int64_t> duration_ns;
  std::vector<uint32_t> name;
  std::vector<uint16_t> category;
  std::vector<uint32_t> thread;
  /// The row in the table of its kind; kNoRow where that has none.
  std::vector<uint32_t> row;

  size_t size() const { return begin_ns.size(); }
};

/// `event` of each table is the row in Events.
struct Operations {
  std::vector<uint32_t> event;
  std::vector<int64_t> external_id;
  /// Forward and backward operations have the same.
  std::vector<int64_t> sequence_number;
  std::vector<int64_t> forward_thread;
  /// The row in Trace::shapes.
  std::vector<uint32_t> shape;
};

struct PythonFunctions {
  std::vector<uint32_t> event;
  std::vector<int64_t> id;
  std::vector<int64_t> parent;
  /// Which call of a module of its class it is.
  std::vector<int64_t> module;
};

struct Calls {
  std::vector<uint32_t> event;
  std::vector<int64_t> correlation;
  std::vector<int64_t> external_id;
};

struct DeviceWork {
  std::vector<uint32_t> event;
  std::vector<int64_t> correlation;
  std::vector<int64_t> external_id;
  std::vector<int64_t> device;
  std::vector<int64_t> stream;
  std::vector<int64_t> bytes;
  // JSON.
  std::vector<uint32_t> grid;
  std::vector<uint32_t> block;
};

struct Annotations {
  std::vector<uint32_t> event;
  std::vector<int64_t> external_id;
};

struct MemoryEvents {
  std::vector<uint32_t> event;
  std::vector<int64_t> address;
  /// Negative where memory is freed.
  std::vector<int64_t> bytes;
  std::vector<int64_t> device_type;
  std::vector<int64_t> device_id;
  std::vector<int64_t> total_allocated;
  std::vector<int64_t> total_reserved;
};

/// The ends of arrows between events: 's' where one begins, 't' on its way, 'f' where it ends.
struct Flows {
  std::vector<int64_t> begin_ns;
  std::vector<int64_t> id;
  std::vector<uint32_t> thread;
  std::vector<uint16_t> category;
  std::vector<char> phase;
};

/// Operations of one name with the same inputs.
struct OperationShape {
  uint32_t name = 0;
  uint16_t category = 0;
  // JSON, each a list with an entry for each input; 0 where the trace has none.
  uint32_t dims = 0;
  uint32_t types = 0;
  uint32_t strides = 0;
  uint32_t concrete = 0;
  /// The first of them.
  uint32_t operation = 0;
  uint64_t count = 0;

  bool has_inputs() const { return dims != 0 && types != 0; }
};

/// A member of the trace beside its events: its value is JSON.
struct Member {
  std::string key;
  std::string value;
};

/// Something in the file that is left out, and where the first is.
struct LeftOut {
  uint64_t count = 0;
  /// Of the first, in the text: of a compressed file once it is unpacked.
  uint64_t offset = 0;
  /// What is wrong with it.
  std::string reason;
};

struct Trace {
  StringTable strings;
  std::vector<Category> categories;
  std::vector<Process> processes;
  std::vector<Thread> threads;
  Events events;
  Operations operations;
  std::vector<OperationShape> shapes;
  PythonFunctions python;
  Calls calls;
  DeviceWork work;
  Annotations annotations;
  MemoryEvents memory;
  Flows flows;
  std::vector<Member> members;

  /// Bytes of the text that were read.
  uint64_t bytes = 0;
  /// Why not all of the file could be read; empty where all was. `whole_bytes` is then where the last whole event ends.
  std::string end;
  uint64_t whole_bytes = 0;
  /// Events without what all have, such as a time.
  LeftOut events_left_out;
  /// Values that are not what their key has to have; their events are there.
  LeftOut values_left_out;
  /// Events of other phases of Chrome's format, which PyTorch does not write.
  LeftOut phases_left_out;

  EventKind kind(uint32_t event) const { return categories[events.category[event]].kind; }
  std::string_view name(uint32_t event) const { return strings.at(events.name[event]); }
  int64_t begin(uint32_t event) const { return events.begin_ns[event]; }
  int64_t duration(uint32_t event) const {
    const int64_t duration = events.duration_ns[event];
    return duration == kAbsent ? 0 : duration;
  }
  int64_t end_of(uint32_t event) const { return begin(event) + duration(event); }
};

}  // namespace ireereplay::neighbour::torch
