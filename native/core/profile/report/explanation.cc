#include "profile/report/explanation.h"

namespace ireereplay::profile {

namespace {

constexpr size_t kMostFunctions = 10;

}  // namespace

void QueueUse::merge() {
  if (intervals.empty()) return;
  std::sort(intervals.begin(), intervals.end());
  auto [begin, end] = intervals.front();
  for (const auto& [start, stop] : intervals) {
    if (start <= end) {
      end = std::max(end, stop);
      continue;
    }
    busy_ticks += static_cast<double>(end - begin);
    const auto gap = static_cast<double>(start - end);
    ++gaps;
    gap_ticks += gap;
    max_gap_ticks = std::max(max_gap_ticks, gap);
    begin = start;
    end = stop;
  }
  busy_ticks += static_cast<double>(end - begin);
}

Status Explanation::read() {
  IR_RETURN_IF_ERROR(dispatches.read({.submissions = true, .device_row = {}, .host_row = {}}));
  IR_RETURN_IF_ERROR(read_queue_events());
  IR_RETURN_IF_ERROR(read_memory());
  rank_functions();
  IR_RETURN_IF_ERROR(measure_queues());
  return measure_devices();
}

Status Explanation::read_queue_events() {
  return r_.each_record({ChunkKind::kQueueEvents}, [&](const Chunk&, const Record& record) {
    const auto event = record.as<format::QueueEvent>();
    if (!metadata.find_queue(event.physical_device_ordinal, event.queue_ordinal, event.stream_id)) {
      return Status(
          StatusCode::kDataLoss,
          "queue event references missing queue metadata device=" + std::to_string(event.physical_device_ordinal) +
              " queue=" + std::to_string(event.queue_ordinal) + " stream=" + std::to_string(event.stream_id) +
              " submission=" + std::to_string(event.submission_id));
    }
    ++queue_events;
    const auto type = static_cast<size_t>(event.type), strategy = static_cast<size_t>(event.dependency_strategy);
    if (type < std::size(operations)) {
      ++operations[type];
      payload[type] += event.payload_length;
    }
    if (strategy < std::size(strategies)) ++strategies[strategy];
    return Status();
  });
}

Status Explanation::read_memory() {
  return r_.each_record({ChunkKind::kMemoryEvents}, [&](const Chunk& chunk, const Record& record) {
    return memory.add(chunk, record.as<format::MemoryEvent>());
  });
}

void Explanation::rank_functions() {
  if (dispatches.matched.valid == 0 && dispatches.host_matched.valid != 0) {
    for (const auto& group : dispatches.host_functions) {
      if (group.counts.valid == 0) continue;
      ranks.push_back({true, group.device, group.executable, group.function, group.counts, 0, 0, group.tiles,
                       group.tile_ns, true, group.spread.mean, group.longest, group.total});
    }
  } else {
    for (const auto& group : dispatches.functions) {
      if (group.counts.valid == 0) continue;
      Rank rank = {false, group.device, group.executable, group.function, group.counts, group.longest, group.total};
      if (const auto fit = metadata.clock_fit(group.device)) {
        const auto longest = fit->duration_ns(group.longest), total = fit->duration_ns(group.total);
        // What was scaled before the other failed stands, as it does in IREE's.
        rank.max_ns = longest.value_or(0);
        rank.total_ns = longest ? total.value_or(0) : 0;
        rank.has_ns = longest && total;
        if (rank.has_ns) rank.average_ns = group.spread.mean * fit->ns_per_tick();
      }
      ranks.push_back(rank);
    }
  }
  std::stable_sort(ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) { return a.score() > b.score(); });
  ranks.resize(std::min(ranks.size(), kMostFunctions));
}

Status Explanation::measure_queues() {
  queues.resize(metadata.queues.size());
  for (const auto& group : dispatches.submissions) {
    // Dispatches were refused whose queue is not there.
    QueueUse& use = queues[*metadata.find_queue(group.device, group.queue, group.stream)];
    ++use.submissions;
    if (!add_to(use.total_ticks, group.total)) {
      return Status(StatusCode::kOutOfRange, "queue summary dispatch tick total overflow");
    }
    if (group.counts.valid != 0) {
      ++use.valid;
      use.intervals.emplace_back(group.earliest, group.latest);
    }
    if (group.counts.invalid != 0) ++use.invalid;
  }
  for (QueueUse& use : queues) use.merge();
  return Status();
}

Status Explanation::measure_devices() {
  RowIndex<1> index;
  const auto use_of = [&](uint32_t device) -> DeviceUse& {
    const auto [place, is_new] = index.try_emplace({device}, devices.size());
    if (is_new) devices.emplace_back().device = device;
    return devices[place->second];
  };
  for (const uint32_t device : metadata.clock_devices()) (void)use_of(device);
  for (const uint32_t device : dispatches.devices) (void)use_of(device);
  for (const auto& group : dispatches.submissions) {
    if (group.counts.valid == 0) continue;
    DeviceUse& use = use_of(group.device);
    use.earliest = std::min(use.earliest, group.earliest);
    use.latest = std::max(use.latest, group.latest);
  }
  for (const auto& group : dispatches.functions) {
    if (!add_to(use_of(group.device).total_ticks, group.total)) {
      return Status(StatusCode::kOutOfRange, "device summary dispatch tick total overflow");
    }
  }
  for (DeviceUse& use : devices) {
    use.visible_ticks = span_of(use.earliest, use.latest);
    if (use.visible_ticks > 0.0) use.ratio = static_cast<double>(use.total_ticks) / use.visible_ticks;
    use.fit = metadata.clock_fit(use.device);
    if (use.fit && use.total_ticks != 0) use.total_ns = use.fit->duration_ns(use.total_ticks);
  }
  return Status();
}

}  // namespace ireereplay::profile
