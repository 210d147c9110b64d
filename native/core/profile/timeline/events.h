// From an event, as the questions about a profile report it, to what is drawn of it; and back.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// An event by its kind and some of its fields, by the names that the questions give both: "memory_event",
/// "submission_id". Of dispatches the device and the queue, which their chunk says, count as fields.
struct EventNumbers {
  std::string kind;
  std::vector<std::pair<std::string, uint64_t>> fields;
};

/// What is drawn of an event, and where it comes from in the capture, as far as either is known.
struct EventPlace {
  std::optional<SliceId> slice;
  uint64_t record = kNoRecord;
  /// The submission that executed a command.
  uint64_t via = kNoRecord;
};

/// The first event, in the order of the file, of that kind and with those fields. Nothing of a kind that has no events,
/// or of fields that it does not have. CANCELLED; else as reading fails.
Result<EventPlace> place_of_event(const Timeline& timeline, const EventNumbers& wanted,
                                  const std::atomic<bool>& cancelled);

/// The protocol's EventPlace.
std::string event_place_json(const Timeline& timeline, const EventPlace& place);

/// The name of a kind's events; empty for those that no question reports.
std::string_view event_name(ChunkKind kind);
/// Writes the kind of an event and the fields by which it is found again: the protocol's ProfileEvent.
void write_event(const EventRows::Event& event, JsonWriter& json);

}  // namespace ireereplay::profile::timeline
