// A record's payload, read as far as it is asked for.
#pragma once

#include "capture/payload.h"
#include "capture/record_reader.h"

namespace ireereplay {

/// The payload of the frame that a reader is at.
class PayloadReader {
 public:
  explicit PayloadReader(RecordReader& reader) : reader_(reader) {}

  /// Goes to record `record` at `offset`. Fails when it cannot be read, or its payload is not as its type says.
  Status go_to(uint64_t offset, uint32_t record) {
    reader_.seek(offset, record);
    IR_RETURN_IF_ERROR(reader_.next(&frame_));
    const format::PayloadType type = frame_.header.payload_type;
    IR_ASSIGN_OR_RETURN(head_, reader_.payload(frame_, payload_header_length(type)));
    IR_ASSIGN_OR_RETURN(layout_, lay_out_payload(type, head_, frame_.header.payload_length));
    return Status();
  }

  const RecordFrame& frame() const { return frame_; }
  const PayloadLayout& layout() const { return layout_; }
  bool is(format::PayloadType type) const { return frame_.header.payload_type == type; }
  /// The fixed struct; before anything else of the payload is read.
  template <typename T>
  T head() const {
    return load<T>(head_);
  }
  /// The first `limit` bytes of a part; valid until the next call.
  Result<Bytes> part(Part part, uint64_t limit) {
    const PartRange range = layout_.find(part);
    return reader_.payload_part(frame_, range.offset, range.length < limit ? range.length : limit);
  }

 private:
  RecordReader& reader_;
  RecordFrame frame_;
  PayloadLayout layout_;
  Bytes head_;
};

}  // namespace ireereplay
