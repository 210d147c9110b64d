#include "difference/record_difference.h"

#include <algorithm>
#include <cstddef>

#include "base/text.h"
#include "capture/payload_ids.h"
#include "capture/projection.h"

namespace ireereplay::difference {

namespace {

using format::PayloadType;
using format::RecordHeader;

/// Bytes that are read at once.
constexpr uint64_t kPiece = 1 << 20;
/// Bytes of a text that are shown.
constexpr uint64_t kShownText = 200;
/// Values of a list that are shown where they differ; of the others it is said how many there are.
constexpr size_t kShownValues = 16;

std::string_view name_of(Part part) {
  switch (part) {
    case Part::kWaits:
      return "wait_semaphores";
    case Part::kSignals:
      return "signal_semaphores";
    case Part::kConstants:
      return "constants";
    case Part::kBindings:
      return "bindings";
    case Part::kMemoryBarriers:
      return "memory_barriers";
    case Part::kBufferBarriers:
      return "buffer_barriers";
    case Part::kEvents:
      return "events";
    case Part::kData:
      return "data";
    case Part::kPattern:
      return "pattern";
    case Part::kReference:
      return "reference";
    case Part::kIdentifier:
      return "identifier";
    case Part::kFormat:
      return "format";
    case Part::kMetadata:
      return "metadata";
    case Part::kName:
      return "name";
    case Part::kNone:
      break;
  }
  return "payload";
}

bool is_text(Part part) { return part == Part::kIdentifier || part == Part::kFormat || part == Part::kName; }

/// "word" of ",\"word\":".
std::string word_of(const Field& field) {
  std::string_view name = field.name;
  name.remove_prefix(std::min<size_t>(2, name.size()));
  return std::string(name.substr(0, name.find('"')));
}

/// What replays do not recognise the file by is the recording's own.
void hide_identity(PayloadType type, std::span<uint8_t> payload) {
  if (type != PayloadType::kFileObject || payload.size() < sizeof(format::FileObject)) return;
  if (load<format::FileObject>(payload).validation_type == format::FileValidationType::kIdentity) return;
  constexpr size_t kBegin = offsetof(format::FileObject, file_device);
  constexpr size_t kEnd = offsetof(format::FileObject, reference_length);
  std::fill(payload.begin() + kBegin, payload.begin() + kEnd, uint8_t{0});
}

bool is_identity_field(size_t offset) {
  return offset >= offsetof(format::FileObject, file_device) && offset < offsetof(format::FileObject, reference_length);
}

bool are_alike(const PayloadLayout& a, const PayloadLayout& b) {
  if (a.part_count != b.part_count) return false;
  for (uint32_t i = 0; i < a.part_count; ++i) {
    if (a.parts[i].offset != b.parts[i].offset || a.parts[i].length != b.parts[i].length) return false;
  }
  return true;
}

/// Bytes at the begin of a payload that hold all its ids.
uint64_t ids_end(const PayloadLayout& layout) {
  uint64_t end = layout.header_length;
  for (uint32_t i = 0; i < layout.part_count; ++i) {
    const PartRange& range = layout.parts[i];
    switch (range.part) {
      case Part::kWaits:
      case Part::kSignals:
      case Part::kBindings:
      case Part::kEvents:
      case Part::kBufferBarriers:
        end = std::max(end, range.offset + range.length);
        break;
      default:
        break;
    }
  }
  return end;
}

}  // namespace

bool ObjectPairs::are_same(uint64_t a, uint64_t b) {
  if (a == format::kNoObject || b == format::kNoObject) return a == b;
  const auto in_a = of_a_.find(a);
  if (in_a != of_a_.end()) return in_a->second == b;
  if (!of_b_.emplace(b, a).second) return false;
  of_a_.emplace(a, b);
  is_identity_ &= a == b;
  return true;
}

Result<std::vector<FieldDifference>> RecordComparer::compare(uint32_t record_a, uint32_t record_b) {
  found_.clear();
  in_a_.seek(a_.records[record_a].offset, record_a);
  in_b_.seek(b_.records[record_b].offset, record_b);
  IR_RETURN_IF_ERROR(in_a_.next(&frame_a_));
  IR_RETURN_IF_ERROR(in_b_.next(&frame_b_));
  compare_headers();
  IR_RETURN_IF_ERROR(compare_payloads().at(frame_a_.index, frame_a_.offset));
  return std::move(found_);
}

void RecordComparer::compare_headers() {
  const RecordHeader &a = frame_a_.header, &b = frame_b_.header;
  const auto compare_names = [&](const char* field, auto of_a, auto of_b) {
    if (of_a != of_b) note(field, std::string(format::name(of_a)), std::string(format::name(of_b)));
  };
  compare_names("record_type", a.record_type, b.record_type);
  compare_names("object_type", a.object_type, b.object_type);
  compare_names("operation", a.operation_code, b.operation_code);
  compare_names("payload_type", a.payload_type, b.payload_type);
  compare_number("record_flags", a.record_flags, b.record_flags);
  compare_number("status_code", a.status_code, b.status_code);
  compare_number("header_length", a.header_length, b.header_length);
  compare_number("reserved0", a.reserved0, b.reserved0);
  compare_number("reserved1", a.reserved1, b.reserved1);
  compare_id("device_id", a.device_id, b.device_id);
  compare_id("object_id", a.object_id, b.object_id);
  compare_id("related_object_id", a.related_object_id, b.related_object_id);
}

Status RecordComparer::compare_payloads() {
  const RecordHeader &a = frame_a_.header, &b = frame_b_.header;
  // A longer header than is known holds what is not known.
  const uint64_t header = std::min(a.header_length, b.header_length);
  if (header > sizeof(RecordHeader)) {
    IR_ASSIGN_OR_RETURN(const auto more_a, a_.file->read(frame_a_.offset + sizeof(RecordHeader), header - sizeof(a)));
    IR_ASSIGN_OR_RETURN(const auto more_b, b_.file->read(frame_b_.offset + sizeof(RecordHeader), header - sizeof(b)));
    if (more_a != more_b) note("header", "unknown bytes", "other bytes");
  }
  if (a.payload_type != b.payload_type) {
    compare_number("payload_length", a.payload_length, b.payload_length);
    return Status();
  }
  const PayloadType type = a.payload_type;
  const uint64_t head_length = payload_header_length(type);
  IR_ASSIGN_OR_RETURN(const Bytes head_a, in_a_.payload(frame_a_, std::min(head_length, a.payload_length)));
  const auto layout_a = lay_out_payload(type, head_a, a.payload_length);
  IR_ASSIGN_OR_RETURN(const Bytes head_b, in_b_.payload(frame_b_, std::min(head_length, b.payload_length)));
  const auto layout_b = lay_out_payload(type, head_b, b.payload_length);
  if (!layout_a.ok() || !layout_b.ok() || head_length == 0) {
    // Nothing says which bytes are what.
    has_opaque_ |= a.payload_length > 0;
    if (a.payload_length != b.payload_length) {
      compare_number("payload_length", a.payload_length, b.payload_length);
      return Status();
    }
    IR_ASSIGN_OR_RETURN(const bool same, has_same_bytes(0, a.payload_length));
    const PartRange whole{Part::kNone, 0, a.payload_length};
    return same ? Status() : compare_bytes("payload", whole, whole);
  }
  if (a.payload_length == b.payload_length && are_alike(*layout_a, *layout_b)) {
    IR_ASSIGN_OR_RETURN(const bool same, is_same(*layout_a));
    if (same) return Status();
  }
  const size_t before = found_.size();
  std::vector<uint8_t> copy(head_a.begin(), head_a.end());
  IR_ASSIGN_OR_RETURN(const Bytes again, in_b_.payload(frame_b_, head_length));
  compare_fields({copy, again});
  for (uint32_t i = 0; i < layout_a->part_count && i < layout_b->part_count; ++i)
    IR_RETURN_IF_ERROR(compare_part(layout_a->parts[i], layout_b->parts[i]));
  compare_number("payload_length", a.payload_length, b.payload_length);
  if (found_.size() == before) note("payload", "bytes not covered by any field", "other bytes");
  return Status();
}

Result<bool> RecordComparer::is_same(const PayloadLayout& layout) {
  const PayloadType type = frame_a_.header.payload_type;
  const uint64_t length = frame_a_.header.payload_length, head = ids_end(layout);
  // Small payloads at once: most are.
  const uint64_t first = length <= kPiece ? length : head;
  IR_ASSIGN_OR_RETURN(const Bytes view_a, in_a_.payload(frame_a_, first));
  IR_ASSIGN_OR_RETURN(const Bytes view_b, in_b_.payload(frame_b_, first));
  std::vector<uint8_t> a(view_a.begin(), view_a.end()), b(view_b.begin(), view_b.end());
  bool same = true;
  each_id_place(type, layout, [&](uint64_t offset) {
    same &= objects_.are_same(load<uint64_t>(a, offset), load<uint64_t>(b, offset));
    std::memset(a.data() + offset, 0, sizeof(uint64_t));
    std::memset(b.data() + offset, 0, sizeof(uint64_t));
  });
  hide_identity(type, a);
  hide_identity(type, b);
  if (!same || a != b) return false;
  return has_same_bytes(first, length - first);
}

Result<bool> RecordComparer::has_same_bytes(uint64_t offset, uint64_t length) {
  std::vector<uint8_t> a(std::min(length, kPiece)), b(a.size());
  for (uint64_t at = 0; at < length; at += kPiece) {
    if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    const uint64_t part = std::min(length - at, kPiece);
    const std::span<uint8_t> into_a = std::span(a).first(part), into_b = std::span(b).first(part);
    IR_RETURN_IF_ERROR(a_.file->read(frame_a_.payload_offset() + offset + at, into_a));
    IR_RETURN_IF_ERROR(b_.file->read(frame_b_.payload_offset() + offset + at, into_b));
    if (std::memcmp(into_a.data(), into_b.data(), part) != 0) return false;
  }
  return true;
}

void RecordComparer::compare_refs(const std::string& name, const BothBytes& at) {
  compare_id(name + ".buffer_id", at, offsetof(format::BufferRef, buffer_id));
  compare_number<uint64_t>(name + ".offset", at, offsetof(format::BufferRef, offset));
  compare_number<uint64_t>(name + ".length", at, offsetof(format::BufferRef, length));
  compare_number<uint32_t>(name + ".buffer_slot", at, offsetof(format::BufferRef, buffer_slot));
  compare_number<uint32_t>(name + ".reserved0", at, offsetof(format::BufferRef, reserved0));
}

void RecordComparer::compare_fields(const BothBytes& head) {
  const PayloadType type = frame_a_.header.payload_type;
  const bool hides_identity =
      type == PayloadType::kFileObject &&
      load<format::FileObject>(head.a).validation_type != format::FileValidationType::kIdentity &&
      load<format::FileObject>(head.b).validation_type != format::FileValidationType::kIdentity;
  for (const Field& field : json_fields(type)) {
    const std::string word = word_of(field);
    switch (field.kind) {
      case FieldKind::kU16:
      case FieldKind::kHex16:
        compare_number<uint16_t>(word, head, field.offset);
        break;
      case FieldKind::kU32:
      case FieldKind::kHex32:
      case FieldKind::kReferenceType:
      case FieldKind::kValidation:
        compare_number<uint32_t>(word, head, field.offset);
        break;
      case FieldKind::kU64:
      case FieldKind::kHex64:
        if (word.ends_with("_id")) {
          compare_id(word, head, field.offset);
        } else if (!hides_identity || !is_identity_field(field.offset)) {
          compare_number<uint64_t>(word, head, field.offset);
        }
        break;
      case FieldKind::kU32x3:
        for (size_t i = 0; i < 3; ++i)
          compare_number<uint32_t>(word + '[' + std::to_string(i) + ']', head, field.offset + 4 * i);
        break;
      case FieldKind::kRef:
        compare_refs(word, head.part(field.offset, sizeof(format::BufferRef)));
        break;
      case FieldKind::kDigestHex: {
        const BothBytes digest = head.part(field.offset, sizeof(format::FileObject::digest));
        if (auto bytes = digest.difference())
          note(word, hex_of(digest.a.first(kShownBytes)), hex_of(digest.b.first(kShownBytes)), std::move(bytes));
        break;
      }
      // Of parts, which are compared as such.
      case FieldKind::kRange:
      case FieldKind::kPartBytes:
      case FieldKind::kSemaphores:
      case FieldKind::kRefs:
      case FieldKind::kString:
      case FieldKind::kMetadata:
        break;
    }
  }
}

Status RecordComparer::compare_part(const PartRange& a, const PartRange& b) {
  const std::string_view name = name_of(a.part);
  if (is_text(a.part)) return note_texts(name, a, b);
  if (a.length != b.length) {
    IR_ASSIGN_OR_RETURN(auto bytes, difference_of(a, b));
    note(std::string(name), std::to_string(a.length) + " bytes", std::to_string(b.length) + " bytes", std::move(bytes));
    return Status();
  }
  switch (a.part) {
    case Part::kWaits:
    case Part::kSignals:
    case Part::kBindings:
    case Part::kEvents:
    case Part::kBufferBarriers:
    case Part::kConstants:
      if (a.length <= kPiece && (a.part != Part::kConstants || a.length % sizeof(uint32_t) == 0))
        return compare_elements(a, b, name);
      [[fallthrough]];
    default:
      return compare_bytes(name, a, b);
  }
}

Status RecordComparer::compare_elements(const PartRange& a, const PartRange& b, std::string_view name) {
  IR_ASSIGN_OR_RETURN(const auto of_a, a_.file->read(frame_a_.payload_offset() + a.offset, a.length));
  IR_ASSIGN_OR_RETURN(const auto of_b, b_.file->read(frame_b_.payload_offset() + b.offset, b.length));
  const BothBytes all{of_a, of_b, a.offset, b.offset};
  const size_t shown = found_.size() + kShownValues;
  size_t more = 0;
  const auto each = [&](uint64_t size, auto compare) {
    for (uint64_t at = 0; at + size <= a.length; at += size) {
      compare(std::string(name) + '[' + std::to_string(at / size) + ']', all.part(at, size));
      if (found_.size() <= shown) continue;
      more += found_.size() - shown;
      found_.resize(shown);
    }
  };
  switch (a.part) {
    case Part::kWaits:
    case Part::kSignals:
      each(sizeof(format::SemaphoreTimepoint), [&](const std::string& element, const BothBytes& at) {
        compare_id(element + ".semaphore_id", at, offsetof(format::SemaphoreTimepoint, semaphore_id));
        compare_number<uint64_t>(element + ".value", at, offsetof(format::SemaphoreTimepoint, value));
      });
      break;
    case Part::kBindings:
      each(sizeof(format::BufferRef),
           [&](const std::string& element, const BothBytes& at) { compare_refs(element, at); });
      break;
    case Part::kBufferBarriers:
      each(sizeof(format::BufferBarrier), [&](const std::string& element, const BothBytes& at) {
        compare_number<uint32_t>(element + ".source_scope", at, offsetof(format::BufferBarrier, source_scope));
        compare_number<uint32_t>(element + ".target_scope", at, offsetof(format::BufferBarrier, target_scope));
        compare_refs(element + ".buffer_ref",
                     at.part(offsetof(format::BufferBarrier, buffer_ref), sizeof(format::BufferRef)));
      });
      break;
    case Part::kEvents:
      each(sizeof(uint64_t), [&](const std::string& element, const BothBytes& at) { compare_id(element, at); });
      break;
    default:
      each(sizeof(uint32_t),
           [&](const std::string& element, const BothBytes& at) { compare_number<uint32_t>(element, at); });
      break;
  }
  if (more > 0) note(std::string(name), std::to_string(more) + " more values", "other values");
  return Status();
}

Result<std::optional<BytesDifference>> RecordComparer::difference_of(const PartRange& a, const PartRange& b) {
  const uint64_t length = std::min(a.length, b.length);
  std::vector<uint8_t> piece_a(std::min(length, kPiece)), piece_b(piece_a.size());
  ByteComparer comparer;
  for (uint64_t at = 0; at < length; at += kPiece) {
    if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    const uint64_t part = std::min(length - at, kPiece);
    const std::span<uint8_t> into_a = std::span(piece_a).first(part), into_b = std::span(piece_b).first(part);
    IR_RETURN_IF_ERROR(a_.file->read(frame_a_.payload_offset() + a.offset + at, into_a));
    IR_RETURN_IF_ERROR(b_.file->read(frame_b_.payload_offset() + b.offset + at, into_b));
    comparer.take(into_a, into_b);
  }
  std::optional<BytesDifference> found = comparer.found();
  if (!found && a.length != b.length) {
    found.emplace().first = length;
    const auto rest = [&](const ComparedCapture& capture, const RecordFrame& frame,
                          const PartRange& range) -> Result<std::string> {
      IR_ASSIGN_OR_RETURN(const auto bytes, capture.file->read(frame.payload_offset() + range.offset + length,
                                                               std::min(range.length - length, kShownBytes)));
      return hex_of(bytes);
    };
    IR_ASSIGN_OR_RETURN(found->a, rest(a_, frame_a_, a));
    IR_ASSIGN_OR_RETURN(found->b, rest(b_, frame_b_, b));
  }
  if (found) {
    found->begin_a = a.offset;
    found->length_a = a.length;
    found->begin_b = b.offset;
    found->length_b = b.length;
  }
  return found;
}

Status RecordComparer::compare_bytes(std::string_view name, const PartRange& a, const PartRange& b) {
  IR_ASSIGN_OR_RETURN(auto found, difference_of(a, b));
  if (!found) return Status();
  std::string words = std::string(name) + ": " + std::to_string(found->differing) + " of " + std::to_string(a.length) +
                      " bytes, first at byte " + std::to_string(found->first);
  note(std::move(words), found->a, found->b, found);
  return Status();
}

Status RecordComparer::note_texts(std::string_view name, const PartRange& a, const PartRange& b) {
  IR_ASSIGN_OR_RETURN(auto found, difference_of(a, b));
  if (!found) return Status();
  const auto text = [](const ComparedCapture& capture, const RecordFrame& frame,
                       const PartRange& range) -> Result<std::string> {
    IR_ASSIGN_OR_RETURN(const auto bytes,
                        capture.file->read(frame.payload_offset() + range.offset, std::min(range.length, kShownText)));
    return std::string(bytes.begin(), bytes.end());
  };
  IR_ASSIGN_OR_RETURN(std::string of_a, text(a_, frame_a_, a));
  IR_ASSIGN_OR_RETURN(std::string of_b, text(b_, frame_b_, b));
  if (of_a != of_b) {
    note(std::string(name), std::move(of_a), std::move(of_b), std::move(found));
  } else if (a.length != b.length) {
    note(std::string(name), std::to_string(a.length) + " bytes", std::to_string(b.length) + " bytes", std::move(found));
  } else {
    return compare_bytes(name, a, b);
  }
  return Status();
}

}  // namespace ireereplay::difference
