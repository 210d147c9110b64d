#include "profile/timeline/causes.h"

#include <algorithm>

#include "base/decimal.h"
#include "profile/timeline/cause.h"
#include "profile/timeline/json.h"
#include "profile/timeline/words.h"

namespace ireereplay::profile::timeline {

namespace {

constexpr size_t kMostCauses = 3;
/// Of the span: what costs less is not worth a look.
constexpr double kLeastShare = 0.01;

void write(const std::vector<CausePiece>& pieces, JsonWriter& json) {
  json.begin_array();
  for (const CausePiece& piece : pieces) {
    json.begin_object();
    json.key("text").string(piece.text);
    if (piece.slice) {
      json.key("slice").begin_object();
      write_id(*piece.slice, json);
      json.end_object();
    }
    if (piece.record) json.key("record").number(*piece.record);
    json.end_object();
  }
  json.end_array();
}

void add_dropped(const Timeline& timeline, std::vector<Cause>* causes) {
  if (timeline.totals.dropped_records == 0 && timeline.totals.truncated_chunks == 0) return;
  Cause cause;
  cause.kind = "dropped";
  cause.sentence = {{counted(timeline.totals.dropped_records, "record") +
                     (timeline.totals.dropped_records == 1 ? " was" : " were") +
                     " dropped while this was recorded, in " + counted(timeline.totals.truncated_chunks, "chunk") +
                     ": not everything that ran is shown."}};
  causes->push_back(std::move(cause));
}

void add_memory(const Timeline& timeline, std::vector<Cause>* causes) {
  if (!timeline.totals.has_memory || timeline.totals.high_water == 0) return;
  Cause cause;
  cause.kind = "memory";
  const double after = static_cast<double>(static_cast<uint64_t>(timeline.totals.high_water_at) -
                                           static_cast<uint64_t>(timeline.origin));
  cause.sentence = {{"Live memory peaks at " + bytes_words(static_cast<double>(timeline.totals.high_water)) + ", " +
                     time_words(after) + " after the start."}};
  for (const auto& track : timeline.tracks) {
    if (track->track_class != TrackClass::kLiveBytes || track->size() == 0) continue;
    cause.evidence = {{track->name, SliceId{track->id, track->samples.nearest(timeline.totals.high_water_at)}}};
    break;
  }
  causes->push_back(std::move(cause));
}

}  // namespace

std::string causes_json(const std::vector<Cause>& causes) {
  Text text;
  JsonWriter json(text);
  json.begin_array();
  for (const Cause& cause : causes) {
    json.begin_object();
    json.key("kind").string(cause.kind);
    json.key("sentence");
    write(cause.sentence, json);
    json.key("costNs").real(cause.cost);
    json.key("evidence");
    write(cause.evidence, json);
    json.end_object();
  }
  json.end_array();
  return text.take();
}

Result<std::string> causes_json(const Timeline& timeline, const std::atomic<bool>& cancelled) {
  std::vector<Cause> causes;
  for (const auto find : {find_slow_functions, find_imbalance, find_waits}) {
    find(timeline, &causes);
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
  }
  const double least = kLeastShare * static_cast<double>(timeline.span());
  std::erase_if(causes, [&](const Cause& cause) { return cause.cost < least || cause.cost <= 0; });
  std::stable_sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) {
    return a.is_abnormal != b.is_abnormal ? a.is_abnormal : a.cost > b.cost;
  });
  if (causes.size() > kMostCauses) causes.resize(kMostCauses);
  add_dropped(timeline, &causes);
  if (causes.size() < kMostCauses) add_memory(timeline, &causes);
  return causes_json(causes);
}

}  // namespace ireereplay::profile::timeline
