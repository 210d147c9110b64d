#include "present/functions.h"

#include "present/cells.h"

namespace ireereplay {

/// Dispatches that are listed of those of an executable.
static constexpr uint64_t kShownCalls = 12;

namespace {

/// The function's name; it leads to the executable, which lists all that calls it.
Span called_function(const CaptureIndex& index, const format::Dispatch& dispatch) {
  Span span = text(function_name(index, dispatch.executable_id, dispatch.function_ordinal));
  if (const ExecutableEntry* executable = index.find_executable(dispatch.executable_id))
    span.record = executable->record;
  return span;
}

}  // namespace

void write_called_function(const DecodedRecord& record, SectionWriter& sections) {
  const auto dispatch = load<format::Dispatch>(record.head);
  sections.begin_fields("Function");
  sections.field("name", {called_function(record.index(), dispatch)});
  const ExecutableEntry* executable = record.index().find_executable(dispatch.executable_id);
  if (executable == nullptr) {
    sections.field("executable",
                   {describe_object(record.index(), dispatch.executable_id), dim(" is not prepared in this capture")});
    return sections.end();
  }
  sections.field("executable", {describe_object(record.index(), dispatch.executable_id),
                                dim(" " + shown_text(executable->format) + ", " + decimal(executable->bytes) +
                                    " bytes, " + counted(executable->functions.size(), "function"))});
  sections.field("prepared", {text("by "), record_link(executable->record)});
  if (dispatch.function_ordinal < executable->functions.size()) {
    const ExecutableFunction& function = executable->functions[dispatch.function_ordinal];
    sections.field(
        "ABI", {text(counted(function.constant_count, "constant") + ", " + counted(function.binding_count, "binding") +
                     ", workgroup size [" + decimal(function.workgroup_size[0]) + ", " +
                     decimal(function.workgroup_size[1]) + ", " + decimal(function.workgroup_size[2]) + "]")});
  } else if (!executable->functions.empty()) {
    sections.field("ABI",
                   {text("function_ordinal " + decimal(dispatch.function_ordinal) +
                         " is out of range: the executable has " + counted(executable->functions.size(), "function"))});
  }
  sections.end();
}

namespace {

/// What calls one function: how many dispatches there are, and the first.
struct Calls {
  uint64_t count = 0;
  uint32_t first = kNoRecord;
};

struct ExecutableCalls {
  std::vector<Calls> functions;
  uint64_t count = 0;
  /// The first of all.
  std::vector<uint32_t> records;
};

/// Dispatches of an executable, those in command buffers included: only their payloads name it.
ExecutableCalls find_calls(const DetailSource& source, const ExecutableEntry& executable) {
  ExecutableCalls calls;
  calls.functions.resize(executable.functions.size());
  RecordReader reader(source.file, source.header);
  for (uint32_t i = executable.record; i < source.index.size(); ++i) {
    if (source.index.record_class(i) != RecordClass::kDispatch) continue;
    reader.seek(source.index.offset(i), i);
    RecordFrame frame;
    if (!reader.next(&frame).ok() || frame.header.payload_type != format::PayloadType::kDispatch) continue;
    const auto head = reader.payload(frame, sizeof(format::Dispatch));
    if (!head.ok() || head->size() < sizeof(format::Dispatch)) continue;
    const auto dispatch = load<format::Dispatch>(*head);
    if (dispatch.executable_id != executable.id) continue;
    if (++calls.count <= kShownCalls) calls.records.push_back(i);
    if (dispatch.function_ordinal >= calls.functions.size()) continue;
    Calls& function = calls.functions[dispatch.function_ordinal];
    if (function.count++ == 0) function.first = i;
  }
  return calls;
}

}  // namespace

void write_functions(const DecodedRecord& record, SectionWriter& sections) {
  const ExecutableEntry* executable = record.index().find_executable(record.frame.header.related_object_id);
  if (executable == nullptr) return;
  const ExecutableCalls calls = find_calls(record.source, *executable);
  if (!executable->functions.empty()) {
    sections.begin_table("Functions", more_note(executable->functions.size()),
                         {{"#", true},
                          {"Name"},
                          {"Dispatches", true},
                          {"First"},
                          {"Workgroup size"},
                          {"Constants", true},
                          {"Bindings", true}});
    for (uint64_t i = 0; i < std::min<uint64_t>(executable->functions.size(), kMaxTableRows); ++i) {
      const ExecutableFunction& function = executable->functions[i];
      sections.row({{text(decimal(i))},
                    {text(function_name(record.index(), executable->id, static_cast<uint32_t>(i)))},
                    {text(decimal(calls.functions[i].count))},
                    {record_link(calls.functions[i].first)},
                    {text("[" + decimal(function.workgroup_size[0]) + ", " + decimal(function.workgroup_size[1]) +
                          ", " + decimal(function.workgroup_size[2]) + "]")},
                    {text(decimal(function.constant_count))},
                    {text(decimal(function.binding_count))}});
    }
    sections.end();
  }
  sections.begin_fields("Dispatches", decimal(calls.count));
  Cell links;
  for (const uint32_t call : calls.records) {
    if (!links.empty()) links.push_back(text(" "));
    links.push_back(record_link(call));
  }
  if (calls.count > kShownCalls) links.push_back(dim(" and " + decimal(calls.count - kShownCalls) + " more"));
  if (calls.count == 0) links.push_back(dim("no dispatch"));
  sections.field("called by", links);
  sections.end();
}

}  // namespace ireereplay
