// Everything that reads a capture, on bytes that nobody recorded: header, records, index, summary, rows, details,
// search, dump. The corpus begins with the damaged captures of the fixtures.
#include <cstdlib>

#include "base/text.h"
#include "capture/details.h"
#include "capture/dump.h"
#include "capture/query.h"
#include "capture/rows.h"
#include "capture/summary.h"
#include "capture/view.h"
#include "memory_file.h"

using namespace ireereplay;

namespace {

void search(const std::shared_ptr<const File>& file, const CaptureHeader& header, CaptureView& view, const char* text) {
  const std::atomic<bool> never = false;
  Query query;
  QueryMistake mistake;
  if (!parse_query(text, &query, &mistake)) std::abort();
  RecordReader reader(file, header);
  uint32_t count = 0;
  auto found = search_records(view.index(), query, reader, never, &count, {});
  if (!found.ok()) return;
  for (const bool filter : {true, false}) {
    view.set_matches(*found, filter);
    std::optional<uint32_t> row;
    for (int i = 0; i < 3; ++i) row = view.next_match(row, i != 1);
    if ((count > 0) != row.has_value()) {
      // A match may stand where the view has no place for it only when the command buffer is never executed.
      if (count == 0) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile memory(data, size);
  auto file = File::open(memory.path());
  if (!file.ok()) return 0;
  const auto header = read_capture_header(**file);
  if (!header.ok()) return 0;
  const std::atomic<bool> never = false;
  for (const DumpFormat dump_format : {DumpFormat::kText, DumpFormat::kJsonl}) {
    (void)dump(*file, dump_format, 1, never, [](std::string_view) { return Status(); }).ok();
  }
  const auto index = build_index(*file, *header, never);
  if (!index.ok()) return 0;
  Text out;
  append_summary(**file, *header, **index, 0, out);
  append_stripe(**index, nullptr, 16, out);
  CaptureView view(*index);
  RecordReader reader(*file, *header);
  for (const ViewMode mode : {ViewMode::kFlat, ViewMode::kObjects, ViewMode::kTree}) {
    view.set_mode(mode);
    std::vector<Node> nodes;
    for (uint32_t row = 0; row < view.row_count(); ++row) nodes.push_back(view.row(row));
    view.set_expanded(nodes, true, true);
    for (uint32_t row = 0; row < view.row_count() && row < 2000; ++row) {
      const Node node = view.row(row);
      const auto parsed = parse_node_key(**index, node_key(**index, node));
      if (!parsed || !parsed->same_as(node)) std::abort();
      append_row(**index, header->file.version_major, plan_row(view, row), reader, out);
      (void)view.ancestors(row);
      if (node.kind == Node::Kind::kRecord) (void)append_details({**index, *header, *file}, node, out).ok();
    }
    out.clear();
  }
  search(*file, *header, view, "dispatch");
  search(*file, *header, view, "obj:4 bytes:>0");
  return 0;
}
