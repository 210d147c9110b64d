// Everything that reads a capture, on arbitrary bytes: header, records, index, summary, rows, details, search, dump;
// and the invariants that hold whatever the bytes are. The corpus starts from the fixtures' damaged captures and from
// captures made to be hostile.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "capture/dump.h"
#include "capture/index_builder.h"
#include "json_check.h"
#include "memory_file.h"
#include "packed_check.h"
#include "present/details.h"
#include "present/query.h"
#include "present/rows.h"
#include "present/summary.h"
#include "present/view.h"

using namespace ireereplay;

namespace {

/// Rows that a view lists here, so that inputs reach the end of the list.
constexpr uint32_t kMostRows = 3000;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

struct Input {
  std::shared_ptr<const File> file;
  CaptureHeader header;
  std::shared_ptr<const CaptureIndex> index;
};

/// Every record has one parent, and every child is in its parent's list.
void check_index(const CaptureIndex& index) {
  require(index.end().ok() || !index.end().message().empty(), "an end is explained");
  require(index.end().ok() || index.end().record() == index.size(), "the end is the record after the last");
  uint64_t children = 0;
  for (uint32_t record = 0; record < index.size(); ++record) {
    const uint32_t parent = index.parent(record);
    require(parent == kNoRecord || parent < record, "a parent comes first");
    if (index.container_above(record) == CaptureIndex::kNoContainer) {
      require(parent == record - 1 && index.has_object_child(parent), "an object is below its creator");
      continue;
    }
    ++children;
    const auto list = index.children(parent);
    require(std::binary_search(list.begin(), list.end(), record), "a child is in its parent's list");
    const uint32_t contents = index.executed_command_buffer(record);
    require(contents == kNoRecord || contents < record, "what is executed was created");
  }
  uint64_t listed = index.children(kNoRecord).size();
  for (uint32_t record = 0; record < index.size(); ++record) {
    if (index.is_container(record)) listed += index.children(record).size();
    require(index.operation_children(record) <= index.children(record).size(), "operations are children");
  }
  require(listed == children, "every child is listed once");
  for (const ObjectEntry& object : index.objects())
    require(index.find_object(object.id) == &object, "objects are found");
}

/// A dump has one line for each record before the one that it names, and ends as the index does when it is complete.
void check_dump(const Input& input) {
  const std::atomic<bool> never = false;
  for (const DumpFormat dump_format : {DumpFormat::kText, DumpFormat::kJsonl}) {
    std::string text;
    const Status status = dump(input.file, dump_format, 1, never, [&](std::string_view piece) {
      text.append(piece);
      return Status();
    });
    if (dump_format == DumpFormat::kText) continue;
    uint64_t lines = 0;
    for (size_t begin = 0; begin < text.size(); ++lines) {
      const size_t end = text.find('\n', begin);
      require(end != std::string::npos, "a dump ends with a whole line");
      require(JsonCheck::is_json(std::string_view(text).substr(begin, end - begin)), "a line of JSONL is JSON");
      begin = end + 1;
    }
    require(lines >= 2, "a dump has a head");
    const uint64_t records = lines - 2;
    require(records <= input.index->size(), "no more records are printed than there are");
    if (status.record() != kNoPlace) require(status.record() == records, "what is before a failure is printed");
    if (records < input.index->size()) require(!status.ok(), "a record is left out only for a reason");
    if (records == input.index->size() && input.header.defect.ok())
      require(status.to_string() == input.index->end().to_string(), "a whole dump ends as the index does");
  }
}

/// `reader` describes each row; without it, only their places are checked.
void check_rows(const Input& input, CaptureView& view, RecordReader* reader) {
  const CaptureIndex& index = *input.index;
  const bool cut = view.row_count() > kMostRows;
  std::vector<uint32_t> open;
  std::vector<uint32_t> children(view.row_count(), 0);
  for (uint32_t row = 0; row < view.row_count(); ++row) {
    const Node node = view.row(row);
    require(node.depth <= open.size(), "a row is at most one deeper than the one before it");
    open.resize(node.depth);
    require(view.ancestors(row) == open, "the rows above a row enclose it");
    if (!open.empty()) ++children[open.back()];
    open.push_back(row);
    const auto parsed = parse_node_key(index, node_key(index, node));
    require(parsed && parsed->same_as(node), "a key names its node");
    if (reader == nullptr) continue;
    PackedRows packed;
    append_row(index, input.header.file.version_major, plan_row(view, row), *reader, packed);
    require(PackedCheck::is_row(packed), "a row is whole");
  }
  for (uint32_t row = 0; row < view.row_count() && !cut; ++row) {
    const Node node = view.row(row);
    require(children[row] == (view.is_expanded(node) ? view.child_count(node) : 0), "children are counted");
  }
  // What is shown is revealed in place, without moving anything.
  const uint32_t version = view.version();
  for (uint32_t row = 0; row < view.row_count(); row += 1 + view.row_count() / 16) {
    require(view.reveal(view.row(row)) == row, "a row reveals to itself");
  }
  require(view.version() == version, "what is shown moves nothing when it is revealed");
}

void check_view(const Input& input, CaptureView& view, RecordReader& reader) {
  for (const ViewMode mode : {ViewMode::kFlat, ViewMode::kObjects, ViewMode::kTree}) {
    view.set_mode(mode);
    check_rows(input, view, nullptr);
    std::vector<Node> nodes;
    for (uint32_t row = 0; row < view.row_count(); ++row) nodes.push_back(view.row(row));
    view.set_expanded(nodes, true, true);
    check_rows(input, view, &reader);
    view.set_expanded(nodes, false, true);
    for (const Node& node : nodes) require(!view.is_expanded(node), "what was closed is closed");
    view.set_expanded(nodes, true, false);
    (void)view.expanded_keys().size();
  }
}

void check_search(const Input& input, CaptureView& view, RecordReader& reader, const char* text) {
  Query query;
  QueryMistake mistake;
  require(parse_query(text, &query, &mistake), text);
  // A search through a terabyte of bindings goes on until it is cancelled; here after the second report.
  std::atomic<bool> cancelled = false;
  uint32_t count = 0, reports = 0;
  auto found = search_records(*input.index, query, reader, cancelled, &count, [&](const SearchProgress&) {
    if (++reports == 2) cancelled = true;
  });
  if (!found.ok()) {
    require(cancelled, "a search of a file that can be read ends well");
    return;
  }
  require(found->rank(input.index->size()) == count, "matches are counted");
  const Stripe stripe = stripe_of(*input.index, &*found, 16);
  require(stripe.classes.size() <= 16, "a stripe has no more parts than are asked for");
  for (const uint32_t part : stripe.matches) require(part < stripe.classes.size(), "a match lies in a part");
  for (const uint32_t part : stripe.problems) require(part < stripe.classes.size(), "a problem lies in a part");
  for (const ViewMode mode : {ViewMode::kFlat, ViewMode::kTree, ViewMode::kObjects}) {
    view.set_mode(mode);
    for (const bool filter : {true, false}) {
      view.set_matches(*found, filter);
      check_rows(input, view, nullptr);
      std::optional<uint32_t> row;
      for (int i = 0; i < 3; ++i) {
        row = view.next_match(row, i != 1);
        if (row) require(view.is_match(view.row(*row)), "the next match is one");
        if (count == 0) require(!row, "nothing is found where nothing matches");
        // Objects with ids of more than 32 bits list no records, and cut lists are not searched.
        const bool whole = mode != ViewMode::kObjects && view.row_count() <= kMostRows;
        if (count > 0 && whole) require(row.has_value(), "a match is found");
      }
    }
  }
}

/// A file may continue with a terabyte of zeros; an hour of fuzzing is better spent.
constexpr uint64_t kSearchedBytes = 1ull << 26;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile memory(data, size);
  auto file = File::open(memory.path());
  if (!file.ok()) return 0;
  const auto header = read_capture_header(**file);
  if (!header.ok()) return 0;
  const std::atomic<bool> never = false;
  const auto index = build_index(*file, *header, never);
  require(index.ok(), "an index ends only when it is cancelled");
  const Input input{*file, *header, *index};
  check_index(**index);
  check_dump(input);
  Text summary;
  append_summary(**file, *header, **index, 0, summary);
  require(JsonCheck::is_json(summary.view()), "a summary is JSON");
  RecordReader reader(*file, *header);
  for (uint32_t record = 0; record < (*index)->size(); ++record) {
    Text details;
    require(append_details({**index, *header, *file}, Node{Node::Kind::kRecord, 0, record}, details).ok(),
            "every record has details");
    require(JsonCheck::is_json(details.view()), "details are JSON");
  }
  CaptureView view(*index, kMostRows);
  check_view(input, view, reader);
  for (const char* text : {"dispatch", "op:*scope*", "scope:a -class:object"}) check_search(input, view, reader, text);
  if ((*file)->size() < kSearchedBytes) {
    for (const char* text : {"obj:4 bytes:>0", "fn:*a* status:ok", "record:2..9"})
      check_search(input, view, reader, text);
  }
  return 0;
}
