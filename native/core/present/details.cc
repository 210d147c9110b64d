#include "present/details.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/hex.h"
#include "base/json_writer.h"
#include "capture/payload.h"
#include "capture/projection.h"
#include "capture/record_printer.h"
#include "present/description.h"
#include "present/section_writer.h"

namespace ireereplay {

namespace {

using format::BufferRef;
using format::Operation;
using format::PayloadType;
using format::SemaphoreTimepoint;

/// Rows of a table; the rest is counted. A hostile count must not make a page of millions of rows.
constexpr uint64_t kMaxTableRows = 256;

std::string decimal(uint64_t value) { return std::to_string(value); }

Span text(std::string value) { return Span{std::move(value)}; }
Span dim(std::string value) { return Span{std::move(value), 0, kNoRecord, true}; }
Span record_link(uint32_t record) { return record == kNoRecord ? dim("none") : Span{"#" + decimal(record), 0, record}; }

std::string more_note(uint64_t count) {
  return count > kMaxTableRows ? "first " + decimal(kMaxTableRows) + " of " + decimal(count) : decimal(count);
}

/// Bytes of the payload that the record's line of the dump may hold here; the tables above it show the first rows.
constexpr uint64_t kMostOfLine = 1 << 20;

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

class DetailWriter {
 public:
  DetailWriter(const DetailSource& source, const Node& node, const RecordFrame& frame, RecordReader& reader)
      : source_(source), index_(source.index), node_(node), frame_(frame), reader_(reader) {}

  /// Sections of the payload. What was written before a failure stays.
  Status write_payload(SectionWriter& sections) {
    const PayloadType type = frame_.header.payload_type;
    const uint32_t head_length = payload_header_length(type);
    if (head_length == 0) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes head, reader_.payload(frame_, head_length));
    IR_ASSIGN_OR_RETURN(layout_, lay_out_payload(type, head, frame_.header.payload_length));
    head_.assign(head.begin(), head.end());
    write_fields(sections);
    if (type == PayloadType::kDispatch) IR_RETURN_IF_ERROR(write_dispatch(sections));
    if (type == PayloadType::kExecutablePrepare) IR_RETURN_IF_ERROR(write_functions(sections));
    if (type == PayloadType::kDeviceQueueExecute) IR_RETURN_IF_ERROR(write_binding_table(sections));
    IR_RETURN_IF_ERROR(write_timepoints(sections, Part::kWaits, "Waits"));
    IR_RETURN_IF_ERROR(write_timepoints(sections, Part::kSignals, "Signals"));
    IR_RETURN_IF_ERROR(write_barriers(sections));
    return Status();
  }

  void write_header(SectionWriter& sections) {
    const format::RecordHeader& header = frame_.header;
    const auto offset_of = [](size_t offset) { return static_cast<uint64_t>(offset); };
    sections.begin_fields("Record", decimal(header.record_length) + " bytes at " + decimal(frame_.offset));
    sections.field("sequence_ordinal", {text(decimal(header.sequence_ordinal))}, offset_of(16), 8);
    sections.field("record_type", {text(std::string(name(header.record_type)))}, offset_of(60), 2);
    sections.field("operation",
                   {text(operation_name()), dim(" " + decimal(static_cast<uint32_t>(header.operation_code)))},
                   offset_of(72), 4);
    sections.field("status", {text(std::string(status_code_name(header.status_code)))}, offset_of(76), 4);
    sections.field("device_id", {describe_object(index_, header.device_id)}, offset_of(32), 8);
    sections.field("object_id", {describe_object(index_, header.object_id)}, offset_of(40), 8);
    sections.field("related_object_id", {describe_object(index_, header.related_object_id)}, offset_of(48), 8);
    sections.field("thread_id", {text(decimal(header.thread_id))}, offset_of(24), 8);
    sections.field(
        "payload_type",
        {text(std::string(name(header.payload_type))), dim(" " + decimal(static_cast<uint32_t>(header.payload_type)))},
        offset_of(64), 4);
    sections.field("file_offset", {text(decimal(frame_.offset))});
    sections.field("record_length",
                   {text(decimal(header.record_length)),
                    dim(" = " + decimal(header.header_length) + " + " + decimal(header.payload_length))},
                   0, 8);
    sections.end();
  }

  /// What else in the capture has to do with it.
  void write_relations(SectionWriter& sections) {
    write_place(sections);
    write_object(sections);
  }

 private:
  std::string operation_name() const {
    return std::string(name(frame_.header.operation_code, source_.header.file.version_major));
  }

  /// Offset of a payload byte in the record.
  uint64_t in_record(uint64_t payload_offset) const { return frame_.header.header_length + payload_offset; }

  Result<std::vector<uint8_t>> read_part(Part part, uint64_t limit) {
    const PartRange range = layout_.find(part);
    IR_ASSIGN_OR_RETURN(const Bytes bytes, reader_.payload_part(frame_, range.offset, std::min(range.length, limit)));
    return std::vector<uint8_t>(bytes.begin(), bytes.end());
  }

  void write_fields(SectionWriter& sections) {
    const format::RecordHeader& header = frame_.header;
    sections.begin_fields(
        "Fields", std::string(name(header.payload_type)) + "(" + decimal(static_cast<uint32_t>(header.payload_type)) +
                      "), " + decimal(header.payload_length) + " bytes at " + decimal(frame_.payload_offset()));
    for (const Field& field : json_fields(header.payload_type)) write_field(sections, field);
    sections.end();
  }

  void write_field(SectionWriter& sections, const Field& field) {
    const std::string_view label = bare_name(field.name);
    const auto scalar = [&](uint64_t value, int digits, uint64_t length) {
      Cell cell;
      if (ends_with(label, "_id")) {
        cell = {describe_object(index_, value)};
      } else if (is_mask(label)) {
        cell = {text(value == ~0ull ? "any" : hex(value, digits))};
        if (value == ~0ull) cell.push_back(dim(" " + hex(value, digits)));
      } else {
        cell = {text(value == kWholeBuffer ? "whole buffer" : decimal(value))};
      }
      sections.field(label, cell, in_record(field.offset), length);
    };
    switch (field.kind) {
      case FieldKind::kU16:
      case FieldKind::kHex16:
        return scalar(load<uint16_t>(head_, field.offset), 4, 2);
      case FieldKind::kU32:
      case FieldKind::kHex32:
        return scalar(load<uint32_t>(head_, field.offset), 8, 4);
      case FieldKind::kU64:
      case FieldKind::kHex64:
        return scalar(load<uint64_t>(head_, field.offset), 1, 8);
      case FieldKind::kU32x3: {
        uint64_t product = 1;
        std::string list = "[";
        for (size_t i = 0; i < 3; ++i) {
          const uint32_t value = load<uint32_t>(head_, field.offset + i * 4);
          list += (i > 0 ? ", " : "") + decimal(value);
          if (!checked_mul(product, value, &product)) product = ~0ull;
        }
        return sections.field(label, {text(list + "]"), dim(product == ~0ull ? "" : " = " + decimal(product))},
                              in_record(field.offset), 12);
      }
      case FieldKind::kRef: {
        const auto ref = load<BufferRef>(head_, field.offset);
        return sections.field(label, ref_cell(ref), in_record(field.offset), sizeof(BufferRef));
      }
      case FieldKind::kReferenceType: {
        const uint32_t value = load<uint32_t>(head_, field.offset);
        return sections.field(
            label, {text(std::string(name(static_cast<format::FileReferenceType>(value)))), dim(" " + decimal(value))},
            in_record(field.offset), 4);
      }
      case FieldKind::kValidation: {
        const uint32_t value = load<uint32_t>(head_, field.offset);
        return sections.field(
            label, {text(std::string(name(static_cast<format::FileValidationType>(value)))), dim(" " + decimal(value))},
            in_record(field.offset), 4);
      }
      case FieldKind::kDigestHex:
        return sections.field(label, {text(hex(load<uint64_t>(head_, field.offset), 16))}, in_record(field.offset), 8);
      case FieldKind::kRange: {
        const PartRange range = layout_.find(field.part);
        return write_range(sections, label, field.part, range);
      }
      case FieldKind::kString: {
        const auto bytes = read_part(field.part, kMaxStringBytes);
        if (!bytes.ok()) return;
        const PartRange range = layout_.find(field.part);
        return sections.field(label, {text(std::string(bytes->begin(), bytes->end()))}, in_record(range.offset),
                              range.length);
      }
      case FieldKind::kPartBytes:
      case FieldKind::kSemaphores:
      case FieldKind::kRefs:
      case FieldKind::kMetadata:
        return;
    }
  }

  /// Short strings are shown as such; the bytes of everything else are in the Hex tab.
  void write_range(SectionWriter& sections, std::string_view label, Part part, const PartRange& range) {
    std::string_view short_name = label;
    if (ends_with(short_name, "_range")) short_name.remove_suffix(6);
    const bool path = part == Part::kReference &&
                      load<format::FileObject>(head_).reference_type == format::FileReferenceType::kExternalPath;
    if (part == Part::kFormat || part == Part::kIdentifier || path) {
      const auto bytes = read_part(part, kMaxStringBytes);
      if (bytes.ok())
        return sections.field(short_name, {text(std::string(bytes->begin(), bytes->end()))}, in_record(range.offset),
                              range.length);
    }
    if (part == Part::kPattern && range.length <= 8) {
      const auto bytes = read_part(part, 8);
      if (bytes.ok()) {
        uint64_t value = 0;
        std::memcpy(&value, bytes->data(), bytes->size());
        return sections.field(short_name, {text(hex(value, static_cast<int>(range.length) * 2))},
                              in_record(range.offset), range.length);
      }
    }
    sections.field(
        label, {text(decimal(range.length) + " bytes"), dim(" at " + decimal(frame_.payload_offset() + range.offset))},
        in_record(range.offset), range.length);
  }

  static Cell ref_cell(const BufferRef& ref) {
    return {describe_ref(ref), text(" +" + hex(ref.offset, 1)),
            dim(ref.length == kWholeBuffer ? ", to its end" : ", " + decimal(ref.length) + " bytes")};
  }

  /// Finds the binding table of the submission that executes this command, if there is one.
  void find_binding_table() {
    if (node_.via == kNoRecord || node_.via_object) return;
    RecordReader reader(source_.file, source_.header, index_.offset(node_.via), node_.via);
    RecordFrame frame;
    if (!reader.next(&frame).ok() || frame.header.payload_type != PayloadType::kDeviceQueueExecute) return;
    const auto head = reader.payload(frame, sizeof(format::QueueExecute));
    if (!head.ok()) return;
    const auto layout = lay_out_payload(frame.header.payload_type, *head, frame.header.payload_length);
    if (layout.ok()) table_ = {frame, layout->find(Part::kBindings)};
  }

  /// What the table binds to `slot`. Slots are read one by one: of a long table few are asked for.
  std::optional<BufferRef> bound_to(uint32_t slot) {
    if (slot >= table_.bindings.length / sizeof(BufferRef)) return std::nullopt;
    const auto bytes = reader_.payload_part(
        table_.submission, table_.bindings.offset + uint64_t{slot} * sizeof(BufferRef), sizeof(BufferRef));
    if (!bytes.ok()) return std::nullopt;
    return load<BufferRef>(*bytes);
  }

  void write_refs(SectionWriter& sections, std::string_view title, std::string note, const std::vector<uint8_t>& bytes,
                  uint64_t count) {
    sections.begin_table(title, std::move(note),
                         {{"#", true}, {"Buffer"}, {"Slot"}, {"Offset", true}, {"Length", true}});
    for (uint64_t i = 0; i < std::min(count, kMaxTableRows); ++i) {
      const auto ref = load<BufferRef>(bytes, i * sizeof(BufferRef));
      Cell buffer = {describe_ref(ref)};
      Cell slot = {dim("direct")};
      uint64_t offset = ref.offset;
      if (ref.buffer_id == format::kNoObject) {
        slot = {text("slot " + decimal(ref.buffer_slot))};
        buffer = {dim("bound when executed")};
        if (const auto bound = bound_to(ref.buffer_slot)) {
          buffer = {describe_ref(*bound)};
          if (!checked_add(offset, bound->offset, &offset)) offset = ref.offset;
        }
      }
      sections.row({{text(decimal(i))},
                    buffer,
                    slot,
                    {text(hex(offset, 1))},
                    {text(ref.length == kWholeBuffer ? "to end" : decimal(ref.length))}});
    }
    sections.end();
  }

  Status write_dispatch(SectionWriter& sections) {
    const auto dispatch = load<format::Dispatch>(head_);
    write_function(sections, dispatch);
    IR_ASSIGN_OR_RETURN(const auto refs, read_part(Part::kBindings, kMaxTableRows * sizeof(BufferRef)));
    if (dispatch.binding_count > 0) {
      const std::string as_bound =
          node_.via != kNoRecord && !node_.via_object ? ", as bound by #" + decimal(node_.via) : "";
      find_binding_table();
      write_refs(sections, "Bindings", more_note(dispatch.binding_count) + as_bound, refs, dispatch.binding_count);
    }
    IR_ASSIGN_OR_RETURN(const auto constants, read_part(Part::kConstants, kMaxTableRows * 4));
    if (constants.size() >= 4) {
      sections.begin_table("Constants", more_note(dispatch.constants_length / 4),
                           {{"#", true}, {"u32", true}, {"hex"}, {"f32", true}});
      for (uint64_t i = 0; i < constants.size() / 4; ++i) {
        const uint32_t value = load<uint32_t>(constants, i * 4);
        sections.row({{text(decimal(i))},
                      {text(decimal(value))},
                      {text(hex(value, 8))},
                      {text(std::to_string(std::bit_cast<float>(value)))}});
      }
      sections.end();
    }
    return Status();
  }

  void write_function(SectionWriter& sections, const format::Dispatch& dispatch) {
    sections.begin_fields("Function");
    sections.field("name", {text(function_name(index_, dispatch.executable_id, dispatch.function_ordinal))});
    const ExecutableEntry* executable = index_.find_executable(dispatch.executable_id);
    if (executable == nullptr) {
      sections.field("executable",
                     {describe_object(index_, dispatch.executable_id), dim(" is not prepared in this capture")});
      return sections.end();
    }
    sections.field("executable", {describe_object(index_, dispatch.executable_id),
                                  dim(" " + shown_text(executable->format) + ", " + decimal(executable->bytes) +
                                      " bytes, " + decimal(executable->functions.size()) + " functions")});
    sections.field("prepared", {text("by "), record_link(executable->record)});
    if (dispatch.function_ordinal < executable->functions.size()) {
      const ExecutableFunction& function = executable->functions[dispatch.function_ordinal];
      sections.field("ABI",
                     {text(decimal(function.constant_count) + " constants, " + decimal(function.binding_count) +
                           " bindings, workgroup size [" + decimal(function.workgroup_size[0]) + ", " +
                           decimal(function.workgroup_size[1]) + ", " + decimal(function.workgroup_size[2]) + "]")});
    } else if (!executable->functions.empty()) {
      sections.field("ABI", {text("function_ordinal " + decimal(dispatch.function_ordinal) +
                                  " is out of range: the executable has " + decimal(executable->functions.size()) +
                                  " functions")});
    }
    sections.end();
  }

  Status write_functions(SectionWriter& sections) {
    const ExecutableEntry* executable = index_.find_executable(frame_.header.related_object_id);
    if (executable == nullptr || executable->functions.empty()) return Status();
    sections.begin_table("Functions", more_note(executable->functions.size()),
                         {{"#", true}, {"Name"}, {"Workgroup size"}, {"Constants", true}, {"Bindings", true}});
    for (uint64_t i = 0; i < std::min<uint64_t>(executable->functions.size(), kMaxTableRows); ++i) {
      const ExecutableFunction& function = executable->functions[i];
      sections.row({{text(decimal(i))},
                    {text(shown_text(function.name))},
                    {text("[" + decimal(function.workgroup_size[0]) + ", " + decimal(function.workgroup_size[1]) +
                          ", " + decimal(function.workgroup_size[2]) + "]")},
                    {text(decimal(function.constant_count))},
                    {text(decimal(function.binding_count))}});
    }
    sections.end();
    return Status();
  }

  Status write_binding_table(SectionWriter& sections) {
    const PartRange range = layout_.find(Part::kBindings);
    if (range.length == 0) return Status();
    IR_ASSIGN_OR_RETURN(const auto refs, read_part(Part::kBindings, kMaxTableRows * sizeof(BufferRef)));
    const uint64_t count = range.length / sizeof(BufferRef);
    write_refs(sections, "Binding table", more_note(count), refs, count);
    return Status();
  }

  Status write_timepoints(SectionWriter& sections, Part part, std::string_view title) {
    const PartRange range = layout_.find(part);
    if (range.length == 0) return Status();
    IR_ASSIGN_OR_RETURN(const auto bytes, read_part(part, kMaxTableRows * sizeof(SemaphoreTimepoint)));
    sections.begin_table(title, more_note(range.length / sizeof(SemaphoreTimepoint)), {{"Semaphore"}, {"Value", true}});
    for (uint64_t i = 0; i < bytes.size() / sizeof(SemaphoreTimepoint); ++i) {
      const auto timepoint = load<SemaphoreTimepoint>(bytes, i * sizeof(SemaphoreTimepoint));
      sections.row({{describe_object(index_, timepoint.semaphore_id)}, {text(decimal(timepoint.value))}});
    }
    sections.end();
    return Status();
  }

  Status write_barriers(SectionWriter& sections) {
    if (const PartRange range = layout_.find(Part::kEvents); range.length > 0) {
      IR_ASSIGN_OR_RETURN(const auto bytes, read_part(Part::kEvents, kMaxTableRows * 8));
      sections.begin_table("Events", more_note(range.length / 8), {{"Event"}});
      for (uint64_t i = 0; i < bytes.size() / 8; ++i)
        sections.row({{describe_object(index_, load<uint64_t>(bytes, i * 8))}});
      sections.end();
    }
    if (const PartRange range = layout_.find(Part::kMemoryBarriers); range.length > 0) {
      IR_ASSIGN_OR_RETURN(const auto bytes,
                          read_part(Part::kMemoryBarriers, kMaxTableRows * sizeof(format::MemoryBarrier)));
      sections.begin_table("Memory barriers", more_note(range.length / sizeof(format::MemoryBarrier)),
                           {{"Source"}, {"Target"}});
      for (uint64_t i = 0; i < bytes.size() / sizeof(format::MemoryBarrier); ++i) {
        const auto barrier = load<format::MemoryBarrier>(bytes, i * sizeof(format::MemoryBarrier));
        sections.row({{text(hex(barrier.source_scope, 8))}, {text(hex(barrier.target_scope, 8))}});
      }
      sections.end();
    }
    if (const PartRange range = layout_.find(Part::kBufferBarriers); range.length > 0) {
      IR_ASSIGN_OR_RETURN(const auto bytes,
                          read_part(Part::kBufferBarriers, kMaxTableRows * sizeof(format::BufferBarrier)));
      sections.begin_table("Buffer barriers", more_note(range.length / sizeof(format::BufferBarrier)),
                           {{"Source"}, {"Target"}, {"Buffer"}});
      for (uint64_t i = 0; i < bytes.size() / sizeof(format::BufferBarrier); ++i) {
        const auto barrier = load<format::BufferBarrier>(bytes, i * sizeof(format::BufferBarrier));
        sections.row(
            {{text(hex(barrier.source_scope, 8))}, {text(hex(barrier.target_scope, 8))}, ref_cell(barrier.buffer_ref)});
      }
      sections.end();
    }
    return Status();
  }

  /// Scope, command buffer, and the submissions that execute it.
  void write_place(SectionWriter& sections) {
    const uint32_t record = static_cast<uint32_t>(frame_.index);
    uint32_t command_buffer = kNoRecord;
    std::vector<uint32_t> above;
    for (uint32_t at = index_.parent(record); at != kNoRecord; at = index_.parent(at)) {
      above.push_back(at);
      if (index_.operation(at) == Operation::kDeviceCreateCommandBuffer) command_buffer = at;
    }
    if (index_.operation(record) == Operation::kDeviceCreateCommandBuffer && index_.is_container(record))
      command_buffer = record;
    if (above.empty() && command_buffer == kNoRecord) return;
    sections.begin_fields("Place");
    for (auto at = above.rbegin(); at != above.rend(); ++at) {
      if (const std::string_view scope = index_.scope_name(*at); !scope.empty()) {
        sections.field("scope", {text(shown_text(scope) + " "), record_link(*at)});
      } else if (index_.operation(*at) == Operation::kCommandBufferBeginDebugGroup) {
        sections.field("debug group", {record_link(*at)});
      }
    }
    if (command_buffer != kNoRecord) {
      const uint32_t id = index_.related_id(command_buffer);
      sections.field("recorded into", {describe_object(index_, id), text(" "), record_link(command_buffer)});
      Cell executions;
      uint64_t count = 0;
      for (uint32_t i = command_buffer + 1; i < index_.size(); ++i) {
        if (index_.related_id(i) != id || index_.operation(i) != Operation::kDeviceQueueExecute) continue;
        if (++count > kShownExecutions) continue;
        if (!executions.empty()) executions.push_back(text(" "));
        executions.push_back(record_link(i));
      }
      if (count > kShownExecutions) executions.push_back(dim(" and " + decimal(count - kShownExecutions) + " more"));
      if (count == 0) executions.push_back(dim("never"));
      sections.field("executed by", executions);
    }
    sections.end();
  }

  /// The object that it creates or is about, and the records that name it in their header.
  void write_object(SectionWriter& sections) {
    const bool creates = index_.record_class(static_cast<uint32_t>(frame_.index)) == RecordClass::kCreate ||
                         index_.has_object_child(static_cast<uint32_t>(frame_.index));
    const uint64_t id =
        creates && frame_.header.related_object_id != 0 ? frame_.header.related_object_id : frame_.header.object_id;
    const ObjectEntry* object = index_.find_object(id);
    if (object == nullptr || id >= CaptureIndex::kWideId || is_command(frame_.header.operation_code)) return;
    sections.begin_fields("Object", std::string(name(object->type)) + " " + decimal(id));
    sections.field("created by", {record_link(object->created)});
    Cell uses;
    uint64_t count = 0;
    uint32_t released = kNoRecord;
    for (uint32_t i = 0; i < index_.size(); ++i) {
      if (index_.object_id(i) != id && index_.related_id(i) != id) continue;
      if (i == object->created || index_.type(i) == format::RecordType::kObject) continue;
      if (index_.operation(i) == Operation::kDeviceQueueDealloca) released = i;
      if (++count > kShownExecutions) continue;
      if (!uses.empty()) uses.push_back(text(" "));
      uses.push_back(record_link(i));
    }
    if (count > kShownExecutions) uses.push_back(dim(" and " + decimal(count - kShownExecutions) + " more"));
    sections.field("used by", uses.empty() ? Cell{dim("no other record names it directly")} : uses);
    if (released != kNoRecord) sections.field("released by", {record_link(released)});
    sections.end();
  }

  static constexpr uint64_t kMaxStringBytes = 4096;
  static constexpr uint64_t kShownExecutions = 12;

  const DetailSource& source_;
  const CaptureIndex& index_;
  const Node& node_;
  const RecordFrame& frame_;
  RecordReader& reader_;
  PayloadLayout layout_;
  std::vector<uint8_t> head_;
  struct {
    RecordFrame submission;
    PartRange bindings;
  } table_;
};

}  // namespace

Status append_details(const DetailSource& source, const Node& node, Text& out) {
  RecordReader reader(source.file, source.header, source.index.offset(node.id), node.id);
  RecordFrame frame;
  IR_RETURN_IF_ERROR(reader.next(&frame));
  const auto description = describe_record(source.index, node.id, reader);
  const format::RecordHeader& header = frame.header;
  JsonWriter json(out);
  json.begin_object();
  json.key("record").number(node.id);
  json.key("offset").wide(frame.offset);
  json.key("length").wide(header.record_length);
  json.key("headerLength").number(header.header_length);
  json.key("class").string(name(source.index.record_class(node.id)));
  json.key("operation").value().append_json(row_operation(source.index, source.header.file.version_major, node.id));
  write_spans(json.key("subject"), description.ok() ? description->target : std::vector<Span>());
  json.key("sections").begin_array();
  SectionWriter sections(json);
  DetailWriter writer(source, node, frame, reader);
  const Status status = writer.write_payload(sections);
  writer.write_relations(sections);
  writer.write_header(sections);
  json.end_array();
  Text line;
  const Status printed =
      print_record(DumpFormat::kJsonl, source.header.file.version_major, frame, reader, line, kMostOfLine);
  json.key("json").string(line.size() > 0 ? line.view().substr(0, line.size() - 1) : std::string_view());
  const Status failure = !status.ok() ? status : !printed.ok() ? printed : description.status();
  if (!failure.ok()) {
    json.key("problem").begin_object();
    json.key("severity").string("error");
    json.key("code").string(status_code_name(failure.code()));
    json.key("message").string(failure.message());
    json.key("record").number(node.id);
    // Where it could not be read, when that is known.
    json.key("offset").wide(failure.offset() != kNoPlace ? failure.offset() : frame.offset);
    json.end_object();
  }
  json.end_object();
  return Status();
}

}  // namespace ireereplay
