#include "profile/model.h"

#include <algorithm>

namespace ireereplay::profile {

namespace {

/// Records that are read between two looks at whether it is cancelled.
constexpr uint64_t kRecordsPerPiece = 4096;

struct ChunkField {
  std::string_view name;
  FieldKind kind;
  uint16_t offset;  // In the chunk's header.
};
constexpr ChunkField kChunkFields[] = {
    {"chunk.physical_device_ordinal", FieldKind::kU32, offsetof(format::RecordHeader, physical_device_ordinal)},
    {"chunk.queue_ordinal", FieldKind::kU32, offsetof(format::RecordHeader, queue_ordinal)},
    {"chunk.stream_id", FieldKind::kU64, offsetof(format::RecordHeader, stream_id)},
};

uint64_t number(FieldKind kind, Bytes bytes, size_t offset) {
  switch (kind) {
    case FieldKind::kU32:
      return load<uint32_t>(bytes, offset);
    case FieldKind::kI32:
      // Signed numbers keep their sign in 64 bits.
      return static_cast<uint64_t>(int64_t{load<int32_t>(bytes, offset)});
    default:
      return load<uint64_t>(bytes, offset);
  }
}

}  // namespace

const PackedColumn* EventTable::column(std::string_view field) const {
  for (const Column& column : columns_) {
    if (column.name == field) return &column.values;
  }
  return nullptr;
}

size_t EventTable::bytes() const {
  size_t bytes = 0;
  for (const Column& column : columns_) bytes += column.values.bytes();
  return bytes;
}

Result<const Metadata*> ProfileModel::metadata(const std::atomic<bool>& cancelled) {
  if (metadata_ == nullptr) {
    IR_ASSIGN_OR_RETURN(Metadata read, Metadata::read(*bundle_, cancelled));
    metadata_ = std::make_unique<Metadata>(std::move(read));
  }
  return static_cast<const Metadata*>(metadata_.get());
}

Status ProfileModel::load(ChunkKind kind, const std::vector<std::string_view>& fields,
                          const std::atomic<bool>& cancelled, const std::function<void(const LoadProgress&)>& progress,
                          EventTable* out) const {
  *out = {};
  out->kind_ = kind;
  if (kind == ChunkKind::kUnknown)
    return Status(StatusCode::kInvalidArgument, "chunks of an unknown type cannot be shown as a table");
  for (const std::string_view wanted : fields) {
    const size_t before = out->columns_.size();
    const auto add = [&](std::string name, FieldKind field_kind, size_t offset) {
      EventTable::Column& column = out->columns_.emplace_back();
      column.name = std::move(name);
      column.kind = field_kind;
      column.offset = static_cast<uint16_t>(offset);
      column.is_of_chunk = wanted.starts_with("chunk.");
    };
    for (const ChunkField& field : kChunkFields) {
      if (field.name == wanted) add(std::string(wanted), field.kind, field.offset);
    }
    for (const Field& field : layout_of(kind).fields) {
      if (field.name != wanted) continue;
      switch (field.kind) {
        case FieldKind::kU32x3:
        case FieldKind::kU32x8:
          for (size_t i = 0; i < field_size(field.kind) / 4; ++i) {
            add(std::string(wanted) + "." + std::to_string(i), FieldKind::kU32, field.offset + 4 * i);
          }
          break;
        case FieldKind::kHash:
        case FieldKind::kUuid:
          for (size_t i = 0; i < 2; ++i) {
            add(std::string(wanted) + "." + std::to_string(i), FieldKind::kU64, field.offset + 8 * i);
          }
          break;
        default:
          add(std::string(wanted), field.kind, field.offset);
      }
    }
    if (out->columns_.size() == before) {
      return Status(StatusCode::kInvalidArgument,
                    "records of " + std::string(layout_of(kind).suffix) + " have no field " + std::string(wanted));
    }
  }

  uint64_t all = 0, done = 0;
  for (const ChunkPlace& place : bundle_->chunks()) all += place.kind == kind ? place.payload_length : 0;
  ChunkReader reader(bundle_->file(), bundle_->header());
  Chunk chunk;
  uint64_t in_piece = 0;
  for (const ChunkPlace& place : bundle_->chunks()) {
    if (place.kind != kind) continue;
    reader.seek(place.offset, place.index);
    IR_RETURN_IF_ERROR(reader.next(&chunk));
    const Bytes header(reinterpret_cast<const uint8_t*>(&chunk.header), sizeof(chunk.header));
    RecordWalk walk(reader.window(), chunk, false);
    Record record;
    while (!walk.at_end()) {
      if (in_piece++ % kRecordsPerPiece == 0) {
        if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
        if (progress && in_piece != 1) {
          const uint64_t now = done + (record.offset - chunk.payload_offset());
          progress({static_cast<double>(now) / static_cast<double>(all), out});
        }
      }
      IR_RETURN_IF_ERROR(walk.next(&record));
      for (EventTable::Column& column : out->columns_) {
        column.values.push_back(number(column.kind, column.is_of_chunk ? header : record.fields, column.offset));
      }
      ++out->size_;
    }
    done += place.payload_length;
  }
  for (EventTable::Column& column : out->columns_) column.values.finish();
  if (progress) progress({1.0, out});
  return Status();
}

}  // namespace ireereplay::profile
