#include "profile/timeline/json.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "base/decimal.h"

namespace ireereplay::profile::timeline {

namespace {

constexpr std::string_view kTrackKinds[] = {"group", "slices", "counter", "instants"};
constexpr std::string_view kClasses[] = {"device",      "queue",       "host",           "memory",      "counters",
                                         "metrics",     "submissions", "commandBuffers", "dispatches",  "transfers",
                                         "queueDevice", "regions",     "scopes",         "worker",      "traces",
                                         "liveBytes",   "counter",     "metric",         "memoryEvents"};
static_assert(std::size(kClasses) == static_cast<size_t>(TrackClass::kMemoryEvents) + 1);

void write_problem(const Status& status, JsonWriter& json) {
  json.begin_object();
  json.key("severity").string("warning");
  json.key("code").string(status_code_name(status.code()));
  json.key("message").string(status.message());
  if (status.record() != kNoPlace) json.key("record").number(status.record());
  if (status.offset() != kNoPlace) json.key("offset").wide(status.offset());
  json.end_object();
}

}  // namespace

std::string summary_json(const Timeline& timeline) {
  const Context& context = *timeline.context;
  const Bundle& bundle = *context.bundle;
  const Totals& totals = timeline.totals;
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("complete").boolean(totals.is_complete);
  json.key("read").real(totals.read);
  json.key("format").string(decimal(bundle.header().file.version_major) + "." +
                            decimal(bundle.header().file.version_minor));
  json.key("notices").begin_array();
  for (const std::string& notice : context.notices) json.string(notice);
  if (totals.unknown_chunks != 0) {
    json.string(counted(totals.unknown_chunks, "chunk") +
                (totals.unknown_chunks == 1 ? " of an unknown type is" : " of unknown types are") + " not shown.");
  }
  if (totals.missed != 0) {
    json.string(counted(totals.missed, "event") + (totals.missed == 1 ? " is" : " are") +
                " not shown: the profile names more queues, workers or counters than there is room for.");
  }
  json.end_array();
  const Status& torn = !bundle.defect().ok() ? bundle.defect() : timeline.damage;
  if (!torn.ok()) {
    json.key("torn");
    write_problem(torn, json);
  }
  json.key("droppedRecords").wide(totals.dropped_records);
  json.key("truncatedChunks").wide(totals.truncated_chunks);
  std::set<uint32_t> devices;
  for (const auto& track : timeline.tracks)
    if (track->track_class == TrackClass::kDevice) devices.insert(track->device);
  json.key("devices").begin_array();
  for (const auto& track : timeline.tracks)
    if (track->track_class == TrackClass::kDevice) json.string(track->name);
  json.end_array();
  json.key("origin").string(std::to_string(timeline.origin));
  json.key("span").wide(timeline.span());
  json.key("events").wide(totals.events);
  json.key("dispatches").wide(totals.dispatches);
  json.key("dispatchActive").wide(totals.dispatch_active_ns);
  json.key("dispatchTotal").wide(totals.dispatch_total_ns);
  json.key("submissions").wide(totals.submissions);
  json.key("queues").number(totals.queues);
  json.key("workers").number(totals.workers);
  if (totals.has_memory) json.key("highWater").wide(totals.high_water);
  if (totals.is_complete) json.key("milliseconds").real(totals.milliseconds);
  if (!context.replay.empty()) json.key("replay").string(context.replay);
  json.end_object();
  return text.take();
}

std::string tracks_json(const Timeline& timeline) {
  Text text;
  JsonWriter json(text);
  json.begin_array();
  for (const auto& track : timeline.tracks) {
    json.begin_object();
    json.key("id").number(track->id);
    json.key("parent").number(track->parent);
    json.key("kind").string(kTrackKinds[static_cast<size_t>(track->kind)]);
    json.key("class").string(kClasses[static_cast<size_t>(track->track_class)]);
    json.key("name").string(track->name);
    json.key("lanes").number(std::max<size_t>(track->slices.lane_count(), 1));
    json.key("count").number(track->size());
    if (track->kind == TrackKind::kSlices) {
      const uint64_t span = timeline.span();
      const double busy = span == 0 ? 0 : static_cast<double>(track->slices.covered_ns()) / static_cast<double>(span);
      json.key("busy").real(busy);
    }
    if (track->kind == TrackKind::kCounter) {
      json.key("unit").string(track->unit);
      json.key("least").real(track->samples.least());
      json.key("most").real(track->samples.most());
    }
    if (!track->note.empty()) json.key("note").string(track->note);
    json.end_object();
  }
  json.end_array();
  return text.take();
}

std::string names_json(const Timeline& timeline) {
  Text text;
  JsonWriter json(text);
  json.begin_array();
  for (size_t i = 0; i < timeline.names.size(); ++i) {
    json.begin_object();
    json.key("name").string(timeline.names[i].text);
    json.key("isFunction").boolean(timeline.names[i].is_function);
    json.key("total").wide(timeline.name_totals[i]);
    json.end_object();
  }
  json.end_array();
  return text.take();
}

std::string place_json(const Timeline& timeline, const Track* track, uint32_t index) {
  if (track == nullptr || index >= track->size()) return "null";
  Text text;
  JsonWriter json(text);
  json.begin_object();
  write_id({track->id, index}, json);
  json.key("start");
  const bool has_slices = track->has_slices();
  write_time(timeline, has_slices ? track->slices.start(index) : track->samples.start(index), json);
  json.key("end");
  write_time(timeline, has_slices ? track->slices.end(index) : track->samples.end(index), json);
  json.end_object();
  return text.take();
}

}  // namespace ireereplay::profile::timeline
