#include "capture/rows.h"

#include <algorithm>
#include <array>

#include "capture/description.h"

namespace ireereplay {

namespace {

void append_flags(const RowPlan& plan, Text& out) {
  out.append(",\"depth\":");
  out.append_dec(plan.node.depth);
  out.append(",\"children\":");
  out.append_dec(plan.children);
  out.append(plan.expanded ? ",\"expanded\":true" : ",\"expanded\":false");
  out.append(plan.matched ? ",\"matched\":true" : ",\"matched\":false");
}

void append_record(const CaptureIndex& index, uint16_t version_major, uint32_t record, RecordReader& reader,
                   Text& out) {
  out.append(",\"record\":");
  out.append_dec(record);
  out.append(",\"class\":\"");
  out.append(name(index.record_class(record)));
  out.append("\",\"operation\":");
  out.append_json(row_operation(index, version_major, record));
  const auto description = describe_record(index, record, reader);
  if (!description.ok()) {
    out.append(",\"target\":[],\"details\":");
    append_json_spans(out, {{description.status().to_string()}});
    return;
  }
  out.append(",\"target\":");
  append_json_spans(out, description->target);
  out.append(",\"details\":");
  append_json_spans(out, description->details);
  if (description->has_bytes) {
    out.append(",\"bytes\":\"");
    out.append_dec(description->bytes);
    out.append('"');
  }
  if (const uint32_t status = description->header.status_code; status != 0) {
    out.append(",\"status\":\"");
    const std::string_view status_name = status_code_name(status);
    if (status_name.empty()) {
      out.append_dec(status);
    } else {
      out.append(status_name);
    }
    out.append('"');
  }
}

void append_object(const CaptureIndex& index, const Node& node, Text& out) {
  std::vector<Span> target;
  std::vector<Span> details;
  std::string_view operation;
  if (node.kind == Node::Kind::kObject) {
    const ObjectEntry& object = index.objects()[node.id];
    operation = name(object.type);
    target = {describe_object(index, object.id)};
    if (object.created != kNoRecord)
      details = {{"created by "}, {"#" + std::to_string(object.created), 0, object.created}};
    if (object.created != kNoRecord) {
      out.append(",\"record\":");
      out.append_dec(object.created);
    }
  } else {
    operation = name(static_cast<format::ObjectType>(node.id));
  }
  out.append(",\"class\":\"object\",\"operation\":");
  out.append_json(operation);
  out.append(",\"target\":");
  append_json_spans(out, target);
  out.append(",\"details\":");
  append_json_spans(out, details);
}

}  // namespace

RowPlan plan_row(const CaptureView& view, uint32_t row) {
  const Node& node = view.row(row);
  return {node, view.child_count(node), view.is_expanded(node), view.is_match(node)};
}

void append_row(const CaptureIndex& index, uint16_t version_major, const RowPlan& plan, RecordReader& reader,
                Text& out) {
  out.append("{\"key\":\"");
  out.append(node_key(index, plan.node));
  out.append('"');
  append_flags(plan, out);
  if (plan.node.kind == Node::Kind::kRecord) {
    append_record(index, version_major, plan.node.id, reader, out);
  } else {
    append_object(index, plan.node, out);
  }
  out.append('}');
}

void append_stripe(const CaptureIndex& index, const RecordSet* matches, uint32_t buckets, Text& out) {
  const uint32_t size = index.size();
  buckets = std::max(1u, std::min(buckets, size));
  std::vector<RecordClass> classes;
  std::vector<uint32_t> matched;
  std::vector<uint32_t> problems;
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
    classes.push_back(static_cast<RecordClass>(std::max_element(counts.begin(), counts.end()) - counts.begin()));
    if (match) matched.push_back(bucket);
    if (problem) problems.push_back(bucket);
  }
  const auto list = [&](const std::vector<uint32_t>& numbers) {
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (i > 0) out.append(',');
      out.append_dec(numbers[i]);
    }
  };
  out.append("{\"classes\":[");
  for (size_t i = 0; i < classes.size(); ++i) {
    out.append(i > 0 ? ",\"" : "\"");
    out.append(name(classes[i]));
    out.append('"');
  }
  out.append("],\"matches\":[");
  list(matched);
  out.append("],\"problems\":[");
  list(problems);
  out.append("]}");
}

}  // namespace ireereplay
