// A record whose payload's parts are found: what the sections of the details are written from.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "base/status.h"
#include "capture/index.h"
#include "capture/payload.h"
#include "capture/record_reader.h"
#include "present/command_executions.h"
#include "present/node.h"

namespace ireereplay {

/// What details are made from.
struct DetailSource {
  const CaptureIndex& index;
  const CaptureHeader& header;
  std::shared_ptr<const File> file;
};

/// Refers to what its maker owns.
struct DecodedRecord {
  const DetailSource& source;
  /// Of a command with the submission whose execution is shown, where one is.
  const Node& node;
  const CommandExecutions& executions;
  const RecordFrame& frame;
  RecordReader& reader;
  PayloadLayout layout;
  /// The fixed part of the payload.
  std::vector<uint8_t> head;

  const CaptureIndex& index() const { return source.index; }
  /// Offset of a payload byte in the record.
  uint64_t in_record(uint64_t payload_offset) const { return frame.header.header_length + payload_offset; }
  /// The first `limit` bytes of a part; fails when they cannot be read.
  Result<std::vector<uint8_t>> read_part(Part part, uint64_t limit) const {
    const PartRange range = layout.find(part);
    IR_ASSIGN_OR_RETURN(const Bytes bytes, reader.payload_part(frame, range.offset, std::min(range.length, limit)));
    return std::vector<uint8_t>(bytes.begin(), bytes.end());
  }
};

}  // namespace ireereplay
