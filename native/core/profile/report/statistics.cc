// profile statistics: events added up by function, command buffer, command, queue operation
// (runtime/src/iree/hal/utils/statistics_sink.c).
#include "profile/report/output.h"

namespace ireereplay::profile {

namespace {

enum class RowType : uint32_t {
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
constexpr std::string_view kRowTypes[] = {
    "unknown",
    "dispatch_function",
    "dispatch_command_buffer",
    "dispatch_command_operation",
    "queue_device_operation",
    "queue_host_operation",
    "host_execution_function",
    "host_execution_command_buffer",
    "host_execution_command_operation",
    "host_execution_queue_operation",
    "memory_lifecycle",
};

enum class Domain : uint32_t { kNone = 0, kDeviceTick = 1, kHostNs = 2 };
constexpr std::string_view kDomains[] = {"none", "device_tick", "iree_host_time_ns"};
constexpr std::string_view kUnits[] = {"none", "device_tick", "ns"};

constexpr uint32_t kHasTiming = 1u << 0;
constexpr uint32_t kHasPayload = 1u << 1;
constexpr uint32_t kHasOperations = 1u << 2;
constexpr uint32_t kHasTiles = 1u << 3;

/// What tells rows apart.
struct Key {
  RowType type = RowType::kNone;
  Domain domain = Domain::kNone;
  uint32_t device = 0;
  uint32_t queue = 0;
  uint32_t event = 0;
  uint64_t executable = 0;
  uint64_t command_buffer = 0;
  uint32_t function = format::kNone32;
  uint32_t command = format::kNone32;
};

struct Row {
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

struct Sample {
  bool has_time = false;
  uint64_t start = 0;
  uint64_t end = 0;
  uint64_t operations = 0;
  uint64_t payload = 0;
  uint64_t tiles = 0;
  uint64_t tile_ns = 0;
};

/// A host's time that is known, else nothing.
Sample host_sample(int64_t start, int64_t end) {
  Sample sample;
  sample.has_time = are_valid_times(start, end);
  if (!sample.has_time) return sample;
  sample.start = static_cast<uint64_t>(start);
  sample.end = static_cast<uint64_t>(end);
  return sample;
}

Sample tick_sample(uint64_t start, uint64_t end) {
  Sample sample;
  sample.has_time = start != 0 && end >= start;
  sample.start = start;
  sample.end = end;
  return sample;
}

class Statistics {
 public:
  Status read(const Reporting& r) {
    // All chunks count that dropped something, whatever they hold.
    ChunkReader reader(r.bundle.file(), r.bundle.header());
    Chunk chunk;
    for (const ChunkPlace& place : r.bundle.chunks()) {
      if (place.type != format::RecordType::kChunk) continue;
      if (r.cancelled().load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      reader.seek(place.offset, place.index);
      IR_RETURN_IF_ERROR(reader.next(&chunk));
      if (!add_to(dropped, chunk.header.dropped_record_count)) return overflow("dropped record count");
      if (!is_counted(chunk.kind)) continue;
      RecordWalk walk(reader.window(), chunk, chunk.kind == ChunkKind::kFunctions);
      Record record;
      for (uint32_t count = 0; !walk.at_end(); ++count) {
        if (count % 1024 == 0 && r.cancelled().load(std::memory_order_relaxed)) {
          return Status(StatusCode::kCancelled, "cancelled");
        }
        IR_RETURN_IF_ERROR(walk.next(&record));
        IR_RETURN_IF_ERROR(add(chunk, record).at(chunk.index, record.offset));
      }
    }
    return Status();
  }

  uint64_t dropped = 0;
  std::vector<Row> rows;

  /// The name of a row's function; empty when it has none.
  std::string_view function_name(const Row& row) const {
    const auto found = functions_.find({row.key.executable, row.key.function});
    return found == functions_.end() ? std::string_view() : std::string_view(names_[found->second]);
  }

  std::optional<uint64_t> duration_ns(const Row& row, uint64_t duration) const {
    if (!row.has(kHasTiming)) return std::nullopt;
    if (row.key.domain == Domain::kHostNs) return duration;
    if (row.key.domain == Domain::kNone) return std::nullopt;
    const auto clock = clocks_.find(row.key.device);
    return clock == clocks_.end() ? std::nullopt : scale(clock->second, duration);
  }

 private:
  static Status overflow(const char* what) {
    return Status(StatusCode::kOutOfRange, std::string("profile statistics ") + what + " overflow");
  }

  static bool is_counted(ChunkKind kind) {
    switch (kind) {
      case ChunkKind::kFunctions:
      case ChunkKind::kClockCorrelations:
      case ChunkKind::kDispatchEvents:
      case ChunkKind::kQueueEvents:
      case ChunkKind::kQueueDeviceEvents:
      case ChunkKind::kHostExecutionEvents:
      case ChunkKind::kMemoryEvents:
        return true;
      default:
        return false;
    }
  }

  /// Unlike a fit, this falls back to the middle of the host's times around the samples, and has 64 bits.
  static std::optional<uint64_t> scale(const DeviceClock& clock, uint64_t ticks) {
    constexpr uint32_t kTick = format::kClockDeviceTick;
    if (clock.samples < 2 || clock.unaligned_samples != 0 || (clock.first.flags & clock.last.flags & kTick) == 0 ||
        clock.last.device_tick <= clock.first.device_tick) {
      return std::nullopt;
    }
    auto first = cpu_time(clock.first), last = cpu_time(clock.last);
    if (!first || !last) {
      first = middle_time(clock.first);
      last = middle_time(clock.last);
    }
    if (!first || !last || *last <= *first) return std::nullopt;
    const uint64_t span = clock.last.device_tick - clock.first.device_tick;
    const auto scaled =
        (static_cast<unsigned __int128>(ticks) * static_cast<uint64_t>(*last - *first) + (ticks == 0 ? 0 : span / 2)) /
        span;
    if (scaled > UINT64_MAX) return std::nullopt;
    return static_cast<uint64_t>(scaled);
  }
  static std::optional<int64_t> cpu_time(const format::ClockCorrelation& sample) {
    if ((sample.flags & format::kClockHostCpuTimestamp) == 0 ||
        sample.host_cpu_timestamp_ns > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
      return std::nullopt;
    }
    return static_cast<int64_t>(sample.host_cpu_timestamp_ns);
  }
  static std::optional<int64_t> middle_time(const format::ClockCorrelation& sample) {
    if ((sample.flags & format::kClockHostTimeBracket) == 0 ||
        !are_valid_times(sample.host_time_begin_ns, sample.host_time_end_ns)) {
      return std::nullopt;
    }
    return sample.host_time_begin_ns + (sample.host_time_end_ns - sample.host_time_begin_ns) / 2;
  }

  Status add(const Chunk& chunk, const Record& record) {
    switch (chunk.kind) {
      case ChunkKind::kFunctions: {
        const auto function = record.as<format::Function>();
        if (functions_.try_emplace({function.executable_id, function.function_ordinal}, names_.size()).second) {
          names_.emplace_back(trailing_text(layout_of(chunk.kind), record, 0));
        }
        return Status();
      }
      case ChunkKind::kClockCorrelations: {
        const auto sample = record.as<format::ClockCorrelation>();
        clocks_[sample.physical_device_ordinal].add(sample);
        return Status();
      }
      case ChunkKind::kDispatchEvents:
        return add_dispatch(chunk, record.as<format::DispatchEvent>());
      case ChunkKind::kQueueDeviceEvents: {
        const auto event = record.as<format::QueueDeviceEvent>();
        Sample sample = tick_sample(event.start_tick, event.end_tick);
        sample.operations = event.operation_count;
        sample.payload = event.payload_length;
        return add_sample({.type = RowType::kQueueDeviceOperation,
                           .domain = Domain::kDeviceTick,
                           .device = event.physical_device_ordinal,
                           .queue = event.queue_ordinal,
                           .event = static_cast<uint32_t>(event.type),
                           .command_buffer = event.command_buffer_id},
                          sample);
      }
      case ChunkKind::kQueueEvents: {
        const auto event = record.as<format::QueueEvent>();
        Sample sample = host_sample(event.host_time_ns, event.ready_host_time_ns);
        sample.operations = event.operation_count;
        sample.payload = event.payload_length;
        return add_sample({.type = RowType::kQueueHostOperation,
                           .domain = Domain::kHostNs,
                           .device = event.physical_device_ordinal,
                           .queue = event.queue_ordinal,
                           .event = static_cast<uint32_t>(event.type),
                           .command_buffer = event.command_buffer_id},
                          sample);
      }
      case ChunkKind::kHostExecutionEvents:
        return add_host(record.as<format::HostExecutionEvent>());
      case ChunkKind::kMemoryEvents: {
        const auto event = record.as<format::MemoryEvent>();
        Sample sample;
        sample.payload = event.length;
        return add_sample({.type = RowType::kMemory,
                           .device = event.physical_device_ordinal,
                           .queue = event.queue_ordinal,
                           .event = static_cast<uint32_t>(event.type)},
                          sample);
      }
      default:
        return Status();
    }
  }

  Status add_dispatch(const Chunk& chunk, const format::DispatchEvent& event) {
    const Sample sample = tick_sample(event.start_tick, event.end_tick);
    Key key;
    key.domain = Domain::kDeviceTick;
    key.device = chunk.header.physical_device_ordinal;
    key.queue = chunk.header.queue_ordinal;
    return add_by_function(key, RowType::kDispatchFunction, event.executable_id, event.function_ordinal,
                           event.command_buffer_id, event.command_index, sample);
  }

  Status add_host(const format::HostExecutionEvent& event) {
    Sample sample = host_sample(event.start_host_time_ns, event.end_host_time_ns);
    sample.operations = event.operation_count;
    sample.payload = event.payload_length;
    sample.tiles = event.tile_count;
    sample.tile_ns = event.tile_duration_sum_ns >= 0 ? static_cast<uint64_t>(event.tile_duration_sum_ns) : 0;
    Key key;
    key.type = RowType::kHostQueueOperation;
    key.domain = Domain::kHostNs;
    key.device = event.physical_device_ordinal;
    key.queue = event.queue_ordinal;
    key.event = static_cast<uint32_t>(event.type);
    key.command_buffer = event.command_buffer_id;
    IR_RETURN_IF_ERROR(add_sample(key, sample));
    key.event = 0;
    key.command_buffer = 0;
    return add_by_function(key, RowType::kHostFunction, event.executable_id, event.function_ordinal,
                           event.command_buffer_id, event.command_index, sample);
  }

  /// Rows by function, by command buffer and by command: three types that follow each other, from `first` on.
  Status add_by_function(Key key, RowType first, uint64_t executable, uint32_t function, uint64_t command_buffer,
                         uint32_t command, const Sample& sample) {
    const auto type = static_cast<uint32_t>(first);
    if (executable != 0 && function != format::kNone32) {
      key.type = first;
      key.executable = executable;
      key.function = function;
      IR_RETURN_IF_ERROR(add_sample(key, sample));
    }
    if (command_buffer == 0) return Status();
    key.type = static_cast<RowType>(type + 1);
    key.executable = 0;
    key.function = format::kNone32;
    key.command_buffer = command_buffer;
    IR_RETURN_IF_ERROR(add_sample(key, sample));
    if (command == format::kNone32) return Status();
    key.type = static_cast<RowType>(type + 2);
    key.executable = executable;
    key.function = function;
    key.command = command;
    return add_sample(key, sample);
  }

  Row& row_of(const Key& key) {
    const Numbers<9> numbers = {static_cast<uint64_t>(key.type),
                                static_cast<uint64_t>(key.domain),
                                key.device,
                                key.queue,
                                key.event,
                                key.executable,
                                key.command_buffer,
                                key.function,
                                key.command};
    const auto [place, is_new] = row_index_.try_emplace(numbers, rows.size());
    if (is_new) rows.emplace_back().key = key;
    return rows[place->second];
  }

  Status add_sample(const Key& key, const Sample& sample) {
    Row& row = row_of(key);
    ++row.samples;
    if (sample.operations != 0) {
      if (!add_to(row.operations, sample.operations)) return overflow("operation count");
      row.flags |= kHasOperations;
    }
    if (sample.payload != 0) {
      if (!add_to(row.payload, sample.payload)) return overflow("payload byte count");
      row.flags |= kHasPayload;
    }
    if (sample.tiles != 0) {
      if (!add_to(row.tiles, sample.tiles) || !add_to(row.tile_ns, sample.tile_ns)) return overflow("tile count");
      row.flags |= kHasTiles;
    }
    if (!sample.has_time || sample.end < sample.start) {
      ++row.invalid;
      return Status();
    }
    const uint64_t duration = sample.end - sample.start;
    if (!add_to(row.total, duration)) return overflow("duration");
    row.flags |= kHasTiming;
    row.first_start = std::min(row.first_start, sample.start);
    row.last_end = std::max(row.last_end, sample.end);
    row.minimum = std::min(row.minimum, duration);
    row.maximum = std::max(row.maximum, duration);
    return Status();
  }

  RowIndex<9> row_index_;
  RowIndex<2> functions_;
  std::vector<std::string> names_;
  std::map<uint32_t, DeviceClock> clocks_;
};

/// What a row's event is called; empty for rows that are of none.
std::string_view event_name(const Key& key) {
  switch (key.type) {
    case RowType::kQueueDeviceOperation:
    case RowType::kQueueHostOperation:
    case RowType::kHostQueueOperation:
      return kQueueEventNames.of(key.event);
    case RowType::kMemory:
      return kMemoryEventNames.of(key.event);
    default:
      return {};
  }
}

void append_scaled(uint64_t ns, Text& out) {
  const auto three = [&](uint64_t number) {
    out.append(static_cast<char>('0' + number / 100));
    out.append(static_cast<char>('0' + number / 10 % 10));
    out.append(static_cast<char>('0' + number % 10));
  };
  const bool ms = ns >= 1000000;
  if (ns < 1000) return print(out, "% ns", ns);
  print(out, "%.", ms ? ns / 1000000 : ns / 1000);
  three(ms ? ns % 1000000 / 1000 : ns % 1000);
  out.append(ms ? " ms" : " us");
}

class StatisticsText {
 public:
  StatisticsText(const Statistics& statistics, Reporting& reporting)
      : s_(statistics), r_(reporting), out_(reporting.text) {}

  Status make() {
    IR_RETURN_IF_ERROR(add_up());
    out_.append("\nIREE HAL device statistics:\n");
    if (s_.rows.empty() && s_.dropped == 0) {
      out_.append("  no profiling records captured\n");
      return Status();
    }
    print(out_, "  aggregate_rows=%\n", s_.rows.size());
    if (s_.dropped != 0) print(out_, "  dropped_records=%\n", s_.dropped);
    if (s_.rows.empty()) return Status();
    const auto total = [&](std::string_view what, RowType type) {
      out_.append(what);
      append_scaled(totals_[static_cast<size_t>(type)], out_);
    };
    total("  dispatch_function_total=", RowType::kDispatchFunction);
    total("\n  host_execution_function_total=", RowType::kHostFunction);
    total("\n  host_execution_queue_total=", RowType::kHostQueueOperation);
    total("\n  device_queue_total=", RowType::kQueueDeviceOperation);
    total("\n  host_queue_ready_total=", RowType::kQueueHostOperation);
    if (unscaled_ != 0) print(out_, "\n  unscaled_timing_rows=%", unscaled_);
    out_.append('\n');
    for (const Row& row : s_.rows) {
      print_row(row);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

 private:
  Status add_up() {
    for (const Row& row : s_.rows) {
      const auto ns = s_.duration_ns(row, row.total);
      if (row.has(kHasTiming) && !ns) ++unscaled_;
      if (!add_to(totals_[static_cast<size_t>(row.key.type)], ns.value_or(0))) {
        return Status(StatusCode::kOutOfRange, "profile statistics duration overflow");
      }
    }
    return Status();
  }

  void print_duration(const Row& row, uint64_t duration) {
    const auto ns = s_.duration_ns(row, duration);
    if (ns) return append_scaled(*ns, out_);
    if (row.has(kHasTiming) && row.key.domain == Domain::kDeviceTick) return print(out_, "% ticks", duration);
    out_.append('-');
  }

  void print_function(const Row& row) {
    const std::string_view name = s_.function_name(row);
    if (!name.empty()) return out_.append(name);
    print(out_, "executable=% function=%", row.key.executable, row.key.function);
  }

  void print_timing(const Row& row) {
    print(out_, "  count=% total=", row.samples);
    print_duration(row, row.total);
    out_.append(" avg=");
    print_duration(row, row.total / row.samples);
    if (row.invalid != 0) print(out_, " invalid=%", row.invalid);
  }

  void print_tiles(const Row& row) {
    if (row.tiles == 0) return;
    print(out_, " tiles=% tile_sum=", row.tiles);
    append_scaled(row.tile_ns, out_);
  }

  void print_row(const Row& row) {
    switch (row.key.type) {
      case RowType::kDispatchFunction:
      case RowType::kHostFunction:
        out_.append(row.key.type == RowType::kHostFunction ? "  host_execute " : "  dispatch ");
        print_function(row);
        print_timing(row);
        if (row.key.type == RowType::kHostFunction) print_tiles(row);
        out_.append('\n');
        return;
      case RowType::kHostQueueOperation:
        return print_operation("host_execute_queue", row);
      case RowType::kQueueDeviceOperation:
        return print_operation("device_queue", row);
      case RowType::kQueueHostOperation:
        return print_operation("host_queue", row);
      case RowType::kMemory:
        return print(out_, "  memory p=% q=% % count=% bytes=%\n", row.key.device, row.key.queue, event_name(row.key),
                     row.samples, row.payload);
      default:
        return;
    }
  }

  void print_operation(std::string_view what, const Row& row) {
    print(out_, "  % p=% q=% %", what, row.key.device, row.key.queue, event_name(row.key));
    print_timing(row);
    if (row.operations != 0) print(out_, " operations=%", row.operations);
    print_tiles(row);
    if (row.payload != 0) print(out_, " payload=%B", row.payload);
    out_.append('\n');
  }

  const Statistics& s_;
  Reporting& r_;
  Text& out_;
  uint64_t totals_[std::size(kRowTypes)] = {};
  uint64_t unscaled_ = 0;
};

void print_jsonl(const Statistics& s, const Row& row, Text& out) {
  const Key& key = row.key;
  const auto type = static_cast<uint32_t>(key.type), domain = static_cast<uint32_t>(key.domain);
  const bool timed = row.has(kHasTiming);
  print(out, R"({"type":"statistics_row","row_type":"%","row_type_value":%,"time_domain":"%","time_domain_value":%)",
        kRowTypes[type], type, kDomains[domain], domain);
  print(out, R"(,"duration_unit":"%","flags":%,"has_timing":%,"has_payload_bytes":%,"has_operation_count":%)",
        kUnits[domain], row.flags, timed, row.has(kHasPayload), row.has(kHasOperations));
  print(out, R"(,"has_tile_totals":%,"physical_device_ordinal":%,"queue_ordinal":%,"event_type":%,"event_name":)",
        row.has(kHasTiles), key.device, key.queue, key.event);
  const auto name_or_null = [&](std::string_view name) {
    if (name.empty()) return out.append("null");
    out.append_json(name);
  };
  name_or_null(event_name(key));
  print(out, R"(,"executable_id":%,"command_buffer_id":%,"function_ordinal":%,"command_index":%,"function_name":)",
        key.executable, key.command_buffer, key.function, key.command);
  name_or_null(s.function_name(row));
  print(out, R"(,"sample_count":%,"invalid_sample_count":%,"operation_count":%,"payload_bytes":%,"tile_count":%)",
        row.samples, row.invalid, row.operations, row.payload, row.tiles);
  print(out, R"(,"tile_duration_sum_ns":%,"first_start_time":%,"last_end_time":%,"total_duration":%)", row.tile_ns,
        timed ? row.first_start : 0, timed ? row.last_end : 0, row.total);
  print(out, ",\"minimum_duration\":%,\"maximum_duration\":%", timed ? row.minimum : 0, timed ? row.maximum : 0);
  const auto ns_or_null = [&](std::string_view field, uint64_t duration) {
    print(out, ",\"%\":", field);
    const auto ns = s.duration_ns(row, duration);
    if (!ns) return out.append("null");
    out.append_dec(*ns);
  };
  ns_or_null("total_duration_ns", row.total);
  ns_or_null("minimum_duration_ns", row.minimum);
  ns_or_null("maximum_duration_ns", row.maximum);
  out.append("}\n");
}

}  // namespace

Status report_statistics(Reporting& r) {
  Statistics statistics;
  IR_RETURN_IF_ERROR(statistics.read(r));
  if (!r.options.jsonl) return StatisticsText(statistics, r).make();
  print(r.text, "{\"type\":\"statistics_summary\",\"row_count\":%,\"dropped_record_count\":%}\n",
        statistics.rows.size(), statistics.dropped);
  for (const Row& row : statistics.rows) {
    print_jsonl(statistics, row, r.text);
    IR_RETURN_IF_ERROR(r.drain());
  }
  return Status();
}

}  // namespace ireereplay::profile
