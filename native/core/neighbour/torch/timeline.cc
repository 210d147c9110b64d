#include "neighbour/torch/timeline.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/decimal.h"

namespace ireereplay::neighbour::torch {

namespace {

using profile::timeline::SampleLog;
using profile::timeline::SampleTrack;
using profile::timeline::SliceLog;
using profile::timeline::SliceTrack;
using profile::timeline::Timeline;
using profile::timeline::Track;
using profile::timeline::TrackClass;
using profile::timeline::TrackKind;

constexpr size_t kLanes = 5;
/// More tracks are not shown: a damaged file may name millions of threads.
constexpr size_t kMostTracks = 4096;
/// More names share the last: a file may give each of its events one of its own.
constexpr uint32_t kMostNames = 1 << 18;

std::string id_text(const Trace& trace, const TraceId& id) {
  return id.is_text ? std::string(trace.strings.at(static_cast<uint32_t>(id.value))) : std::to_string(id.value);
}

/// Of c10/core/DeviceType.h.
std::string device_words(int64_t type, int64_t id) {
  const std::string number = id == kAbsent || id < 0 ? "" : " " + std::to_string(id);
  switch (type) {
    case 0:
      return "CPU";
    case 1:
      return "CUDA device" + number;
    case 6:
      return "HIP device" + number;
    case 12:
      return "XPU device" + number;
    default:
      return "device of type " + (type == kAbsent ? std::string("unknown") : std::to_string(type)) + number;
  }
}

class TimelineMaker {
 public:
  TimelineMaker(const Trace& trace, const Nesting& nesting, const Launches& launches)
      : trace_(trace), nesting_(nesting), launches_(launches), timeline_(std::make_shared<Timeline>()) {}

  Result<TraceTimeline> make(const std::atomic<bool>& cancel) {
    timeline_->totals.is_complete = true;
    timeline_->totals.read = 1;
    timeline_->totals.events = trace_.events.size();
    name_events();
    measure();
    log_events();
    if (cancel) return Status(StatusCode::kCancelled, "reading the trace was cancelled");
    made_.tracks.assign(trace_.threads.size(), {});
    made_.index.assign(trace_.events.size(), 0);
    add_groups();
    add_memory();
    add_python();
    if (cancel) return Status(StatusCode::kCancelled, "reading the trace was cancelled");
    made_.timeline = std::move(timeline_);
    return std::move(made_);
  }

 private:
  void name_events() {
    std::vector<uint32_t> name_of(trace_.strings.size(), kNoRow);
    what_of_.resize(trace_.events.size());
    std::vector<double> totals;
    for (uint32_t event = 0; event < trace_.events.size(); ++event) {
      if (lane_of(trace_, event) == Lane::kNone) continue;
      uint32_t& name = name_of[trace_.events.name[event]];
      if (name == kNoRow) {
        name = static_cast<uint32_t>(std::min<size_t>(timeline_->names.size(), kMostNames));
        if (name == timeline_->names.size()) {
          timeline_->names.push_back({name == kMostNames ? "(other)" : std::string(trace_.name(event))});
          timeline_->whats.push_back({name, name});
          totals.push_back(0);
        }
      }
      what_of_[event] = name;
    }
    // What colours tell apart: device work by its time, and operations by that of what they launched; without any
    // device by their own, without the operations in them.
    const bool has_work = !trace_.work.event.empty();
    for (uint32_t event = 0; event < trace_.events.size(); ++event) {
      const EventKind kind = trace_.kind(event);
      if (!is_device_work(kind) && kind != EventKind::kOperation) continue;
      timeline_->names[what_of_[event]].is_function = true;
      if (has_work && kind == EventKind::kOperation) continue;
      totals[what_of_[event]] += static_cast<double>(trace_.duration(event));
      const uint32_t around = nesting_.operation[event];
      if (kind == EventKind::kOperation && around != kNoRow)
        totals[what_of_[around]] -= static_cast<double>(trace_.duration(event));
    }
    for (uint32_t row = 0; row < trace_.work.event.size(); ++row) {
      const uint32_t operation = launches_.operation[row];
      if (operation != kNoRow)
        totals[what_of_[operation]] += static_cast<double>(trace_.duration(trace_.work.event[row]));
    }
    for (const double total : totals)
      timeline_->name_totals.push_back(static_cast<uint64_t>(std::clamp(total, 0.0, 9e18)));
  }

  /// From the first of what is drawn to the end of the last.
  void measure() {
    Stretch stretch;
    for (uint32_t event = 0; event < trace_.events.size(); ++event)
      if (lane_of(trace_, event) != Lane::kNone) stretch.add(trace_.begin(event), trace_.end_of(event));
    for (const uint32_t event : trace_.memory.event) stretch.add(trace_.begin(event), trace_.begin(event));
    if (stretch.is_empty()) return;
    timeline_->origin = stretch.begin_ns;
    timeline_->end = stretch.end_ns;
  }

  SliceLog& log(uint32_t event, Lane lane) {
    auto& logs = logs_[trace_.events.thread[event]];
    auto& log = logs[static_cast<size_t>(lane)];
    if (log == nullptr) log = std::make_unique<SliceLog>();
    return *log;
  }

  void log_events() {
    logs_.resize(trace_.threads.size());
    // How many Python functions, and how many others, each event is in.
    std::vector<std::array<uint8_t, 2>> depths(trace_.events.size());
    for (const uint32_t event : nesting_.order) {
      const Lane lane = lane_of(trace_, event);
      if (lane != Lane::kHost && lane != Lane::kPython) continue;
      if (const uint32_t parent = nesting_.parent[event]; parent != kNoRow) {
        depths[event] = depths[parent];
        uint8_t& depth = depths[event][lane_of(trace_, parent) == Lane::kPython ? 1 : 0];
        if (depth < 255) ++depth;
      }
      log(event, lane)
          .add_nested(trace_.begin(event), trace_.end_of(event), what_of_[event], event,
                      depths[event][lane == Lane::kPython ? 1 : 0]);
    }
    for (uint32_t event = 0; event < trace_.events.size(); ++event) {
      const Lane lane = lane_of(trace_, event);
      if (lane == Lane::kHost || lane == Lane::kPython || lane == Lane::kNone) continue;
      log(event, lane)
          .add(trace_.begin(event), trace_.end_of(event), what_of_[event], event, profile::timeline::kNoRecord32);
    }
  }

  Track& add(std::shared_ptr<Track> track) {
    track->id = static_cast<uint32_t>(timeline_->tracks.size() + 1);
    timeline_->places.emplace(track->id, timeline_->tracks.size());
    timeline_->tracks.push_back(track);
    return *track;
  }

  std::string group_name(uint32_t process, bool is_device) const {
    const Process& of = trace_.processes[process];
    const std::string id = id_text(trace_, of.id);
    const std::string name(trace_.strings.at(of.name)), labels(trace_.strings.at(of.labels));
    if (is_device) {
      std::string words = labels.empty() ? "Device " + id : labels;
      for (const DeviceProperties& device : devices_)
        if (device.id == id && !device.name.empty()) return words + ", " + device.name;
      return words;
    }
    if (id.empty() && name.empty()) return "Trace";
    if (name.empty()) return of.id.is_text ? id : "Process " + id;
    return name + (of.id.is_text ? "" : ", process " + id);
  }

  std::string thread_name(uint32_t thread, bool is_stream) const {
    const Thread& of = trace_.threads[thread];
    std::string name(trace_.strings.at(of.name));
    const std::string id = id_text(trace_, of.id);
    while (!name.empty() && name.back() == ' ') name.pop_back();
    if (!name.empty()) return name;
    if (id.empty()) return "Events";
    return of.id.is_text ? id : (is_stream ? "stream " : "thread ") + id;
  }

  void add_track(uint32_t thread, Lane lane, uint32_t parent, bool is_stream) {
    auto& log = logs_[thread][static_cast<size_t>(lane)];
    if (log == nullptr) return;
    if (timeline_->tracks.size() >= kMostTracks) {
      timeline_->totals.missed += log->size();
      return;
    }
    auto track = std::make_shared<Track>();
    track->parent = parent;
    track->kind = TrackKind::kSlices;
    const std::string name = thread_name(thread, is_stream);
    switch (lane) {
      case Lane::kHost:
        track->track_class = TrackClass::kRegions;
        track->name = name;
        break;
      case Lane::kPython:
        track->track_class = TrackClass::kScopes;
        track->name = name;
        break;
      case Lane::kDevice:
        track->track_class = TrackClass::kDispatches;
        track->name = name;
        break;
      case Lane::kDeviceAnnotations:
        track->track_class = TrackClass::kScopes;
        track->name = "Annotations, " + name;
        break;
      default:
        track->track_class = TrackClass::kTraces;
        track->name = logs_[thread][0] == nullptr && logs_[thread][2] == nullptr ? name : "Others, " + name;
        break;
    }
    track->slices = SliceTrack(*log, true);
    log.reset();
    if (track->slices.lane_count() == SliceTrack::kMostLanes && track->slices.crowded() != 0)
      track->note = counted(track->slices.crowded(), "event") + " overlap others of the last row, which they share.";
    for (uint32_t i = 0; i < track->slices.size(); ++i) made_.index[track->slices.row(i)] = i;
    made_.tracks[thread][static_cast<size_t>(lane)] = add(std::move(track)).id;
  }

  /// Devices first, as in profiles; then processes in the order that the trace asks for.
  void add_groups() {
    std::vector<bool> are_devices(trace_.processes.size());
    for (uint32_t thread = 0; thread < logs_.size(); ++thread)
      if (logs_[thread][static_cast<size_t>(Lane::kDevice)] != nullptr)
        are_devices[trace_.threads[thread].process] = true;
    std::vector<uint32_t> order;
    for (uint32_t thread = 0; thread < logs_.size(); ++thread) {
      const auto& logs = logs_[thread];
      const bool is_drawn = std::any_of(logs.begin(), logs.end(), [&](const auto& log) {
        return log != nullptr && &log != &logs[static_cast<size_t>(Lane::kPython)];
      });
      if (is_drawn) order.push_back(thread);
    }
    const auto key = [&](uint32_t thread) {
      const Thread& of = trace_.threads[thread];
      const Process& process = trace_.processes[of.process];
      const auto last_if_absent = [](int64_t index) { return index == kAbsent ? INT64_MAX : index; };
      const bool is_other = logs_[thread][0] == nullptr && logs_[thread][2] == nullptr;
      return std::tuple(!are_devices[of.process], last_if_absent(process.sort_index), of.process, is_other,
                        last_if_absent(of.sort_index), thread);
    };
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
    uint32_t group = 0, process = kNoRow;
    for (const uint32_t thread : order) {
      if (trace_.threads[thread].process != process && timeline_->tracks.size() < kMostTracks) {
        process = trace_.threads[thread].process;
        auto made = std::make_shared<Track>();
        made->track_class = are_devices[process] ? TrackClass::kDevice : TrackClass::kHost;
        made->name = group_name(process, are_devices[process]);
        group = add(std::move(made)).id;
      }
      const bool is_stream = logs_[thread][static_cast<size_t>(Lane::kDevice)] != nullptr;
      for (const Lane lane : {Lane::kDevice, Lane::kDeviceAnnotations, Lane::kHost, Lane::kOther})
        add_track(thread, lane, group, is_stream);
    }
  }

  /// What was allocated on each device, where the trace says it.
  void add_memory() {
    std::map<std::pair<int64_t, int64_t>, SampleLog> logs;
    const MemoryEvents& memory = trace_.memory;
    for (uint32_t row = 0; row < memory.event.size(); ++row) {
      if (memory.total_allocated[row] == kAbsent) continue;
      SampleLog& log = logs[{memory.device_type[row], memory.device_id[row]}];
      log.times.push_back(trace_.begin(memory.event[row]));
      log.values.push_back(static_cast<double>(memory.total_allocated[row]));
      log.rows.push_back(memory.event[row]);
    }
    if (logs.empty() || timeline_->tracks.size() >= kMostTracks) return;
    auto group = std::make_shared<Track>();
    group->track_class = TrackClass::kMemory;
    group->name = "Memory";
    const uint32_t parent = add(std::move(group)).id;
    for (auto& [device, log] : logs) {
      if (timeline_->tracks.size() >= kMostTracks) return;
      auto track = std::make_shared<Track>();
      track->parent = parent;
      track->kind = TrackKind::kCounter;
      track->track_class = TrackClass::kLiveBytes;
      track->name = "Allocated, " + device_words(device.first, device.second);
      track->unit = "bytes";
      track->samples = SampleTrack(log, true);
      track->samples.hold_until(timeline_->end);
      add(std::move(track));
    }
  }

  /// Last, for they call each other so deeply that they need most of the room.
  void add_python() {
    uint32_t group = 0;
    for (uint32_t thread = 0; thread < logs_.size(); ++thread) {
      if (logs_[thread][static_cast<size_t>(Lane::kPython)] == nullptr) continue;
      if (group == 0 && timeline_->tracks.size() < kMostTracks) {
        auto made = std::make_shared<Track>();
        made->track_class = TrackClass::kHost;
        made->name = "Python functions";
        group = add(std::move(made)).id;
      }
      add_track(thread, Lane::kPython, group, false);
    }
  }

  const Trace& trace_;
  const Nesting& nesting_;
  const Launches& launches_;
  const std::vector<DeviceProperties> devices_ = devices_of(trace_);
  std::shared_ptr<Timeline> timeline_;
  TraceTimeline made_;
  std::vector<uint32_t> what_of_;
  std::vector<std::array<std::unique_ptr<SliceLog>, kLanes>> logs_;
};

}  // namespace

Lane lane_of(const Trace& trace, uint32_t event) {
  const bool lasts = trace.events.duration_ns[event] != kAbsent;
  switch (trace.kind(event)) {
    case EventKind::kOperation:
    case EventKind::kAnnotation:
    case EventKind::kRuntimeCall:
    case EventKind::kDriverCall:
      return lasts ? Lane::kHost : Lane::kOther;
    case EventKind::kPython:
      return lasts ? Lane::kPython : Lane::kOther;
    case EventKind::kKernel:
    case EventKind::kCopy:
    case EventKind::kFill:
      return Lane::kDevice;
    case EventKind::kDeviceAnnotation:
      return Lane::kDeviceAnnotations;
    case EventKind::kMemory:
    case EventKind::kSpan:
      return Lane::kNone;
    default:
      return lasts ? Lane::kOther : Lane::kNone;
  }
}

std::optional<profile::timeline::SliceId> TraceTimeline::place(const Trace& trace, uint32_t event) const {
  const Lane lane = lane_of(trace, event);
  if (lane == Lane::kNone) return std::nullopt;
  const uint32_t track = tracks[trace.events.thread[event]][static_cast<size_t>(lane)];
  if (track == 0) return std::nullopt;
  return profile::timeline::SliceId{track, index[event]};
}

Result<TraceTimeline> make_timeline(const Trace& trace, const Nesting& nesting, const Launches& launches,
                                    const std::atomic<bool>& cancel) {
  IR_ASSIGN_OR_RETURN(TraceTimeline made, TimelineMaker(trace, nesting, launches).make(cancel));
  for (uint32_t row = 0; row < launches.call.size(); ++row)
    if (launches.call[row] != kNoRow) made.launched.push_back(row);
  const auto key = [&](uint32_t row) {
    const uint32_t call = launches.call[row];
    return std::tuple(trace.events.thread[call], trace.begin(call), call, row);
  };
  std::sort(made.launched.begin(), made.launched.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  made.forward = made.backward = find_pairs(trace, nesting);
  std::sort(made.forward.begin(), made.forward.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.forward, a.backward) < std::tie(b.forward, b.backward);
  });
  std::sort(made.backward.begin(), made.backward.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.backward, a.forward) < std::tie(b.backward, b.forward);
  });
  return made;
}

std::vector<uint32_t> launched_in(const Trace& trace, const Launches& launches, const TraceTimeline& timeline,
                                  uint32_t event) {
  const uint32_t thread = trace.events.thread[event];
  const auto from = std::pair(thread, trace.begin(event)), to = std::pair(thread, trace.end_of(event));
  const auto begun = [&](uint32_t row) {
    const uint32_t call = launches.call[row];
    return std::pair(trace.events.thread[call], trace.begin(call));
  };
  const auto first = std::partition_point(timeline.launched.begin(), timeline.launched.end(),
                                          [&](uint32_t row) { return begun(row) < from; });
  std::vector<uint32_t> rows;
  const bool is_call_itself = is_call(trace.kind(event));
  for (auto row = first; row != timeline.launched.end() && begun(*row) <= to; ++row) {
    if (launches.call[*row] == event || (!is_call_itself && begun(*row) < to)) rows.push_back(*row);
  }
  return rows;
}

}  // namespace ireereplay::neighbour::torch
