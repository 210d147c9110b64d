#include "profile/timeline/event_rows.h"

#include <algorithm>
#include <iterator>

namespace ireereplay::profile::timeline {

Result<EventRows::Event> EventRows::read(const Bundle& bundle, uint32_t row, size_t length) const {
  if (row >= size_) return Status(StatusCode::kOutOfRange, "the profile has no such event");
  const auto after =
      std::partition_point(parts_.begin(), parts_.end(), [&](const Part& part) { return part.first_row <= row; });
  const Part& part = *std::prev(after);
  const ChunkPlace& place = bundle.chunks()[part.place];
  ChunkReader reader(bundle.file(), bundle.header(), 16 * 1024);
  reader.seek(place.offset, place.index);
  Event event;
  IR_RETURN_IF_ERROR(reader.next(&event.chunk));
  const uint32_t in_part = row - part.first_row;
  const uint64_t end = event.chunk.payload_offset() + event.chunk.header.payload_length;
  event.offset = offsets_[part.first_offset + in_part / kStep];
  const auto changed = [&] {
    return Status(StatusCode::kDataLoss, "the profile has changed since it was opened; open it again")
        .at(event.chunk.index, event.offset);
  };
  for (uint32_t skip = in_part % kStep;; --skip) {
    if (event.offset > end || end - event.offset < length) return changed();
    auto view = reader.window().view(event.offset, length);
    if (!view.ok()) return view.status().at(event.chunk.index, event.offset);
    const auto record_length = load<uint32_t>(*view);
    if (record_length < length) return changed();
    if (skip == 0) {
      event.fields.assign(view->begin(), view->end());
      return event;
    }
    event.offset += record_length;
  }
}

Result<std::optional<EventRows::Found>> EventRows::find(const Bundle& bundle,
                                                        const std::function<bool(const Chunk&, Bytes)>& matches,
                                                        const std::atomic<bool>& cancelled) const {
  constexpr uint32_t kRowsPerLook = 1024;
  ChunkReader reader(bundle.file(), bundle.header());
  Found found;
  for (size_t i = 0; i < parts_.size(); ++i) {
    const uint32_t end = i + 1 < parts_.size() ? parts_[i + 1].first_row : size_;
    if (parts_[i].first_row == end) continue;
    const ChunkPlace& place = bundle.chunks()[parts_[i].place];
    reader.seek(place.offset, place.index);
    IR_RETURN_IF_ERROR(reader.next(&found.event.chunk));
    RecordWalk walk(reader.window(), found.event.chunk, false);
    Record record;
    for (found.row = parts_[i].first_row; found.row < end && !walk.at_end(); ++found.row) {
      if (found.row % kRowsPerLook == 0 && cancelled.load(std::memory_order_relaxed))
        return Status(StatusCode::kCancelled, "cancelled");
      IR_RETURN_IF_ERROR(walk.next(&record));
      if (!matches(found.event.chunk, record.fields)) continue;
      found.event.offset = record.offset;
      found.event.fields.assign(record.fields.begin(), record.fields.end());
      return std::optional(std::move(found));
    }
  }
  return std::optional<Found>();
}

}  // namespace ireereplay::profile::timeline
