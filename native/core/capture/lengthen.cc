#include "capture/lengthen.h"

#include <vector>

#include "capture/payload.h"
#include "capture/record_reader.h"
#include "capture/writer.h"

namespace ireereplay {

Status lengthen_files(const std::string& source, const std::string& target, uint64_t bytes) {
  IR_ASSIGN_OR_RETURN(std::shared_ptr<const File> input, File::open(source));
  IR_ASSIGN_OR_RETURN(const CaptureHeader header, read_capture_header(*input));
  IR_RETURN_IF_ERROR(header.defect);
  RecordReader reader(input, header);
  IR_ASSIGN_OR_RETURN(CaptureWriter writer, CaptureWriter::create(target));
  RecordFrame frame;
  while (!reader.at_end()) {
    IR_RETURN_IF_ERROR(reader.next(&frame));
    IR_ASSIGN_OR_RETURN(const Bytes view, reader.payload(frame));
    std::vector<uint8_t> payload(view.begin(), view.end());
    uint64_t hole = 0;
    if (frame.header.payload_type == format::PayloadType::kFileObject &&
        lay_out_payload(frame.header.payload_type, payload, payload.size()).ok()) {
      auto file = load<format::FileObject>(payload);
      if (file.reference_type == format::FileReferenceType::kInlineBytes) {
        hole = bytes;
        if (!checked_add(file.file_length, bytes, &file.file_length) ||
            !checked_add(file.reference_length, bytes, &file.reference_length)) {
          return Status(StatusCode::kOutOfRange, "a file in the capture would be longer than 2^64 bytes")
              .at(frame.index, frame.offset);
        }
        std::memcpy(payload.data(), &file, sizeof(file));
      }
    }
    IR_RETURN_IF_ERROR(writer.append(frame.header, {payload}, hole));
  }
  return writer.close();
}

}  // namespace ireereplay
