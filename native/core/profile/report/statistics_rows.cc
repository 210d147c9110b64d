#include "profile/report/statistics_rows.h"

namespace ireereplay::profile {

using RowType = StatisticsRow::Type;
using Domain = StatisticsRow::Domain;
using Key = StatisticsRow::Key;
using Row = StatisticsRow;

namespace {

Status statistics_overflow(const char* what) {
  return Status(StatusCode::kOutOfRange, std::string("profile statistics ") + what + " overflow");
}

bool is_counted(ChunkKind kind) {
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

std::optional<int64_t> cpu_time(const format::ClockCorrelation& sample) {
  if ((sample.flags & format::kClockHostCpuTimestamp) == 0 ||
      sample.host_cpu_timestamp_ns > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return std::nullopt;
  }
  return static_cast<int64_t>(sample.host_cpu_timestamp_ns);
}
std::optional<int64_t> middle_time(const format::ClockCorrelation& sample) {
  if ((sample.flags & format::kClockHostTimeBracket) == 0 ||
      !are_valid_times(sample.host_time_begin_ns, sample.host_time_end_ns)) {
    return std::nullopt;
  }
  return sample.host_time_begin_ns + (sample.host_time_end_ns - sample.host_time_begin_ns) / 2;
}

/// Unlike a fit, this falls back to the middle of the host's times around the samples, and has 64 bits.
std::optional<uint64_t> scale(const DeviceClock& clock, uint64_t ticks) {
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

}  // namespace

struct Statistics::Sample {
  bool has_time = false;
  uint64_t start = 0;
  uint64_t end = 0;
  uint64_t operations = 0;
  uint64_t payload = 0;
  uint64_t tiles = 0;
  uint64_t tile_ns = 0;
};

/// A host's time that is known, else nothing.
auto Statistics::host_sample(int64_t start, int64_t end) -> Sample {
  Sample sample;
  sample.has_time = are_valid_times(start, end);
  if (!sample.has_time) return sample;
  sample.start = static_cast<uint64_t>(start);
  sample.end = static_cast<uint64_t>(end);
  return sample;
}

auto Statistics::tick_sample(uint64_t start, uint64_t end) -> Sample {
  Sample sample;
  sample.has_time = start != 0 && end >= start;
  sample.start = start;
  sample.end = end;
  return sample;
}

Status Statistics::read(const Reporting& r) {
  // All chunks count that dropped something, whatever they hold.
  ChunkReader reader(r.bundle.file(), r.bundle.header());
  reader.read_ahead();
  Chunk chunk;
  for (const ChunkPlace& place : r.bundle.chunks()) {
    if (place.type != format::RecordType::kChunk) continue;
    if (r.cancelled().load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    reader.seek(place.offset, place.index);
    IR_RETURN_IF_ERROR(reader.next(&chunk));
    if (!add_to(dropped, chunk.header.dropped_record_count)) return statistics_overflow("dropped record count");
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

std::string_view Statistics::function_name(const Row& row) const {
  const auto found = functions_.find({row.key.executable, row.key.function});
  return found == functions_.end() ? std::string_view() : std::string_view(names_[found->second]);
}

std::optional<uint64_t> Statistics::duration_ns(const Row& row, uint64_t duration) const {
  if (!row.has(Row::kHasTiming)) return std::nullopt;
  if (row.key.domain == Domain::kHostNs) return duration;
  if (row.key.domain == Domain::kNone) return std::nullopt;
  const auto clock = clocks_.find(row.key.device);
  return clock == clocks_.end() ? std::nullopt : scale(clock->second, duration);
}

template <typename Event>
Status Statistics::add_queue(RowType type, Domain domain, const Event& event, Sample sample) {
  sample.operations = event.operation_count;
  sample.payload = event.payload_length;
  return add_sample({.type = type,
                     .domain = domain,
                     .device = event.physical_device_ordinal,
                     .queue = event.queue_ordinal,
                     .event = static_cast<uint32_t>(event.type),
                     .command_buffer = event.command_buffer_id},
                    sample);
}

Status Statistics::add(const Chunk& chunk, const Record& record) {
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
      return add_queue(RowType::kQueueDeviceOperation, Domain::kDeviceTick, event,
                       tick_sample(event.start_tick, event.end_tick));
    }
    case ChunkKind::kQueueEvents: {
      const auto event = record.as<format::QueueEvent>();
      return add_queue(RowType::kQueueHostOperation, Domain::kHostNs, event,
                       host_sample(event.host_time_ns, event.ready_host_time_ns));
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

Status Statistics::add_dispatch(const Chunk& chunk, const format::DispatchEvent& event) {
  const Sample sample = tick_sample(event.start_tick, event.end_tick);
  Key key;
  key.domain = Domain::kDeviceTick;
  key.device = chunk.header.physical_device_ordinal;
  key.queue = chunk.header.queue_ordinal;
  return add_by_function(key, RowType::kDispatchFunction, event.executable_id, event.function_ordinal,
                         event.command_buffer_id, event.command_index, sample);
}

Status Statistics::add_host(const format::HostExecutionEvent& event) {
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

Status Statistics::add_by_function(Key key, RowType first, uint64_t executable, uint32_t function,
                                   uint64_t command_buffer, uint32_t command, const Sample& sample) {
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

Row& Statistics::row_of(const Key& key) {
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

Status Statistics::add_sample(const Key& key, const Sample& sample) {
  Row& row = row_of(key);
  ++row.samples;
  if (sample.operations != 0) {
    if (!add_to(row.operations, sample.operations)) return statistics_overflow("operation count");
    row.flags |= Row::kHasOperations;
  }
  if (sample.payload != 0) {
    if (!add_to(row.payload, sample.payload)) return statistics_overflow("payload byte count");
    row.flags |= Row::kHasPayload;
  }
  if (sample.tiles != 0) {
    if (!add_to(row.tiles, sample.tiles) || !add_to(row.tile_ns, sample.tile_ns))
      return statistics_overflow("tile count");
    row.flags |= Row::kHasTiles;
  }
  if (!sample.has_time || sample.end < sample.start) {
    ++row.invalid;
    return Status();
  }
  const uint64_t duration = sample.end - sample.start;
  if (!add_to(row.total, duration)) return statistics_overflow("duration");
  row.flags |= Row::kHasTiming;
  row.first_start = std::min(row.first_start, sample.start);
  row.last_end = std::max(row.last_end, sample.end);
  row.minimum = std::min(row.minimum, duration);
  row.maximum = std::max(row.maximum, duration);
  return Status();
}

}  // namespace ireereplay::profile
