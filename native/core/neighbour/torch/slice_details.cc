#include "neighbour/torch/slice_details.h"

#include <algorithm>
#include <utility>

#include "base/decimal.h"
#include "base/json_value.h"
#include "base/json_writer.h"
#include "profile/timeline/distribution.h"
#include "profile/timeline/json.h"
#include "profile/timeline/words.h"

namespace ireereplay::neighbour::torch {

namespace {

using profile::timeline::Distribution;
using profile::timeline::SliceId;
using profile::timeline::Timeline;
using profile::timeline::Track;
using profile::timeline::TrackKind;

constexpr size_t kMostFlows = 1000;
/// Of a list of what a slice launched, or is in: what a person reads.
constexpr size_t kMostListed = 12;

std::string time_text(uint64_t ns) { return profile::timeline::time_words(static_cast<double>(ns)); }

std::string_view heading_of(EventKind kind) {
  switch (kind) {
    case EventKind::kOperation:
      return "Operation";
    case EventKind::kAnnotation:
    case EventKind::kDeviceAnnotation:
      return "Annotation";
    case EventKind::kPython:
      return "Python function";
    case EventKind::kRuntimeCall:
      return "Runtime call";
    case EventKind::kDriverCall:
      return "Driver call";
    case EventKind::kKernel:
      return "Kernel";
    case EventKind::kCopy:
      return "Copy";
    case EventKind::kFill:
      return "Fill";
    case EventKind::kOverhead:
      return "Overhead of the profiler";
    case EventKind::kSpan:
      return "Span";
    default:
      return "Event";
  }
}

/// "2 × 3 × 1" of "[2, 3, 1]"; as it is where it is no list of numbers.
std::string sizes_words(std::string_view json) {
  const auto parsed = parse_json(json);
  if (!parsed.ok() || parsed->kind != JsonValue::Kind::kArray) return std::string(json);
  std::string words;
  for (const JsonValue& item : parsed->items) words += (words.empty() ? "" : " × ") + item.text;
  return words;
}

/// A list as JSON, without what is needless: "[141, 512]".
std::string list_words(const JsonValue& value) {
  if (value.kind != JsonValue::Kind::kArray) return value.text;
  std::string words = "[";
  for (size_t i = 0; i < value.items.size(); ++i) words += (i == 0 ? "" : ", ") + list_words(value.items[i]);
  return words + "]";
}

/// Times may be so far apart that no signed number holds it.
uint64_t distance(int64_t from, int64_t to) { return static_cast<uint64_t>(to) - static_cast<uint64_t>(from); }

struct Piece {
  std::string text;
  std::optional<SliceId> slice = {};
  bool is_dim = false;
};

class SliceWriter {
 public:
  SliceWriter(const Trace& trace, const Nesting& nesting, const Launches& launches, const TraceTimeline& timeline,
              SliceId slice)
      : trace_(trace), nesting_(nesting), launches_(launches), made_(timeline), slice_(slice), json_(text_) {}

  Result<std::string> make(const Track& track, const std::atomic<bool>& cancel) {
    const Timeline& timeline = *made_.timeline;
    const bool is_value = track.kind == TrackKind::kCounter;
    event_ = is_value ? track.samples.row(slice_.index) : track.slices.row(slice_.index);
    const EventKind kind = trace_.kind(event_);
    json_.begin_object();
    json_.key("slice").begin_object();
    profile::timeline::write_id(slice_, json_);
    json_.end_object();
    json_.key("heading").string(heading_of(kind));
    json_.key("name").string(is_value ? std::string_view(track.name) : trace_.name(event_));
    json_.key("nameIndex").number(is_value ? 0 : track.slices.what(slice_.index));
    json_.key("start");
    profile::timeline::write_time(timeline, trace_.begin(event_), json_);
    json_.key("end");
    profile::timeline::write_time(timeline, trace_.end_of(event_), json_);
    std::vector<uint64_t> times;
    uint64_t rank = 1;
    if (!is_value) {
      const uint32_t what = track.slices.what(slice_.index);
      for (size_t i = 0; i < track.slices.size(); ++i) {
        if (i % 65536 == 0 && cancel) return Status(StatusCode::kCancelled, "cancelled");
        if (track.slices.what(i) != what) continue;
        times.push_back(track.slices.duration(i));
        rank += times.back() > track.slices.duration(slice_.index);
      }
    }
    const Distribution place = profile::timeline::distribution_of(times);
    json_.key("sections").begin_array();
    write_times(kind, place, rank);
    if (kind == EventKind::kOperation) write_inputs();
    if (is_device_work(kind)) write_launch();
    if (lane_of(trace_, event_) == Lane::kHost || lane_of(trace_, event_) == Lane::kPython) write_launched();
    if (kind == EventKind::kOperation) write_pairs();
    write_where(track);
    json_.end_array();
    if (place.count > 0) {
      json_.key("place").begin_object();
      json_.key("rank").number(rank);
      json_.key("count").number(place.count);
      json_.key("medianNs").real(place.median);
      json_.key("histogram");
      profile::timeline::write_histogram(place, json_);
      json_.end_object();
    }
    json_.key("raw").string("");
    json_.end_object();
    return text_.take();
  }

 private:
  void begin_section(std::string_view title, const std::string& note = "") {
    json_.begin_object();
    json_.key("title").string(title);
    if (!note.empty()) json_.key("note").string(note);
    json_.key("fields").begin_array();
  }
  void end_section() {
    json_.end_array();
    json_.end_object();
  }
  void field(std::string_view name, const std::vector<Piece>& pieces) {
    json_.begin_object();
    json_.key("name").string(name);
    json_.key("value").array(pieces, [&](const Piece& piece) {
      json_.begin_object();
      json_.key("text").string(piece.text);
      if (piece.slice) {
        json_.key("slice").begin_object();
        profile::timeline::write_id(*piece.slice, json_);
        json_.end_object();
      }
      if (piece.is_dim) json_.key("dim").boolean(true);
      json_.end_object();
    });
    json_.end_object();
  }
  void field_if_any(std::string_view name, int64_t number) {
    if (number != kAbsent) field(name, {{std::to_string(number)}});
  }
  Piece link(uint32_t event) const { return {std::string(trace_.name(event)), made_.place(trace_, event)}; }

  void write_times(EventKind kind, const Distribution& place, uint64_t rank) {
    const uint64_t duration = static_cast<uint64_t>(trace_.duration(event_));
    begin_section("Time", place.count < 2 ? "" : decimal(rank) + " of " + counted(place.count, "slice") + " by length");
    field("Duration", {{profile::timeline::grouped(duration) + " ns"}, {", " + time_text(duration), {}, true}});
    const uint64_t from = distance(made_.timeline->origin, trace_.begin(event_));
    field("Start",
          {{profile::timeline::grouped(from) + " ns"}, {", " + time_text(from) + " after the first event", {}, true}});
    if (kind == EventKind::kOperation)
      field("Self", {{time_text(self_ns())}, {", without the operations in it", {}, true}});
    if (place.count > 1) field("Median", {{time_text(static_cast<uint64_t>(place.median))}});
    end_section();
  }

  uint64_t self_ns() const {
    auto self = static_cast<uint64_t>(trace_.duration(event_));
    for (const uint32_t inside : within()) {
      if (trace_.kind(inside) == EventKind::kOperation && nesting_.operation[inside] == event_)
        self -= std::min(self, static_cast<uint64_t>(trace_.duration(inside)));
    }
    return self;
  }

  /// The events of its thread that begin while it lasts: they follow it on its track.
  std::vector<uint32_t> within() const {
    const Track& track = *made_.timeline->track(slice_.track);
    std::vector<uint32_t> found;
    const int64_t end = trace_.end_of(event_);
    // Those that begin when it does may stand before it.
    for (uint32_t i = track.slices.first_from(trace_.begin(event_)); i < track.slices.size(); ++i) {
      if (track.slices.start(i) >= end) break;
      if (i != slice_.index) found.push_back(track.slices.row(i));
    }
    return found;
  }

  void write_inputs() {
    const uint32_t row = trace_.operations.shape[trace_.events.row[event_]];
    const OperationShape& shape = trace_.shapes[row];
    if (!shape.has_inputs()) {
      begin_section("Inputs", "not recorded");
      end_section();
      return;
    }
    const auto list = [&](uint32_t text) {
      auto parsed = text == 0 ? Result<JsonValue>(JsonValue()) : parse_json(trace_.strings.at(text));
      return parsed.ok() ? *std::move(parsed) : JsonValue();
    };
    const JsonValue dims = list(shape.dims), types = list(shape.types), strides = list(shape.strides),
                    concrete = list(shape.concrete);
    begin_section("Inputs", counted(shape.count, "call") + " with these");
    for (size_t i = 0; i < types.items.size(); ++i) {
      std::string words = types.items[i].text;
      std::vector<Piece> pieces;
      if (i < dims.items.size() && !dims.items[i].items.empty()) words += list_words(dims.items[i]);
      if (i < concrete.items.size() && !concrete.items[i].text.empty())
        words += (words.empty() ? "" : " ") + concrete.items[i].text;
      pieces.push_back({words.empty() ? "none, or not recorded" : words, {}, words.empty()});
      if (i < strides.items.size() && !strides.items[i].items.empty())
        pieces.push_back({", strides " + list_words(strides.items[i]), {}, true});
      field(decimal(i), pieces);
    }
    end_section();
  }

  void write_launch() {
    const uint32_t row = trace_.events.row[event_];
    const DeviceWork& work = trace_.work;
    begin_section("Launched by");
    const uint32_t call = launches_.call[row], operation = launches_.operation[row];
    if (call == kNoRow) {
      field("Call", {{"not in the trace", {}, true}});
    } else {
      field("Call", {link(call)});
      if (trace_.begin(event_) >= trace_.begin(call))
        field("Begun", {{time_text(distance(trace_.begin(call), trace_.begin(event_))) + " after the call began"}});
    }
    if (operation == kNoRow) {
      field("Operation", {{"none in the trace", {}, true}});
    } else {
      field("Operation", {link(operation)});
    }
    end_section();
    begin_section("On the device");
    if (work.grid[row] != 0) field("Grid", {{sizes_words(trace_.strings.at(work.grid[row]))}});
    if (work.block[row] != 0) field("Block", {{sizes_words(trace_.strings.at(work.block[row]))}});
    if (work.bytes[row] != kAbsent && work.bytes[row] >= 0) {
      const auto bytes = static_cast<uint64_t>(work.bytes[row]);
      field("Bytes", {{profile::timeline::grouped(bytes)},
                      {", " + profile::timeline::bytes_words(static_cast<double>(bytes)), {}, true}});
    }
    field_if_any("Device", work.device[row]);
    field_if_any("Stream", work.stream[row]);
    field_if_any("Correlation", work.correlation[row]);
    end_section();
  }

  void write_launched() {
    if (trace_.work.event.empty()) return;
    const std::vector<uint32_t> rows = launched_in(trace_, launches_, made_, event_);
    uint64_t total = 0;
    for (const uint32_t row : rows) total += static_cast<uint64_t>(trace_.duration(trace_.work.event[row]));
    const std::string several =
        counted(rows.size(), "kernel") + (rows.size() == 1 ? ", copy or fill" : ", copies and fills");
    begin_section("Launched", rows.empty() ? "nothing" : several);
    if (!rows.empty()) field("On devices", {{time_text(total)}});
    for (size_t i = 0; i < std::min(rows.size(), kMostListed); ++i) {
      const uint32_t work = trace_.work.event[rows[i]];
      field(time_text(static_cast<uint64_t>(trace_.duration(work))), {link(work)});
    }
    if (rows.size() > kMostListed) field("", {{"and " + decimal(rows.size() - kMostListed) + " more", {}, true}});
    end_section();
  }

  void write_pairs() {
    const auto [first, last] = pairs_of(made_.forward, event_, &Pair::forward);
    const auto [from, to] = pairs_of(made_.backward, event_, &Pair::backward);
    if (first == last && from == to) return;
    begin_section("Differentiation");
    size_t listed = 0;
    for (auto pair = first; pair != last && listed < kMostListed; ++pair, ++listed) field("By", {link(pair->backward)});
    for (auto pair = from; pair != to && listed < kMostListed; ++pair, ++listed) field("Of", {link(pair->forward)});
    end_section();
  }

  void write_where(const Track& track) {
    begin_section("Where");
    field("Track", {{track.name}});
    if (event_ < nesting_.parent.size()) {
      // Of Python functions the innermost, and those that are modules: the others are on their track.
      size_t listed = 0;
      bool is_in_python = false;
      for (uint32_t at = nesting_.parent[event_]; at != kNoRow && listed < kMostListed; at = nesting_.parent[at]) {
        const bool is_python = trace_.kind(at) == EventKind::kPython;
        if (is_python && is_in_python && trace_.python.module[trace_.events.row[at]] == kAbsent) continue;
        is_in_python = is_in_python || is_python;
        field(listed++ == 0 ? "In" : "", {link(at)});
      }
    }
    if (trace_.kind(event_) == EventKind::kOperation) {
      const uint32_t row = trace_.events.row[event_];
      field_if_any("External id", trace_.operations.external_id[row]);
      field_if_any("Sequence number", trace_.operations.sequence_number[row]);
    }
    end_section();
  }

 public:
  using Pairs = std::vector<Pair>::const_iterator;
  static std::pair<Pairs, Pairs> pairs_of(const std::vector<Pair>& pairs, uint32_t event, uint32_t Pair::*side) {
    const auto first =
        std::partition_point(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.*side < event; });
    return {first, std::partition_point(first, pairs.end(), [&](const Pair& pair) { return pair.*side == event; })};
  }

 private:
  const Trace& trace_;
  const Nesting& nesting_;
  const Launches& launches_;
  const TraceTimeline& made_;
  const SliceId slice_;
  Text text_;
  JsonWriter json_;
  uint32_t event_ = 0;
};

}  // namespace

Result<std::string> details_json(const Trace& trace, const Nesting& nesting, const Launches& launches,
                                 const TraceTimeline& timeline, SliceId slice, const std::atomic<bool>& cancel) {
  const Track* track = timeline.timeline->track(slice.track);
  if (track == nullptr || slice.index >= track->size())
    return Status(StatusCode::kNotFound, "the trace has no such slice");
  return SliceWriter(trace, nesting, launches, timeline, slice).make(*track, cancel);
}

std::string flows_json(const Trace& trace, const Launches& launches, const TraceTimeline& timeline, SliceId slice) {
  const Track* track = timeline.timeline->track(slice.track);
  Text text;
  JsonWriter json(text);
  json.begin_array();
  if (track != nullptr && track->has_slices() && slice.index < track->size()) {
    const uint32_t event = track->slices.row(slice.index);
    size_t count = 0;
    const auto write = [&](uint32_t from, uint32_t to, std::string_view kind) {
      const auto begin = timeline.place(trace, from), end = timeline.place(trace, to);
      if (!begin || !end || ++count > kMostFlows) return;
      json.begin_object();
      json.key("from").begin_object();
      profile::timeline::write_id(*begin, json);
      json.end_object();
      json.key("to").begin_object();
      profile::timeline::write_id(*end, json);
      json.end_object();
      json.key("fromTime");
      profile::timeline::write_time(*timeline.timeline, trace.begin(from), json);
      json.key("toTime");
      profile::timeline::write_time(*timeline.timeline, trace.begin(to), json);
      json.key("kind").string(kind);
      json.key("direct").boolean(true);
      json.end_object();
    };
    const Lane lane = lane_of(trace, event);
    if (lane == Lane::kDevice) {
      const uint32_t call = launches.call[trace.events.row[event]];
      if (call != kNoRow) write(call, event, "launch");
    } else if (lane == Lane::kHost || lane == Lane::kPython) {
      for (const uint32_t row : launched_in(trace, launches, timeline, event))
        write(launches.call[row], trace.work.event[row], "launch");
      const auto [first, last] = SliceWriter::pairs_of(timeline.forward, event, &Pair::forward);
      for (auto pair = first; pair != last; ++pair) write(pair->forward, pair->backward, "backward");
      const auto [from, to] = SliceWriter::pairs_of(timeline.backward, event, &Pair::backward);
      for (auto pair = from; pair != to; ++pair) write(pair->forward, pair->backward, "backward");
    }
  }
  json.end_array();
  return text.take();
}

}  // namespace ireereplay::neighbour::torch
