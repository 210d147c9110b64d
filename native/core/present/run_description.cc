#include "present/run_description.h"

#include <algorithm>

#include "base/json_writer.h"
#include "capture/record_printer.h"
#include "present/cells.h"

namespace ireereplay {

namespace {

/// Records that are read for the bytes of one row.
constexpr uint32_t kSummed = 64;
/// Records whose operation and object are looked at.
constexpr size_t kLookedAt = 4096;
/// Names of operations, and objects, that fit in a row.
constexpr size_t kNamed = 3;

/// The object that a record makes; without one, the object that it is about.
uint64_t subject_of(const CaptureIndex& index, uint32_t record) {
  const uint64_t related = index.related_id(record);
  const uint64_t id = related != format::kNoObject ? related : index.object_id(record);
  return id == CaptureIndex::kWideId ? format::kNoObject : id;
}

std::string short_operation(const CaptureIndex& index, uint16_t version_major, uint32_t record) {
  if (index.type(record) == format::RecordType::kObject) {
    const ObjectEntry* object = index.find_object(index.object_id(record));
    if (object != nullptr) return std::string(name(object->type));
  }
  const std::string whole = row_operation(index, version_major, record);
  return whole.substr(whole.find('.') == std::string::npos ? 0 : whole.find('.') + 1);
}

/// The first few different ones of a run's values, in order.
template <typename T, typename Of>
std::vector<T> first_different(std::span<const uint32_t> members, Of of) {
  std::vector<T> found;
  for (const uint32_t member : members.subspan(0, std::min(members.size(), kLookedAt))) {
    T value = of(member);
    if (value == T() || std::find(found.begin(), found.end(), value) != found.end()) continue;
    found.push_back(std::move(value));
    if (found.size() > kNamed) break;
  }
  return found;
}

std::vector<Span> describe_subjects(const CaptureIndex& index, std::span<const uint32_t> members) {
  const auto ids = first_different<uint64_t>(members, [&](uint32_t member) { return subject_of(index, member); });
  std::vector<Span> spans;
  for (size_t i = 0; i < std::min(ids.size(), kNamed); ++i) {
    if (i > 0) spans.push_back(text(" "));
    spans.push_back(describe_object(index, ids[i]));
  }
  if (ids.size() > kNamed) spans.push_back(dim(" …"));
  return spans;
}

std::optional<uint64_t> bytes_of(const CaptureIndex& index, std::span<const uint32_t> members, RecordReader& reader) {
  if (members.size() > kSummed) return std::nullopt;
  uint64_t sum = 0;
  bool any = false;
  for (const uint32_t member : members) {
    const auto description = describe_record(index, member, reader);
    if (!description.ok()) return std::nullopt;
    if (!description->has_bytes) continue;
    any = true;
    if (!checked_add(sum, description->bytes, &sum)) return std::nullopt;
  }
  return any ? std::optional(sum) : std::nullopt;
}

/// As iree-dump-replay prints them in JSONL, as far as they can be read.
Text lines_of(const DetailSource& source, std::span<const uint32_t> members, RecordReader& reader) {
  constexpr uint64_t kMostOfLine = 1 << 16;
  Text lines;
  for (const uint32_t member : members) {
    reader.seek(source.index.offset(member), member);
    RecordFrame frame;
    if (!reader.next(&frame).ok()) break;
    const uint16_t major = source.header.file.version_major;
    if (!print_record(DumpFormat::kJsonl, major, frame, reader, lines, kMostOfLine).ok()) break;
  }
  return lines;
}

}  // namespace

RunDescription describe_run(const CaptureIndex& index, uint16_t version_major, const HousekeepingRun& run,
                            RecordReader& reader) {
  const auto members = members_of(index, run);
  RunDescription described;
  const auto names = first_different<std::string>(
      members, [&](uint32_t member) { return short_operation(index, version_major, member); });
  for (size_t i = 0; i < std::min(names.size(), kNamed); ++i) described.operations += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kNamed) described.operations += ", …";
  described.target = describe_subjects(index, members);
  // Host accesses come in pairs that speak of the same bytes: a sum would count them twice.
  const auto operation = index.operation(run.first);
  if (operation != format::Operation::kBufferMapRange && operation != format::Operation::kBufferUnmapRange)
    described.bytes = bytes_of(index, members, reader);
  return described;
}

void append_run_details(const DetailSource& source, const HousekeepingRun& run, Text& out) {
  const CaptureIndex& index = source.index;
  const uint16_t major = source.header.file.version_major;
  RecordReader reader(source.file, source.header, index.offset(run.first), run.first);
  const RunDescription described = describe_run(index, major, run, reader);
  const auto members = members_of(index, run);
  JsonWriter json(out);
  json.begin_object();
  json.key("key").string("h" + decimal(run.first));
  json.key("record").number(run.first);
  json.key("last").number(members.back());
  json.key("offset").wide(index.offset(run.first));
  json.key("length").wide(0);
  json.key("headerLength").number(0);
  json.key("class").string(name(index.record_class(run.first)));
  json.key("operation").string(described.operations);
  write_spans(json.key("subject"), described.target);
  json.key("sections").begin_array();
  SectionWriter sections(json);
  sections.begin_table("Records", more_note(run.count),
                       {{"#", true}, {"Operation"}, {"Function or object"}, {"Details"}});
  const size_t listed = std::min<size_t>(members.size(), kMaxTableRows);
  for (const uint32_t member : members.subspan(0, listed)) {
    auto description = describe_record(index, member, reader);
    sections.row({{Span{decimal(member), 0, member}},
                  {text(row_operation(index, major, member))},
                  description.ok() ? std::move(description->target) : Cell(),
                  description.ok() ? std::move(description->details) : Cell{text(description.status().to_string())}});
  }
  sections.end();
  json.end_array();
  json.key("json").string(lines_of(source, members.subspan(0, listed), reader).view());
  json.end_object();
}

}  // namespace ireereplay
