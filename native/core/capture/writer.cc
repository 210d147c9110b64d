#include "capture/writer.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ireereplay {

using format::RecordHeader;

Result<CaptureWriter> CaptureWriter::create(const std::string& path, uint16_t version_major, uint16_t version_minor) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return Status(StatusCode::kUnavailable, "cannot write " + path + ": " + std::strerror(errno));
  const FileHeader header = {format::kMagic, version_major, version_minor, sizeof(FileHeader), 0, 0};
  CaptureWriter writer(path, file, header);
  IR_RETURN_IF_ERROR(writer.write(value_bytes(header)));
  return writer;
}

Status CaptureWriter::failure() const {
  return Status(StatusCode::kUnavailable, "cannot write " + path_ + ": " + std::strerror(errno));
}

Status CaptureWriter::write(Bytes bytes) {
  if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) return failure();
  length_ += bytes.size();
  return Status();
}

Status CaptureWriter::begin(const RecordHeader& header, uint64_t payload_length) {
  const bool is_optional = (header.record_flags & format::kRecordOptional) != 0;
  if (!is_known(header.record_type) && (!is_optional || header.record_type == format::RecordType::kNone)) {
    return Status(StatusCode::kInvalidArgument, "cannot write unknown or reserved replay record type");
  }
  RecordHeader written = header;
  written.payload_length = payload_length;
  written.header_length = sizeof(RecordHeader);
  written.record_length = written.header_length + written.payload_length;
  written.sequence_ordinal = record_count_++;
  written.record_flags = header.record_flags & format::kRecordOptional;
  written.reserved0 = 0;
  written.reserved1 = 0;
  return write(value_bytes(written));
}

Status CaptureWriter::append(const RecordHeader& header, std::initializer_list<Bytes> parts, uint64_t hole) {
  uint64_t length = hole;
  for (const Bytes part : parts) length += part.size();
  IR_RETURN_IF_ERROR(begin(header, length));
  for (const Bytes part : parts) IR_RETURN_IF_ERROR(write(part));
  if (hole != 0 && ::fseeko(file_.get(), static_cast<off_t>(hole), SEEK_CUR) != 0) return failure();
  length_ += hole;
  return Status();
}

Status CaptureWriter::close() {
  const uint64_t length = length_;
  // The file may end with a hole, which only exists if the length covers it.
  if (std::fflush(file_.get()) != 0 || ::ftruncate(::fileno(file_.get()), static_cast<off_t>(length)) != 0 ||
      ::fseeko(file_.get(), 0, SEEK_SET) != 0) {
    return failure();
  }
  header_.file_length = length;
  IR_RETURN_IF_ERROR(write(value_bytes(header_)));
  length_ = length;
  if (std::fclose(file_.release()) != 0) return failure();
  return Status();
}

}  // namespace ireereplay
