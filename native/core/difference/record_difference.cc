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
/// Bytes of a text, and of bytes that differ, that are shown.
constexpr uint64_t kShownText = 200, kShownBytes = 8;
/// Elements of a list that are named where they differ.
constexpr size_t kShownElements = 16;

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

std::string hex_of(Bytes bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const uint8_t byte : bytes) {
    if (!out.empty()) out += ' ';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
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
    if (more_a != more_b) note("header", "bytes that are not known", "others");
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
    return same ? Status() : compare_bytes("payload", 0, a.payload_length);
  }
  if (a.payload_length == b.payload_length && are_alike(*layout_a, *layout_b)) {
    IR_ASSIGN_OR_RETURN(const bool same, is_same(*layout_a));
    if (same) return Status();
  }
  const size_t before = found_.size();
  std::vector<uint8_t> copy(head_a.begin(), head_a.end());
  IR_ASSIGN_OR_RETURN(const Bytes again, in_b_.payload(frame_b_, head_length));
  compare_fields(copy, again);
  for (uint32_t i = 0; i < layout_a->part_count && i < layout_b->part_count; ++i)
    IR_RETURN_IF_ERROR(compare_part(layout_a->parts[i], layout_b->parts[i]));
  compare_number("payload_length", a.payload_length, b.payload_length);
  if (found_.size() == before) note("payload", "bytes that no field names", "others");
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

void RecordComparer::compare_refs(const std::string& name, const format::BufferRef& a, const format::BufferRef& b) {
  compare_id(name + ".buffer_id", a.buffer_id, b.buffer_id);
  compare_number(name + ".offset", a.offset, b.offset);
  compare_number(name + ".length", a.length, b.length);
  compare_number(name + ".buffer_slot", a.buffer_slot, b.buffer_slot);
  compare_number(name + ".reserved0", a.reserved0, b.reserved0);
}

void RecordComparer::compare_fields(Bytes a, Bytes b) {
  const PayloadType type = frame_a_.header.payload_type;
  const bool hides_identity = type == PayloadType::kFileObject &&
                              load<format::FileObject>(a).validation_type != format::FileValidationType::kIdentity &&
                              load<format::FileObject>(b).validation_type != format::FileValidationType::kIdentity;
  for (const Field& field : json_fields(type)) {
    const std::string word = word_of(field);
    switch (field.kind) {
      case FieldKind::kU16:
      case FieldKind::kHex16:
        compare_number(word, load<uint16_t>(a, field.offset), load<uint16_t>(b, field.offset));
        break;
      case FieldKind::kU32:
      case FieldKind::kHex32:
      case FieldKind::kReferenceType:
      case FieldKind::kValidation:
        compare_number(word, load<uint32_t>(a, field.offset), load<uint32_t>(b, field.offset));
        break;
      case FieldKind::kU64:
      case FieldKind::kHex64:
        if (word.ends_with("_id")) {
          compare_id(word, load<uint64_t>(a, field.offset), load<uint64_t>(b, field.offset));
        } else if (!hides_identity || !is_identity_field(field.offset)) {
          compare_number(word, load<uint64_t>(a, field.offset), load<uint64_t>(b, field.offset));
        }
        break;
      case FieldKind::kU32x3:
        for (size_t i = 0; i < 3; ++i) {
          compare_number(word + '[' + std::to_string(i) + ']', load<uint32_t>(a, field.offset + 4 * i),
                         load<uint32_t>(b, field.offset + 4 * i));
        }
        break;
      case FieldKind::kRef:
        compare_refs(word, load<format::BufferRef>(a, field.offset), load<format::BufferRef>(b, field.offset));
        break;
      case FieldKind::kDigestHex: {
        constexpr size_t kDigest = sizeof(format::FileObject::digest);
        const Bytes of_a = a.subspan(field.offset, kDigest), of_b = b.subspan(field.offset, kDigest);
        if (!std::ranges::equal(of_a, of_b))
          note(word, hex_of(of_a.first(kShownBytes)), hex_of(of_b.first(kShownBytes)));
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
    note(std::string(name), std::to_string(a.length) + " bytes", std::to_string(b.length) + " bytes");
    return Status();
  }
  // Parts of the same length may lie at different places: where one before them is longer.
  if (a.offset != b.offset) {
    IR_ASSIGN_OR_RETURN(const auto of_a,
                        a_.file->read(frame_a_.payload_offset() + a.offset, std::min(a.length, kPiece)));
    IR_ASSIGN_OR_RETURN(const auto of_b,
                        b_.file->read(frame_b_.payload_offset() + b.offset, std::min(b.length, kPiece)));
    const auto at = std::mismatch(of_a.begin(), of_a.end(), of_b.begin());
    if (at.first != of_a.end()) {
      const auto place = static_cast<size_t>(at.first - of_a.begin());
      const size_t shown = std::min<size_t>(kShownBytes, of_a.size() - place);
      note(std::string(name), hex_of(Bytes(of_a).subspan(place, shown)), hex_of(Bytes(of_b).subspan(place, shown)));
    }
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
        return compare_elements(a, name);
      [[fallthrough]];
    default:
      return compare_bytes(name, a.offset, a.length);
  }
}

Status RecordComparer::compare_elements(const PartRange& range, std::string_view name) {
  IR_ASSIGN_OR_RETURN(const auto a, a_.file->read(frame_a_.payload_offset() + range.offset, range.length));
  IR_ASSIGN_OR_RETURN(const auto b, b_.file->read(frame_b_.payload_offset() + range.offset, range.length));
  const size_t before = found_.size();
  const auto each = [&]<typename T>(auto compare) {
    for (size_t i = 0; i < a.size() / sizeof(T); ++i) {
      compare(std::string(name) + '[' + std::to_string(i) + ']', load<T>(a, i * sizeof(T)), load<T>(b, i * sizeof(T)));
      if (found_.size() > before + kShownElements) break;
    }
  };
  switch (range.part) {
    case Part::kWaits:
    case Part::kSignals:
      each.operator()<format::SemaphoreTimepoint>([&](const std::string& at, const auto& of_a, const auto& of_b) {
        compare_id(at + ".semaphore_id", of_a.semaphore_id, of_b.semaphore_id);
        compare_number(at + ".value", of_a.value, of_b.value);
      });
      break;
    case Part::kBindings:
      each.operator()<format::BufferRef>(
          [&](const std::string& at, const auto& of_a, const auto& of_b) { compare_refs(at, of_a, of_b); });
      break;
    case Part::kBufferBarriers:
      each.operator()<format::BufferBarrier>([&](const std::string& at, const auto& of_a, const auto& of_b) {
        compare_number(at + ".source_scope", of_a.source_scope, of_b.source_scope);
        compare_number(at + ".target_scope", of_a.target_scope, of_b.target_scope);
        compare_refs(at + ".buffer_ref", of_a.buffer_ref, of_b.buffer_ref);
      });
      break;
    case Part::kEvents:
      each.operator()<uint64_t>(
          [&](const std::string& at, uint64_t of_a, uint64_t of_b) { compare_id(at, of_a, of_b); });
      break;
    default:
      each.operator()<uint32_t>(
          [&](const std::string& at, uint32_t of_a, uint32_t of_b) { compare_number(at, of_a, of_b); });
      break;
  }
  return Status();
}

Status RecordComparer::compare_bytes(std::string_view name, uint64_t offset, uint64_t length) {
  std::vector<uint8_t> a(std::min(length, kPiece)), b(a.size());
  uint64_t differing = 0, first = 0;
  std::string shown_a, shown_b;
  for (uint64_t at = 0; at < length; at += kPiece) {
    if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    const uint64_t part = std::min(length - at, kPiece);
    const std::span<uint8_t> into_a = std::span(a).first(part), into_b = std::span(b).first(part);
    IR_RETURN_IF_ERROR(a_.file->read(frame_a_.payload_offset() + offset + at, into_a));
    IR_RETURN_IF_ERROR(b_.file->read(frame_b_.payload_offset() + offset + at, into_b));
    for (uint64_t i = 0; i < part; ++i) {
      if (into_a[i] == into_b[i]) continue;
      if (differing++ > 0) continue;
      first = at + i;
      const uint64_t shown = std::min(kShownBytes, part - i);
      shown_a = hex_of(into_a.subspan(i, shown));
      shown_b = hex_of(into_b.subspan(i, shown));
    }
  }
  if (differing == 0) return Status();
  note(std::string(name) + ": " + std::to_string(differing) + " of " + std::to_string(length) +
           " bytes, first at byte " + std::to_string(first),
       shown_a, shown_b);
  return Status();
}

Status RecordComparer::note_texts(std::string_view name, const PartRange& a, const PartRange& b) {
  const auto text = [](const ComparedCapture& capture, const RecordFrame& frame,
                       const PartRange& range) -> Result<std::string> {
    IR_ASSIGN_OR_RETURN(const auto bytes,
                        capture.file->read(frame.payload_offset() + range.offset, std::min(range.length, kShownText)));
    return std::string(bytes.begin(), bytes.end());
  };
  IR_ASSIGN_OR_RETURN(std::string of_a, text(a_, frame_a_, a));
  IR_ASSIGN_OR_RETURN(std::string of_b, text(b_, frame_b_, b));
  if (of_a != of_b) {
    note(std::string(name), std::move(of_a), std::move(of_b));
  } else if (a.length != b.length) {
    note(std::string(name), std::to_string(a.length) + " bytes", std::to_string(b.length) + " bytes");
  } else if (a.length > kShownText && a.offset == b.offset) {
    return compare_bytes(name, a.offset, a.length);
  }
  return Status();
}

}  // namespace ireereplay::difference
