#include "capture/executable_binary.h"

#include <string>

#include "capture/payload.h"

namespace ireereplay {

Result<std::vector<uint8_t>> read_executable(const std::shared_ptr<const File>& file, const CaptureHeader& header,
                                             const CaptureIndex& index, const ExecutableEntry& executable) {
  const uint64_t place = index.offset(executable.record);
  RecordReader reader(file, header, place, executable.record);
  RecordFrame frame;
  IR_RETURN_IF_ERROR(reader.next(&frame));
  IR_ASSIGN_OR_RETURN(const Bytes head, reader.payload(frame, sizeof(format::ExecutablePrepare)));
  auto layout = lay_out_payload(format::PayloadType::kExecutablePrepare, head, frame.header.payload_length);
  if (!layout.ok()) return layout.status().at(executable.record, place);
  const PartRange data = layout->find(Part::kData);
  if (data.length > kMostExecutableBytes) {
    return Status(StatusCode::kResourceExhausted, "executable " + std::to_string(executable.id) + " has " +
                                                      std::to_string(data.length) +
                                                      " bytes: only executables up to 256 MiB are read")
        .at(executable.record, place);
  }
  auto bytes = file->read(frame.payload_offset() + data.offset, data.length);
  if (!bytes.ok()) return bytes.status().at(executable.record, place);
  return bytes;
}

}  // namespace ireereplay
