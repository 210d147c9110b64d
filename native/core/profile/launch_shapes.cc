#include "profile/launch_shapes.h"

#include <algorithm>
#include <iterator>

#include "profile/own_records.h"

namespace ireereplay::profile {

namespace {

using format::kNone32;
using format::LaunchList;
using format::LaunchShape;

/// Calls `visit(record, rest)` for the records of a chunk, each with the bytes behind its fields.
template <typename T, typename Visit>
Status each_with_rest(ChunkReader& reader, const Chunk& chunk, const std::atomic<bool>& cancelled, const Visit& visit) {
  const uint64_t end = chunk.payload_offset() + chunk.header.payload_length;
  for (uint64_t at = chunk.payload_offset(); at != end;) {
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    const auto wrong = [&] {
      return Status(StatusCode::kDataLoss, "a record of " + chunk.content_type + " has an invalid length")
          .at(chunk.index, at);
    };
    if (end - at < sizeof(T)) return wrong();
    IR_ASSIGN_OR_RETURN(const Bytes fields, reader.window().view(at, sizeof(T)));
    const auto record = load<T>(fields);
    if (record.record_length < sizeof(T) || record.record_length > end - at) return wrong();
    IR_ASSIGN_OR_RETURN(const Bytes rest, reader.window().view(at + sizeof(T), record.record_length - sizeof(T)));
    if (!visit(record, rest)) return wrong();
    at += record.record_length;
  }
  return Status();
}

template <typename T>
std::vector<T> numbers(Bytes bytes, size_t offset, size_t count) {
  std::vector<T> made(count);
  for (size_t i = 0; i < count; ++i) made[i] = load<T>(bytes, offset + i * sizeof(T));
  return made;
}

}  // namespace

Result<LaunchShapes> LaunchShapes::read(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  LaunchShapes made;
  IR_RETURN_IF_ERROR(each_own_chunk(
      bundle, format::kLaunchShapesContentType,
      [&](ChunkReader& reader, const Chunk& chunk) { return add_shapes(reader, chunk, cancelled, &made); }));
  if (made.shapes_.empty()) return made;
  IR_RETURN_IF_ERROR(each_own_chunk(bundle, format::kLaunchesContentType, [&](ChunkReader& reader, const Chunk& chunk) {
    return add_lists(reader, chunk, cancelled, &made);
  }));
  const auto sort = [](Lists& lists) {
    std::stable_sort(lists.begin(), lists.end(), [](const List& a, const List& b) { return a.first < b.first; });
  };
  sort(made.submissions_);
  for (auto& [id, lists] : made.commands_) sort(lists);
  for (auto& [ids, lists] : made.exceptions_) sort(lists);
  return made;
}

Status LaunchShapes::add_shapes(ChunkReader& reader, const Chunk& chunk, const std::atomic<bool>& cancelled,
                                LaunchShapes* out) {
  return each_with_rest<LaunchShape>(reader, chunk, cancelled, [&](const LaunchShape& shape, Bytes rest) {
    const uint64_t constants = (uint64_t{shape.constant_count} + 1) / 2 * 2 * sizeof(uint32_t);
    if (constants + uint64_t{shape.binding_count} * sizeof(uint64_t) > rest.size()) return false;
    out->shapes_.push_back({numbers<uint32_t>(rest, 0, shape.constant_count),
                            numbers<uint64_t>(rest, static_cast<size_t>(constants), shape.binding_count)});
    return true;
  });
}

Status LaunchShapes::add_lists(ChunkReader& reader, const Chunk& chunk, const std::atomic<bool>& cancelled,
                               LaunchShapes* out) {
  return each_with_rest<LaunchList>(reader, chunk, cancelled, [&](const LaunchList& list, Bytes rest) {
    if (uint64_t{list.count} * sizeof(uint32_t) > rest.size()) return false;
    Lists& lists = list.command_buffer_id == 0 ? out->submissions_
                   : list.submission_id == 0   ? out->commands_[list.command_buffer_id]
                                               : out->exceptions_[{list.submission_id, list.command_buffer_id}];
    lists.push_back({list.first, numbers<uint32_t>(rest, 0, list.count)});
    return true;
  });
}

uint32_t LaunchShapes::find(const Lists& lists, uint64_t place) {
  const auto after =
      std::partition_point(lists.begin(), lists.end(), [&](const List& list) { return list.first <= place; });
  if (after == lists.begin()) return kNone32;
  const List& list = *std::prev(after);
  return place - list.first < list.shapes.size() ? list.shapes[static_cast<size_t>(place - list.first)] : kNone32;
}

uint32_t LaunchShapes::of_execution(const format::HostExecutionEvent& event) const {
  if (shapes_.empty()) return kNone32;
  uint32_t found = kNone32;
  if (event.command_index == kNone32) {
    if (event.command_buffer_id == 0) found = find(submissions_, event.submission_id);
  } else {
    const auto other =
        exceptions_.empty() ? exceptions_.end() : exceptions_.find({event.submission_id, event.command_buffer_id});
    if (other != exceptions_.end()) {
      found = find(other->second, event.command_index);
    } else if (const auto lists = commands_.find(event.command_buffer_id); lists != commands_.end()) {
      found = find(lists->second, event.command_index);
    }
  }
  return found < shapes_.size() ? found : kNone32;
}

}  // namespace ireereplay::profile
