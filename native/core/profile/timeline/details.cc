#include "profile/timeline/details.h"

#include <algorithm>
#include <optional>

#include "base/decimal.h"
#include "profile/report/export_rows.h"
#include "profile/report/print.h"
#include "profile/timeline/distribution.h"
#include "profile/timeline/events.h"
#include "profile/timeline/json.h"
#include "profile/timeline/places.h"
#include "profile/timeline/shares.h"
#include "profile/timeline/words.h"

namespace ireereplay::profile::timeline {

namespace {

/// A piece of a field's value.
struct Piece {
  std::string text;
  std::optional<SliceId> slice = {};
  std::optional<uint64_t> record = {};
  std::optional<uint64_t> via = {};
  bool is_dim = false;
};

std::string grid_words(const uint32_t (&count)[3]) {
  return decimal(count[0]) + " × " + decimal(count[1]) + " × " + decimal(count[2]);
}

uint64_t product(const uint32_t (&count)[3]) {
  uint64_t made = uint64_t{count[0]} * count[1];
  return checked_mul(made, count[2], &made) ? made : UINT64_MAX;
}

class Details {
 public:
  Details(const Timeline& timeline, const Track& track, SliceId slice, const std::atomic<bool>& cancelled)
      : timeline_(timeline), track_(track), slice_(slice), cancelled_(cancelled), json_(text_) {
    start_ = track.has_slices() ? track.slices.start(slice.index) : track.samples.start(slice.index);
    end_ = track.has_slices() ? track.slices.end(slice.index) : track.samples.end(slice.index);
    row_ = track.has_slices() ? track.slices.row(slice.index) : track.samples.row(slice.index);
  }

  Result<std::string> make() {
    IR_ASSIGN_OR_RETURN(
        event_, timeline_.rows_of(track_.source).read(*timeline_.context->bundle, row_, size_of_fields(track_.source)));
    json_.begin_object();
    json_.key("slice").begin_object();
    write_id(slice_, json_);
    json_.end_object();
    json_.key("heading").string(heading());
    const What* what = track_.has_slices() ? &timeline_.whats[track_.slices.what(slice_.index)] : nullptr;
    json_.key("name").string(what == nullptr ? track_.name : timeline_.names[what->name].text);
    json_.key("nameIndex").number(what == nullptr ? 0 : what->name);
    json_.key("start");
    write_time(timeline_, start_, json_);
    json_.key("end");
    write_time(timeline_, end_, json_);
    std::optional<Distribution> place;
    uint64_t rank = 1;
    if (track_.kind == TrackKind::kSlices) {
      std::vector<uint64_t> times;
      const uint64_t own = track_.slices.duration(slice_.index);
      for (size_t i = 0; i < track_.slices.size(); ++i) {
        if (i % 65536 == 0 && cancelled_.load(std::memory_order_relaxed))
          return Status(StatusCode::kCancelled, "cancelled");
        if (timeline_.whats[track_.slices.what(i)].name != what->name) continue;
        times.push_back(track_.slices.duration(i));
        rank += times.back() > own;
      }
      place = distribution_of(times);
    }
    json_.key("sections").begin_array();
    write_numbers(place, rank);
    write_sections();
    json_.end_array();
    if (place) {
      json_.key("place").begin_object();
      json_.key("rank").number(rank);
      json_.key("count").number(place->count);
      json_.key("medianNs").real(place->median);
      json_.key("histogram");
      write_histogram(*place, json_);
      json_.end_object();
    }
    if (!event_name(track_.source).empty()) {
      json_.key("event");
      write_event(event_, json_);
    }
    json_.key("raw").string(raw());
    if (record_) json_.key("record").number(*record_);
    if (via_) json_.key("via").number(*via_);
    json_.end_object();
    return text_.take();
  }

 private:
  std::string heading() const {
    const auto numbered = [&](const char* what, uint64_t id) { return std::string(what) + ", event " + decimal(id); };
    switch (track_.track_class) {
      case TrackClass::kSubmissions:
        return numbered("Submission", event_.as<format::QueueEvent>().event_id);
      case TrackClass::kCommandBuffers:
        return numbered("Command buffer", event_.as<format::HostExecutionEvent>().event_id);
      case TrackClass::kDispatches:
        return numbered("Dispatch", track_.source == ChunkKind::kDispatchEvents
                                        ? event_.as<format::DispatchEvent>().event_id
                                        : event_.as<format::HostExecutionEvent>().event_id);
      case TrackClass::kTransfers:
        return numbered("Transfer", event_.as<format::HostExecutionEvent>().event_id);
      case TrackClass::kQueueDevice:
        return numbered("Queue operation", event_.as<format::QueueDeviceEvent>().event_id);
      case TrackClass::kRegions:
        return numbered("Command region", event_.as<format::CommandRegionEvent>().event_id);
      case TrackClass::kScopes:
        return "Scope";
      case TrackClass::kWorker:
        return "Part of worker " + decimal(track_.worker) + ", event " +
               decimal(event_.as<format::WorkerShare>().event_id);
      case TrackClass::kTraces:
        return "Trace " + decimal(event_.as<format::ExecutableTrace>().trace_id);
      case TrackClass::kMemoryEvents:
        return numbered("Memory", event_.as<format::MemoryEvent>().event_id);
      default:
        return "Value of " + track_.name;
    }
  }

  void begin_section(std::string_view title, std::string_view note = {}) {
    json_.begin_object();
    json_.key("title").string(title);
    if (!note.empty()) json_.key("note").string(note);
    json_.key("fields").begin_array();
  }
  void end_section() {
    json_.end_array();
    json_.end_object();
  }
  void field(std::string_view name, std::initializer_list<Piece> pieces) {
    json_.begin_object();
    json_.key("name").string(name);
    json_.key("value").begin_array();
    for (const Piece& piece : pieces) {
      json_.begin_object();
      json_.key("text").string(piece.text);
      if (piece.slice) {
        json_.key("slice").begin_object();
        write_id(*piece.slice, json_);
        json_.end_object();
      }
      if (piece.record) json_.key("record").number(*piece.record);
      if (piece.via) json_.key("via").number(*piece.via);
      if (piece.is_dim) json_.key("dim").boolean(true);
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }
  void field(std::string_view name, uint64_t number) { field(name, {{decimal(number)}}); }

  std::string at_words(int64_t time) const {
    return time_words(static_cast<double>(static_cast<uint64_t>(time) - static_cast<uint64_t>(timeline_.origin)));
  }

  void write_numbers(const std::optional<Distribution>& place, uint64_t rank) {
    begin_section("This slice");
    const uint64_t duration = static_cast<uint64_t>(end_) - static_cast<uint64_t>(start_);
    if (track_.kind == TrackKind::kCounter) {
      const double value = track_.samples.value(slice_.index);
      const bool is_bytes = track_.unit == "bytes";
      Text number;
      append_double(value, number);
      field("Value",
            {{is_bytes ? bytes_words(value) : std::string(number.view())},
             {is_bytes || track_.unit == "none" || track_.unit.empty() ? "" : " " + track_.unit, {}, {}, {}, true}});
    }
    if (track_.kind == TrackKind::kInstants) {
      field("Time", {{at_words(start_)}});
    } else {
      field("Duration", {{grouped(duration) + " ns"}});
      field("Start, end", {{at_words(start_) + " – " + at_words(end_)}});
    }
    if (place && place->count > 1) {
      if (place->median > 0) {
        const double more = static_cast<double>(duration) / place->median - 1;
        field("Against median", {{(more >= 0 ? "+" : "−") + percent_words(std::abs(more))},
                                 {" of " + time_words(place->median), {}, {}, {}, true}});
      }
      field("Rank", {{grouped(rank) + " of " + grouped(place->count)}, {" longest first", {}, {}, {}, true}});
    }
    end_section();
  }

  void write_sections() {
    switch (track_.track_class) {
      case TrackClass::kSubmissions:
        return write_submission();
      case TrackClass::kCommandBuffers:
      case TrackClass::kTransfers:
        return write_host_execution();
      case TrackClass::kDispatches:
        return track_.source == ChunkKind::kDispatchEvents ? write_dispatch() : write_host_execution();
      case TrackClass::kQueueDevice:
        return write_queue_device();
      case TrackClass::kRegions:
        return write_region();
      case TrackClass::kScopes:
        return write_scope();
      case TrackClass::kWorker:
        return write_share();
      case TrackClass::kTraces:
        return write_trace();
      case TrackClass::kMemoryEvents:
      case TrackClass::kLiveBytes:
        return write_memory();
      default:
        return;
    }
  }

  /// The record in the capture, and what it was submitted with.
  void write_record(uint64_t record, uint64_t submission_record) {
    if (record != profile::kNoRecord) {
      record_ = record;
      if (submission_record != profile::kNoRecord && submission_record != record) via_ = submission_record;
      field("Record", {{"record #" + decimal(record), {}, record, via_}});
    }
  }
  void write_submission_of(uint32_t device, uint32_t queue, uint64_t submission) {
    if (submission == 0) return;
    const auto slice = submission_slice(timeline_, device, queue, submission);
    const uint64_t record = timeline_.context->records.of_submission(submission);
    if (record != profile::kNoRecord) {
      field("Submission", {{decimal(submission), slice}, {", "}, {"record #" + decimal(record), {}, record}});
    } else {
      field("Submission", {{decimal(submission), slice}});
    }
  }
  void write_command(uint64_t command_buffer, uint32_t index) {
    if (command_buffer == 0) return;
    const std::string name = "command_buffer " + decimal(command_buffer);
    field("Command", {{index == format::kNone32 ? name : name + ", index " + decimal(index)}});
  }
  void write_function(uint64_t executable, uint32_t function) {
    if (function == format::kNone32) return;
    field("Executable", {{"executable " + decimal(executable) + ", function " + decimal(function)}});
  }
  void write_queue(uint32_t device, uint32_t queue) {
    field("Queue", {{"device " + decimal(device) + ", queue " + decimal(queue)}});
  }
  void write_launch(const uint32_t (&count)[3], const uint32_t (&size)[3]) {
    if (product(count) != 0) field("Workgroups", {{grid_words(count) + " = " + grouped(product(count))}});
    if (product(size) != 0) field("Workgroup size", {{grid_words(size)}});
    const auto& shapes = timeline_.context->launches.shapes();
    const uint32_t number = timeline_.whats[track_.slices.what(slice_.index)].shape;
    if (number >= shapes.size()) return;
    const LaunchShapes::Shape& shape = shapes[number];
    if (!shape.constants.empty()) field("Constants", {{constants_words(shape.constants)}});
    if (!shape.binding_lengths.empty()) field("Bindings", {{lengths_words(shape.binding_lengths)}});
  }

  void write_host_execution() {
    const auto event = event_.as<format::HostExecutionEvent>();
    const CaptureRecords& records = timeline_.context->records;
    begin_section("Where it comes from");
    write_record(records.of_execution(event), records.of_submission(event.submission_id));
    write_function(event.executable_id, event.function_ordinal);
    write_submission_of(event.physical_device_ordinal, event.queue_ordinal, event.submission_id);
    write_command(event.command_buffer_id, event.command_index);
    write_queue(event.physical_device_ordinal, event.queue_ordinal);
    if (event.allocation_id != 0) field("Buffer", event.allocation_id);
    if (event.payload_length != 0) field("Bytes", {{grouped(event.payload_length)}});
    if (event.status_code != 0) field("Status", {{std::string(status_name(event.status_code))}});
    end_section();
    if (track_.track_class == TrackClass::kCommandBuffers) return;
    write_workers(event);
    if (track_.track_class == TrackClass::kDispatches) write_counters();
  }

  void write_workers(const format::HostExecutionEvent& event) {
    const std::vector<ShareOfWorker> shares = shares_of(timeline_, event);
    if (event.tile_count == 0 && shares.empty() && product(event.workgroup_count) == 0) return;
    begin_section("On the workers");
    write_launch(event.workgroup_count, event.workgroup_size);
    if (event.tile_count != 0) field("Tiles", {{grouped(event.tile_count)}});
    const auto duration = static_cast<double>(end_ - start_);
    const auto busy = static_cast<double>(event.tile_duration_sum_ns);
    if (event.tile_duration_sum_ns > 0) field("Tile time, sum", {{time_words(busy)}});
    const auto workers = static_cast<double>(timeline_.totals.workers);
    if (workers > 0 && duration > 0) {
      field("Workers busy",
            {{percent_words(std::min(busy / (workers * duration), 1.0))},
             {" of " + decimal(timeline_.totals.workers) + " × " + time_words(duration), {}, {}, {}, true}});
      double idle_at_end = 0;
      for (const ShareOfWorker& share : shares)
        idle_at_end += static_cast<double>(std::max<int64_t>(end_ - share.share.end_host_time_ns, 0));
      field("Idle at the end", {{time_words(idle_at_end)}, {" summed over workers", {}, {}, {}, true}});
    }
    for (const ShareOfWorker& share : shares) {
      field("worker " + decimal(share.worker),
            {{grouped(share.share.tile_count) + (share.share.tile_count == 1 ? " tile" : " tiles"), share.slice},
             {", " + time_words(static_cast<double>(share.share.tile_duration_sum_ns))}});
    }
    end_section();
  }

  /// What counters say of the time of this slice.
  void write_counters() {
    bool is_open = false;
    for (const auto& track : timeline_.tracks) {
      if (track->track_class != TrackClass::kCounter || track->device != track_.device || track->size() == 0) continue;
      const uint32_t index = track->samples.nearest(start_);
      if (track->samples.start(index) != start_ || track->samples.end(index) > end_) continue;
      if (!is_open) begin_section("Counters in this slice");
      is_open = true;
      Text number;
      append_double(track->samples.value(index), number);
      field(track->name, {{std::string(number.view()), SliceId{track->id, index}},
                          {track->unit == "none" ? "" : " " + track->unit, {}, {}, {}, true}});
    }
    if (is_open) end_section();
  }

  void write_dispatch() {
    const auto event = event_.as<format::DispatchEvent>();
    const CaptureRecords& records = timeline_.context->records;
    const uint64_t submission_record = records.of_submission(event.submission_id);
    begin_section("Where it comes from");
    write_record(event.command_index == format::kNone32
                     ? submission_record
                     : records.of_command(event.command_buffer_id, event.command_index),
                 submission_record);
    write_function(event.executable_id, event.function_ordinal);
    write_submission_of(track_.device, track_.queue, event.submission_id);
    write_command(event.command_buffer_id, event.command_index);
    write_queue(track_.device, track_.queue);
    end_section();
    begin_section("On the device");
    write_launch(event.workgroup_count, event.workgroup_size);
    field("Ticks", {{decimal(event.start_tick) + " – " + decimal(event.end_tick)},
                    {", " + grouped(event.end_tick - event.start_tick), {}, {}, {}, true}});
    end_section();
    write_counters();
  }

  void write_submission() {
    const auto event = event_.as<format::QueueEvent>();
    begin_section("Where it comes from");
    write_record(timeline_.context->records.of_submission(event.event_id), profile::kNoRecord);
    field("Submission", event.submission_id);
    write_command(event.command_buffer_id, format::kNone32);
    write_queue(event.physical_device_ordinal, event.queue_ordinal);
    if (event.allocation_id != 0) field("Buffer", event.allocation_id);
    field("Operations", {{grouped(event.operation_count)}});
    if (event.payload_length != 0) field("Bytes", {{grouped(event.payload_length)}});
    end_section();
    begin_section("Waiting");
    const int64_t ready = track_.slices.ready(slice_.index);
    field("Submitted", {{at_words(start_)}});
    if (event.wait_count != 0 && event.ready_host_time_ns >= event.host_time_ns && event.host_time_ns > 0)
      field("Waits satisfied",
            {{at_words(event.ready_host_time_ns)},
             {", " + time_words(static_cast<double>(event.ready_host_time_ns - start_)) + " after", {}, {}, {}, true}});
    field("Executed from",
          {{at_words(ready)}, {", " + time_words(static_cast<double>(ready - start_)) + " after", {}, {}, {}, true}});
    field("Waits on", {{counted(event.wait_count, "semaphore")}});
    field("Signals", {{counted(event.signal_count, "semaphore")}});
    field("Ordered by", {{std::string(kDependencyStrategyNames.of(event.dependency_strategy))}});
    end_section();
  }

  void write_queue_device() {
    const auto event = event_.as<format::QueueDeviceEvent>();
    begin_section("Where it comes from");
    write_record(timeline_.context->records.of_submission(event.submission_id), profile::kNoRecord);
    write_submission_of(event.physical_device_ordinal, event.queue_ordinal, event.submission_id);
    write_command(event.command_buffer_id, format::kNone32);
    write_queue(event.physical_device_ordinal, event.queue_ordinal);
    if (event.payload_length != 0) field("Bytes", {{grouped(event.payload_length)}});
    end_section();
  }

  void write_region() {
    const auto event = event_.as<format::CommandRegionEvent>();
    begin_section("Where it comes from");
    write_record(timeline_.context->records.of_submission(event.submission_id), profile::kNoRecord);
    write_submission_of(event.physical_device_ordinal, event.queue_ordinal, event.submission_id);
    write_command(event.command_buffer_id, format::kNone32);
    end_section();
    begin_section("On the workers");
    field("Dispatches", event.dispatch_count);
    field("Tiles", event.tile_count);
    field("Workers", event.worker_count);
    end_section();
  }

  void write_share() {
    const auto share = event_.as<format::WorkerShare>();
    begin_section("On the worker");
    field("Worker", share.worker);
    field("Tiles", {{grouped(share.tile_count)}});
    field("Tile time, sum", {{time_words(static_cast<double>(share.tile_duration_sum_ns))}});
    if (const auto whole = execution_of(timeline_, track_, slice_.index, share))
      field("Execution", {{"event " + decimal(share.event_id), whole}});
    const uint32_t record = track_.slices.record(slice_.index);
    if (record != kNoRecord32) write_record(record, profile::kNoRecord);
    end_section();
  }

  void write_trace() {
    const auto trace = event_.as<format::ExecutableTrace>();
    begin_section("Where it comes from");
    write_function(trace.executable_id, trace.function_ordinal);
    write_submission_of(trace.physical_device_ordinal, trace.queue_ordinal, trace.submission_id);
    write_command(trace.command_buffer_id, trace.command_index);
    field("Shader engine", trace.shader_engine);
    field("Bytes", {{grouped(trace.data_length)}});
    end_section();
  }

  void write_scope() {
    const auto scope = event_.as<format::ScopeRun>();
    begin_section("Where it comes from");
    write_record(scope.begin_record, profile::kNoRecord);
    field("Ends at", {{"record #" + decimal(scope.end_record), {}, scope.end_record}});
    if (scope.depth != 0) field("Scopes around it", scope.depth);
    end_section();
  }

  void write_memory() {
    const auto event = event_.as<format::MemoryEvent>();
    begin_section("Where it comes from");
    const uint64_t own = timeline_.context->records.of_memory(event.event_id);
    write_record(own != profile::kNoRecord ? own : timeline_.context->records.of_submission(event.submission_id),
                 profile::kNoRecord);
    write_submission_of(event.physical_device_ordinal, event.queue_ordinal, event.submission_id);
    field("Event", {{std::string(kMemoryEventNames.of(event.type))}});
    if (event.allocation_id != 0) field("Buffer", event.allocation_id);
    if (event.pool_id != 0) field("Pool", event.pool_id);
    field("Bytes", {{grouped(event.length)}});
    if ((event.flags & format::kMemoryPoolStats) != 0) {
      field("Pool reserved", {{bytes_words(static_cast<double>(event.pool_bytes_reserved))}});
      field("Pool free", {{bytes_words(static_cast<double>(event.pool_bytes_free))}});
    }
    end_section();
  }

  std::string raw() const {
    if (track_.source == kWorkerShares) {
      const auto share = event_.as<format::WorkerShare>();
      Text line;
      print(line,
            R"({"record_type":"worker_share","worker":%,"event_id":%,"start_host_time_ns":%,"end_host_time_ns":%)",
            share.worker, share.event_id, share.start_host_time_ns, share.end_host_time_ns);
      print(line, ",\"tile_count\":%,\"tile_duration_sum_ns\":%}", share.tile_count, share.tile_duration_sum_ns);
      return line.take();
    }
    if (track_.source == kScopeRuns) {
      const auto scope = event_.as<format::ScopeRun>();
      Text line;
      print(line, R"({"record_type":"scope_run","depth":%,"begin_record":%,"end_record":%)", scope.depth,
            scope.begin_record, scope.end_record);
      print(line, ",\"start_host_time_ns\":%,\"end_host_time_ns\":%}", scope.start_host_time_ns,
            scope.end_host_time_ns);
      return line.take();
    }
    auto line = export_record(*timeline_.context->bundle, timeline_.context->metadata, event_.chunk, event_.offset);
    // What refers to something that is not there has no row in the export.
    return line.ok() ? *std::move(line) : "";
  }

  const Timeline& timeline_;
  const Track& track_;
  const SliceId slice_;
  const std::atomic<bool>& cancelled_;
  Text text_;
  JsonWriter json_;
  EventRows::Event event_;
  int64_t start_ = 0;
  int64_t end_ = 0;
  uint32_t row_ = 0;
  std::optional<uint64_t> record_;
  std::optional<uint64_t> via_;
};

}  // namespace

Result<std::string> details_json(const Timeline& timeline, SliceId slice, const std::atomic<bool>& cancelled) {
  const Track* track = timeline.track(slice.track);
  if (track == nullptr || slice.index >= track->size())
    return Status(StatusCode::kNotFound, "the profile has no such slice");
  return Details(timeline, *track, slice, cancelled).make();
}

}  // namespace ireereplay::profile::timeline
