#include "present/relations.h"

#include "present/cells.h"

namespace ireereplay {

namespace {

using format::Operation;

/// Records that are listed of those that execute or use something.
constexpr uint64_t kShownExecutions = 12;

/// Scope, command buffer, and the submissions that execute it.
void write_place(const DecodedRecord& record, SectionWriter& sections) {
  const uint32_t own = static_cast<uint32_t>(record.frame.index);
  uint32_t command_buffer = kNoRecord;
  std::vector<uint32_t> above;
  for (uint32_t at = record.index().parent(own); at != kNoRecord; at = record.index().parent(at)) {
    above.push_back(at);
    if (record.index().operation(at) == Operation::kDeviceCreateCommandBuffer) command_buffer = at;
  }
  if (record.index().operation(own) == Operation::kDeviceCreateCommandBuffer && record.index().is_container(own))
    command_buffer = own;
  if (above.empty() && command_buffer == kNoRecord) return;
  sections.begin_fields("Place");
  for (auto at = above.rbegin(); at != above.rend(); ++at) {
    if (const std::string_view scope = record.index().scope_name(*at); !scope.empty()) {
      sections.field("scope", {text(shown_text(scope) + " "), record_link(*at)});
    } else if (record.index().operation(*at) == Operation::kCommandBufferBeginDebugGroup) {
      sections.field("debug group", {record_link(*at)});
    }
  }
  if (command_buffer != kNoRecord) {
    const uint32_t id = record.index().related_id(command_buffer);
    sections.field("recorded into", {describe_object(record.index(), id), text(" "), record_link(command_buffer)});
    Cell executions;
    uint64_t count = 0;
    for (uint32_t i = command_buffer + 1; i < record.index().size(); ++i) {
      if (record.index().related_id(i) != id || record.index().operation(i) != Operation::kDeviceQueueExecute) continue;
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
void write_object(const DecodedRecord& record, SectionWriter& sections) {
  const bool creates = record.index().record_class(static_cast<uint32_t>(record.frame.index)) == RecordClass::kCreate ||
                       record.index().has_object_child(static_cast<uint32_t>(record.frame.index));
  const uint64_t id = creates && record.frame.header.related_object_id != 0 ? record.frame.header.related_object_id
                                                                            : record.frame.header.object_id;
  const ObjectEntry* object = record.index().find_object(id);
  if (object == nullptr || id >= CaptureIndex::kWideId || is_command(record.frame.header.operation_code)) return;
  sections.begin_fields("Object", std::string(name(object->type)) + " " + decimal(id));
  sections.field("created by", {record_link(object->created)});
  Cell uses;
  uint64_t count = 0;
  uint32_t released = kNoRecord;
  for (uint32_t i = 0; i < record.index().size(); ++i) {
    if (record.index().object_id(i) != id && record.index().related_id(i) != id) continue;
    if (i == object->created || record.index().type(i) == format::RecordType::kObject) continue;
    if (record.index().operation(i) == Operation::kDeviceQueueDealloca) released = i;
    if (++count > kShownExecutions) continue;
    if (!uses.empty()) uses.push_back(text(" "));
    uses.push_back(record_link(i));
  }
  if (count > kShownExecutions) uses.push_back(dim(" and " + decimal(count - kShownExecutions) + " more"));
  sections.field("used by", uses.empty() ? Cell{dim("no other record names it directly")} : uses);
  if (released != kNoRecord) sections.field("released by", {record_link(released)});
  sections.end();
}

}  // namespace

void write_relations(const DecodedRecord& record, SectionWriter& sections) {
  write_place(record, sections);
  write_object(record, sections);
}

}  // namespace ireereplay
