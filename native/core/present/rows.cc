#include "present/rows.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "present/description.h"
#include "present/run_description.h"

namespace ireereplay {

namespace {

/// The first number of a row: its class below, then whether there is what.
constexpr uint32_t kExpanded = 1u << 8;
constexpr uint32_t kMatched = 1u << 9;
constexpr uint32_t kHasRecord = 1u << 10;
constexpr uint32_t kHasBytes = 1u << 11;
constexpr uint32_t kHasStatus = 1u << 12;
constexpr uint32_t kIsRun = 1u << 13;
constexpr uint32_t kHasLast = 1u << 14;

/// The first number of a span.
constexpr uint32_t kDim = 1;
constexpr uint32_t kHasObject = 2;
constexpr uint32_t kLeadsToRecord = 4;

/// What a row says, whatever it is about.
struct Described {
  RecordClass row_class = RecordClass::kObject;
  uint32_t record = kNoRecord;
  std::string operation;
  std::vector<Span> target;
  std::vector<Span> details;
  std::optional<uint64_t> bytes;
  std::string status;
  /// Of a run: its last record, and how many it has.
  uint32_t last = kNoRecord;
  uint32_t count = 0;
};

Described describe(const CaptureIndex& index, uint16_t version_major, uint32_t record, RecordReader& reader) {
  Described row;
  row.row_class = index.record_class(record);
  row.record = record;
  row.operation = row_operation(index, version_major, record);
  auto description = describe_record(index, record, reader);
  if (!description.ok()) {
    row.details = {{description.status().to_string()}};
    return row;
  }
  row.target = std::move(description->target);
  row.details = std::move(description->details);
  if (description->has_bytes) row.bytes = description->bytes;
  if (const uint32_t status = description->frame.header.status_code; status != 0) {
    row.status = status_code_name(status);
    if (row.status.empty()) row.status = std::to_string(status);
  }
  return row;
}

Described describe(const CaptureIndex& index, uint16_t version_major, const HousekeepingRun& run,
                   RecordReader& reader) {
  RunDescription description = describe_run(index, version_major, run, reader);
  Described row;
  row.row_class = index.record_class(run.first);
  row.record = run.first;
  row.operation = std::move(description.operations);
  row.target = std::move(description.target);
  row.bytes = description.bytes;
  row.last = members_of(index, run).back();
  row.count = run.count;
  return row;
}

Described describe(const CaptureIndex& index, const Node& node) {
  Described row;
  if (node.kind == Node::Kind::kObject) {
    const ObjectEntry& object = index.objects()[node.id];
    row.operation = name(object.type);
    row.target = {describe_object(index, object.id)};
    row.record = object.created;
    if (object.created != kNoRecord)
      row.details = {{"created by "}, {"#" + std::to_string(object.created), 0, object.created}};
  } else if (node.kind == Node::Kind::kObjectType) {
    row.operation = name(static_cast<format::ObjectType>(node.id));
  } else {
    row.operation = "more";
    row.details = {{"More rows are expanded than can be listed: collapse some, or show only what matches a search.", 0,
                    kNoRecord, true}};
  }
  return row;
}

/// The last record in a container, or in what is in it; kNoRecord of one that holds nothing, and of other records.
uint32_t last_in(const CaptureIndex& index, const Node& node) {
  if (node.kind != Node::Kind::kRecord) return kNoRecord;
  uint32_t last = kNoRecord;
  for (uint32_t at = node.id; index.is_container(at); at = last) {
    const auto children = index.children(at);
    if (children.empty()) break;
    last = children.back();
  }
  return last;
}

void append_spans(PackedRows& out, const std::vector<Span>& spans) {
  out.numbers.push_back(static_cast<uint32_t>(spans.size()));
  for (const Span& span : spans) {
    out.numbers.push_back((span.dim ? kDim : 0u) | (span.object != 0 ? kHasObject : 0u) |
                          (span.record != kNoRecord ? kLeadsToRecord : 0u));
    out.append(span.text);
    if (span.object != 0) out.wides.push_back(span.object);
    if (span.record != kNoRecord) out.numbers.push_back(span.record);
  }
}

}  // namespace

RowPlan plan_row(const CaptureView& view, uint32_t row) {
  const Node& node = view.row(row);
  RowPlan plan{node, view.child_count(node), view.is_expanded(node), view.is_match(node)};
  if (node.kind == Node::Kind::kRun) plan.run = run_beginning_at(view.index(), node.id);
  return plan;
}

void append_row(const CaptureIndex& index, uint16_t version_major, const RowPlan& plan, RecordReader& reader,
                PackedRows& out) {
  const Described row = plan.run                                ? describe(index, version_major, *plan.run, reader)
                        : plan.node.kind == Node::Kind::kRecord ? describe(index, version_major, plan.node.id, reader)
                                                                : describe(index, plan.node);
  const uint32_t last = last_in(index, plan.node);
  out.numbers.push_back(static_cast<uint32_t>(row.row_class) | (plan.expanded ? kExpanded : 0u) |
                        (plan.matched ? kMatched : 0u) | (row.record != kNoRecord ? kHasRecord : 0u) |
                        (row.bytes ? kHasBytes : 0u) | (!row.status.empty() ? kHasStatus : 0u) |
                        (row.count > 0 ? kIsRun : 0u) | (last != kNoRecord ? kHasLast : 0u));
  out.append(node_key(index, plan.node));
  out.numbers.push_back(plan.node.depth);
  out.numbers.push_back(plan.children);
  if (row.record != kNoRecord) out.numbers.push_back(row.record);
  if (row.count > 0) out.numbers.insert(out.numbers.end(), {row.last, row.count});
  if (last != kNoRecord) out.numbers.push_back(last);
  out.append(row.operation);
  append_spans(out, row.target);
  append_spans(out, row.details);
  if (row.bytes) out.wides.push_back(*row.bytes);
  if (!row.status.empty()) out.append(row.status);
}

Stripe stripe_of(const CaptureIndex& index, const RecordSet* matches, uint32_t buckets) {
  const uint32_t size = index.size();
  buckets = std::max(1u, std::min(buckets, size));
  Stripe stripe;
  for (uint32_t bucket = 0; bucket < buckets && size > 0; ++bucket) {
    const uint32_t begin = static_cast<uint32_t>(uint64_t{size} * bucket / buckets);
    const uint32_t end = static_cast<uint32_t>(uint64_t{size} * (bucket + 1) / buckets);
    std::array<uint32_t, kRecordClassCount> counts{};
    bool match = false;
    bool problem = false;
    for (uint32_t record = begin; record < end; ++record) {
      const RecordClass record_class = index.record_class(record);
      ++counts[static_cast<size_t>(record_class)];
      match |= matches != nullptr && matches->contains(record);
      problem |= index.failed(record) || record_class == RecordClass::kUnsupported;
    }
    stripe.classes.push_back(static_cast<uint8_t>(std::max_element(counts.begin(), counts.end()) - counts.begin()));
    if (match) stripe.matches.push_back(bucket);
    if (problem) stripe.problems.push_back(bucket);
  }
  return stripe;
}

}  // namespace ireereplay
