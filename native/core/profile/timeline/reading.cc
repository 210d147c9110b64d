#include "profile/timeline/reading.h"

#include <algorithm>
#include <array>

#include "base/clock.h"
#include "profile/own_records.h"
#include "profile/timeline/host_tracks.h"
#include "profile/timeline/memory_tracks.h"
#include "profile/timeline/queue_tracks.h"
#include "profile/timeline/value_tracks.h"

namespace ireereplay::profile::timeline {

namespace {

constexpr uint64_t kFirstTimelineNs = 25'000'000;
constexpr uint64_t kProgressNs = 50'000'000;
/// Later than that the whole comes soon: to make a timeline of most of it would take memory and time from that.
constexpr double kLastTimelineFraction = 0.5;
constexpr uint32_t kRecordsPerLook = 2048;

class Reading {
 public:
  Reading(Preparation preparation, const std::atomic<bool>& cancelled,
          const std::function<void(const ReadProgress&)>& progress, uint64_t begin_ns)
      : preparation_(std::move(preparation)),
        context_(*preparation_.context),
        bundle_(*context_.bundle),
        cancelled_(cancelled),
        progress_(progress),
        making_(preparation_),
        queues_(making_),
        host_(making_),
        memory_(making_),
        values_(making_, bundle_.file()->size() / 4 + 1024),
        begin_ns_(begin_ns),
        told_ns_(begin_ns),
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
    made->names = making_.naming.names();
    made->whats = making_.naming.whats();
    made->rows = rows_;
    made->damage = damage_;
    made->totals = totals_;
    made->totals.events = events_;
    making_.logs.put_into(made.get(), is_complete);
    made->totals.is_complete = is_complete;
    made->totals.read = fraction;
    if (is_complete) made->totals.milliseconds = static_cast<double>(now_ns() - begin_ns_) / 1e6;
    made->totals.missed = making_.logs.missed;
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
        return each([&](const Record& record, uint32_t row) { queues_.add(record.as<format::QueueEvent>(), row); });
      case ChunkKind::kHostExecutionEvents:
        return each(
            [&](const Record& record, uint32_t row) { queues_.add(record.as<format::HostExecutionEvent>(), row); });
      case ChunkKind::kDispatchEvents:
        return each(
            [&](const Record& record, uint32_t row) { queues_.add(chunk, record.as<format::DispatchEvent>(), row); });
      case ChunkKind::kQueueDeviceEvents:
        return each(
            [&](const Record& record, uint32_t row) { queues_.add(record.as<format::QueueDeviceEvent>(), row); });
      case ChunkKind::kCommandRegionEvents:
        return each(
            [&](const Record& record, uint32_t row) { queues_.add(record.as<format::CommandRegionEvent>(), row); });
      case ChunkKind::kMemoryEvents:
        return each([&](const Record& record, uint32_t row) { memory_.add(record.as<format::MemoryEvent>(), row); });
      case ChunkKind::kCounterSamples:
        return each([&](const Record& record, uint32_t row) { values_.add_counters(record, row); }, true);
      case ChunkKind::kDeviceMetricSamples:
        return each([&](const Record& record, uint32_t row) { values_.add_metrics(record, row); }, true);
      case ChunkKind::kExecutableTraces:
        return each(
            [&](const Record& record, uint32_t row) { queues_.add(record.as<format::ExecutableTrace>(), row); });
      case ChunkKind::kUnknown:
        if (chunk.content_type == format::kWorkerSharesContentType)
          return each_own<format::WorkerShare>(kWorkerShares, reader, chunk, place,
                                               [&](const format::WorkerShare& share, uint64_t, uint32_t row) -> Status {
                                                 host_.add(share, row);
                                                 return Status();
                                               });
        if (chunk.content_type == format::kScopesContentType)
          return each_own<format::ScopeRun>(kScopeRuns, reader, chunk, place,
                                            [&](const format::ScopeRun& scope, uint64_t at, uint32_t row) -> Status {
                                              return host_.add(scope, at, row, reader.window());
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
      IR_ASSIGN_OR_RETURN(const T record, own_record<T>(reader, chunk, at));
      IR_RETURN_IF_ERROR(add(record, at, rows.add(at)).at(chunk.index, at));
      ++events_;
      at += record.record_length;
    }
    return Status();
  }

  const Preparation preparation_;
  const Context& context_;
  const Bundle& bundle_;
  const std::atomic<bool>& cancelled_;
  const std::function<void(const ReadProgress&)>& progress_;
  TrackMaking making_;
  QueueTracks queues_;
  HostTracks host_;
  MemoryTracks memory_;
  ValueTracks values_;
  std::array<EventRows, kEventKinds> rows_;
  Totals totals_;
  uint64_t events_ = 0;
  uint64_t shown_ = 0;
  const uint64_t begin_ns_;
  uint64_t told_ns_;
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
