#include "profile/writer.h"

#include <cerrno>
#include <cstring>

#include "base/file_header.h"

namespace ireereplay::profile {

using format::RecordHeader;
using format::RecordType;

namespace {

FileHeader file_header(uint64_t file_length) {
  return {format::kMagic, format::kVersionMajor, format::kVersionMinor, sizeof(FileHeader), 0, file_length};
}

size_t item_size(TrailingKind kind) {
  switch (kind) {
    case TrailingKind::kValues:
      return sizeof(uint64_t);
    case TrailingKind::kMetricValues:
      return sizeof(format::DeviceMetricValue);
    default:
      return 1;
  }
}

}  // namespace

Status ChunkBuilder::append_bytes(Bytes record, std::initializer_list<Bytes> parts) {
  const auto refuse = [&](const char* why) {
    return Status(StatusCode::kInvalidArgument, std::string(layout_.suffix) + ": " + why);
  };
  if (record.size() != layout_.size) return refuse("the record has the wrong size");
  if (parts.size() != layout_.trailing.size()) return refuse("the wrong number of parts follows the record");
  if (layout_.follows_record && !payload_.empty()) return refuse("there can be only one record");
  uint64_t after = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Bytes part = parts.begin()[i];
    const Trailing& trailing = layout_.trailing[i];
    if (part.size() % item_size(trailing.kind) != 0)
      return refuse("what follows the record is not a whole number of values");
    if (trailing.kind != TrailingKind::kData && part.size() / item_size(trailing.kind) > UINT32_MAX) {
      return refuse("too many values follow the record");
    }
    after += part.size();
  }
  const uint64_t length = layout_.size + (layout_.follows_record ? 0 : after);
  if (length > UINT32_MAX) return refuse("the record is too long");
  const size_t begin = payload_.size();
  payload_.insert(payload_.end(), record.begin(), record.end());
  const auto store = [&](size_t offset, const auto value) {
    std::memcpy(payload_.data() + begin + offset, &value, sizeof(value));
  };
  store(0, static_cast<uint32_t>(length));
  for (size_t i = 0; i < parts.size(); ++i) {
    const Trailing& trailing = layout_.trailing[i];
    const uint64_t count = parts.begin()[i].size() / item_size(trailing.kind);
    if (trailing.kind == TrailingKind::kData) {
      store(trailing.count_offset, count);
    } else {
      store(trailing.count_offset, static_cast<uint32_t>(count));
    }
  }
  for (const Bytes part : parts) payload_.insert(payload_.end(), part.begin(), part.end());
  return Status();
}

Result<BundleWriter> BundleWriter::create(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return Status(StatusCode::kUnavailable, "cannot write " + path + ": " + std::strerror(errno));
  BundleWriter writer(path, file);
  IR_RETURN_IF_ERROR(writer.write_bytes(value_bytes(file_header(0))));
  return writer;
}

Status BundleWriter::failure() const {
  return Status(StatusCode::kUnavailable, "cannot write " + path_ + ": " + std::strerror(errno));
}

Status BundleWriter::write_bytes(Bytes bytes) {
  if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) return failure();
  length_ += bytes.size();
  return Status();
}

Status BundleWriter::append(RecordType type, const ChunkMetadata& metadata, std::string_view content_type,
                            Bytes payload, StatusCode code) {
  if (content_type.size() > UINT32_MAX || metadata.name.size() > UINT32_MAX) {
    return Status(StatusCode::kInvalidArgument, "the name or the content type of a chunk is too long");
  }
  RecordHeader header = {};
  header.header_length = sizeof(header);
  header.content_type_length = static_cast<uint32_t>(content_type.size());
  header.name_length = static_cast<uint32_t>(metadata.name.size());
  header.payload_length = payload.size();
  header.record_length = sizeof(header) + content_type.size() + metadata.name.size() + payload.size();
  header.session_id = metadata.session_id;
  header.stream_id = metadata.stream_id;
  header.event_id = metadata.event_id;
  header.executable_id = metadata.executable_id;
  header.command_buffer_id = metadata.command_buffer_id;
  header.physical_device_ordinal = metadata.physical_device_ordinal;
  header.queue_ordinal = metadata.queue_ordinal;
  if (type == RecordType::kChunk && metadata.dropped_records != 0) {
    header.chunk_flags = format::kChunkTruncated;
    header.dropped_record_count = metadata.dropped_records;
  }
  header.session_status_code = static_cast<uint32_t>(code);
  header.record_type = type;
  IR_RETURN_IF_ERROR(write_bytes(value_bytes(header)));
  IR_RETURN_IF_ERROR(write_bytes(text_bytes(content_type)));
  IR_RETURN_IF_ERROR(write_bytes(text_bytes(metadata.name)));
  return write_bytes(payload);
}

Status BundleWriter::begin_session(const ChunkMetadata& metadata) {
  return append(RecordType::kSessionBegin, metadata, kSessionContentType, {}, StatusCode::kOk);
}

Status BundleWriter::write(const ChunkMetadata& metadata, std::string_view content_type, Bytes payload) {
  return append(RecordType::kChunk, metadata, content_type, payload, StatusCode::kOk);
}

Status BundleWriter::end_session(const ChunkMetadata& metadata, StatusCode code) {
  return append(RecordType::kSessionEnd, metadata, kSessionContentType, {}, code);
}

Status BundleWriter::close() {
  const uint64_t length = length_;
  if (std::fflush(file_.get()) != 0 || std::fseek(file_.get(), 0, SEEK_SET) != 0) return failure();
  IR_RETURN_IF_ERROR(write_bytes(value_bytes(file_header(length))));
  if (std::fclose(file_.release()) != 0) return failure();
  return Status();
}

}  // namespace ireereplay::profile
