#include "present/bindings.h"

#include <optional>

#include "present/cells.h"

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

void write_refs(const BindingTable& table, SectionWriter& sections, std::string_view title, std::string note,
                const std::vector<uint8_t>& bytes, uint64_t count) {
  sections.begin_table(title, std::move(note), {{"#", true}, {"Buffer"}, {"Slot"}, {"Offset", true}, {"Length", true}});
  for (uint64_t i = 0; i < std::min(count, kMaxTableRows); ++i) {
    const auto ref = load<BufferRef>(bytes, i * sizeof(BufferRef));
    Cell buffer = {describe_ref(ref)};
    Cell slot = {dim("direct")};
    uint64_t offset = ref.offset;
    if (ref.buffer_id == format::kNoObject) {
      slot = {text("slot " + decimal(ref.buffer_slot))};
      buffer = {dim("bound when executed")};
      if (const auto bound = table.bound_to(ref.buffer_slot)) {
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

}  // namespace

Status write_dispatch_bindings(const DecodedRecord& record, SectionWriter& sections) {
  const auto dispatch = load<format::Dispatch>(record.head);
  if (dispatch.binding_count == 0) return Status();
  IR_ASSIGN_OR_RETURN(const auto refs, record.read_part(Part::kBindings, kMaxTableRows * sizeof(BufferRef)));
  const std::string as_bound =
      record.node.via != kNoRecord && !record.node.via_object ? ", as bound by #" + decimal(record.node.via) : "";
  write_refs(BindingTable(record), sections, "Bindings", more_note(dispatch.binding_count) + as_bound, refs,
             dispatch.binding_count);
  return Status();
}

Status write_binding_table(const DecodedRecord& record, SectionWriter& sections) {
  const PartRange range = record.layout.find(Part::kBindings);
  if (range.length == 0) return Status();
  IR_ASSIGN_OR_RETURN(const auto refs, record.read_part(Part::kBindings, kMaxTableRows * sizeof(BufferRef)));
  const uint64_t count = range.length / sizeof(BufferRef);
  write_refs(BindingTable(record), sections, "Binding table", more_note(count), refs, count);
  return Status();
}

}  // namespace ireereplay
