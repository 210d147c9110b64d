#include "present/payload_fields.h"

#include <cstring>

#include "capture/projection.h"
#include "present/bit_names.h"
#include "present/cells.h"

namespace ireereplay {

namespace {

using format::BufferRef;

/// The bare name inside a projection's ",\"name\":".
std::string_view bare_name(std::string_view json_name) { return json_name.substr(2, json_name.size() - 4); }

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Masks read better in hexadecimal, whatever the dump prints.
bool is_mask(std::string_view name) {
  for (std::string_view word : {"flags", "usage", "type", "access", "mode", "affinity", "categories", "mask"}) {
    if (name == word || ends_with(name, word))
      return name != "digest_type" && name != "handle_type" && name != "external_type";
  }
  return false;
}

/// Short strings are shown as such; the bytes of everything else are in the Hex tab.
void write_range(const DecodedRecord& record, SectionWriter& sections, std::string_view label, Part part,
                 const PartRange& range) {
  std::string_view short_name = label;
  if (ends_with(short_name, "_range")) short_name.remove_suffix(6);
  const bool path = part == Part::kReference &&
                    load<format::FileObject>(record.head).reference_type == format::FileReferenceType::kExternalPath;
  if (part == Part::kFormat || part == Part::kIdentifier || path) {
    const auto bytes = record.read_part(part, kMaxStringBytes);
    if (bytes.ok())
      return sections.field(short_name, {text(std::string(bytes->begin(), bytes->end()))},
                            record.in_record(range.offset), range.length, says(range.length));
  }
  if (part == Part::kPattern && range.length <= 8) {
    const auto bytes = record.read_part(part, 8);
    if (bytes.ok()) {
      uint64_t value = 0;
      std::memcpy(&value, bytes->data(), bytes->size());
      return sections.field(short_name, {text(hex(value, static_cast<int>(range.length) * 2))},
                            record.in_record(range.offset), range.length);
    }
  }
  sections.field(
      label, {text(counted(range.length, "byte")), dim(" at " + decimal(record.frame.payload_offset() + range.offset))},
      record.in_record(range.offset), range.length, says(range.length));
}

void write_field(const DecodedRecord& record, SectionWriter& sections, const Field& field) {
  const std::string_view label = bare_name(field.name);
  const auto scalar = [&](uint64_t value, int digits, uint64_t length) {
    Cell cell;
    if (ends_with(label, "_id")) {
      cell = {describe_object(record.index(), value)};
    } else if (is_mask(label)) {
      const std::string names = value == ~0ull ? "any" : bit_names(bits_of_field(label), value);
      cell = names.empty() ? Cell{text(hex(value, digits))} : Cell{text(names), dim(" " + hex(value, digits))};
    } else {
      cell = {text(value == format::kWholeBuffer ? "whole buffer" : decimal(value))};
    }
    sections.field(label, cell, record.in_record(field.offset), length, says(value));
  };
  switch (field.kind) {
    case FieldKind::kU16:
    case FieldKind::kHex16:
      return scalar(load<uint16_t>(record.head, field.offset), 4, 2);
    case FieldKind::kU32:
    case FieldKind::kHex32:
      return scalar(load<uint32_t>(record.head, field.offset), 8, 4);
    case FieldKind::kU64:
    case FieldKind::kHex64:
      return scalar(load<uint64_t>(record.head, field.offset), 1, 8);
    case FieldKind::kU32x3: {
      uint64_t product = 1, any = 0;
      std::string list = "[";
      for (size_t i = 0; i < 3; ++i) {
        const uint32_t value = load<uint32_t>(record.head, field.offset + i * 4);
        list += (i > 0 ? ", " : "") + decimal(value);
        any |= value;
        if (!checked_mul(product, value, &product)) product = ~0ull;
      }
      return sections.field(label, {text(list + "]"), dim(product == ~0ull ? "" : " = " + decimal(product))},
                            record.in_record(field.offset), 12, says(any));
    }
    case FieldKind::kRef: {
      const auto ref = load<BufferRef>(record.head, field.offset);
      return sections.field(label, ref_cell(ref), record.in_record(field.offset), sizeof(BufferRef),
                            says(ref.buffer_id | ref.buffer_slot | ref.offset | ref.length));
    }
    case FieldKind::kReferenceType: {
      const uint32_t value = load<uint32_t>(record.head, field.offset);
      return sections.field(
          label, {text(std::string(name(static_cast<format::FileReferenceType>(value)))), dim(" " + decimal(value))},
          record.in_record(field.offset), 4);
    }
    case FieldKind::kValidation: {
      const uint32_t value = load<uint32_t>(record.head, field.offset);
      return sections.field(
          label, {text(std::string(name(static_cast<format::FileValidationType>(value)))), dim(" " + decimal(value))},
          record.in_record(field.offset), 4);
    }
    case FieldKind::kDigestHex:
      return sections.field(label, {text(hex(load<uint64_t>(record.head, field.offset), 16))},
                            record.in_record(field.offset), 8, says(load<uint64_t>(record.head, field.offset)));
    case FieldKind::kRange: {
      const PartRange range = record.layout.find(field.part);
      return write_range(record, sections, label, field.part, range);
    }
    case FieldKind::kString: {
      const auto bytes = record.read_part(field.part, kMaxStringBytes);
      if (!bytes.ok()) return;
      const PartRange range = record.layout.find(field.part);
      return sections.field(label, {text(std::string(bytes->begin(), bytes->end()))}, record.in_record(range.offset),
                            range.length, says(range.length));
    }
    case FieldKind::kPartBytes:
    case FieldKind::kSemaphores:
    case FieldKind::kRefs:
    case FieldKind::kMetadata:
      return;
  }
}

}  // namespace

void write_payload_fields(const DecodedRecord& record, SectionWriter& sections) {
  const format::RecordHeader& header = record.frame.header;
  sections.begin_fields(
      "Fields", std::string(name(header.payload_type)) + "(" + decimal(static_cast<uint32_t>(header.payload_type)) +
                    "), " + decimal(header.payload_length) + " bytes at " + decimal(record.frame.payload_offset()));
  for (const Field& field : json_fields(header.payload_type)) write_field(record, sections, field);
  sections.end();
}

}  // namespace ireereplay
