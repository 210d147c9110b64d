#include "profile/timeline/context.h"

#include <limits>

#include "profile/each_record.h"
#include "profile/own_records.h"

namespace ireereplay::profile::timeline {

namespace {

constexpr size_t kMostCounters = 4096;
constexpr uint64_t kMostReplayBytes = 1 << 20;

/// From ticks to the host's time that all other events have: by the middle of the time in which each sample was taken,
/// or where that is not known by the driver's clock.
std::optional<ClockFit> host_clock(const DeviceClock& clock, const std::optional<ClockFit>& driver) {
  if (clock.samples < 2 || clock.unaligned_samples != 0) return std::nullopt;
  const auto middle = [](const format::ClockCorrelation& sample) -> std::optional<int64_t> {
    constexpr uint32_t kBoth = format::kClockDeviceTick | format::kClockHostTimeBracket;
    if ((sample.flags & kBoth) != kBoth) return std::nullopt;
    if (!are_valid_times(sample.host_time_begin_ns, sample.host_time_end_ns)) return std::nullopt;
    return sample.host_time_begin_ns + (sample.host_time_end_ns - sample.host_time_begin_ns) / 2;
  };
  const auto first = middle(clock.first), last = middle(clock.last);
  if (!first || !last || *last <= *first || clock.last.device_tick <= clock.first.device_tick) return driver;
  return ClockFit{clock.first.sample_id,
                  clock.last.sample_id,
                  clock.first.device_tick,
                  *first,
                  clock.last.device_tick - clock.first.device_tick,
                  static_cast<uint64_t>(*last - *first)};
}

/// Counters as far as they are read.
Status read_counters(const Bundle& bundle, const std::atomic<bool>& cancelled, std::vector<CounterInfo>* out) {
  const Layout& layout = layout_of(ChunkKind::kCounters);
  const auto enter = [](const Chunk&) { return Status(); };
  const auto visit = [&](const Chunk&, const Record& record) {
    if (out->size() == kMostCounters) return Status();
    const auto counter = record.as<format::Counter>();
    out->push_back({counter.counter_set_id, counter.physical_device_ordinal, counter.counter_ordinal,
                    counter.sample_value_offset, counter.sample_value_count, counter.unit,
                    std::string(trailing_text(layout, record, 1))});
    return Status();
  };
  return each_record(bundle, {ChunkKind::kCounters}, cancelled, enter, visit, true);
}

}  // namespace

Result<Preparation> prepare(std::shared_ptr<const Bundle> bundle, const std::atomic<bool>& cancelled) {
  Preparation preparation;
  preparation.context = std::make_shared<Context>();
  Context& context = *preparation.context;
  context.bundle = bundle;
  /// Notes a failure; true when it is none that ends everything.
  const auto note = [&](const Status& status) {
    if (status.ok()) return true;
    if (status.code() == StatusCode::kCancelled) return false;
    if (context.damage.ok()) context.damage = status;
    return true;
  };
  auto metadata = Metadata::read(*bundle, cancelled);
  if (!note(metadata.status())) return metadata.status();
  if (metadata.ok()) {
    context.metadata = *std::move(metadata);
    for (const uint32_t device : context.metadata.clock_devices()) {
      const auto fit = host_clock(*context.metadata.clock(device), context.metadata.clock_fit(device));
      if (fit) context.clocks.emplace(device, *fit);
    }
  }
  auto records = CaptureRecords::read(*bundle, cancelled);
  if (!note(records.status())) return records.status();
  if (records.ok()) context.records = *std::move(records);
  auto launches = LaunchShapes::read(*bundle, cancelled);
  if (!note(launches.status())) return launches.status();
  if (launches.ok()) context.launches = *std::move(launches);
  const Status counters = read_counters(*bundle, cancelled, &preparation.counters);
  if (!note(counters)) return counters;
  for (const ChunkPlace& place : bundle->chunks()) {
    if (place.kind == ChunkKind::kCounterSamples || place.kind == ChunkKind::kExecutableTraces)
      preparation.needs_dispatch_times = true;
  }
  const auto shares = [&](ChunkReader&, const Chunk&) {
    preparation.has_shares = true;
    return Status();
  };
  (void)note(each_own_chunk(*bundle, format::kWorkerSharesContentType, shares));
  const auto take = [&](ChunkReader& reader, const Chunk& chunk) -> Status {
    const uint64_t length = chunk.header.payload_length;
    if (length > kMostReplayBytes || !context.replay.empty()) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes bytes, reader.window().view(chunk.payload_offset(), length));
    context.replay.assign(bytes.begin(), bytes.end());
    return Status();
  };
  (void)note(each_own_chunk(*bundle, format::kReplayContentType, take));
  if (!bundle->header().notice.ok()) context.notices.push_back(bundle->header().notice.message());
  return preparation;
}

}  // namespace ireereplay::profile::timeline
