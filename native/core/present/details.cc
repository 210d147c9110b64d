#include "present/details.h"

#include "base/json_writer.h"
#include "capture/record_printer.h"
#include "present/bindings.h"
#include "present/cells.h"
#include "present/functions.h"
#include "present/payload_fields.h"
#include "present/payload_tables.h"
#include "present/relations.h"

namespace ireereplay {

namespace {

/// Bytes of the payload that the record's line of the dump may hold here; the tables above it show the first rows.
constexpr uint64_t kMostOfLine = 1 << 20;

/// Finds the parts of the payload and writes its sections. What was written before a failure stays.
Status write_payload(DecodedRecord& record, SectionWriter& sections) {
  using format::PayloadType;
  const format::RecordHeader& header = record.frame.header;
  const PayloadType type = header.payload_type;
  const uint32_t head_length = payload_header_length(type);
  if (head_length == 0) return Status();
  IR_ASSIGN_OR_RETURN(const Bytes head, record.reader.payload(record.frame, head_length));
  IR_ASSIGN_OR_RETURN(record.layout, lay_out_payload(type, head, header.payload_length));
  record.head.assign(head.begin(), head.end());
  write_payload_fields(record, sections);
  if (type == PayloadType::kDispatch) {
    write_called_function(record, sections);
    IR_RETURN_IF_ERROR(write_dispatch_bindings(record, sections));
    IR_RETURN_IF_ERROR(write_constants(record, sections));
  }
  if (type == PayloadType::kExecutablePrepare) write_functions(record, sections);
  if (type == PayloadType::kDeviceQueueExecute) IR_RETURN_IF_ERROR(write_binding_table(record, sections));
  IR_RETURN_IF_ERROR(write_timepoints(record, Part::kWaits, "Waits", sections));
  IR_RETURN_IF_ERROR(write_timepoints(record, Part::kSignals, "Signals", sections));
  return write_barriers(record, sections);
}

void write_header(const DecodedRecord& record, SectionWriter& sections) {
  const format::RecordHeader& header = record.frame.header;
  const auto offset_of = [](size_t offset) { return static_cast<uint64_t>(offset); };
  sections.begin_fields("Record", decimal(header.record_length) + " bytes at " + decimal(record.frame.offset));
  sections.field("sequence_ordinal", {text(decimal(header.sequence_ordinal))}, offset_of(16), 8);
  sections.field("record_type", {text(std::string(name(header.record_type)))}, offset_of(60), 2);
  sections.field("operation",
                 {text(std::string(name(header.operation_code, record.source.header.file.version_major))),
                  dim(" " + decimal(static_cast<uint32_t>(header.operation_code)))},
                 offset_of(72), 4);
  sections.field("status", {text(std::string(status_code_name(header.status_code)))}, offset_of(76), 4,
                 says(header.status_code));
  sections.field("device_id", {describe_object(record.index(), header.device_id)}, offset_of(32), 8,
                 says(header.device_id));
  sections.field("object_id", {describe_object(record.index(), header.object_id)}, offset_of(40), 8,
                 says(header.object_id));
  sections.field("related_object_id", {describe_object(record.index(), header.related_object_id)}, offset_of(48), 8,
                 says(header.related_object_id));
  sections.field("thread_id", {text(decimal(header.thread_id))}, offset_of(24), 8, says(header.thread_id));
  sections.field(
      "payload_type",
      {text(std::string(name(header.payload_type))), dim(" " + decimal(static_cast<uint32_t>(header.payload_type)))},
      offset_of(64), 4);
  sections.field("file_offset", {text(decimal(record.frame.offset))});
  sections.field("record_length",
                 {text(decimal(header.record_length)),
                  dim(" = " + decimal(header.header_length) + " + " + decimal(header.payload_length))},
                 0, 8);
  sections.end();
}

}  // namespace

Status append_details(const DetailSource& source, const Node& node, Text& out) {
  RecordReader reader(source.file, source.header, source.index.offset(node.id), node.id);
  RecordFrame frame;
  IR_RETURN_IF_ERROR(reader.next(&frame));
  const auto description = describe_record(source.index, node.id, reader);
  const CommandExecutions executions = executions_of(source.index, node.id);
  Node shown = node;
  // What is executed once has one execution to show.
  const bool is_executed = format::is_command(source.index.operation(node.id)) && executions.count > 0;
  if (is_executed && node.via == kNoRecord && executions.count == 1) shown.via = executions.submissions[0];
  const format::RecordHeader& header = frame.header;
  JsonWriter json(out);
  json.begin_object();
  json.key("key").string(node_key(source.index, shown));
  json.key("record").number(node.id);
  json.key("offset").wide(frame.offset);
  json.key("length").wide(header.record_length);
  json.key("headerLength").number(header.header_length);
  json.key("class").string(name(source.index.record_class(node.id)));
  json.key("operation").value().append_json(row_operation(source.index, source.header.file.version_major, node.id));
  write_spans(json.key("subject"), description.ok() ? description->target : std::vector<Span>());
  if (is_executed && executions.count > 1) {
    json.key("executions").begin_object();
    json.key("commandBuffer").number(executions.command_buffer);
    json.key("count").wide(executions.count);
    json.key("submissions").numbers(executions.submissions);
    json.end_object();
  }
  json.key("sections").begin_array();
  SectionWriter sections(json);
  DecodedRecord record{source, shown, executions, frame, reader, {}, {}};
  const Status status = write_payload(record, sections);
  write_relations(record, sections);
  write_header(record, sections);
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
