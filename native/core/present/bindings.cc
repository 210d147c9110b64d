#include "present/bindings.h"

#include <optional>

#include "present/cells.h"
#include "present/earlier_use.h"

namespace ireereplay {

namespace {

using format::BufferRef;
using format::PayloadType;

/// What the submission binds that executes a command.
class BindingTable {
 public:
  /// Finds the table of the submission that the record's node names, if there is one.
  explicit BindingTable(const DecodedRecord& record) : reader_(record.reader) {
    const Node& node = record.node;
    if (node.via == kNoRecord || node.via_object) return;
    RecordReader reader(record.source.file, record.source.header, record.index().offset(node.via), node.via);
    RecordFrame frame;
    if (!reader.next(&frame).ok() || frame.header.payload_type != PayloadType::kDeviceQueueExecute) return;
    const auto head = reader.payload(frame, sizeof(format::QueueExecute));
    if (!head.ok()) return;
    const auto layout = lay_out_payload(frame.header.payload_type, *head, frame.header.payload_length);
    if (!layout.ok()) return;
    submission_ = frame;
    bindings_ = layout->find(Part::kBindings);
  }

  /// What it binds to `slot`. Slots are read one by one: of a long table few are asked for.
  std::optional<BufferRef> bound_to(uint32_t slot) const {
    if (slot >= bindings_.length / sizeof(BufferRef)) return std::nullopt;
    const auto bytes =
        reader_.payload_part(submission_, bindings_.offset + uint64_t{slot} * sizeof(BufferRef), sizeof(BufferRef));
    if (!bytes.ok()) return std::nullopt;
    return load<BufferRef>(*bytes);
  }

 private:
  RecordReader& reader_;
  RecordFrame submission_;
  PartRange bindings_;
};

/// A reference with what it stands for where that is known: without a buffer it is not.
struct Binding {
  BufferRef recorded;
  BufferRef bound;
};

std::vector<Binding> resolve(const BindingTable& table, Bytes bytes, uint64_t count) {
  std::vector<Binding> bindings;
  for (uint64_t i = 0; i < std::min(count, kMaxTableRows); ++i) {
    const auto recorded = load<BufferRef>(bytes, i * sizeof(BufferRef));
    BufferRef bound = recorded;
    if (recorded.buffer_id == format::kNoObject) {
      if (const auto slot = table.bound_to(recorded.buffer_slot)) {
        bound.buffer_id = slot->buffer_id;
        if (!checked_add(bound.offset, slot->offset, &bound.offset)) bound.offset = recorded.offset;
      }
    }
    bindings.push_back({recorded, bound});
  }
  return bindings;
}

Cell earlier_cell(const EarlierUse& use, uint32_t via) {
  if (use.record == kNoRecord) return {dim(use.too_far ? "further back" : "nothing")};
  Cell cell = {record_link(use.record), dim(use.wrote ? " wrote it" : " bound it")};
  // A command of another submission, perhaps the same command.
  if (use.via != kNoRecord && use.via != via) {
    cell.push_back(dim(", in "));
    cell.push_back(record_link(use.via));
  }
  return cell;
}

void begin_refs(SectionWriter& sections, std::string_view title, std::string note) {
  sections.begin_table(title, std::move(note), {{"#", true}, {"Buffer"}, {"Slot"}, {"Offset", true}, {"Length", true}});
}

/// `earlier` is empty where it is not told; `via` executes the dispatch.
void write_refs(const std::vector<Binding>& bindings, const std::vector<EarlierUse>& earlier, uint32_t via,
                SectionWriter& sections) {
  for (size_t i = 0; i < bindings.size(); ++i) {
    const auto& [recorded, bound] = bindings[i];
    const bool indirect = recorded.buffer_id == format::kNoObject;
    const bool known = bound.buffer_id != format::kNoObject;
    const Cell number = {text(decimal(i))};
    const Cell buffer = {known ? describe_ref(bound) : dim("bound when executed")};
    const Cell slot = {indirect ? text("slot " + decimal(recorded.buffer_slot)) : dim("direct")};
    const Cell offset = {text(hex(bound.offset, 1))};
    const Cell length = {text(recorded.length == format::kWholeBuffer ? "to end" : decimal(recorded.length))};
    if (earlier.empty()) {
      sections.row({number, buffer, slot, offset, length});
    } else {
      sections.row({number, buffer, slot, offset, length, known ? earlier_cell(earlier[i], via) : Cell()});
    }
  }
  sections.end();
}

}  // namespace

Status write_dispatch_bindings(const DecodedRecord& record, SectionWriter& sections) {
  const auto dispatch = load<format::Dispatch>(record.head);
  if (dispatch.binding_count == 0) return Status();
  IR_ASSIGN_OR_RETURN(const auto refs, record.read_part(Part::kBindings, kMaxTableRows * sizeof(BufferRef)));
  const std::string as_bound =
      record.node.via != kNoRecord && !record.node.via_object ? ", as bound by #" + decimal(record.node.via) : "";
  const auto bindings = resolve(BindingTable(record), refs, dispatch.binding_count);
  // What came before a command depends on who executes it.
  if (record.executions.command_buffer != kNoRecord && as_bound.empty()) {
    begin_refs(sections, "Bindings", more_note(dispatch.binding_count));
    write_refs(bindings, {}, kNoRecord, sections);
    return Status();
  }
  std::vector<BufferRef> ranges;
  for (const Binding& binding : bindings) ranges.push_back(binding.bound);
  sections.begin_table("Bindings", more_note(dispatch.binding_count) + as_bound,
                       {{"#", true}, {"Buffer"}, {"Slot"}, {"Offset", true}, {"Length", true}, {"Before"}});
  write_refs(bindings, find_earlier_uses(record.source, record.node, ranges), record.node.via, sections);
  return Status();
}

Status write_binding_table(const DecodedRecord& record, SectionWriter& sections) {
  const PartRange range = record.layout.find(Part::kBindings);
  if (range.length == 0) return Status();
  IR_ASSIGN_OR_RETURN(const auto refs, record.read_part(Part::kBindings, kMaxTableRows * sizeof(BufferRef)));
  const uint64_t count = range.length / sizeof(BufferRef);
  begin_refs(sections, "Binding table", more_note(count));
  write_refs(resolve(BindingTable(record), refs, count), {}, kNoRecord, sections);
  return Status();
}

}  // namespace ireereplay
