#include "capture/record_printer.h"

#include <algorithm>

#include "capture/executable_metadata.h"
#include "capture/payload.h"
#include "capture/projection.h"

namespace ireereplay {

namespace {

using format::BufferRef;
using format::PayloadType;
using format::RecordHeader;
using format::SemaphoreTimepoint;

/// Bytes of the payload that must be read to print it.
uint64_t bytes_to_print(std::span<const Field> fields, const PayloadLayout& layout) {
  uint64_t bytes = layout.header_length;
  for (const Field& field : fields) {
    if (field.kind == FieldKind::kSemaphores || field.kind == FieldKind::kRefs || field.kind == FieldKind::kString) {
      const PartRange range = layout.find(field.part);
      bytes = std::max(bytes, range.offset + range.length);
    }
  }
  return bytes;
}

void append_json_range(Text& out, uint64_t offset, uint64_t length) {
  out.append("{\"offset\":");
  out.append_dec(offset);
  out.append(",\"length\":");
  out.append_dec(length);
  out.append(",\"uncompressed_length\":");
  out.append_dec(length);
  out.append(",\"compression_type\":0,\"digest_type\":0}");
}

void append_text_range(Text& out, uint64_t offset, uint64_t length) {
  out.append('[');
  out.append_dec(offset);
  out.append(", +");
  out.append_dec(length);
  out.append(']');
}

void append_json_ref(Text& out, const BufferRef& ref) {
  out.append("{\"buffer_id\":");
  out.append_dec(ref.buffer_id);
  out.append(",\"offset\":");
  out.append_dec(ref.offset);
  out.append(",\"length\":");
  out.append_dec(ref.length);
  out.append(",\"buffer_slot\":");
  out.append_dec(ref.buffer_slot);
  out.append('}');
}

void append_text_ref(Text& out, const BufferRef& ref) {
  out.append("{buffer_id=");
  out.append_dec(ref.buffer_id);
  out.append(" offset=");
  out.append_dec(ref.offset);
  out.append(" length=");
  out.append_dec(ref.length);
  out.append(" slot=");
  out.append_dec(ref.buffer_slot);
  out.append('}');
}

void append_timepoint(Text& out, DumpFormat dump_format, const SemaphoreTimepoint& timepoint) {
  const bool json = dump_format == DumpFormat::kJsonl;
  out.append(json ? "{\"semaphore_id\":" : "{semaphore_id=");
  out.append_dec(timepoint.semaphore_id);
  out.append(json ? ",\"value\":" : " value=");
  out.append_dec(timepoint.value);
  out.append('}');
}

void append_triple(Text& out, Bytes payload, uint16_t offset) {
  out.append('[');
  for (int i = 0; i < 3; ++i) {
    if (i > 0) out.append(',');
    out.append_dec(load<uint32_t>(payload, offset + static_cast<size_t>(i) * 4));
  }
  out.append(']');
}

class PayloadPrinter {
 public:
  PayloadPrinter(DumpFormat dump_format, uint16_t version_major, const RecordFrame& frame, RecordReader& reader,
                 Text& out, uint64_t most)
      : json_(dump_format == DumpFormat::kJsonl),
        format_(dump_format),
        version_(version_major),
        frame_(frame),
        reader_(reader),
        out_(out),
        most_(most) {}

  Status print() {
    const PayloadType type = frame_.header.payload_type;
    const auto fields = json_ ? json_fields(type) : text_fields(type);
    if (fields.empty()) {
      if (json_ && type != PayloadType::kNone) out_.append(",\"payload\":null");
      return Status();
    }
    IR_ASSIGN_OR_RETURN(Bytes payload, reader_.payload(frame_, payload_header_length(type)));
    IR_ASSIGN_OR_RETURN(layout_, lay_out_payload(type, payload, frame_.header.payload_length));
    const uint64_t bytes = bytes_to_print(fields, layout_);
    if (bytes > most_) {
      return Status(StatusCode::kResourceExhausted, "this record's line is not printed: it would hold " +
                                                        std::to_string(bytes) + " bytes of payload, and the limit is " +
                                                        std::to_string(most_));
    }
    IR_ASSIGN_OR_RETURN(payload, reader_.payload(frame_, bytes));
    if (json_) out_.append(",\"payload\":{");
    bool first = json_;
    for (const Field& field : fields) {
      if (field.kind == FieldKind::kMetadata) {
        IR_RETURN_IF_ERROR(print_metadata());
        continue;
      }
      std::string_view name(field.name);
      if (first) name.remove_prefix(1);
      first = false;
      out_.append(rename(name));
      print_value(field, payload);
    }
    if (json_) out_.append('}');
    return Status();
  }

 private:
  /// Format 1.0 called functions exports.
  std::string_view rename(std::string_view name) const {
    if (version_ != 1) return name;
    if (name == " function_ordinal=") return " export_ordinal=";
    if (name == ",\"function_ordinal\":") return ",\"export_ordinal\":";
    return name;
  }

  void print_value(const Field& field, Bytes payload) {
    const uint64_t base = frame_.payload_offset();
    switch (field.kind) {
      case FieldKind::kU16:
        return out_.append_dec(load<uint16_t>(payload, field.offset));
      case FieldKind::kU32:
        return out_.append_dec(load<uint32_t>(payload, field.offset));
      case FieldKind::kU64:
        return out_.append_dec(load<uint64_t>(payload, field.offset));
      case FieldKind::kHex16:
        return out_.append_hex(load<uint16_t>(payload, field.offset), 4);
      case FieldKind::kHex32:
        return out_.append_hex(load<uint32_t>(payload, field.offset), 8);
      case FieldKind::kHex64:
        return out_.append_hex(load<uint64_t>(payload, field.offset), 16);
      case FieldKind::kU32x3:
        return append_triple(out_, payload, field.offset);
      case FieldKind::kRef: {
        const auto ref = load<BufferRef>(payload, field.offset);
        return json_ ? append_json_ref(out_, ref) : append_text_ref(out_, ref);
      }
      case FieldKind::kReferenceType:
        return print_named(load<uint32_t>(payload, field.offset),
                           name(static_cast<format::FileReferenceType>(load<uint32_t>(payload, field.offset))),
                           ",\"reference_type_name\":\"");
      case FieldKind::kValidation:
        return print_named(load<uint32_t>(payload, field.offset),
                           name(static_cast<format::FileValidationType>(load<uint32_t>(payload, field.offset))),
                           ",\"validation_type_name\":\"");
      case FieldKind::kDigestHex:
        if (json_) out_.append('"');
        out_.append_hex(load<uint64_t>(payload, field.offset), 16);
        if (json_) out_.append('"');
        return;
      case FieldKind::kRange: {
        const PartRange range = layout_.find(field.part);
        return json_ ? append_json_range(out_, base + range.offset, range.length)
                     : append_text_range(out_, base + range.offset, range.length);
      }
      case FieldKind::kPartBytes:
        return out_.append_dec(layout_.find(field.part).length);
      case FieldKind::kSemaphores: {
        const PartRange range = layout_.find(field.part);
        out_.append('[');
        for (uint64_t i = 0; i < range.length / sizeof(SemaphoreTimepoint); ++i) {
          if (i > 0) out_.append(',');
          append_timepoint(out_, format_, part_element<SemaphoreTimepoint>(payload, range, i));
        }
        return out_.append(']');
      }
      case FieldKind::kRefs: {
        const PartRange range = layout_.find(field.part);
        out_.append('[');
        for (uint64_t i = 0; i < range.length / sizeof(BufferRef); ++i) {
          if (i > 0) out_.append(',');
          const auto ref = part_element<BufferRef>(payload, range, i);
          if (json_) {
            append_json_ref(out_, ref);
          } else {
            append_text_ref(out_, ref);
          }
        }
        return out_.append(']');
      }
      case FieldKind::kString: {
        const PartRange range = layout_.find(field.part);
        const std::string_view text(reinterpret_cast<const char*>(payload.data() + range.offset), range.length);
        if (json_) return out_.append_json(text);
        out_.append('"');
        out_.append(text);
        return out_.append('"');
      }
      case FieldKind::kMetadata:
        return;
    }
  }

  void print_named(uint32_t value, std::string_view value_name, std::string_view json_name) {
    if (json_) {
      out_.append_dec(value);
      out_.append(json_name);
      out_.append(value_name);
      out_.append('"');
    } else {
      out_.append(value_name);
      out_.append('(');
      out_.append_dec(value);
      out_.append(')');
    }
  }

  Status print_metadata() {
    const PartRange range = layout_.find(Part::kMetadata);
    if (range.length == 0) return Status();
    IR_ASSIGN_OR_RETURN(
        const Bytes head,
        reader_.payload_part(frame_, range.offset,
                             std::min<uint64_t>(range.length, sizeof(format::ExecutableMetadataHeader))));
    IR_ASSIGN_OR_RETURN(const auto metadata, check_executable_metadata(version_, head, range.length));
    const bool exports = version_ == 1;
    if (json_) {
      out_.append(exports ? ",\"metadata_export_count\":" : ",\"metadata_function_count\":");
      out_.append_dec(metadata.function_count);
      out_.append(",\"metadata_parameter_count\":");
      out_.append_dec(metadata.parameter_count);
      if (!exports) {
        out_.append(",\"metadata_function_name_storage_length\":");
        out_.append_dec(metadata.function_name_storage_length);
      }
    } else {
      out_.append(exports ? " metadata_exports=" : " metadata_functions=");
      out_.append_dec(metadata.function_count);
      out_.append(" metadata_parameters=");
      out_.append_dec(metadata.parameter_count);
      if (!exports) {
        out_.append(" metadata_function_name_storage_length=");
        out_.append_dec(metadata.function_name_storage_length);
      }
    }
    return Status();
  }

  const bool json_;
  const DumpFormat format_;
  const uint16_t version_;
  const RecordFrame& frame_;
  RecordReader& reader_;
  Text& out_;
  const uint64_t most_;
  PayloadLayout layout_;
};

void append_named(Text& out, std::string_view key, std::string_view value) {
  out.append(key);
  out.append(value);
  out.append('"');
}

Status print_jsonl(uint16_t version_major, const RecordFrame& frame, RecordReader& reader, Text& out, uint64_t most) {
  const RecordHeader& header = frame.header;
  const auto number = [&](std::string_view key, uint64_t value) {
    out.append(key);
    out.append_dec(value);
  };
  append_named(out, "{\"kind\":\"", name(header.record_type));
  number(",\"file_offset\":", frame.offset);
  number(",\"record_length\":", header.record_length);
  number(",\"payload_length\":", header.payload_length);
  number(",\"sequence_ordinal\":", header.sequence_ordinal);
  number(",\"thread_id\":", header.thread_id);
  number(",\"device_id\":", header.device_id);
  number(",\"object_id\":", header.object_id);
  number(",\"related_object_id\":", header.related_object_id);
  number(",\"record_type_code\":", static_cast<uint32_t>(header.record_type));
  number(",\"record_flags\":", header.record_flags);
  append_named(out, ",\"object_type\":\"", name(header.object_type));
  number(",\"object_type_code\":", static_cast<uint32_t>(header.object_type));
  append_named(out, ",\"operation\":\"", name(header.operation_code, version_major));
  number(",\"operation_code\":", static_cast<uint32_t>(header.operation_code));
  number(",\"status_code\":", header.status_code);
  append_named(out, ",\"status\":\"", status_code_name(header.status_code));
  append_named(out, ",\"payload_type\":\"", name(header.payload_type));
  number(",\"payload_type_code\":", static_cast<uint32_t>(header.payload_type));
  out.append(",\"payload_range\":");
  append_json_range(out, frame.payload_offset(), header.payload_length);
  IR_RETURN_IF_ERROR(PayloadPrinter(DumpFormat::kJsonl, version_major, frame, reader, out, most).print());
  out.append("}\n");
  return Status();
}

Status print_text(uint16_t version_major, const RecordFrame& frame, RecordReader& reader, Text& out, uint64_t most) {
  const RecordHeader& header = frame.header;
  const auto number = [&](std::string_view key, uint64_t value) {
    out.append(key);
    out.append_dec(value);
  };
  const auto named = [&](std::string_view key, std::string_view value_name, uint32_t value) {
    out.append(key);
    out.append(value_name);
    out.append('(');
    out.append_dec(value);
    out.append(')');
  };
  constexpr size_t kTypeColumn = 11;
  const std::string_view type = name(header.record_type);
  number("  @", frame.offset);
  number(" #", header.sequence_ordinal);
  out.append(' ');
  out.append(type);
  for (size_t i = type.size(); i < kTypeColumn; ++i) out.append(' ');
  number(" dev=", header.device_id);
  number(" obj=", header.object_id);
  number(" rel=", header.related_object_id);
  number(" thread=", header.thread_id);
  out.append(" status=");
  out.append(status_code_name(header.status_code));
  if (header.object_type != format::ObjectType::kNone) {
    named(" object=", name(header.object_type), static_cast<uint32_t>(header.object_type));
  }
  if (header.operation_code != format::Operation::kNone) {
    named(" op=", name(header.operation_code, version_major), static_cast<uint32_t>(header.operation_code));
  }
  if (header.payload_type != PayloadType::kNone || header.payload_length != 0) {
    named(" payload=", name(header.payload_type), static_cast<uint32_t>(header.payload_type));
    out.append(" range=");
    append_text_range(out, frame.payload_offset(), header.payload_length);
    IR_RETURN_IF_ERROR(PayloadPrinter(DumpFormat::kText, version_major, frame, reader, out, most).print());
  }
  out.append('\n');
  return Status();
}

}  // namespace

Status print_record(DumpFormat dump_format, uint16_t version_major, const RecordFrame& frame, RecordReader& reader,
                    Text& out, uint64_t most) {
  const size_t before = out.size();
  Status status = dump_format == DumpFormat::kJsonl ? print_jsonl(version_major, frame, reader, out, most)
                                                    : print_text(version_major, frame, reader, out, most);
  if (!status.ok()) out.truncate(before);
  return std::move(status).at(frame.index, frame.offset);
}

}  // namespace ireereplay
