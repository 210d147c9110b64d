#include "profile/timeline/reading.h"

#include <bit>
#include <cmath>
#include <optional>

#include "base/clock.h"
#include "profile/timeline/context.h"
#include "profile/timeline/track_logs.h"

namespace ireereplay::profile::timeline {

namespace {

using format::MemoryEventType;
using format::QueueEventType;

constexpr uint64_t kFirstTimelineNs = 25'000'000;
constexpr uint64_t kProgressNs = 50'000'000;
/// Later than that the whole comes soon: to make a timeline of most of it would take memory and time from that.
constexpr double kLastTimelineFraction = 0.5;
constexpr uint32_t kRecordsPerLook = 2048;
/// Of a scope; what is longer is cut off.
constexpr size_t kMostNameBytes = 4096;

/// What an execution was, for the shares of it.
struct Execution {
  uint32_t what = 0;
  uint32_t record = kNoRecord32;
  bool is_known = false;
};

class Reading {
 public:
  Reading(Preparation preparation, const std::atomic<bool>& cancelled,
          const std::function<void(const ReadProgress&)>& progress, uint64_t begin_ns)
      : preparation_(std::move(preparation)),
        context_(*preparation_.context),
        bundle_(*context_.bundle),
        cancelled_(cancelled),
        progress_(progress),
        naming_(context_.metadata),
        begin_ns_(begin_ns),
        told_ns_(begin_ns),
        room_for_values_(bundle_.file()->size() / 4 + 1024),
        damage_(context_.damage) {}

  Result<std::shared_ptr<const Timeline>> read() {
    ChunkReader reader(bundle_.file(), bundle_.header());
    reader.read_ahead();
    Chunk chunk;
    for (uint32_t place = 0; place < bundle_.chunks().size(); ++place) {
      reader.seek(bundle_.chunks()[place].offset, bundle_.chunks()[place].index);
      IR_RETURN_IF_ERROR(look(bundle_.chunks()[place].offset));
      Status status = reader.next(&chunk);
      if (status.ok()) status = read_chunk(reader, chunk, place);
      if (status.code() == StatusCode::kCancelled) return status;
      if (!status.ok() && damage_.ok()) damage_ = std::move(status);
    }
    return timeline(true, 1);
  }

 private:
  Status look(uint64_t offset) {
    if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    const uint64_t now = now_ns();
    if (now - told_ns_ < (shown_ == 0 ? kFirstTimelineNs : kProgressNs)) return Status();
    told_ns_ = now;
    const double fraction =
        static_cast<double>(offset) / static_cast<double>(std::max<uint64_t>(bundle_.header().records_end, 1));
    ReadProgress made = {std::min(fraction, 1.0), nullptr};
    if (events_ >= 4 * shown_ && made.fraction < kLastTimelineFraction) {
      shown_ = std::max<uint64_t>(events_, 1);
      made.timeline = timeline(false, made.fraction);
    }
    if (progress_) progress_(made);
    return Status();
  }

  std::shared_ptr<const Timeline> timeline(bool is_complete, double fraction) {
    auto made = std::make_shared<Timeline>();
    made->context = preparation_.context;
    made->names = naming_.names();
    made->whats = naming_.whats();
    made->rows = rows_;
    made->damage = damage_;
    made->totals = totals_;
    made->totals.events = events_;
    logs_.put_into(made.get(), is_complete);
    made->totals.is_complete = is_complete;
    made->totals.read = fraction;
    if (is_complete) made->totals.milliseconds = static_cast<double>(now_ns() - begin_ns_) / 1e6;
    made->totals.missed = logs_.missed;
    return made;
  }

  Status read_chunk(ChunkReader& reader, const Chunk& chunk, uint32_t place) {
    if (!chunk.is_chunk()) return Status();
    if (chunk.is_truncated()) {
      ++totals_.truncated_chunks;
      if (!checked_add(totals_.dropped_records, chunk.header.dropped_record_count, &totals_.dropped_records))
        totals_.dropped_records = UINT64_MAX;
    }
    const auto each = [&](const auto& add, bool with_trailing = false) -> Status {
      EventRows& rows = rows_[static_cast<size_t>(chunk.kind)];
      rows.begin_chunk(place);
      RecordWalk walk(reader.window(), chunk, with_trailing);
      Record record;
      for (uint32_t count = 1; !walk.at_end(); ++count) {
        if (count % kRecordsPerLook == 0) IR_RETURN_IF_ERROR(look(record.offset));
        IR_RETURN_IF_ERROR(walk.next(&record));
        ++events_;
        add(record, rows.add(record.offset));
      }
      return Status();
    };
    switch (chunk.kind) {
      case ChunkKind::kQueueEvents:
        return each([&](const Record& record, uint32_t row) { add(record.as<format::QueueEvent>(), row); });
      case ChunkKind::kHostExecutionEvents:
        return each([&](const Record& record, uint32_t row) { add(record.as<format::HostExecutionEvent>(), row); });
      case ChunkKind::kDispatchEvents:
        return each([&](const Record& record, uint32_t row) { add(chunk, record.as<format::DispatchEvent>(), row); });
      case ChunkKind::kQueueDeviceEvents:
        return each([&](const Record& record, uint32_t row) { add(record.as<format::QueueDeviceEvent>(), row); });
      case ChunkKind::kCommandRegionEvents:
        return each([&](const Record& record, uint32_t row) { add(record.as<format::CommandRegionEvent>(), row); });
      case ChunkKind::kMemoryEvents:
        return each([&](const Record& record, uint32_t row) { add(record.as<format::MemoryEvent>(), row); });
      case ChunkKind::kCounterSamples:
        return each([&](const Record& record, uint32_t row) { add_counters(record, row); }, true);
      case ChunkKind::kDeviceMetricSamples:
        return each([&](const Record& record, uint32_t row) { add_metrics(record, row); }, true);
      case ChunkKind::kExecutableTraces:
        return each([&](const Record& record, uint32_t row) { add(record.as<format::ExecutableTrace>(), row); });
      case ChunkKind::kUnknown:
        if (chunk.content_type == format::kWorkerSharesContentType)
          return each_own<format::WorkerShare>(kWorkerShares, reader, chunk, place,
                                               [&](const format::WorkerShare& share, uint64_t, uint32_t row) -> Status {
                                                 add(share, row);
                                                 return Status();
                                               });
        if (chunk.content_type == format::kScopesContentType)
          return each_own<format::ScopeRun>(kScopeRuns, reader, chunk, place,
                                            [&](const format::ScopeRun& scope, uint64_t at, uint32_t row) -> Status {
                                              return add(scope, at, row, reader);
                                            });
        if (!chunk.content_type.starts_with("application/vnd.ireereplay.profile.")) ++totals_.unknown_chunks;
        return Status();
      default:
        return Status();
    }
  }

  /// Calls `add(record, offset, row)` for the records of a chunk of our own.
  template <typename T, typename Add>
  Status each_own(ChunkKind kind, ChunkReader& reader, const Chunk& chunk, uint32_t place, const Add& add) {
    EventRows& rows = rows_[static_cast<size_t>(kind)];
    rows.begin_chunk(place);
    const uint64_t end = chunk.payload_offset() + chunk.header.payload_length;
    uint32_t count = 0;
    for (uint64_t at = chunk.payload_offset(); at != end;) {
      if (++count % kRecordsPerLook == 0) IR_RETURN_IF_ERROR(look(at));
      const auto wrong = [&] {
        return Status(StatusCode::kDataLoss, "a record of " + chunk.content_type + " has no valid length")
            .at(chunk.index, at);
      };
      if (end - at < sizeof(T)) return wrong();
      IR_ASSIGN_OR_RETURN(const Bytes bytes, reader.window().view(at, sizeof(T)));
      const auto record = load<T>(bytes);
      if (record.record_length < sizeof(T) || record.record_length > end - at) return wrong();
      IR_RETURN_IF_ERROR(add(record, at, rows.add(at)).at(chunk.index, at));
      ++events_;
      at += record.record_length;
    }
    return Status();
  }

  /// The track of a class of a queue: looked up once for all events of a queue that follow each other.
  TrackLog* queue_track(uint32_t device, uint32_t queue, TrackClass track_class, ChunkKind source, const char* name) {
    Latest& latest = latest_[static_cast<size_t>(track_class) * 2 + (source == ChunkKind::kDispatchEvents ? 1 : 0)];
    if (latest.log != nullptr && latest.device == device && latest.queue == queue) return latest.log;
    const uint32_t group = logs_.queue(device, queue);
    TrackLog* log = logs_.find(group, track_class, static_cast<uint64_t>(source), 0, [&](TrackLog* made) {
      made->track.kind = TrackKind::kSlices;
      made->track.name = name;
      made->track.source = source;
      made->track.device = device;
      made->track.queue = queue;
    });
    if (log == nullptr) ++logs_.missed;
    latest = {device, queue, log};
    return log;
  }

  TrackLog* submissions_of(uint32_t device, uint32_t queue) {
    return queue_track(device, queue, TrackClass::kSubmissions, ChunkKind::kQueueEvents, "submissions");
  }

  static uint32_t record32(uint64_t record) {
    return record < kNoRecord32 ? static_cast<uint32_t>(record) : kNoRecord32;
  }

  void add(const format::QueueEvent& event, uint32_t row) {
    TrackLog* log = submissions_of(event.physical_device_ordinal, event.queue_ordinal);
    if (log == nullptr) return;
    if (event.host_time_ns <= 0) {
      ++log->untimed;
      return;
    }
    log->slices.add(event.host_time_ns, event.host_time_ns, naming_.of_text(kQueueEventNames.of(event.type)), row,
                    record32(context_.records.of_submission(event.event_id)));
    log->slices.readies.push_back(event.ready_host_time_ns);
    log->submissions.push_back(event.submission_id);
  }

  void add(const format::HostExecutionEvent& event, uint32_t row) {
    const bool is_command_buffer = event.type == QueueEventType::kExecute;
    const bool is_dispatch =
        !is_command_buffer && event.function_ordinal != format::kNone32 && event.executable_id != 0;
    const TrackClass track_class = is_command_buffer ? TrackClass::kCommandBuffers
                                   : is_dispatch     ? TrackClass::kDispatches
                                                     : TrackClass::kTransfers;
    const char* name = is_command_buffer ? "command buffers" : is_dispatch ? "dispatches" : "transfers";
    const uint32_t what = is_command_buffer ? naming_.of_command_buffer(event.command_buffer_id)
                          : is_dispatch     ? naming_.of_launch(event.physical_device_ordinal, event.executable_id,
                                                                event.function_ordinal, event.workgroup_count,
                                                                event.workgroup_size, context_.launches.of_execution(event))
                                            : naming_.of_text(kQueueEventNames.of(event.type));
    const uint32_t record = record32(context_.records.of_execution(event));
    if (preparation_.has_shares) executions_[event.event_id] = {what, record, true};
    TrackLog* log = queue_track(event.physical_device_ordinal, event.queue_ordinal, track_class,
                                ChunkKind::kHostExecutionEvents, name);
    if (log == nullptr) return;
    if (!are_valid_times(event.start_host_time_ns, event.end_host_time_ns) || event.end_host_time_ns == 0) {
      ++log->untimed;
      return;
    }
    log->slices.add(event.start_host_time_ns, event.end_host_time_ns, what, row, record);
    if (event.status_code != 0) log->track.failed.emplace_back(row, event.status_code);
    note_execution(event.physical_device_ordinal, event.queue_ordinal, event.submission_id, event.start_host_time_ns,
                   event.end_host_time_ns);
  }

  void note_execution(uint32_t device, uint32_t queue, uint64_t submission, int64_t start, int64_t end) {
    if (submission == 0) return;
    if (TrackLog* log = submissions_of(device, queue)) log->executed[submission].add(start, end);
  }

  /// When ticks of a device were on the host's clock.
  std::optional<std::pair<int64_t, int64_t>> host_times(uint32_t device, uint64_t start_tick, uint64_t end_tick) {
    if (!clock_ || clock_device_ != device) {
      const auto found = context_.clocks.find(device);
      if (found == context_.clocks.end()) return std::nullopt;
      clock_ = found->second;
      clock_device_ = device;
    }
    const DeviceTime time = device_time(clock_, start_tick, end_tick);
    if (!time.fit || time.start_ns < 0) return std::nullopt;
    return std::pair(time.start_ns, time.end_ns);
  }

  void add(const Chunk& chunk, const format::DispatchEvent& event, uint32_t row) {
    const uint32_t device = chunk.header.physical_device_ordinal, queue = chunk.header.queue_ordinal;
    TrackLog* log = queue_track(device, queue, TrackClass::kDispatches, ChunkKind::kDispatchEvents, "dispatches");
    if (log == nullptr) return;
    const auto times = host_times(device, event.start_tick, event.end_tick);
    if (!times) {
      ++log->untimed;
      return;
    }
    const uint32_t what = naming_.of_launch(device, event.executable_id, event.function_ordinal, event.workgroup_count,
                                            event.workgroup_size);
    const uint64_t record = event.command_index != format::kNone32
                                ? context_.records.of_command(event.command_buffer_id, event.command_index)
                                : context_.records.of_submission(event.submission_id);
    log->slices.add(times->first, times->second, what, row, record32(record));
    note_execution(device, queue, event.submission_id, times->first, times->second);
    if (preparation_.needs_dispatch_times) dispatch_times_[device][event.event_id].add(times->first, times->second);
  }

  void add(const format::QueueDeviceEvent& event, uint32_t row) {
    TrackLog* log = queue_track(event.physical_device_ordinal, event.queue_ordinal, TrackClass::kQueueDevice,
                                ChunkKind::kQueueDeviceEvents, "queue on the device");
    if (log == nullptr) return;
    const auto times = host_times(event.physical_device_ordinal, event.start_tick, event.end_tick);
    if (!times) {
      ++log->untimed;
      return;
    }
    log->slices.add(times->first, times->second, naming_.of_text(kQueueEventNames.of(event.type)), row,
                    record32(context_.records.of_submission(event.submission_id)));
    note_execution(event.physical_device_ordinal, event.queue_ordinal, event.submission_id, times->first,
                   times->second);
  }

  void add(const format::CommandRegionEvent& event, uint32_t row) {
    TrackLog* log = queue_track(event.physical_device_ordinal, event.queue_ordinal, TrackClass::kRegions,
                                ChunkKind::kCommandRegionEvents, "command regions");
    if (log == nullptr) return;
    if (!are_valid_times(event.start_host_time_ns, event.end_host_time_ns) || event.end_host_time_ns == 0) {
      ++log->untimed;
      return;
    }
    log->slices.add(event.start_host_time_ns, event.end_host_time_ns, naming_.of_text("command region"), row,
                    record32(context_.records.of_submission(event.submission_id)));
  }

  void add(const format::WorkerShare& share, uint32_t row) {
    const uint32_t group = logs_.group(TrackClass::kHost, "host");
    TrackLog* log = logs_.find(group, TrackClass::kWorker, share.worker, 0, [&](TrackLog* made) {
      made->track.kind = TrackKind::kSlices;
      made->track.name = "worker " + std::to_string(share.worker);
      made->track.source = kWorkerShares;
      made->track.worker = share.worker;
    });
    if (log == nullptr) {
      ++logs_.missed;
      return;
    }
    const Execution* execution = executions_.find(share.event_id);
    if (execution == nullptr || !execution->is_known ||
        !are_valid_times(share.start_host_time_ns, share.end_host_time_ns)) {
      ++log->untimed;
      return;
    }
    log->slices.add(share.start_host_time_ns, share.end_host_time_ns, execution->what, row, execution->record);
  }

  Status add(const format::ScopeRun& scope, uint64_t at, uint32_t row, ChunkReader& reader) {
    if (scope.name_length > scope.record_length - sizeof(scope))
      return Status(StatusCode::kDataLoss, "the name of a scope is longer than its record");
    const uint32_t group = logs_.group(TrackClass::kHost, "host");
    TrackLog* log = logs_.find(group, TrackClass::kScopes, 0, 0, [&](TrackLog* made) {
      made->track.kind = TrackKind::kSlices;
      made->track.name = "scopes";
      made->track.source = kScopeRuns;
    });
    if (log == nullptr) {
      ++logs_.missed;
      return Status();
    }
    if (!are_valid_times(scope.start_host_time_ns, scope.end_host_time_ns)) {
      ++log->untimed;
      return Status();
    }
    const size_t length = std::min<size_t>(scope.name_length, kMostNameBytes);
    IR_ASSIGN_OR_RETURN(const Bytes name, reader.window().view(at + sizeof(scope), length));
    const std::string_view text(reinterpret_cast<const char*>(name.data()), name.size());
    log->slices.add(scope.start_host_time_ns, scope.end_host_time_ns, naming_.of_text(text), row,
                    record32(scope.begin_record));
    return Status();
  }

  /// What tells tracks of several devices apart that are not in a group of their device.
  std::string of_device(uint32_t device) const {
    return context_.metadata.queues.size() > 1 ? ", device " + std::to_string(device) : "";
  }

  void add(const format::MemoryEvent& event, uint32_t row) {
    const uint32_t group = logs_.group(TrackClass::kMemory, "memory");
    const uint32_t device = event.physical_device_ordinal;
    TrackLog* log = logs_.find(group, TrackClass::kMemoryEvents, device, 0, [&](TrackLog* made) {
      made->track.kind = TrackKind::kInstants;
      made->track.name = "events" + of_device(device);
      made->track.source = ChunkKind::kMemoryEvents;
      made->track.device = device;
    });
    if (log == nullptr) {
      ++logs_.missed;
      return;
    }
    if (event.host_time_ns <= 0) {
      ++log->untimed;
      return;
    }
    uint64_t record = context_.records.of_memory(event.event_id);
    if (record == kNoRecord) record = context_.records.of_submission(event.submission_id);
    log->slices.add(event.host_time_ns, event.host_time_ns, naming_.of_text(kMemoryEventNames.of(event.type)), row,
                    record32(record));
    add_balance(event, row, group);
  }

  /// What is live of a pool, of a queue's allocations, or of buffers.
  void add_balance(const format::MemoryEvent& event, uint32_t row, uint32_t group) {
    enum class Kind : uint8_t { kQueue, kBuffers, kPool, kSlabs } kind;
    bool opens = false;
    switch (event.type) {
      case MemoryEventType::kQueueAlloca:
        opens = true;
        [[fallthrough]];
      case MemoryEventType::kQueueDealloca:
        kind = Kind::kQueue;
        break;
      case MemoryEventType::kBufferAllocate:
      case MemoryEventType::kBufferImport:
        opens = true;
        [[fallthrough]];
      case MemoryEventType::kBufferFree:
      case MemoryEventType::kBufferUnimport:
        kind = Kind::kBuffers;
        break;
      case MemoryEventType::kPoolReserve:
        opens = true;
        [[fallthrough]];
      case MemoryEventType::kPoolRelease:
        kind = Kind::kPool;
        break;
      case MemoryEventType::kSlabAcquire:
        opens = true;
        [[fallthrough]];
      case MemoryEventType::kSlabRelease:
        kind = Kind::kSlabs;
        break;
      default:
        return;
    }
    // A slab has no allocation of its own.
    const uint64_t id = kind == Kind::kSlabs ? event.backing_id : event.allocation_id;
    const std::array<uint64_t, 2> key = {id, static_cast<uint64_t>(kind) << 32 | event.physical_device_ordinal};
    uint64_t length = event.length;
    uint32_t queue = event.queue_ordinal;
    uint64_t pool = event.pool_id;
    if (opens) {
      open_[key] = {length, pool, queue};
    } else {
      // Only what was given is taken back: as much, and from where it was.
      const auto found = open_.find(key);
      if (found == open_.end()) return;
      length = found->second.length;
      queue = found->second.queue;
      pool = found->second.pool;
      open_.erase(found);
    }
    if (length > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return;
    const uint64_t number = kind == Kind::kQueue ? queue : kind == Kind::kPool ? pool : 0;
    const uint64_t rank = static_cast<uint64_t>(kind) << 32 | event.physical_device_ordinal;
    TrackLog* log = logs_.find(group, TrackClass::kLiveBytes, rank, number, [&](TrackLog* made) {
      made->track.kind = TrackKind::kCounter;
      made->track.unit = "bytes";
      made->track.source = ChunkKind::kMemoryEvents;
      made->track.device = event.physical_device_ordinal;
      switch (kind) {
        case Kind::kQueue:
          made->track.name = "live bytes, queue " + std::to_string(number) + of_device(event.physical_device_ordinal);
          break;
        case Kind::kBuffers:
          made->track.name = "live bytes, buffers" + of_device(event.physical_device_ordinal);
          break;
        case Kind::kPool:
          made->track.name = "live bytes, pool " + std::to_string(++pools_) + of_device(event.physical_device_ordinal);
          break;
        case Kind::kSlabs:
          made->track.name = "live bytes, slabs" + of_device(event.physical_device_ordinal);
          break;
      }
    });
    const int64_t change = opens ? static_cast<int64_t>(length) : -static_cast<int64_t>(length);
    if (log != nullptr) log->balance.add(event.host_time_ns, change, row);
    // Pools and slabs are what queues and buffers are given from.
    if (kind == Kind::kQueue || kind == Kind::kBuffers) logs_.live.add(event.host_time_ns, change, row);
  }

  void add_counters(const Record& record, uint32_t row) {
    const auto sample = record.as<format::CounterSample>();
    const Bytes values = trailing_part(layout_of(ChunkKind::kCounterSamples), record, 0);
    std::optional<std::pair<int64_t, int64_t>> times;
    if ((sample.flags & format::kSampleDeviceTickRange) != 0)
      times = host_times(sample.physical_device_ordinal, sample.start_tick, sample.end_tick);
    if (!times) times = dispatch_time(sample.physical_device_ordinal, sample.dispatch_event_id);
    for (size_t i = 0; i < preparation_.counters.size(); ++i) {
      const CounterInfo& counter = preparation_.counters[i];
      if (counter.set != sample.counter_set_id || counter.device != sample.physical_device_ordinal) continue;
      const uint32_t group = logs_.group(TrackClass::kCounters, "counters");
      TrackLog* log = logs_.find(group, TrackClass::kCounter, i, 0, [&](TrackLog* made) {
        made->track.kind = TrackKind::kCounter;
        made->track.name = counter.name.empty() ? "counter " + std::to_string(counter.ordinal) : counter.name;
        made->track.name += of_device(counter.device);
        made->track.unit = kCounterUnitNames.of(counter.unit);
        made->track.source = ChunkKind::kCounterSamples;
        made->track.device = counter.device;
      });
      if (log == nullptr) {
        ++logs_.missed;
        continue;
      }
      if (!times) {
        ++log->untimed;
        continue;
      }
      double sum = 0;
      const uint64_t end = uint64_t{counter.offset} + counter.count;
      if (end * sizeof(uint64_t) > values.size() || counter.count + uint64_t{1} > room_for_values_) {
        ++log->left_out;
        continue;
      }
      // Many counters may refer to the same values.
      room_for_values_ -= counter.count + 1;
      for (uint64_t at = counter.offset; at < end; ++at)
        sum += static_cast<double>(load<uint64_t>(values, at * sizeof(uint64_t)));
      log->samples.times.push_back(times->first);
      log->samples.ends.push_back(times->second);
      log->samples.values.push_back(sum);
      log->samples.rows.push_back(row);
    }
  }

  std::optional<std::pair<int64_t, int64_t>> dispatch_time(uint32_t device, uint64_t event) const {
    const auto found = dispatch_times_.find(device);
    if (found == dispatch_times_.end()) return std::nullopt;
    const TimeRange* range = found->second.find(event);
    if (range == nullptr || !range->is_known()) return std::nullopt;
    return std::pair(range->begin, range->end);
  }

  void add_metrics(const Record& record, uint32_t row) {
    const auto sample = record.as<format::DeviceMetricSample>();
    const Bytes values = trailing_part(layout_of(ChunkKind::kDeviceMetricSamples), record, 0);
    const uint32_t group = logs_.group(TrackClass::kMetrics, "metrics");
    const bool is_timed =
        are_valid_times(sample.host_time_begin_ns, sample.host_time_end_ns) && sample.host_time_end_ns != 0;
    for (size_t at = 0; at + sizeof(format::DeviceMetricValue) <= values.size();
         at += sizeof(format::DeviceMetricValue)) {
      const auto value = load<format::DeviceMetricValue>(values, at);
      const MetricDescriptorInfo* descriptor =
          context_.metadata.find_metric_descriptor(sample.source_id, value.metric_id);
      TrackLog* log = logs_.find(group, TrackClass::kMetric, sample.source_id, value.metric_id, [&](TrackLog* made) {
        made->track.kind = TrackKind::kCounter;
        made->track.name = descriptor == nullptr || descriptor->name.empty()
                               ? "metric " + std::to_string(value.metric_id)
                               : descriptor->name;
        made->track.name += of_device(sample.physical_device_ordinal);
        if (descriptor != nullptr) made->track.unit = kMetricUnitNames.of(descriptor->record.unit);
        made->track.source = ChunkKind::kDeviceMetricSamples;
        made->track.device = sample.physical_device_ordinal;
      });
      if (log == nullptr) {
        ++logs_.missed;
        continue;
      }
      if (!is_timed) {
        ++log->untimed;
        continue;
      }
      const auto kind = descriptor == nullptr ? format::MetricValueKind::kU64 : descriptor->record.value_kind;
      const double number = kind == format::MetricValueKind::kI64
                                ? static_cast<double>(static_cast<int64_t>(value.value_bits))
                            : kind == format::MetricValueKind::kF64 ? std::bit_cast<double>(value.value_bits)
                                                                    : static_cast<double>(value.value_bits);
      if (!std::isfinite(number)) {
        ++log->left_out;
        continue;
      }
      log->samples.times.push_back(sample.host_time_begin_ns +
                                   (sample.host_time_end_ns - sample.host_time_begin_ns) / 2);
      log->samples.values.push_back(number);
      log->samples.rows.push_back(row);
    }
  }

  void add(const format::ExecutableTrace& trace, uint32_t row) {
    TrackLog* log = queue_track(trace.physical_device_ordinal, trace.queue_ordinal, TrackClass::kTraces,
                                ChunkKind::kExecutableTraces, "traces");
    if (log == nullptr) return;
    const auto times = dispatch_time(trace.physical_device_ordinal, trace.dispatch_event_id);
    if (!times) {
      ++log->untimed;
      return;
    }
    constexpr uint32_t kNoGrid[3] = {};
    const uint64_t record = trace.command_index != format::kNone32
                                ? context_.records.of_command(trace.command_buffer_id, trace.command_index)
                                : context_.records.of_submission(trace.submission_id);
    log->slices.add(
        times->first, times->second,
        naming_.of_launch(trace.physical_device_ordinal, trace.executable_id, trace.function_ordinal, kNoGrid, kNoGrid),
        row, record32(record));
  }

  struct Latest {
    uint32_t device = 0;
    uint32_t queue = 0;
    TrackLog* log = nullptr;
  };
  struct Open {
    uint64_t length = 0;
    uint64_t pool = 0;
    uint32_t queue = 0;
  };
  struct OpenHash {
    size_t operator()(const std::array<uint64_t, 2>& key) const { return seeded(seeded(key[0]) ^ key[1]); }
    SeededHash seeded;
  };

  const Preparation preparation_;
  const Context& context_;
  const Bundle& bundle_;
  const std::atomic<bool>& cancelled_;
  const std::function<void(const ReadProgress&)>& progress_;
  TrackLogs logs_;
  Naming naming_;
  std::array<EventRows, kEventKinds> rows_;
  std::array<Latest, 64> latest_;
  IdTable<Execution> executions_;
  std::map<uint32_t, IdTable<TimeRange>> dispatch_times_;
  std::unordered_map<std::array<uint64_t, 2>, Open, OpenHash> open_;
  std::optional<ClockFit> clock_;
  uint32_t clock_device_ = 0;
  uint32_t pools_ = 0;
  Totals totals_;
  uint64_t events_ = 0;
  uint64_t shown_ = 0;
  const uint64_t begin_ns_;
  uint64_t told_ns_;
  uint64_t room_for_values_;
  Status damage_;
};

}  // namespace

Result<std::shared_ptr<const Timeline>> read_timeline(std::shared_ptr<const Bundle> bundle,
                                                      const std::atomic<bool>& cancelled,
                                                      const std::function<void(const ReadProgress&)>& progress) {
  const uint64_t begin = now_ns();
  IR_ASSIGN_OR_RETURN(Preparation preparation, prepare(std::move(bundle), cancelled));
  return Reading(std::move(preparation), cancelled, progress, begin).read();
}

}  // namespace ireereplay::profile::timeline
