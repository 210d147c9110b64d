// What a record does, in the few words that fit in a row.
#pragma once

#include <string>
#include <vector>

#include "base/json_writer.h"
#include "base/status.h"
#include "base/text.h"
#include "capture/index.h"
#include "capture/payload.h"
#include "capture/record_reader.h"

namespace ireereplay {

/// A piece of text; links carry what they lead to.
struct Span {
  std::string text;
  /// Object id; 0 for none.
  uint64_t object = 0;
  uint32_t record = kNoRecord;
  /// Secondary text.
  bool dim = false;
};

/// Appends `spans` as the protocol's Span[].
void write_spans(JsonWriter& json, const std::vector<Span>& spans);

struct RecordDescription {
  RecordFrame frame;
  std::vector<Span> target;
  std::vector<Span> details;
  /// Bytes that it reads, writes or allocates, where that means something.
  uint64_t bytes = 0;
  bool has_bytes = false;
  /// The bindings of a dispatch, or a binding table, in the payload: format::BufferRef[].
  PartRange bindings;
};

/// Describes record `record` of the index; `reader` reads it, and never more than a few kilobytes of it, but for the
/// bindings of a dispatch. A payload that cannot be decoded is described by the reason. Fails, with the record and the
/// offset, when it cannot be read.
Result<RecordDescription> describe_record(const CaptureIndex& index, uint32_t record, RecordReader& reader);

/// What the operation column says: IREE's operation name, or the record's type for what is no operation.
std::string row_operation(const CaptureIndex& index, uint16_t version_major, uint32_t record);
/// "buffer 26" with its link; "slot 2" for an indirect binding, "none" for neither.
Span describe_ref(const format::BufferRef& ref);
/// "+0x40"; empty at offset 0.
std::string describe_offset(uint64_t offset);
/// "executable 4" with its link.
Span describe_object(const CaptureIndex& index, uint64_t id);
/// The function's recorded name, or "function 3".
std::string function_name(const CaptureIndex& index, uint64_t executable_id, uint32_t ordinal);
/// `text` as far as it is shown: the first four kilobytes, and an ellipsis where it goes on.
std::string shown_text(std::string_view text);

}  // namespace ireereplay
