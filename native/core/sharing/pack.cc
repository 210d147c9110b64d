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

/// A file that is to be packed.
struct PackedFile {
  const FileInfo* info = nullptr;
  size_t shared = 0;  ///< Place in Packed::files.
};

/// The files that a capture writes, by object id.
Result<std::set<uint64_t>> find_written(const SourceCapture& source, const std::atomic<bool>& cancelled) {
  std::set<uint64_t> written;
  IR_RETURN_IF_ERROR(each_record(source, cancelled, [&](RecordReader& reader, const RecordFrame& frame) -> Status {
    if (frame.header.payload_type != PayloadType::kDeviceQueueWrite) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes head, reader.payload(frame, sizeof(format::QueueWrite)));
    if (head.size() == sizeof(format::QueueWrite)) written.insert(load<format::QueueWrite>(head).target_file_id);
    return Status();
  }));
  return written;
}

class Packer {
 public:
  Packer(const SourceCapture& source, PackedBytes what, const std::atomic<bool>& cancelled)
      : source_(source), what_(what), cancelled_(cancelled) {}

  /// Finds the files, and checks them.
  Status survey(const std::vector<replay::FileRemap>& remaps) {
    replay::ReplayOptions options;
    options.file_remaps = remaps;
    replay::PreflightReport ignored;
    replay::Decoder(options, &program_, &ignored).decode(source_.file->path(), &cancelled_);
    IR_ASSIGN_OR_RETURN(const std::set<uint64_t> written, find_written(source_, cancelled_));
    for (FileInfo& info : program_.files) {
      if (info.type != FileReferenceType::kExternalPath) continue;
      SharedFile& shared = packed_.files.emplace_back();
      shared.id = info.id;
      shared.record = info.record;
      shared.path = info.path;
      if (written.contains(info.id)) {
        shared.left = "the capture writes to it, and only files outside the capture can be written to";
        info.path.clear();  // Not to be checked: nothing of it is taken.
      } else {
        files_[info.id] = {&info, packed_.files.size() - 1};
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

  Status write(CaptureWriter* writer) {
    return each_record(source_, cancelled_, [&](RecordReader& reader, const RecordFrame& frame) {
      return write_record(&reader, frame, writer);
    });
  }

  Packed take() { return std::move(packed_); }

 private:
  Status write_record(RecordReader* reader, const RecordFrame& frame, CaptureWriter* writer) {
    if (frame.header.payload_type == PayloadType::kFileObject) {
      const auto found = files_.find(file_id_of(frame.header));
      if (found != files_.end()) return write_file(reader, frame, found->second, writer);
    }
    if (frame.header.payload_type == PayloadType::kDeviceQueueRead && what_ == PackedBytes::kRanges) {
      IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, sizeof(format::QueueRead)));
      const auto read = load<format::QueueRead>(head);
      if (read.captured_data_length == 0 && files_.contains(read.source_file_id))
        return write_read(reader, frame, read, writer);
    }
    return copy_record(*source_.file, frame, cancelled_, writer);
  }

  Status write_file(RecordReader* reader, const RecordFrame& frame, const PackedFile& file, CaptureWriter* writer) {
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
    const Bytes head = value_bytes(object);
    // The path stays with ranges, as IREE records them.
    if (!is_whole) {
      const PartRange path = layout.find(Part::kReference);
      return writer->append(frame.header, {head, Bytes(payload).subspan(path.offset, path.length)});
    }
    IR_RETURN_IF_ERROR(writer->begin(frame.header, sizeof(object) + object.file_length));
    IR_RETURN_IF_ERROR(writer->add(head));
    packed_.files[file.shared].bytes = object.file_length;
    return add_bytes({file.info, 0, object.file_length}, writer);
  }

  Status write_read(RecordReader* reader, const RecordFrame& frame, format::QueueRead read, CaptureWriter* writer) {
    const auto found = reads_.find(frame.index);
    // Nothing is known of a read that failed, or that a replay would refuse: it keeps its place, without bytes.
    if (frame.header.status_code != 0) return copy_record(*source_.file, frame, cancelled_, writer);
    if (found == reads_.end()) {
      return Status(StatusCode::kFailedPrecondition,
                    "what this queue_read reads is unknown, so a replay rejects it. Pack whole files instead.");
    }
    IR_ASSIGN_OR_RETURN(const Bytes view, reader->payload(frame));
    const std::vector<uint8_t> rest(view.begin() + sizeof(read), view.end());
    read.captured_data_length = read.target_ref.length = found->second.length;
    IR_RETURN_IF_ERROR(writer->begin(frame.header, view.size() + found->second.length));
    IR_RETURN_IF_ERROR(writer->add(value_bytes(read)));
    IR_RETURN_IF_ERROR(writer->add(rest));
    packed_.files[files_.at(read.source_file_id).shared].bytes += found->second.length;
    return add_bytes(found->second, writer);
  }

  Status add_bytes(const Read& read, CaptureWriter* writer) {
    return read_pieces(*read.file->file, read.offset, read.length, cancelled_,
                       [&](Bytes bytes) { return writer->add(bytes); });
  }

  const SourceCapture& source_;
  PackedBytes what_;
  const std::atomic<bool>& cancelled_;
  replay::Program program_;
  std::map<uint64_t, PackedFile> files_;  ///< By object id.
  std::map<uint64_t, Read> reads_;        ///< By record.
  Packed packed_;
};

}  // namespace

Result<Packed> pack(const std::string& source, const std::string& target, PackedBytes what,
                    const std::vector<replay::FileRemap>& remaps, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  IR_RETURN_IF_ERROR(capture.header.defect);
  Packer packer(capture, what, cancelled);
  IR_RETURN_IF_ERROR(packer.survey(remaps));
  IR_ASSIGN_OR_RETURN(const uint64_t bytes,
                      write_capture(capture, target, [&](CaptureWriter* writer) { return packer.write(writer); }));
  Packed packed = packer.take();
  packed.bytes = bytes;
  return packed;
}

}  // namespace ireereplay::sharing
