#include "sharing/pack.h"

#include <map>
#include <set>

#include "capture/payload.h"
#include "program/decoder.h"
#include "program/file_check.h"
#include "sharing/copied_capture.h"

namespace ireereplay::sharing {

namespace {

using format::FileReferenceType;
using format::PayloadType;
using replay::FileInfo;

/// Where a queue_read finds its bytes.
struct Read {
  const FileInfo* file = nullptr;
  uint64_t offset = 0;
  uint64_t length = 0;
};

/// The files that a capture writes, by object id.
Result<std::set<uint64_t>> find_written(const std::shared_ptr<const File>& file, const CaptureHeader& header,
                                        const std::atomic<bool>& cancelled) {
  std::set<uint64_t> written;
  RecordReader reader(file, header);
  RecordFrame frame;
  while (!reader.at_end()) {
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    IR_RETURN_IF_ERROR(reader.next(&frame));
    if (frame.header.payload_type != PayloadType::kDeviceQueueWrite) continue;
    IR_ASSIGN_OR_RETURN(const Bytes head, reader.payload(frame, sizeof(format::QueueWrite)));
    if (head.size() == sizeof(format::QueueWrite)) written.insert(load<format::QueueWrite>(head).target_file_id);
  }
  return written;
}

class Packer {
 public:
  Packer(std::shared_ptr<const File> file, PackedBytes what, const std::atomic<bool>& cancelled)
      : file_(std::move(file)), what_(what), cancelled_(cancelled) {}

  /// Finds the files, and checks them.
  Status survey(const CaptureHeader& header, const std::vector<replay::FileRemap>& remaps) {
    replay::ReplayOptions options;
    options.file_remaps = remaps;
    replay::PreflightReport ignored;
    replay::Decoder(options, &program_, &ignored).decode(file_->path(), &cancelled_);
    IR_ASSIGN_OR_RETURN(const std::set<uint64_t> written, find_written(file_, header, cancelled_));
    for (FileInfo& info : program_.files) {
      if (info.type != FileReferenceType::kExternalPath) continue;
      SharedFile& shared = packed_.files.emplace_back();
      shared.id = info.id;
      shared.record = info.record;
      shared.path = info.path;
      if (written.contains(info.id)) {
        shared.left = "the capture writes to it, and only a file outside of it can be written";
        info.path.clear();  // Not to be checked: nothing of it is taken.
      } else {
        files_.emplace(info.id, &info);
        shared_.emplace(info.id, packed_.files.size() - 1);
      }
    }
    replay::PreflightReport problems;
    replay::check_files(true, &cancelled_, &program_, &problems);
    IR_RETURN_IF_ERROR(problems.first_error());
    for (const replay::StepInfo& step : program_.steps) {
      if (step.command.op != replay::Op::kReadFile) continue;
      const replay::TransferInfo& transfer = program_.transfers[step.command.index];
      reads_[step.command.record] = {&program_.files[transfer.file], transfer.file_offset, transfer.target.length};
    }
    return Status();
  }

  Status write(const CaptureHeader& header, CaptureWriter* writer) {
    RecordReader reader(file_, header);
    RecordFrame frame;
    while (!reader.at_end()) {
      IR_RETURN_IF_ERROR(reader.next(&frame));
      IR_RETURN_IF_ERROR(write_record(&reader, frame, writer).at(frame.index, frame.offset));
    }
    return Status();
  }

  Packed take() { return std::move(packed_); }

 private:
  Status write_record(RecordReader* reader, const RecordFrame& frame, CaptureWriter* writer) {
    if (frame.header.payload_type == PayloadType::kFileObject) {
      const bool is_object = frame.header.record_type == format::RecordType::kObject;
      const auto found = files_.find(is_object ? frame.header.object_id : frame.header.related_object_id);
      if (found != files_.end()) return write_file(reader, frame, *found->second, writer);
    }
    if (frame.header.payload_type == PayloadType::kDeviceQueueRead && what_ == PackedBytes::kRanges) {
      IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, sizeof(format::QueueRead)));
      const auto read = load<format::QueueRead>(head);
      if (read.captured_data_length == 0 && files_.contains(read.source_file_id))
        return write_read(reader, frame, read, writer);
    }
    return copy_record(*file_, frame, cancelled_, writer);
  }

  Status write_file(RecordReader* reader, const RecordFrame& frame, const FileInfo& info, CaptureWriter* writer) {
    IR_ASSIGN_OR_RETURN(const Bytes view, reader->payload(frame));
    std::vector<uint8_t> payload(view.begin(), view.end());
    IR_ASSIGN_OR_RETURN(const PayloadLayout layout, lay_out_payload(PayloadType::kFileObject, payload, payload.size()));
    auto object = load<format::FileObject>(payload);
    object.validation_type = format::FileValidationType::kNone;
    object.digest_type = format::DigestType::kNone;
    std::fill(std::begin(object.digest), std::end(object.digest), uint8_t{0});
    const bool is_whole = what_ == PackedBytes::kAll;
    object.reference_type = is_whole ? FileReferenceType::kInlineBytes : FileReferenceType::kCapturedRanges;
    if (is_whole) object.reference_length = object.file_length;
    const Bytes head(reinterpret_cast<const uint8_t*>(&object), sizeof(object));
    // The path stays with ranges, as IREE records them.
    if (!is_whole) {
      const PartRange path = layout.find(Part::kReference);
      return writer->append(frame.header, {head, Bytes(payload).subspan(path.offset, path.length)});
    }
    IR_RETURN_IF_ERROR(writer->begin(frame.header, sizeof(object) + object.file_length));
    IR_RETURN_IF_ERROR(writer->add(head));
    packed_.files[shared_.at(info.id)].bytes = object.file_length;
    return add_bytes({&info, 0, object.file_length}, writer);
  }

  Status write_read(RecordReader* reader, const RecordFrame& frame, format::QueueRead read, CaptureWriter* writer) {
    const auto found = reads_.find(frame.index);
    // Nothing is known of a read that failed, or that a replay would refuse: it keeps its place, without bytes.
    if (frame.header.status_code != 0) return copy_record(*file_, frame, cancelled_, writer);
    if (found == reads_.end()) {
      return Status(StatusCode::kFailedPrecondition,
                    "what this queue_read reads is not known: a replay refuses it. Pack whole files instead.");
    }
    IR_ASSIGN_OR_RETURN(const Bytes view, reader->payload(frame));
    const std::vector<uint8_t> rest(view.begin() + sizeof(read), view.end());
    read.captured_data_length = read.target_ref.length = found->second.length;
    IR_RETURN_IF_ERROR(writer->begin(frame.header, view.size() + found->second.length));
    IR_RETURN_IF_ERROR(writer->add(Bytes(reinterpret_cast<const uint8_t*>(&read), sizeof(read))));
    IR_RETURN_IF_ERROR(writer->add(rest));
    packed_.files[shared_.at(found->second.file->id)].bytes += found->second.length;
    return add_bytes(found->second, writer);
  }

  Status add_bytes(const Read& read, CaptureWriter* writer) {
    return read_pieces(*read.file->file, read.offset, read.length, cancelled_,
                       [&](Bytes bytes) { return writer->add(bytes); });
  }

  std::shared_ptr<const File> file_;
  PackedBytes what_;
  const std::atomic<bool>& cancelled_;
  replay::Program program_;
  std::map<uint64_t, const FileInfo*> files_;  ///< To be packed, by object id.
  std::map<uint64_t, size_t> shared_;          ///< Their places in packed_.files.
  std::map<uint64_t, Read> reads_;             ///< By record.
  Packed packed_;
};

}  // namespace

Result<Packed> pack(const std::string& source, const std::string& target, PackedBytes what,
                    const std::vector<replay::FileRemap>& remaps, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(std::shared_ptr<const File> file, File::open(source));
  IR_ASSIGN_OR_RETURN(const CaptureHeader header, read_capture_header(*file));
  IR_RETURN_IF_ERROR(header.defect);
  Packer packer(file, what, cancelled);
  IR_RETURN_IF_ERROR(packer.survey(header, remaps));
  IR_ASSIGN_OR_RETURN(ReplacedFile output, ReplacedFile::at(target, *file));
  IR_ASSIGN_OR_RETURN(CaptureWriter writer,
                      CaptureWriter::create(output.written(), header.file.version_major, header.file.version_minor));
  IR_RETURN_IF_ERROR(packer.write(header, &writer));
  IR_RETURN_IF_ERROR(writer.close());
  IR_RETURN_IF_ERROR(output.replace());
  Packed packed = packer.take();
  packed.bytes = writer.length();
  return packed;
}

}  // namespace ireereplay::sharing
