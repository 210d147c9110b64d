#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>

#include "capture/payload.h"
#include "program/file_check.h"
#include "sharing/copied_capture.h"
#include "sharing/pack.h"

namespace ireereplay::sharing {

namespace {

using format::FileReferenceType;
using format::PayloadType;

/// A file being made of the bytes that a capture holds.
struct Unpacked {
  SharedFile shared;
  uint64_t length = 0;
  uint64_t digest = 0;
  std::shared_ptr<const File> file;
  std::vector<std::pair<uint64_t, uint64_t>> written;  ///< Where its ranges begin and end.
};

class Unpacker {
 public:
  Unpacker(const SourceCapture& source, std::filesystem::path folder, const std::atomic<bool>& cancelled)
      : source_(source), folder_(std::move(folder)), cancelled_(cancelled) {}

  /// Finds the files, and writes them.
  Status write_files() {
    IR_RETURN_IF_ERROR(each_record(source_, cancelled_, [&](RecordReader& reader, const RecordFrame& frame) {
      const bool is_done = frame.header.record_type == format::RecordType::kOperation && frame.header.status_code == 0;
      return is_done ? take_record(&reader, frame) : Status();
    }));
    for (auto& [id, file] : files_) IR_RETURN_IF_ERROR(take_digest(&file));
    return Status();
  }

  Status write_capture(CaptureWriter* writer) {
    return each_record(source_, cancelled_, [&](RecordReader& reader, const RecordFrame& frame) {
      return write_record(&reader, frame, writer);
    });
  }

  Packed take() {
    Packed packed;
    for (auto& [id, file] : files_) packed.files.push_back(std::move(file.shared));
    return packed;
  }

 private:
  Status take_record(RecordReader* reader, const RecordFrame& frame) {
    const PayloadType type = frame.header.payload_type;
    if (type != PayloadType::kFileObject && type != PayloadType::kDeviceQueueRead) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, payload_header_length(type)));
    IR_ASSIGN_OR_RETURN(const PayloadLayout layout, lay_out_payload(type, head, frame.header.payload_length));
    if (type == PayloadType::kFileObject) {
      const uint64_t at = frame.payload_offset() + layout.find(Part::kReference).offset;
      return create(frame, load<format::FileObject>(head), at);
    }
    const auto read = load<format::QueueRead>(head);
    const auto found = files_.find(read.source_file_id);
    if (found == files_.end() || read.captured_data_length == 0) return Status();
    return put(&found->second, read.source_offset, frame.payload_offset() + layout.find(Part::kData).offset,
               read.captured_data_length);
  }

  Status create(const RecordFrame& frame, const format::FileObject& object, uint64_t reference) {
    const bool is_inline = object.reference_type == FileReferenceType::kInlineBytes;
    if (!is_inline && object.reference_type != FileReferenceType::kCapturedRanges) return Status();
    const uint64_t id = frame.header.related_object_id;
    Unpacked unpacked;
    unpacked.shared.id = id;
    unpacked.shared.record = frame.index;
    unpacked.length = object.file_length;
    unpacked.shared.path = (folder_ / ("file-" + std::to_string(id) + ".bin")).string();
    const std::string& path = unpacked.shared.path;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> made(std::fopen(path.c_str(), "wbx"), std::fclose);
    // Never over a file that is there already. The length first: what no read captured is a hole.
    if (made == nullptr || ::ftruncate(::fileno(made.get()), static_cast<off_t>(object.file_length)) != 0)
      return Status(StatusCode::kUnavailable, "cannot write " + path + ": " + std::strerror(errno));
    made.reset();
    IR_ASSIGN_OR_RETURN(unpacked.file, File::open(path, File::Access::kReadWrite));
    Unpacked& kept = files_[id] = std::move(unpacked);
    if (!is_inline) return Status();
    return put(&kept, 0, reference, std::min(object.file_length, object.reference_length));
  }

  /// Writes bytes of the capture to their place in a file.
  Status put(Unpacked* unpacked, uint64_t offset, uint64_t from, uint64_t length) {
    uint64_t end = 0;
    if (!checked_add(offset, length, &end) || end > unpacked->length)
      return Status(StatusCode::kOutOfRange,
                    "the read goes beyond the end of the file (" + std::to_string(unpacked->length) + " bytes)");
    IR_RETURN_IF_ERROR(check_same(*unpacked, offset, from, length));
    uint64_t at = offset;
    IR_RETURN_IF_ERROR(read_pieces(*source_.file, from, length, cancelled_, [&](Bytes bytes) {
      const Status status = unpacked->file->write(at, bytes);
      at += bytes.size();
      return status;
    }));
    unpacked->shared.bytes += length;
    unpacked->written.emplace_back(offset, end);
    return Status();
  }

  /// A file that changed between two reads cannot be one file again.
  Status check_same(const Unpacked& unpacked, uint64_t offset, uint64_t from, uint64_t length) {
    for (const auto& [begin, end] : unpacked.written) {
      const uint64_t first = std::max(begin, offset), last = std::min(end, offset + length);
      if (first >= last) continue;
      uint64_t at = first;
      IR_RETURN_IF_ERROR(
          read_pieces(*source_.file, from + (first - offset), last - first, cancelled_, [&](Bytes bytes) {
            std::vector<uint8_t> there(bytes.size());
            IR_RETURN_IF_ERROR(unpacked.file->read(at, there));
            at += bytes.size();
            if (std::equal(bytes.begin(), bytes.end(), there.begin())) return Status();
            return Status(StatusCode::kFailedPrecondition,
                          "file " + std::to_string(unpacked.shared.id) +
                              " was read twice with different contents: no single file can have both");
          }));
    }
    return Status();
  }

  Status take_digest(Unpacked* unpacked) {
    unpacked->digest = replay::kFnv1aBasis;
    return read_pieces(*unpacked->file, 0, unpacked->length, cancelled_, [&](Bytes bytes) {
      unpacked->digest = replay::fnv1a(unpacked->digest, bytes);
      return Status();
    });
  }

  Status write_record(RecordReader* reader, const RecordFrame& frame, CaptureWriter* writer) {
    const PayloadType type = frame.header.payload_type;
    if (type == PayloadType::kFileObject) {
      const auto found = files_.find(file_id_of(frame.header));
      if (found != files_.end()) return write_file(reader, frame, found->second, writer);
    }
    if (type == PayloadType::kDeviceQueueRead) {
      IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, sizeof(format::QueueRead)));
      if (files_.contains(load<format::QueueRead>(head).source_file_id)) return write_read(reader, frame, writer);
    }
    return copy_record(*source_.file, frame, cancelled_, writer);
  }

  Status write_file(RecordReader* reader, const RecordFrame& frame, const Unpacked& unpacked, CaptureWriter* writer) {
    IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, sizeof(format::FileObject)));
    auto object = load<format::FileObject>(head);
    const std::string& path = unpacked.shared.path;
    object.reference_type = FileReferenceType::kExternalPath;
    object.reference_length = path.size();
    object.validation_type = format::FileValidationType::kContentDigest;
    object.digest_type = format::DigestType::kFnv1a64;
    std::fill(std::begin(object.digest), std::end(object.digest), uint8_t{0});
    std::memcpy(object.digest, &unpacked.digest, sizeof(unpacked.digest));
    return writer->append(frame.header, {value_bytes(object), text_bytes(path)});
  }

  Status write_read(RecordReader* reader, const RecordFrame& frame, CaptureWriter* writer) {
    IR_ASSIGN_OR_RETURN(const Bytes view, reader->payload(frame, sizeof(format::QueueRead)));
    auto read = load<format::QueueRead>(view);
    IR_ASSIGN_OR_RETURN(const PayloadLayout layout,
                        lay_out_payload(PayloadType::kDeviceQueueRead, view, frame.header.payload_length));
    const uint64_t rest = layout.find(Part::kData).offset - sizeof(read);
    read.captured_data_length = 0;
    IR_RETURN_IF_ERROR(writer->begin(frame.header, sizeof(read) + rest));
    IR_RETURN_IF_ERROR(writer->add(value_bytes(read)));
    return read_pieces(*source_.file, frame.payload_offset() + sizeof(read), rest, cancelled_,
                       [&](Bytes bytes) { return writer->add(bytes); });
  }

  const SourceCapture& source_;
  std::filesystem::path folder_;
  const std::atomic<bool>& cancelled_;
  std::map<uint64_t, Unpacked> files_;  ///< By object id.
};

}  // namespace

Result<Packed> unpack(const std::string& source, const std::string& folder, const std::string& name,
                      const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  IR_RETURN_IF_ERROR(capture.header.defect);
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(folder, failed);
  if (!failed) std::filesystem::create_directories(absolute, failed);
  if (failed) return Status(StatusCode::kUnavailable, "cannot create the folder " + folder + ": " + failed.message());
  Unpacker unpacker(capture, absolute, cancelled);
  const auto write = [&](CaptureWriter* writer) -> Status {
    IR_RETURN_IF_ERROR(unpacker.write_files());
    return unpacker.write_capture(writer);
  };
  IR_ASSIGN_OR_RETURN(const uint64_t bytes, write_capture(capture, (absolute / name).string(), write));
  Packed packed = unpacker.take();
  packed.bytes = bytes;
  return packed;
}

}  // namespace ireereplay::sharing
