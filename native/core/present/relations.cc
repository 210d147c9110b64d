#include "present/relations.h"

#include "present/cells.h"

namespace ireereplay {

namespace {

using format::Operation;

/// Records that are listed of those that execute or use something.
constexpr uint64_t kShownExecutions = 12;

/// Scope, command buffer, and the submissions that execute it.
void write_place(const DecodedRecord& record, SectionWriter& sections) {
  const CaptureIndex& index = record.index();
  std::vector<uint32_t> above;
  for (uint32_t at = index.parent(static_cast<uint32_t>(record.frame.index)); at != kNoRecord; at = index.parent(at))
    above.push_back(at);
  const CommandExecutions& executions = record.executions;
  if (above.empty() && executions.command_buffer == kNoRecord) return;
  sections.begin_fields("Place");
  for (auto at = above.rbegin(); at != above.rend(); ++at) {
    if (const std::string_view scope = index.scope_name(*at); !scope.empty()) {
      sections.field("scope", {text(shown_text(scope) + " "), record_link(*at)});
    } else if (index.operation(*at) == Operation::kCommandBufferBeginDebugGroup) {
      sections.field("debug group", {record_link(*at)});
    }
  }
  if (executions.command_buffer != kNoRecord) {
    sections.field("recorded into", {describe_object(index, index.related_id(executions.command_buffer)), text(" "),
                                     record_link(executions.command_buffer)});
    Cell links;
    for (const uint32_t submission : executions.submissions) {
      if (links.size() >= 2 * kShownExecutions) break;
      if (!links.empty()) links.push_back(text(" "));
      links.push_back(record_link(submission));
    }
    if (executions.count > kShownExecutions)
      links.push_back(dim(" and " + decimal(executions.count - kShownExecutions) + " more"));
    if (executions.count == 0) links.push_back(dim("never"));
    sections.field("executed by", links);
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
  sections.field("used by", uses.empty() ? Cell{dim("no other record refers to it directly")} : uses);
  if (released != kNoRecord) sections.field("released by", {record_link(released)});
  sections.end();
}

}  // namespace

void write_relations(const DecodedRecord& record, SectionWriter& sections) {
  write_place(record, sections);
  write_object(record, sections);
}

}  // namespace ireereplay
