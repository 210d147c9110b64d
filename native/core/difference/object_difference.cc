#include "difference/object_difference.h"

#include <limits>

#include "capture/payload.h"

namespace ireereplay::difference {

namespace {

using format::PayloadType;
using Side = ObjectDifference::Side;

/// The fixed struct at the front of a payload; nothing where it is shorter.
template <typename T>
Result<std::optional<T>> head_of(RecordReader& reader, const RecordFrame& frame) {
  if (frame.header.payload_length < sizeof(T)) return std::optional<T>();
  IR_ASSIGN_OR_RETURN(const Bytes head, reader.payload(frame, sizeof(T)));
  return std::optional<T>(load<T>(head));
}

void add(uint64_t* sum, const std::optional<Side>& side) {
  if (!side || !side->bytes) return;
  if (!checked_add(*sum, *side->bytes, sum)) *sum = std::numeric_limits<uint64_t>::max();
}

}  // namespace

Result<std::optional<Side>> ObjectComparer::object_of(RecordReader& reader, const RecordFrame& frame, bool is_same,
                                                      Prepared* prepared) {
  const format::RecordHeader& header = frame.header;
  if (header.payload_type == PayloadType::kExecutablePrepare) {
    IR_ASSIGN_OR_RETURN(const auto prepare, head_of<format::ExecutablePrepare>(reader, frame));
    *prepared = {header.related_object_id, prepare ? prepare->executable_data_length : 0, !is_same};
  }
  if (header.record_type != format::RecordType::kObject) return std::optional<Side>();
  Side side;
  side.record = static_cast<uint32_t>(frame.index);
  side.id = header.object_id;
  if (header.payload_type == PayloadType::kBufferObject) {
    IR_ASSIGN_OR_RETURN(const auto buffer, head_of<format::BufferObject>(reader, frame));
    if (buffer) side.bytes = buffer->byte_length;
  } else if (header.payload_type == PayloadType::kFileObject) {
    IR_ASSIGN_OR_RETURN(const auto file, head_of<format::FileObject>(reader, frame));
    if (file) side.bytes = file->file_length;
  } else if (header.object_type == format::ObjectType::kExecutable && prepared->id == header.object_id) {
    side.bytes = prepared->bytes;
  }
  return std::optional<Side>(side);
}

void ObjectComparer::list(format::ObjectType type, std::optional<Side> a, std::optional<Side> b) {
  if (listed_.size() < most_) listed_.push_back({type, std::move(a), std::move(b)});
}

Status ObjectComparer::take_match(RecordReader& in_a, const RecordFrame& a, RecordReader& in_b, const RecordFrame& b,
                                  bool is_same) {
  IR_ASSIGN_OR_RETURN(auto of_a, object_of(in_a, a, is_same, &prepared_a_));
  IR_ASSIGN_OR_RETURN(auto of_b, object_of(in_b, b, is_same, &prepared_b_));
  if (!of_a || !of_b) return Status();
  const auto is_changed_executable = [](const RecordFrame& frame, const Prepared& prepared) {
    return frame.header.object_type == format::ObjectType::kExecutable && prepared.differs &&
           prepared.id == frame.header.object_id;
  };
  ObjectKind& kind = kinds_[b.header.object_type];
  add(&kind.bytes_a, of_a);
  add(&kind.bytes_b, of_b);
  if (is_same && !is_changed_executable(a, prepared_a_) && !is_changed_executable(b, prepared_b_)) {
    ++kind.same;
  } else {
    ++kind.changed;
    list(b.header.object_type, std::move(of_a), std::move(of_b));
  }
  return Status();
}

Status ObjectComparer::take_removed(RecordReader& in_a, const RecordFrame& a) {
  IR_ASSIGN_OR_RETURN(auto of_a, object_of(in_a, a, false, &prepared_a_));
  if (!of_a) return Status();
  ObjectKind& kind = kinds_[a.header.object_type];
  add(&kind.bytes_a, of_a);
  ++kind.removed;
  list(a.header.object_type, std::move(of_a), {});
  return Status();
}

Status ObjectComparer::take_added(RecordReader& in_b, const RecordFrame& b) {
  IR_ASSIGN_OR_RETURN(auto of_b, object_of(in_b, b, false, &prepared_b_));
  if (!of_b) return Status();
  ObjectKind& kind = kinds_[b.header.object_type];
  add(&kind.bytes_b, of_b);
  ++kind.added;
  list(b.header.object_type, {}, std::move(of_b));
  return Status();
}

}  // namespace ireereplay::difference
