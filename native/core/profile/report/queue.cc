// profile queue: what was submitted to each queue, and what it took.
#include "profile/report/dispatches.h"

namespace ireereplay::profile {

namespace {

using format::HostExecutionEvent;
using format::QueueDeviceEvent;
using format::QueueEvent;

class QueueReport {
 public:
  QueueReport(Reporting& reporting, const Metadata& metadata, const Dispatches& dispatches)
      : r_(reporting), out_(reporting.text), metadata_(metadata), d_(dispatches) {}

  Status make() {
    IR_RETURN_IF_ERROR(find_events());
    if (!r_.options.jsonl) return text();
    print_jsonl_head();
    IR_RETURN_IF_ERROR(jsonl<QueueDeviceEvent>(ChunkKind::kQueueDeviceEvents));
    IR_RETURN_IF_ERROR(jsonl<HostExecutionEvent>(ChunkKind::kHostExecutionEvents));
    return jsonl<QueueEvent>(ChunkKind::kQueueEvents);
  }

 private:
  /// Where the events of each queue stand in the file: a text shows them by queue, and they are too many to keep.
  struct Events {
    uint64_t count = 0;
    std::vector<std::vector<uint64_t>> offsets;
  };

  template <typename Event>
  bool is_asked_for(const Event& event) const {
    return r_.matches_id(event.submission_id) && r_.matches(kQueueEventNames.of(event.type));
  }

  Status find_events() {
    const auto enter = [&](const Chunk& chunk) {
      if (!chunk.is_truncated()) return Status();
      ++truncated_chunks_;
      dropped_records_ += chunk.header.dropped_record_count;
      return Status();
    };
    for (Events* events : {&queue_, &device_, &host_}) events->offsets.resize(metadata_.queues.size());
    return r_.each_record({ChunkKind::kQueueEvents, ChunkKind::kQueueDeviceEvents, ChunkKind::kHostExecutionEvents},
                          enter, [&](const Chunk& chunk, const Record& record) {
                            switch (chunk.kind) {
                              case ChunkKind::kQueueEvents:
                                return add(record.as<QueueEvent>(), record.offset, "queue event", queue_);
                              case ChunkKind::kQueueDeviceEvents:
                                return add(record.as<QueueDeviceEvent>(), record.offset, "queue device event", device_);
                              default:
                                return add(record.as<HostExecutionEvent>(), record.offset, "host execution event",
                                           host_);
                            }
                          });
  }

  template <typename Event>
  Status add(const Event& event, uint64_t offset, const char* what, Events& events) const {
    if (!is_asked_for(event)) return Status();
    const auto queue = metadata_.find_queue(event.physical_device_ordinal, event.queue_ordinal, event.stream_id);
    if (!queue) {
      return Status(StatusCode::kDataLoss,
                    std::string(what) +
                        " references missing queue metadata device=" + std::to_string(event.physical_device_ordinal) +
                        " queue=" + std::to_string(event.queue_ordinal) + " stream=" + std::to_string(event.stream_id) +
                        " submission=" + std::to_string(event.submission_id));
    }
    ++events.count;
    if (!r_.options.jsonl) events.offsets[*queue].push_back(offset);
    return Status();
  }

  Status text() {
    print(out_, "IREE HAL profile queue summary\nfilter: %\n", std::string_view(r_.options.filter));
    print(out_, "queues=% queue_events=% queue_device_events=% host_execution_events=% truncated_chunks=%",
          metadata_.queues.size(), queue_.count, device_.count, host_.count, truncated_chunks_);
    print(out_, " dropped_records=% submissions=% matched_dispatches=% valid=% invalid=%\n", dropped_records_,
          d_.submissions.size(), d_.matched.count, d_.matched.valid, d_.matched.invalid);
    print(out_, "host_dispatches: matched=% valid=% invalid=% command_executions=%\n", d_.host_matched.count,
          d_.host_matched.valid, d_.host_matched.invalid, d_.host_executions.size());
    std::vector<std::vector<size_t>> submissions(metadata_.queues.size());
    for (size_t i = 0; i < d_.submissions.size(); ++i) {
      const auto& group = d_.submissions[i];
      // Dispatches were refused whose queue is not there.
      submissions[*metadata_.find_queue(group.device, group.queue, group.stream)].push_back(i);
    }
    FileWindow window(r_.bundle.file());
    for (size_t i = 0; i < metadata_.queues.size(); ++i) {
      const format::Queue& queue = metadata_.queues[i];
      print(out_, "queue device=% ordinal=% stream=%\n", queue.physical_device_ordinal, queue.queue_ordinal,
            queue.stream_id);
      for (const size_t group : submissions[i]) print_submission(d_.submissions[group]);
      IR_RETURN_IF_ERROR(events_text<QueueDeviceEvent>(window, device_.offsets[i]));
      IR_RETURN_IF_ERROR(events_text<HostExecutionEvent>(window, host_.offsets[i]));
      IR_RETURN_IF_ERROR(events_text<QueueEvent>(window, queue_.offsets[i]));
    }
    return Status();
  }

  template <typename Event>
  Status events_text(FileWindow& window, const std::vector<uint64_t>& offsets) {
    for (const uint64_t offset : offsets) {
      if (r_.cancelled().load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      IR_ASSIGN_OR_RETURN(const Bytes bytes, window.view(offset, sizeof(Event)));
      print_text(load<Event>(bytes));
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  void print_submission(const SubmissionGroup<uint64_t>& group) {
    const SubmissionTimes times = times_of(metadata_, group);
    print(out_, "  submission=% dispatches=% valid=% invalid=% span_ticks=% total_dispatch_ticks=%", group.submission,
          group.counts.count, group.counts.valid, group.counts.invalid, times.span_ticks, group.total);
    if (times.available) {
      print(out_, " span_ns=% total_dispatch_ns=%", times.span_ticks * times.ns_per_tick, times.total_ns);
    }
    out_.append('\n');
  }

  /// Ticks and nanoseconds of an event on a device's queue.
  struct Duration {
    bool valid = false;
    uint64_t ticks = 0;
    std::optional<ClockFit> fit;
    std::optional<int64_t> ns;
  };
  Duration duration_of(const QueueDeviceEvent& event) const {
    Duration duration;
    duration.valid = are_valid_ticks(event.start_tick, event.end_tick);
    duration.fit = metadata_.clock_fit(event.physical_device_ordinal);
    if (!duration.valid) return duration;
    duration.ticks = event.end_tick - event.start_tick;
    if (duration.fit) duration.ns = duration.fit->duration_ns(duration.ticks);
    return duration;
  }

  void print_text(const QueueDeviceEvent& event) {
    const Duration duration = duration_of(event);
    print(out_, "  device_event=% type=% submission=% command_buffer=% allocation=% ops=% ticks=% valid=%",
          event.event_id, kQueueEventNames.of(event.type), event.submission_id, event.command_buffer_id,
          event.allocation_id, event.operation_count, duration.ticks, duration.valid);
    if (duration.ns) print(out_, " ns=%", *duration.ns);
    out_.append('\n');
  }

  void print_text(const HostExecutionEvent& event) {
    print(out_, "  host_execution_event=% type=% submission=% command_buffer=% allocation=% ops=% tiles=% ns=%",
          event.event_id, kQueueEventNames.of(event.type), event.submission_id, event.command_buffer_id,
          event.allocation_id, event.operation_count, event.tile_count,
          host_duration(event.start_host_time_ns, event.end_host_time_ns));
    print(out_, " tile_sum_ns=% valid=%\n", event.tile_duration_sum_ns,
          are_valid_times(event.start_host_time_ns, event.end_host_time_ns));
  }

  void print_text(const QueueEvent& event) {
    print(out_, "  event=% type=% submission=% strategy=% submit=% ready=%", event.event_id,
          kQueueEventNames.of(event.type), event.submission_id, kDependencyStrategyNames.of(event.dependency_strategy),
          event.host_time_ns, event.ready_host_time_ns);
    print(out_, " waits=% signals=% barriers=% ops=% bytes=%\n", event.wait_count, event.signal_count,
          event.barrier_count, event.operation_count, event.payload_length);
  }

  void print_jsonl_head() {
    print(out_, R"({"type":"queue_summary","filter":%,"queues":%,"queue_events":%,"queue_device_events":%)",
          Quoted{r_.options.filter}, metadata_.queues.size(), queue_.count, device_.count);
    print(out_, R"(,"host_execution_events":%,"truncated_chunks":%,"dropped_records":%,"submissions":%)", host_.count,
          truncated_chunks_, dropped_records_, d_.submissions.size());
    print(out_, R"(,"matched_dispatches":%,"valid_dispatches":%,"invalid_dispatches":%,"matched_host_dispatches":%)",
          d_.matched.count, d_.matched.valid, d_.matched.invalid, d_.host_matched.count);
    print(out_, R"(,"valid_host_dispatches":%,"invalid_host_dispatches":%,"host_command_executions":%})",
          d_.host_matched.valid, d_.host_matched.invalid, d_.host_executions.size());
    out_.append('\n');
    for (const format::Queue& queue : metadata_.queues) {
      print(out_, R"({"type":"queue","physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%})",
            queue.physical_device_ordinal, queue.queue_ordinal, queue.stream_id);
      out_.append('\n');
    }
    for (const auto& group : d_.submissions) {
      if (!r_.matches_id(group.submission)) continue;
      const SubmissionTimes times = times_of(metadata_, group);
      print(out_, R"({"type":"queue_submission","submission_id":%,"physical_device_ordinal":%,"queue_ordinal":%)",
            group.submission, group.device, group.queue);
      print(out_, R"(,"stream_id":%,"dispatches":%,"valid":%,"invalid":%,"span_ticks":%,"total_dispatch_ticks":%)",
            group.stream, group.counts.count, group.counts.valid, group.counts.invalid, times.span_ticks, group.total);
      print(out_, R"(,"clock_fit_available":%,"total_dispatch_time_ns_available":%,"span_ns":%,"total_dispatch_ns":%})",
            times.fit.has_value(), times.available, times.fit ? times.span_ticks * times.ns_per_tick : 0.0,
            times.total_ns);
      out_.append('\n');
    }
  }

  template <typename Event>
  Status jsonl(ChunkKind kind) {
    return r_.each_record({kind}, [&](const Chunk&, const Record& record) {
      const auto event = record.as<Event>();
      if (!is_asked_for(event)) return Status();
      print_jsonl(event);
      return r_.drain();
    });
  }

  void print_jsonl(const QueueDeviceEvent& event) {
    const Duration duration = duration_of(event);
    print(out_, R"({"type":"queue_device_event","event_id":%,"op":%,"flags":%,"submission_id":%,"command_buffer_id":%)",
          event.event_id, Quoted{kQueueEventNames.of(event.type)}, event.flags, event.submission_id,
          event.command_buffer_id);
    print(out_, R"(,"allocation_id":%,"physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%)",
          event.allocation_id, event.physical_device_ordinal, event.queue_ordinal, event.stream_id);
    print(out_, R"(,"operation_count":%,"payload_length":%,"start_tick":%,"end_tick":%,"duration_ticks":%,"valid":%)",
          event.operation_count, event.payload_length, event.start_tick, event.end_tick, duration.ticks,
          duration.valid);
    print(out_, ",\"clock_fit_available\":%,\"duration_ns\":%}\n", duration.fit.has_value(), duration.ns.value_or(0));
  }

  void print_jsonl(const HostExecutionEvent& event) {
    print(out_, R"({"type":"host_execution_event","event_id":%,"op":%,"flags":%,"status_code":%,"submission_id":%)",
          event.event_id, Quoted{kQueueEventNames.of(event.type)}, event.flags, event.status_code, event.submission_id);
    print(out_, R"(,"command_buffer_id":%,"command_index":%,"executable_id":%,"function_ordinal":%,"allocation_id":%)",
          event.command_buffer_id, event.command_index, event.executable_id, event.function_ordinal,
          event.allocation_id);
    print(out_, R"(,"physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%,"operation_count":%)",
          event.physical_device_ordinal, event.queue_ordinal, event.stream_id, event.operation_count);
    print(out_, R"(,"payload_length":%,"tile_count":%,"tile_duration_sum_ns":%,"host_time_domain":"iree_host_time_ns")",
          event.payload_length, event.tile_count, event.tile_duration_sum_ns);
    print(out_, ",\"start_host_time_ns\":%,\"end_host_time_ns\":%,\"duration_ns\":%,\"valid\":%}\n",
          event.start_host_time_ns, event.end_host_time_ns,
          host_duration(event.start_host_time_ns, event.end_host_time_ns),
          are_valid_times(event.start_host_time_ns, event.end_host_time_ns));
  }

  void print_jsonl(const QueueEvent& event) {
    print(out_, R"({"type":"queue_event","event_id":%,"op":%,"flags":%,"dependency_strategy":%,"submission_id":%)",
          event.event_id, Quoted{kQueueEventNames.of(event.type)}, event.flags,
          Quoted{kDependencyStrategyNames.of(event.dependency_strategy)}, event.submission_id);
    print(out_, R"(,"command_buffer_id":%,"allocation_id":%,"physical_device_ordinal":%,"queue_ordinal":%)",
          event.command_buffer_id, event.allocation_id, event.physical_device_ordinal, event.queue_ordinal);
    print(out_, R"(,"stream_id":%,"host_time_ns":%,"ready_host_time_ns":%,"host_time_domain":"iree_host_time_ns")",
          event.stream_id, event.host_time_ns, event.ready_host_time_ns);
    print(out_, R"(,"wait_count":%,"signal_count":%,"barrier_count":%,"operation_count":%,"payload_length":%})",
          event.wait_count, event.signal_count, event.barrier_count, event.operation_count, event.payload_length);
    out_.append('\n');
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  const Dispatches& d_;
  uint64_t truncated_chunks_ = 0;
  uint64_t dropped_records_ = 0;
  Events queue_, device_, host_;
};

}  // namespace

Status report_queues(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  if (r.options.dispatch_events) return report_dispatch_events(r, metadata, DispatchMode::kQueue);
  Dispatches dispatches(r, metadata);
  IR_RETURN_IF_ERROR(dispatches.read(
      {.mode = DispatchMode::kQueue, .executions = true, .submissions = true, .device_row = {}, .host_row = {}}));
  return QueueReport(r, metadata, dispatches).make();
}

}  // namespace ireereplay::profile
