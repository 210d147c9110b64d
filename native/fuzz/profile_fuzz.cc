// Everything that reads a profile, on bytes that nobody recorded: header, chunks, records, and every question; and what
// must be true of them whatever the bytes are. The corpus is made of small profiles that were cut off or changed
// (test/fixtures/record/profiles.mjs).
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include "json_check.h"
#include "memory_file.h"
#include "profile/record_times.h"
#include "profile/report/report.h"
#include "timeline_check.h"

using namespace ireereplay;
using namespace ireereplay::profile;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// Every field of every record lies in the file, and so does what follows it.
void check_records(const Bundle& bundle) {
  ChunkReader reader(bundle.file(), bundle.header());
  Chunk chunk;
  uint64_t end = bundle.header().records_begin;
  for (const ChunkPlace& place : bundle.chunks()) {
    require(place.offset == end, "chunks follow each other");
    reader.seek(place.offset, place.index);
    require(reader.next(&chunk).ok(), "a chunk that was found is read");
    end = chunk.end_offset();
    require(end <= bundle.header().records_end, "a chunk ends in the file");
    if (chunk.kind == ChunkKind::kUnknown) continue;
    const Layout& layout = layout_of(chunk.kind);
    RecordWalk walk(reader.window(), chunk);
    Record record;
    uint64_t sum = 0;
    while (!walk.at_end()) {
      const Status status = walk.next(&record);
      if (!status.ok()) {
        require(!status.message().empty() && status.record() == chunk.index, "what is wrong has a place");
        break;
      }
      for (const Field& field : layout.fields) {
        for (const uint8_t byte : record.fields.subspan(field.offset, field_size(field.kind))) sum += byte;
        if (field.names != nullptr) sum += field.names->of(load<uint32_t>(record.fields, field.offset)).size();
      }
      for (size_t part = 0; part < layout.trailing.size(); ++part) {
        for (const uint8_t byte : trailing_part(layout, record, part)) sum += byte;
      }
    }
    // All of them are read, whatever the compiler thinks of the sum.
    [[maybe_unused]] const volatile uint64_t seen = sum;
  }
  require(bundle.end().ok() == (end == bundle.header().records_end), "a bundle that ends early says so");
}

/// A report is whole lines, and each of JSON is an object, whatever ends it.
void check_reports(const Bundle& bundle) {
  const std::atomic<bool> never = false;
  for (const char* name :
       {"summary", "statistics", "explain", "executable", "dispatch", "command", "counter", "memory", "queue", "graph",
        "times", "workers", "hotspots", "disassembly", "samples", "bindings", "export", "cat"}) {
    for (const bool events : {false, true}) {
      for (const bool jsonl : {false, true}) {
        ReportOptions options;
        require(find_question(name, &options.question), "a question has a name");
        const bool is_export = options.question == Question::kExport || options.question == Question::kTimes ||
                               options.question == Question::kWorkers || options.question == Question::kBindings ||
                               options.question == Question::kSamples;
        options.jsonl = jsonl || is_export;
        options.dispatch_events = events && options.jsonl;
        options.counter_samples = options.dispatch_events;
        if (events && !jsonl) options.id = 1;
        std::string text;
        const Status status = report(bundle, options, never, [&](std::string_view piece) {
          text.append(piece);
          return Status();
        });
        require(status.ok() || !status.message().empty(), "a failure is explained");
        if (!options.jsonl || !status.ok()) continue;
        for (size_t begin = 0; begin < text.size();) {
          const size_t end = text.find('\n', begin);
          require(end != std::string::npos, "a report ends with a whole line");
          require(JsonCheck::is_json(std::string_view(text).substr(begin, end - begin)), "a line of JSONL is JSON");
          begin = end + 1;
        }
      }
    }
  }
}

/// Executions are in the order that they are looked up in.
void check_times(const Bundle& bundle) {
  const std::atomic<bool> never = false;
  const auto times = read_record_times(bundle, never);
  require(times.ok() || !times.status().message().empty(), "a failure is explained");
  if (!times.ok()) return;
  const size_t count = times->records.size();
  require(times->sums.size() == count + 1 && times->by_record.size() == count, "columns belong together");
  for (size_t i = 1; i < count; ++i) {
    require(std::tie(times->vias[i - 1], times->records[i - 1], times->starts[i - 1]) <=
                std::tie(times->vias[i], times->records[i], times->starts[i]),
            "executions are in order");
    require(times->records[times->by_record[i - 1]] <= times->records[times->by_record[i]], "records are in order");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile memory(data, size);
  const auto file = File::open(memory.path());
  if (!file.ok()) return 0;
  const std::atomic<bool> never = false;
  const auto bundle = Bundle::open(*file, never);
  if (!bundle.ok()) {
    require(!bundle.status().message().empty(), "a refusal is explained");
    return 0;
  }
  check_records(**bundle);
  check_reports(**bundle);
  check_times(**bundle);
  check_timeline(*bundle);
  return 0;
}
