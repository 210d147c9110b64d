#include "profile/timeline/events.h"

#include <algorithm>
#include <array>

#include "profile/timeline/json.h"

namespace ireereplay::profile::timeline {

namespace {

constexpr std::pair<ChunkKind, std::string_view> kKindNames[] = {
    {ChunkKind::kQueueEvents, "queue_event"},
    {ChunkKind::kQueueDeviceEvents, "queue_device_event"},
    {ChunkKind::kHostExecutionEvents, "host_execution_event"},
    {ChunkKind::kDispatchEvents, "dispatch_event"},
    {ChunkKind::kMemoryEvents, "memory_event"},
};

constexpr std::string_view kDevice = "physical_device_ordinal";
constexpr std::string_view kQueue = "queue_ordinal";
/// By which events are told from each other, and tables refer to them.
constexpr std::array<std::string_view, 12> kNumbers = {
    "event_id",      "submission_id", "command_buffer_id", "command_index", "executable_id", "function_ordinal",
    "allocation_id", "pool_id",       "memory_type",       "buffer_usage",  kDevice,         kQueue};

/// Where a number of an event is.
struct NumberPlace {
  /// Null for what the chunk says.
  const Field* field = nullptr;
  bool is_device = false;

  uint64_t of(const Chunk& chunk, Bytes fields) const {
    if (field == nullptr) return is_device ? chunk.header.physical_device_ordinal : chunk.header.queue_ordinal;
    return field->kind == FieldKind::kU32 ? load<uint32_t>(fields, field->offset)
                                          : load<uint64_t>(fields, field->offset);
  }
};

/// Nothing for one that a kind does not have.
std::optional<NumberPlace> number_place(ChunkKind kind, std::string_view name) {
  for (const Field& field : layout_of(kind).fields) {
    if (name != field.name) continue;
    if (field.kind != FieldKind::kU32 && field.kind != FieldKind::kU64) return std::nullopt;
    return NumberPlace{&field, false};
  }
  if (kind != ChunkKind::kDispatchEvents || (name != kDevice && name != kQueue)) return std::nullopt;
  return NumberPlace{nullptr, name == kDevice};
}

std::optional<uint64_t> number_of(const EventRows::Event& event, std::string_view name) {
  const auto place = number_place(event.chunk.kind, name);
  return place ? std::optional(place->of(event.chunk, event.fields)) : std::nullopt;
}

std::optional<SliceId> slice_of_row(const Timeline& timeline, ChunkKind kind, uint32_t row) {
  for (const auto& track : timeline.tracks) {
    if (track->source != kind || !track->has_slices()) continue;
    const std::vector<uint32_t>& rows = track->slices.rows();
    const auto found = std::find(rows.begin(), rows.end(), row);
    if (found != rows.end()) return SliceId{track->id, static_cast<uint32_t>(found - rows.begin())};
  }
  return std::nullopt;
}

/// Where an event comes from, by the numbers that `number` gives.
template <typename Number>
void put_records(const CaptureRecords& records, ChunkKind kind, const Number& number, EventPlace* place) {
  const auto known = [&](std::string_view name) {
    const std::optional<uint64_t> value = number(name);
    return value && *value != 0 ? value : std::nullopt;
  };
  const auto submission = known("submission_id");
  const uint64_t submitted = submission ? records.of_submission(*submission) : kNoRecord;
  place->record = submitted;
  if (kind == ChunkKind::kMemoryEvents) {
    const auto event = known("event_id");
    const uint64_t record = event ? records.of_memory(*event) : kNoRecord;
    if (record != kNoRecord) place->record = record;
    return;
  }
  const auto index = number("command_index");
  const auto buffer = known("command_buffer_id");
  if (!index || *index >= format::kNone32 || !buffer) return;
  place->record = records.of_command(*buffer, static_cast<uint32_t>(*index));
  if (place->record != kNoRecord) place->via = submitted;
}

}  // namespace

std::string_view event_name(ChunkKind kind) {
  for (const auto& [known, name] : kKindNames)
    if (known == kind) return name;
  return "";
}

Result<EventPlace> place_of_event(const Timeline& timeline, const EventNumbers& wanted,
                                  const std::atomic<bool>& cancelled) {
  EventPlace place;
  const auto kind = std::find_if(std::begin(kKindNames), std::end(kKindNames),
                                 [&](const auto& one) { return one.second == wanted.kind; });
  if (kind == std::end(kKindNames)) return place;
  std::vector<std::pair<NumberPlace, uint64_t>> numbers;
  for (const auto& [name, number] : wanted.fields) {
    const auto number_at = number_place(kind->first, name);
    if (!number_at) return place;
    numbers.emplace_back(*number_at, number);
  }
  const auto matches = [&](const Chunk& chunk, Bytes fields) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](const auto& number) { return number.first.of(chunk, fields) == number.second; });
  };
  const CaptureRecords& records = timeline.context->records;
  IR_ASSIGN_OR_RETURN(const auto found,
                      timeline.rows_of(kind->first).find(*timeline.context->bundle, matches, cancelled));
  if (found) {
    place.slice = slice_of_row(timeline, kind->first, found->row);
    put_records(
        records, kind->first, [&](std::string_view name) { return number_of(found->event, name); }, &place);
    return place;
  }
  // What was never executed has its record all the same.
  const auto given = [&](std::string_view name) -> std::optional<uint64_t> {
    for (const auto& field : wanted.fields)
      if (field.first == name) return field.second;
    return std::nullopt;
  };
  put_records(records, kind->first, given, &place);
  return place;
}

std::string event_place_json(const Timeline& timeline, const EventPlace& place) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  if (place.slice)
    json.key("slice").value().append(place_json(timeline, timeline.track(place.slice->track), place.slice->index));
  if (place.record != kNoRecord) json.key("record").number(place.record);
  if (place.via != kNoRecord && place.via != place.record) json.key("via").number(place.via);
  json.end_object();
  return text.take();
}

void write_event(const EventRows::Event& event, JsonWriter& json) {
  json.begin_object();
  json.key("kind").string(event_name(event.chunk.kind));
  json.key("fields").begin_object();
  for (const std::string_view name : kNumbers)
    if (const auto number = number_of(event, name)) json.key(name).wide(*number);
  json.end_object();
  json.end_object();
}

}  // namespace ireereplay::profile::timeline
