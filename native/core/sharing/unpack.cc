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
  uint64_t inline_offset = kNoPlace;  ///< Of all its bytes in the capture; else they are in reads.
  uint64_t digest = 0;
  std::shared_ptr<const File> file;
};

class Unpacker {
 public:
  Unpacker(std::shared_ptr<const File> file, std::filesystem::path folder, const std::atomic<bool>& cancelled)
      : file_(std::move(file)), folder_(std::move(folder)), cancelled_(cancelled) {}

  /// Finds the files, and writes them.
  Status write_files(const CaptureHeader& header) {
    RecordReader reader(file_, header);
    RecordFrame frame;
    while (!reader.at_end()) {
      IR_RETURN_IF_ERROR(reader.next(&frame));
      if (frame.header.record_type == format::RecordType::kOperation && frame.header.status_code == 0)
        IR_RETURN_IF_ERROR(take_record(&reader, frame).at(frame.index, frame.offset));
    }
    for (auto& [id, file] : files_) IR_RETURN_IF_ERROR(take_digest(&file));
    return Status();
  }

  Status write_capture(const CaptureHeader& header, CaptureWriter* writer) {
    RecordReader reader(file_, header);
    RecordFrame frame;
    while (!reader.at_end()) {
      IR_RETURN_IF_ERROR(reader.next(&frame));
      IR_RETURN_IF_ERROR(write_record(&reader, frame, writer).at(frame.index, frame.offset));
    }
    return Status();
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
    kept.inline_offset = reference;
    return put(&kept, 0, reference, std::min(object.file_length, object.reference_length));
  }

  /// Writes bytes of the capture to their place in a file.
  Status put(Unpacked* unpacked, uint64_t offset, uint64_t from, uint64_t length) {
    uint64_t end = 0;
    if (!checked_add(offset, length, &end) || end > unpacked->length)
      return Status(StatusCode::kOutOfRange,
                    "what is read lies outside of the file of " + std::to_string(unpacked->length) + " bytes");
    if (const auto earlier = written_.find(unpacked->shared.id); earlier != written_.end()) {
      IR_RETURN_IF_ERROR(check_same(*unpacked, earlier->second, offset, from, length));
    }
    uint64_t at = offset;
    IR_RETURN_IF_ERROR(read_pieces(*file_, from, length, cancelled_, [&](Bytes bytes) {
      const Status status = unpacked->file->write(at, bytes);
      at += bytes.size();
      return status;
    }));
    unpacked->shared.bytes += length;
    written_[unpacked->shared.id].emplace_back(offset, end);
    return Status();
  }

  /// A file that changed between two reads cannot be one file again.
  Status check_same(const Unpacked& unpacked, const std::vector<std::pair<uint64_t, uint64_t>>& earlier,
                    uint64_t offset, uint64_t from, uint64_t length) {
    for (const auto& [begin, end] : earlier) {
      const uint64_t first = std::max(begin, offset), last = std::min(end, offset + length);
      if (first >= last) continue;
      uint64_t at = first;
      IR_RETURN_IF_ERROR(read_pieces(*file_, from + (first - offset), last - first, cancelled_, [&](Bytes bytes) {
        std::vector<uint8_t> there(bytes.size());
        IR_RETURN_IF_ERROR(unpacked.file->read(at, there));
        at += bytes.size();
        if (std::equal(bytes.begin(), bytes.end(), there.begin())) return Status();
        return Status(StatusCode::kFailedPrecondition,
                      "file " + std::to_string(unpacked.shared.id) +
                          " was read twice with different bytes: no one file holds both");
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
      const bool is_object = frame.header.record_type == format::RecordType::kObject;
      const auto found = files_.find(is_object ? frame.header.object_id : frame.header.related_object_id);
      if (found != files_.end()) return write_file(reader, frame, found->second, writer);
    }
    if (type == PayloadType::kDeviceQueueRead) {
      IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, sizeof(format::QueueRead)));
      if (files_.contains(load<format::QueueRead>(head).source_file_id)) return write_read(reader, frame, writer);
    }
    return copy_record(*file_, frame, cancelled_, writer);
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
    return writer->append(frame.header, {Bytes(reinterpret_cast<const uint8_t*>(&object), sizeof(object)),
                                         Bytes(reinterpret_cast<const uint8_t*>(path.data()), path.size())});
  }

  Status write_read(RecordReader* reader, const RecordFrame& frame, CaptureWriter* writer) {
    IR_ASSIGN_OR_RETURN(const Bytes view, reader->payload(frame, sizeof(format::QueueRead)));
    auto read = load<format::QueueRead>(view);
    IR_ASSIGN_OR_RETURN(const PayloadLayout layout,
                        lay_out_payload(PayloadType::kDeviceQueueRead, view, frame.header.payload_length));
    const uint64_t rest = layout.find(Part::kData).offset - sizeof(read);
    read.captured_data_length = 0;
    IR_RETURN_IF_ERROR(writer->begin(frame.header, sizeof(read) + rest));
    IR_RETURN_IF_ERROR(writer->add(Bytes(reinterpret_cast<const uint8_t*>(&read), sizeof(read))));
    return read_pieces(*file_, frame.payload_offset() + sizeof(read), rest, cancelled_,
                       [&](Bytes bytes) { return writer->add(bytes); });
  }

  std::shared_ptr<const File> file_;
  std::filesystem::path folder_;
  const std::atomic<bool>& cancelled_;
  std::map<uint64_t, Unpacked> files_;
  std::map<uint64_t, std::vector<std::pair<uint64_t, uint64_t>>> written_;  ///< Ranges, by object id.
};

}  // namespace

Result<Packed> unpack(const std::string& source, const std::string& folder, const std::string& name,
                      const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(std::shared_ptr<const File> file, File::open(source));
  IR_ASSIGN_OR_RETURN(const CaptureHeader header, read_capture_header(*file));
  IR_RETURN_IF_ERROR(header.defect);
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(folder, failed);
  if (!failed) std::filesystem::create_directories(absolute, failed);
  if (failed) return Status(StatusCode::kUnavailable, "cannot make the folder " + folder + ": " + failed.message());
  IR_ASSIGN_OR_RETURN(ReplacedFile output, ReplacedFile::at((absolute / name).string(), *file));
  Unpacker unpacker(file, absolute, cancelled);
  IR_RETURN_IF_ERROR(unpacker.write_files(header));
  IR_ASSIGN_OR_RETURN(CaptureWriter writer,
                      CaptureWriter::create(output.written(), header.file.version_major, header.file.version_minor));
  IR_RETURN_IF_ERROR(unpacker.write_capture(header, &writer));
  IR_RETURN_IF_ERROR(writer.close());
  IR_RETURN_IF_ERROR(output.replace());
  Packed packed = unpacker.take();
  packed.bytes = writer.length();
  return packed;
}

}  // namespace ireereplay::sharing
