#include "difference/compared_capture.h"

#include <algorithm>

#include "base/key_hash.h"
#include "capture/executable_metadata.h"
#include "capture/payload_ids.h"

namespace ireereplay::difference {

namespace {

using format::PayloadType;
using format::RecordHeader;

KeyHash hash_of_kind(const RecordHeader& header) {
  KeyHash hash;
  hash.add(static_cast<uint64_t>(header.record_type));
  hash.add(static_cast<uint64_t>(header.operation_code));
  hash.add(static_cast<uint64_t>(header.object_type));
  hash.add(static_cast<uint64_t>(header.payload_type));
  return hash;
}

/// The payload without ids, which are only told from none.
void hide_ids(PayloadType type, PayloadLayout layout, std::vector<uint8_t>* payload) {
  for (uint32_t i = 0; i < layout.part_count; ++i) {
    PartRange& part = layout.parts[i];
    part.offset = std::min<uint64_t>(part.offset, payload->size());
    part.length = std::min<uint64_t>(part.length, payload->size() - part.offset);
  }
  each_id_place(type, layout, [&](uint64_t offset) {
    if (offset + sizeof(uint64_t) > payload->size()) return;
    const uint64_t hidden = load<uint64_t>(*payload, offset) == format::kNoObject ? 0 : 1;
    std::memcpy(payload->data() + offset, &hidden, sizeof(hidden));
  });
}

class KeyReader {
 public:
  KeyReader(ComparedCapture* capture) : capture_(*capture), reader_(capture->file, capture->header) {}

  Status read(const std::atomic<bool>& cancelled) {
    RecordFrame frame;
    reader_.read_ahead();
    while (!reader_.at_end()) {
      if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      if (capture_.records.size() == kMostRecords)
        return Status(StatusCode::kResourceExhausted,
                      "only captures of up to " + std::to_string(kMostRecords) + " records can be compared");
      capture_.end = reader_.next(&frame);
      if (!capture_.end.ok()) return Status();
      RecordKey key;
      key.offset = frame.offset;
      capture_.end = read_key(frame, &key).at(frame.index, frame.offset);
      if (!capture_.end.ok()) return Status();
      capture_.records.push_back(key);
    }
    capture_.end = capture_.header.defect;
    return Status();
  }

 private:
  Status read_key(const RecordFrame& frame, RecordKey* key) {
    const RecordHeader& header = frame.header;
    if (header.payload_type == PayloadType::kExecutablePrepare) IR_RETURN_IF_ERROR(read_functions(frame));
    IR_ASSIGN_OR_RETURN(const Bytes view, reader_.payload(frame, std::min(header.payload_length, kKeyBytes)));
    payload_.assign(view.begin(), view.end());
    KeyHash named = hash_of_kind(header), exact = named;
    std::string name = capture_.function_of(header, payload_);
    const auto layout = lay_out_payload(header.payload_type, payload_, header.payload_length);
    if (layout.ok()) {
      if (header.payload_type == PayloadType::kReplayScope) {
        const PartRange part = layout->find(Part::kName);
        const uint64_t length = std::min<uint64_t>(part.length, payload_.size() - part.offset);
        name.assign(reinterpret_cast<const char*>(payload_.data()) + part.offset, length);
      } else if (header.payload_type == PayloadType::kExecutablePrepare) {
        for (const std::string& function : capture_.functions[header.related_object_id]) name += function + '\n';
      }
      hide_ids(header.payload_type, *layout, &payload_);
    }
    key->kind = named.finish();
    named.add(text_bytes(name));
    key->named = named.finish();
    if (header.payload_type == PayloadType::kDispatch) key->kind = key->named;
    exact.add(header.status_code);
    exact.add(header.payload_length);
    exact.add(text_bytes(name));
    exact.add(payload_);
    key->exact = exact.finish();
    return Status();
  }

  Status read_functions(const RecordFrame& frame) {
    constexpr uint64_t kMostMetadata = 16 << 20;
    const RecordHeader& header = frame.header;
    IR_ASSIGN_OR_RETURN(const Bytes head, reader_.payload(frame, payload_header_length(header.payload_type)));
    const auto layout = lay_out_payload(header.payload_type, head, header.payload_length);
    // What does not read as its type says is compared byte by byte.
    if (!layout.ok()) return Status();
    const PartRange part = layout->find(Part::kMetadata);
    if (part.length > kMostMetadata) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes metadata, reader_.payload_part(frame, part.offset, part.length));
    const auto functions = decode_executable_metadata(capture_.header.file.version_major, metadata);
    std::vector<std::string>& names = capture_.functions[header.related_object_id];
    names.clear();
    if (!functions.ok()) return Status();
    for (const ExecutableFunction& function : *functions) names.push_back(function.name);
    return Status();
  }

  ComparedCapture& capture_;
  RecordReader reader_;
  std::vector<uint8_t> payload_;
};

}  // namespace

Result<ComparedCapture> ComparedCapture::open(const std::string& path, const std::atomic<bool>& cancelled) {
  ComparedCapture capture;
  IR_ASSIGN_OR_RETURN(capture.file, File::open(path));
  IR_ASSIGN_OR_RETURN(capture.header, read_capture_header(*capture.file));
  IR_RETURN_IF_ERROR(KeyReader(&capture).read(cancelled));
  return capture;
}

std::string ComparedCapture::function_of(const RecordHeader& header, Bytes head) const {
  if (header.payload_type != PayloadType::kDispatch || head.size() < sizeof(format::Dispatch)) return {};
  const auto dispatch = load<format::Dispatch>(head);
  const auto found = functions.find(dispatch.executable_id);
  if (found != functions.end() && dispatch.function_ordinal < found->second.size() &&
      !found->second[dispatch.function_ordinal].empty()) {
    return found->second[dispatch.function_ordinal];
  }
  return "function " + std::to_string(dispatch.function_ordinal);
}

}  // namespace ireereplay::difference
