// profile explain: where the time went, and what to look at (runtime/src/iree/tooling/profile/explain.c).
#include "profile/report/explanation.h"

namespace ireereplay::profile {

namespace {

using format::QueueEventType;

constexpr std::string_view kDeviceSource = "device_dispatch_event";
constexpr std::string_view kHostSource = "host_execution_event";

std::string_view source_of(const Rank& rank) { return rank.by_host ? kHostSource : kDeviceSource; }

/// What a number of ticks is in nanoseconds, 0 without a fit.
double scaled(double ticks, const std::optional<ClockFit>& fit) { return fit ? ticks * fit->ns_per_tick() : 0.0; }

class ExplanationText {
 public:
  ExplanationText(const Explanation& explanation, Reporting& reporting)
      : e_(explanation), r_(reporting), out_(reporting.text) {}

  Status make() { return r_.options.jsonl ? jsonl() : text(); }

 private:
  Result<std::string> key_of(const auto& row) const {
    return e_.metadata.dispatch_key(row.device, row.executable, row.function);
  }

  Status text() {
    print_head_text();
    out_.append("devices:\n");
    for (const DeviceUse& use : e_.devices) {
      const uint32_t device = use.device;
      print(out_, "  device[%]: clock_fit=% clock_samples=% visible_span_ticks=% active_dispatch_ticks=%", device,
            use.fit.has_value(), e_.metadata.clock_samples(device), use.visible_ticks, use.total_ticks);
      print(out_, " active_over_visible=%\n", use.ratio);
      if (use.total_ns) {
        print(out_, "    visible_span_ns=% active_dispatch_ns=% tick_frequency_hz=%\n",
              scaled(use.visible_ticks, use.fit), *use.total_ns, use.fit->ticks_per_second());
      }
    }
    out_.append("queues:\n");
    for (size_t i = 0; i < e_.queues.size(); ++i) print_text(e_.metadata.queues[i], e_.queues[i]);
    out_.append("top functions by total dispatch time:\n");
    for (size_t i = 0; i < e_.ranks.size(); ++i) {
      IR_ASSIGN_OR_RETURN(const std::string key, key_of(e_.ranks[i]));
      print_text(i + 1, e_.ranks[i], key);
    }
    out_.append("top individual dispatches:\n");
    IR_RETURN_IF_ERROR(top_text());
    print(out_, "queue operations: events=% strategies none/inline/device_barrier/software_defer=%/%/%/%\n",
          e_.queue_events, e_.strategies[0], e_.strategies[1], e_.strategies[2], e_.strategies[3]);
    print(out_, "  transfer_payload_bytes copy/fill/update/read/write=%/%/%/%/%\n", bytes(QueueEventType::kCopy),
          bytes(QueueEventType::kFill), bytes(QueueEventType::kUpdate), bytes(QueueEventType::kRead),
          bytes(QueueEventType::kWrite));
    print(out_, "  operation_counts dispatch/execute/alloca/dealloca/host_call=%/%/%/%/%\n",
          count(QueueEventType::kDispatch), count(QueueEventType::kExecute), count(QueueEventType::kAlloca),
          count(QueueEventType::kDealloca), count(QueueEventType::kHostCall));
    out_.append("memory pressure:\n");
    for (const MemoryDevice& device : e_.memory.devices) {
      print(out_, "  device[%]: slab_high_water=% pool_reserved_high_water=% pool_materialized_high_water=%",
            device.device, device.slabs.high_water_bytes, device.reservations.high_water_bytes,
            device.materializations.high_water_bytes);
      print(out_, " queue_inflight_high_water=% buffer_high_water=% pool_waits=%\n",
            device.queue_allocations.high_water_bytes, device.buffers.high_water_bytes,
            device.count(format::MemoryEventType::kPoolWait));
    }
    out_.append("hints:\n");
    print_hints();
    return Status();
  }

  uint64_t bytes(QueueEventType type) const { return e_.payload[static_cast<size_t>(type)]; }
  uint64_t count(QueueEventType type) const { return e_.operations[static_cast<size_t>(type)]; }

  void print_head_text() {
    out_.append("IREE HAL profile explain\n");
    print(out_, "health: records=% chunks=% unknown_records=% unknown_chunks=% truncated_chunks=% dropped_records=%\n",
          e_.totals.file_records, e_.totals.chunks, e_.totals.unknown_records, e_.totals.unknown_chunks,
          e_.totals.truncated_chunks, e_.totals.dropped_records);
    if (e_.totals.failed_sessions != 0) {
      const format::RecordHeader& first = e_.totals.first_failed;
      print(out_, "session_status: non_ok_session_end=% first_session_id=% first_stream_id=% first_event_id=%",
            e_.totals.failed_sessions, first.session_id, first.stream_id, first.event_id);
      print(out_, " first_status_code=% first_status=%\n", first.session_status_code,
            status_name(first.session_status_code));
    }
    print(out_, "coverage: dispatches=% valid=% invalid=% host_dispatches=% valid_host=% invalid_host=%",
          e_.dispatches.matched.count, e_.dispatches.matched.valid, e_.dispatches.matched.invalid,
          e_.dispatches.host_matched.count, e_.dispatches.host_matched.valid, e_.dispatches.host_matched.invalid);
    print(out_, " queues=% queue_events=% command_buffers=% command_operations=% memory_events=%\n",
          e_.metadata.queues.size(), e_.queue_events, e_.metadata.command_buffers.size(), e_.metadata.operation_count,
          e_.memory.matched);
  }

  void print_text(const format::Queue& queue, const QueueUse& use) {
    const auto fit = e_.metadata.clock_fit(queue.physical_device_ordinal);
    print(out_, "  queue device=% ordinal=% stream=%: submissions=% valid=% invalid=% busy_ticks=%",
          queue.physical_device_ordinal, queue.queue_ordinal, queue.stream_id, use.submissions, use.valid, use.invalid,
          use.busy_ticks);
    print(out_, " total_dispatch_ticks=%", use.total_ticks);
    const auto total = fit && use.valid != 0 ? fit->duration_ns(use.total_ticks) : std::nullopt;
    if (total) print(out_, " busy_ns=% total_dispatch_ns=%", scaled(use.busy_ticks, fit), *total);
    if (e_.queue_events == 0) return out_.append(" gaps=unavailable_without_queue_events\n");
    print(out_, " gaps=% total_gap_ticks=% max_gap_ticks=%", use.gaps, use.gap_ticks, use.max_gap_ticks);
    if (fit) {
      print(out_, " total_gap_ns=% max_gap_ns=%", scaled(use.gap_ticks, fit), scaled(use.max_gap_ticks, fit));
    }
    out_.append('\n');
  }

  void print_text(size_t place, const Rank& rank, const std::string& key) {
    print(out_, "  #% % device=% executable=% function=% count=% valid=% invalid=% timing_source=%", place,
          std::string_view(key), rank.device, rank.executable, rank.function, rank.counts.count, rank.counts.valid,
          rank.counts.invalid, source_of(rank));
    if (rank.by_host) {
      print(out_, " total_tile_count=% total_tile_duration_sum_ns=%", rank.tiles, rank.tile_ns);
    } else {
      print(out_, " total_ticks=% max_ticks=%", rank.total_ticks, rank.max_ticks);
    }
    if (rank.has_ns) print(out_, " total_ns=% avg_ns=% max_ns=%", rank.total_ns, rank.average_ns, rank.max_ns);
    out_.append('\n');
  }

  Status top_text() {
    const bool by_host = e_.dispatches.top.empty();
    size_t place = 0;
    for (const TopDispatch& top : (by_host ? e_.dispatches.host_top : e_.dispatches.top).sorted()) {
      IR_ASSIGN_OR_RETURN(const std::string key, key_of(top));
      print(out_, "  #% event=% submission=% % device=% queue=% stream=% timing_source=%", ++place, top.event,
            top.submission, std::string_view(key), top.device, top.queue, top.stream,
            by_host ? kHostSource : kDeviceSource);
      if (by_host) {
        print(out_, " duration_ns=% tile_count=% tile_duration_sum_ns=%", top.duration, top.tiles, top.tile_ns);
        if (top.command_buffer != 0) {
          print(out_, " command_buffer=% command_index=%", top.command_buffer, top.command_index);
        }
      } else {
        print(out_, " duration_ticks=%", top.duration);
        if (const auto ns = tick_ns(top)) print(out_, " duration_ns=%", *ns);
      }
      out_.append('\n');
    }
    return Status();
  }

  std::optional<int64_t> tick_ns(const TopDispatch& top) const {
    const auto fit = e_.metadata.clock_fit(top.device);
    return fit ? fit->duration_ns(top.duration) : std::nullopt;
  }

  Status jsonl() {
    print_head_jsonl();
    for (const DeviceUse& use : e_.devices) {
      const uint32_t device = use.device;
      print(out_, R"({"type":"explain_device","physical_device_ordinal":%,"clock_fit_available":%,"clock_samples":%)",
            device, use.fit.has_value(), e_.metadata.clock_samples(device));
      print(out_, R"(,"visible_span_ticks":%,"active_dispatch_ticks":%,"active_over_visible":)", use.visible_ticks,
            use.total_ticks);
      append_fixed(use.ratio, 6, out_);
      print(out_, R"(,"tick_frequency_hz":%,"visible_span_ns":%,"active_dispatch_time_ns_available":%)",
            use.fit ? use.fit->ticks_per_second() : 0.0, scaled(use.visible_ticks, use.fit), use.total_ns.has_value());
      print(out_, ",\"active_dispatch_ns\":%}\n", use.total_ns.value_or(0));
    }
    for (size_t i = 0; i < e_.queues.size(); ++i) print_jsonl(e_.metadata.queues[i], e_.queues[i]);
    for (size_t i = 0; i < e_.ranks.size(); ++i) {
      IR_ASSIGN_OR_RETURN(const std::string key, key_of(e_.ranks[i]));
      print_jsonl(i + 1, e_.ranks[i], key);
    }
    IR_RETURN_IF_ERROR(top_jsonl());
    print(out_, R"({"type":"explain_queue_operations","events":%,"strategy_none":%,"strategy_inline":%)",
          e_.queue_events, e_.strategies[0], e_.strategies[1]);
    print(out_, R"(,"strategy_device_barrier":%,"strategy_software_defer":%,"copy_bytes":%,"fill_bytes":%)",
          e_.strategies[2], e_.strategies[3], bytes(QueueEventType::kCopy), bytes(QueueEventType::kFill));
    print(out_, R"(,"update_bytes":%,"read_bytes":%,"write_bytes":%,"dispatches":%,"executes":%)",
          bytes(QueueEventType::kUpdate), bytes(QueueEventType::kRead), bytes(QueueEventType::kWrite),
          count(QueueEventType::kDispatch), count(QueueEventType::kExecute));
    print(out_, ",\"allocas\":%,\"deallocas\":%,\"host_calls\":%}\n", count(QueueEventType::kAlloca),
          count(QueueEventType::kDealloca), count(QueueEventType::kHostCall));
    for (const MemoryDevice& device : e_.memory.devices) {
      print(out_, R"({"type":"explain_memory_pressure","physical_device_ordinal":%,"slab_high_water_bytes":%)",
            device.device, device.slabs.high_water_bytes);
      print(out_, R"(,"pool_reserved_high_water_bytes":%,"pool_materialized_high_water_bytes":%)",
            device.reservations.high_water_bytes, device.materializations.high_water_bytes);
      print(out_, R"(,"queue_inflight_high_water_bytes":%,"buffer_high_water_bytes":%,"pool_waits":%})",
            device.queue_allocations.high_water_bytes, device.buffers.high_water_bytes,
            device.count(format::MemoryEventType::kPoolWait));
      out_.append('\n');
    }
    print_hints();
    return Status();
  }

  void print_head_jsonl() {
    print(out_, R"({"type":"explain_summary","file_records":%,"chunk_records":%,"unknown_records":%)",
          e_.totals.file_records, e_.totals.chunks, e_.totals.unknown_records);
    print(out_, R"(,"unknown_chunks":%,"truncated_chunks":%,"dropped_records":%,"non_ok_session_end_records":%)",
          e_.totals.unknown_chunks, e_.totals.truncated_chunks, e_.totals.dropped_records, e_.totals.failed_sessions);
    print(out_, R"(,"dispatches":%,"valid_dispatches":%,"invalid_dispatches":%,"host_dispatches":%)",
          e_.dispatches.matched.count, e_.dispatches.matched.valid, e_.dispatches.matched.invalid,
          e_.dispatches.host_matched.count);
    print(out_, R"(,"valid_host_dispatches":%,"invalid_host_dispatches":%,"queues":%,"queue_events":%)",
          e_.dispatches.host_matched.valid, e_.dispatches.host_matched.invalid, e_.metadata.queues.size(),
          e_.queue_events);
    print(out_, R"(,"command_buffers":%,"command_operations":%,"memory_events":%)", e_.metadata.command_buffers.size(),
          e_.metadata.operation_count, e_.memory.matched);
    if (e_.totals.failed_sessions != 0) print_first_failed();
    out_.append("}\n");
  }

  void print_first_failed() {
    const format::RecordHeader& first = e_.totals.first_failed;
    print(out_, R"(,"first_non_ok_session_id":%,"first_non_ok_stream_id":%,"first_non_ok_event_id":%)",
          first.session_id, first.stream_id, first.event_id);
    print(out_, R"(,"first_non_ok_status_code":%,"first_non_ok_status":"%")", first.session_status_code,
          status_name(first.session_status_code));
  }

  void print_jsonl(const format::Queue& queue, const QueueUse& use) {
    const auto fit = e_.metadata.clock_fit(queue.physical_device_ordinal);
    const auto total = fit && use.valid != 0 ? fit->duration_ns(use.total_ticks) : std::nullopt;
    const bool has_gaps = e_.queue_events != 0;
    print(out_, R"({"type":"explain_queue","physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%)",
          queue.physical_device_ordinal, queue.queue_ordinal, queue.stream_id);
    print(out_, R"(,"submissions":%,"valid_submissions":%,"invalid_submissions":%,"busy_ticks":%)", use.submissions,
          use.valid, use.invalid, use.busy_ticks);
    print(out_, R"(,"total_dispatch_ticks":%,"clock_fit_available":%,"busy_ns":%)", use.total_ticks, fit.has_value(),
          scaled(use.busy_ticks, fit));
    print(out_, R"(,"total_dispatch_time_ns_available":%,"total_dispatch_ns":%,"gap_analysis_available":%)",
          total.has_value(), total.value_or(0), has_gaps);
    print(out_, R"(,"gaps":%,"total_gap_ticks":%,"max_gap_ticks":%)", has_gaps ? use.gaps : 0,
          has_gaps ? use.gap_ticks : 0.0, has_gaps ? use.max_gap_ticks : 0.0);
    print(out_, ",\"total_gap_ns\":%,\"max_gap_ns\":%}\n", has_gaps ? scaled(use.gap_ticks, fit) : 0.0,
          has_gaps ? scaled(use.max_gap_ticks, fit) : 0.0);
  }

  void print_jsonl(size_t place, const Rank& rank, const std::string& key) {
    print(out_, R"({"type":"explain_top_function","rank":%,"physical_device_ordinal":%,"executable_id":%)", place,
          rank.device, rank.executable);
    print(out_, R"(,"function_ordinal":%,"key":%,"dispatches":%,"valid":%,"invalid":%,"total_ticks":%)", rank.function,
          Quoted{key}, rank.counts.count, rank.counts.valid, rank.counts.invalid, rank.total_ticks);
    print(out_, R"(,"max_ticks":%,"timing_source":"%","duration_ns_available":%,"total_ns":%,"avg_ns":%)",
          rank.max_ticks, source_of(rank), rank.has_ns, rank.total_ns, rank.average_ns);
    print(out_, ",\"max_ns\":%,\"total_tile_count\":%,\"total_tile_duration_sum_ns\":%}\n", rank.max_ns, rank.tiles,
          rank.tile_ns);
  }

  Status top_jsonl() {
    const bool by_host = e_.dispatches.top.empty();
    size_t place = 0;
    for (const TopDispatch& top : (by_host ? e_.dispatches.host_top : e_.dispatches.top).sorted()) {
      IR_ASSIGN_OR_RETURN(const std::string key, key_of(top));
      print(out_, R"({"type":"explain_top_dispatch","rank":%,"event_id":%,"submission_id":%)", ++place, top.event,
            top.submission);
      print(out_, R"(,"physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%)", top.device, top.queue, top.stream);
      if (by_host) {
        print(out_, R"(,"command_buffer_id":%,"command_index":%)", top.command_buffer, top.command_index);
      }
      print(out_, R"(,"key":%,"timing_source":"%")", Quoted{key}, by_host ? kHostSource : kDeviceSource);
      if (by_host) {
        print(out_, R"(,"duration_ticks":0,"duration_ns_available":true,"duration_ns":%)", top.duration);
      } else {
        const auto ns = tick_ns(top);
        print(out_, R"(,"duration_ticks":%,"duration_ns_available":%,"duration_ns":%)", top.duration, ns.has_value(),
              ns.value_or(0));
      }
      print(out_, ",\"tile_count\":%,\"tile_duration_sum_ns\":%}\n", top.tiles, top.tile_ns);
    }
    return Status();
  }

  void hint(std::string_view severity, std::string_view category, std::string_view message) {
    if (!r_.options.jsonl) return print(out_, "  [%] %: %\n", severity, category, message);
    print(out_, R"({"type":"explain_hint","severity":%,"category":%,"message":%})", Quoted{severity}, Quoted{category},
          Quoted{message});
    out_.append('\n');
  }

  void session_hint() {
    const format::RecordHeader& first = e_.totals.first_failed;
    if (r_.options.jsonl) {
      out_.append(R"({"type":"explain_hint","severity":"error","category":"session")");
      print(out_, R"(,"message":"profiling session end records reported non-OK status","non_ok_session_end_records":%)",
            e_.totals.failed_sessions);
      print_first_failed();
      out_.append("}\n");
      return;
    }
    print(out_, "  [error] session: % profiling session end record(s) reported non-OK status;",
          e_.totals.failed_sessions);
    print(out_, " first session_id=% stream_id=% event_id=% status=%(%)\n", first.session_id, first.stream_id,
          first.event_id, status_name(first.session_status_code), first.session_status_code);
  }

  void print_hints() {
    if (e_.totals.unknown_records != 0 || e_.totals.unknown_chunks != 0) {
      hint("warning", "format",
           "unknown records or chunks were present; newer producer data may be missing from this analysis");
    }
    if (e_.totals.truncated_chunks != 0) {
      hint("error", "format", "truncated chunks were present; timing and lifecycle totals may be incomplete");
    }
    if (e_.totals.failed_sessions != 0) session_hint();
    if (e_.dispatches.matched.invalid != 0) {
      hint("warning", "dispatch",
           "some dispatch events had missing or reversed timestamps and were excluded from timing totals");
    }
    if (e_.dispatches.host_matched.invalid != 0) {
      hint(
          "warning", "dispatch",
          "some host execution dispatch spans had missing or reversed timestamps and were excluded from timing totals");
    }
    if (e_.queue_events == 0) {
      hint(
          "info", "queue",
          "queue event records are absent; queue dependency and gap hints are limited to dispatch timestamp intervals");
    }
    const bool has_waits =
        std::any_of(e_.memory.devices.begin(), e_.memory.devices.end(),
                    [](const MemoryDevice& device) { return device.count(format::MemoryEventType::kPoolWait) != 0; });
    if (has_waits) {
      hint("warning", "memory",
           "pool wait events were observed; allocation readiness affected the captured queue schedule");
    }
    if (e_.dispatches.matched.valid != 0) return;
    if (e_.dispatches.host_matched.valid != 0) {
      hint("info", "dispatch",
           "device dispatch events are absent; top dispatch analysis is using host execution dispatch spans");
    } else {
      hint("info", "dispatch",
           "no valid dispatch events were captured; enable queue profiling on a producer that emits device timestamps");
    }
  }

  const Explanation& e_;
  Reporting& r_;
  Text& out_;
};

}  // namespace

Status report_explain(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Totals totals, Totals::read(r, false));
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  Explanation explanation(r, metadata, totals);
  IR_RETURN_IF_ERROR(explanation.read());
  return ExplanationText(explanation, r).make();
}

}  // namespace ireereplay::profile
