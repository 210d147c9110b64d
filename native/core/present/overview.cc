#include "present/overview.h"

#include <algorithm>

#include "base/json_writer.h"
#include "present/buffer_use.h"
#include "present/description.h"
#include "present/executions.h"
#include "present/saturating.h"
#include "present/work.h"
#include "present/workload.h"

namespace ireereplay {

namespace {

/// Functions, and buffers of each kind, that are listed.
constexpr size_t kMostListed = 1000;

/// All that is found by reading records.
struct Found {
  Workload workload;
  BufferUses buffers;
  /// Records that could not be read, or whose payload is not what it says.
  uint64_t unread = 0;
};

Result<Found> read_all(const DetailSource& source, const std::atomic<bool>& cancelled) {
  constexpr uint32_t kRecordsPerLook = 256;
  const CaptureIndex& index = source.index;
  const Executions executions(index);
  RecordReader records(source.file, source.header);
  PayloadReader reader(records);
  Found found;
  for (uint32_t record = 0; record < index.size(); ++record) {
    if (record % kRecordsPerLook == 0 && cancelled.load(std::memory_order_relaxed))
      return Status(StatusCode::kCancelled, "cancelled");
    if (index.type(record) != format::RecordType::kOperation || index.failed(record)) continue;
    const bool dispatches = index.record_class(record) == RecordClass::kDispatch;
    if (!dispatches && !BufferUses::concerns(index.operation(record))) continue;
    Status status = reader.go_to(index.offset(record), record);
    if (status.ok() && dispatches) {
      status =
          found.workload.add(reader, executions.count(index, record), executions.first(index, record), found.buffers);
    } else if (status.ok()) {
      found.buffers.add(reader);
    }
    if (!status.ok()) ++found.unread;
  }
  return found;
}

void write_function(const CaptureIndex& index, const FunctionUse& use, JsonWriter& json) {
  json.begin_object();
  json.key("executable").wide(use.executable);
  json.key("ordinal").number(use.ordinal);
  json.key("name").string(function_name(index, use.executable, use.ordinal));
  json.key("dispatches").wide(use.dispatches);
  json.key("launches").wide(use.launches);
  json.key("workgroups").wide(use.workgroups);
  json.key("bytes").wide(use.bytes);
  json.key("workgroupsUnknown").boolean(use.workgroups_unknown);
  json.key("bytesUnknown").boolean(use.bytes_unknown);
  const ExecutableEntry* executable = index.find_executable(use.executable);
  if (executable != nullptr && use.ordinal < executable->functions.size()) {
    const ExecutableFunction& function = executable->functions[use.ordinal];
    json.key("abi").begin_object();
    json.key("constants").number(function.constant_count);
    json.key("bindings").number(function.binding_count);
    json.end_object();
  }
  if (use.same_grid) json.key("grid").array(use.grid, [&](uint32_t extent) { json.number(extent); });
  json.key("record").number(use.first);
  if (use.via != kNoRecord) json.key("via").number(use.via);
  json.end_object();
}

void write_work(const CaptureIndex& index, JsonWriter& json) {
  const Work work = work_of(index);
  if (work.submission == kNoRecord) return;
  json.key("work").begin_object();
  json.key("submission").number(work.submission);
  if (work.scope != kNoRecord) {
    const std::string_view scope = index.scope_name(work.scope);
    json.key("scope").string(shown_text(scope));
    json.key("record").number(work.scope);
    for (const ScopeEntry& entry : index.scopes()) {
      if (entry.name == scope) json.key("times").number(entry.begins.size());
    }
  }
  json.end_object();
}

void write_accesses(const HostAccesses& accesses, JsonWriter& json) {
  json.begin_object();
  json.key("count").wide(accesses.count);
  json.key("bytes").wide(accesses.bytes);
  if (accesses.same_range) {
    json.key("offset").wide(accesses.offset);
    json.key("length").wide(accesses.length);
  }
  json.key("first").number(accesses.first);
  json.key("last").number(accesses.last);
  json.end_object();
}

void write_buffer(const BufferUse& use, JsonWriter& json) {
  json.begin_object();
  json.key("id").wide(use.id);
  json.key("bytes").wide(use.size);
  if (use.record != kNoRecord) json.key("record").number(use.record);
  json.key("transient").boolean(use.transient);
  json.key("imported").boolean(use.imported);
  if (use.written.count > 0) write_accesses(use.written, json.key("written"));
  if (use.read.count > 0) write_accesses(use.read, json.key("read"));
  if (use.loaded.count > 0) {
    write_accesses(use.loaded, json.key("loaded"));
    json.key("file").wide(use.file);
  }
  json.end_object();
}

/// The buffers that the application writes or reads, in their order; then the largest of the others that last.
void write_buffers(const BufferUses& uses, JsonWriter& json) {
  std::vector<const BufferUse*> touched, others;
  uint64_t lasting = 0, lasting_bytes = 0;
  for (const BufferUse& use : uses.buffers()) {
    if (!use.transient && use.record != kNoRecord) {
      ++lasting;
      lasting_bytes = saturating_add(lasting_bytes, use.size);
    }
    const bool by_host = use.written.count + use.read.count + use.loaded.count > 0 || use.imported;
    if (by_host) {
      touched.push_back(&use);
    } else if (!use.transient && use.record != kNoRecord) {
      others.push_back(&use);
    }
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const BufferUse* a, const BufferUse* b) { return a->size > b->size; });
  const auto list = [&](std::string_view key, std::vector<const BufferUse*>& all) {
    if (all.size() > kMostListed) all.resize(kMostListed);
    json.key(key).array(all, [&](const BufferUse* use) { write_buffer(*use, json); });
  };
  json.key("touchedBuffers").number(touched.size());
  list("touched", touched);
  list("others", others);
  json.key("lasting").begin_object();
  json.key("count").wide(lasting);
  json.key("bytes").wide(lasting_bytes);
  json.end_object();
  const TransientMemory& transients = uses.transients();
  json.key("transient").begin_object();
  json.key("count").wide(transients.count);
  json.key("peak").wide(transients.peak);
  if (transients.peak_record != kNoRecord) json.key("record").number(transients.peak_record);
  json.end_object();
}

}  // namespace

Status append_overview(const DetailSource& source, const std::atomic<bool>& cancelled, Text& out) {
  IR_ASSIGN_OR_RETURN(const Found found, read_all(source, cancelled));
  std::vector<FunctionUse> functions = found.workload.ranked();
  uint64_t launches = 0, workgroups = 0;
  for (const FunctionUse& use : functions) {
    launches = saturating_add(launches, use.launches);
    workgroups = saturating_add(workgroups, use.workgroups);
  }
  JsonWriter json(out);
  json.begin_object();
  write_work(source.index, json);
  json.key("functionCount").number(functions.size());
  json.key("launches").wide(launches);
  json.key("workgroups").wide(workgroups);
  if (functions.size() > kMostListed) functions.resize(kMostListed);
  json.key("functions").array(functions, [&](const FunctionUse& use) { write_function(source.index, use, json); });
  write_buffers(found.buffers, json);
  json.key("unread").wide(found.unread);
  json.end_object();
  return Status();
}

}  // namespace ireereplay
