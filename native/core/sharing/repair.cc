#include "sharing/repair.h"

#include "capture/payload.h"
#include "sharing/copied_capture.h"

namespace ireereplay::sharing {

namespace {

/// Reads the next record with what its payload's type says of its parts.
Status next_whole(RecordReader* reader, RecordFrame* frame) {
  IR_RETURN_IF_ERROR(reader->next(frame));
  const uint64_t head = payload_header_length(frame->header.payload_type);
  const auto view = reader->payload(*frame, head);
  if (!view.ok()) return Status(view.status()).at(frame->index, frame->offset);
  return Status(lay_out_payload(frame->header.payload_type, *view, frame->header.payload_length).status())
      .at(frame->index, frame->offset);
}

}  // namespace

Result<Repaired> repair(const std::string& source, const std::string& target, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  const CaptureHeader& header = capture.header;
  // Another major version may frame its records otherwise: what looks whole need not be.
  if (header.file.version_major > format::kVersionMajor) return header.defect;
  Repaired repaired;
  const auto write = [&](CaptureWriter* writer) -> Status {
    RecordReader reader(capture.file, header);
    uint64_t end = header.records_begin;
    while (!reader.at_end()) {
      RecordFrame frame;
      repaired.end = next_whole(&reader, &frame);
      if (!repaired.end.ok()) break;
      IR_RETURN_IF_ERROR(copy_record(*capture.file, frame, cancelled, writer));
      end = frame.end_offset();
    }
    if (repaired.end.ok()) repaired.end = header.defect;
    repaired.records = writer->record_count();
    repaired.bytes_lost = capture.file->size() - end;
    if (repaired.records > 0) return Status();
    return repaired.end.ok() ? Status(StatusCode::kNotFound, "no record is intact") : repaired.end;
  };
  IR_ASSIGN_OR_RETURN(repaired.bytes, write_capture(capture, target, write));
  return repaired;
}

}  // namespace ireereplay::sharing
