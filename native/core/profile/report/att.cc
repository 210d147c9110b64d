// profile att: instruction traces of AMD GPUs (runtime/src/iree/tooling/profile/att/att.c has the rows): listed, and
// written to files for the tools that decode them.
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "profile/report/output.h"

namespace ireereplay::profile {

namespace {

struct Trace {
  format::ExecutableTrace record;
  uint64_t data_offset = 0;
};

struct DispatchedAs {
  uint32_t workgroup_count[3] = {};
  uint32_t workgroup_size[3] = {};
  std::optional<uint64_t> duration_ticks;
};

/// Copies a range of a file into a new one.
Status copy_range(const File& from, uint64_t offset, uint64_t length, const std::string& path,
                  const std::atomic<bool>& cancelled) {
  constexpr uint64_t kPiece = 1 << 20;
  const auto failed = [&] {
    return Status(errno == EEXIST ? StatusCode::kAlreadyExists : StatusCode::kUnavailable,
                  "cannot write " + path + ": " + std::strerror(errno));
  };
  std::FILE* const file = std::fopen(path.c_str(), "wbxe");
  if (file == nullptr) return failed();
  Status status;
  for (uint64_t done = 0; done < length && status.ok();) {
    if (cancelled.load(std::memory_order_relaxed)) {
      status = Status(StatusCode::kCancelled, "cancelled");
      break;
    }
    auto piece = from.read(offset + done, std::min(kPiece, length - done));
    status = piece.status();
    if (status.ok() && std::fwrite(piece->data(), 1, piece->size(), file) != piece->size()) status = failed();
    if (status.ok()) done += piece->size();
  }
  if (std::fclose(file) != 0 && status.ok()) status = failed();
  if (!status.ok()) std::remove(path.c_str());
  return status;
}

class AttReport {
 public:
  AttReport(Reporting& reporting, const Metadata& metadata)
      : r_(reporting), out_(reporting.text), metadata_(metadata) {}

  Status make() {
    IR_RETURN_IF_ERROR(find_traces());
    if (traces_.empty()) return Status(StatusCode::kNotFound, "no AMDGPU ATT trace records matched");
    IR_RETURN_IF_ERROR(find_dispatches());
    for (const Trace& trace : traces_) {
      if (!r_.options.output_folder.empty()) IR_RETURN_IF_ERROR(extract(trace));
      print_trace(trace);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return r_.options.output_folder.empty() ? Status() : extract_code_objects();
  }

 private:
  const FunctionInfo* function_of(const Trace& trace) const {
    const auto found = metadata_.find_function(trace.record.executable_id, trace.record.function_ordinal);
    return found ? &metadata_.functions[*found] : nullptr;
  }

  std::string_view name_of(const Trace& trace) const {
    const FunctionInfo* const function = function_of(trace);
    return function == nullptr ? std::string_view("<unknown>") : function->name;
  }

  bool is_asked_for(const Trace& trace) const {
    if (trace.record.format != format::TraceFormat::kAmdgpuAtt) return false;
    if (!r_.matches_id(trace.record.trace_id) && !r_.matches_id(trace.record.dispatch_event_id)) return false;
    if (r_.options.filter.empty() || r_.options.filter == "*") return true;
    const FunctionInfo* const function = function_of(trace);
    return function != nullptr && r_.matches(function->name);
  }

  Status find_traces() {
    return r_.each_record({ChunkKind::kExecutableTraces}, [&](const Chunk&, const Record& record) {
      const Trace trace = {record.as<format::ExecutableTrace>(), record.offset + record.fields.size()};
      if (!is_asked_for(trace)) return Status();
      if ((trace.record.flags & format::kTraceDispatchEvent) != 0) {
        dispatches_.try_emplace({trace.record.physical_device_ordinal, trace.record.dispatch_event_id}, std::nullopt);
      }
      traces_.push_back(trace);
      return Status();
    });
  }

  Status find_dispatches() {
    if (dispatches_.empty()) return Status();
    return r_.each_record({ChunkKind::kDispatchEvents}, [&](const Chunk& chunk, const Record& record) {
      const auto event = record.as<format::DispatchEvent>();
      const auto found = dispatches_.find({chunk.header.physical_device_ordinal, event.event_id});
      if (found == dispatches_.end()) return Status();
      DispatchedAs dispatch;
      std::copy_n(event.workgroup_count, 3, dispatch.workgroup_count);
      std::copy_n(event.workgroup_size, 3, dispatch.workgroup_size);
      if (are_valid_ticks(event.start_tick, event.end_tick))
        dispatch.duration_ticks = event.end_tick - event.start_tick;
      found->second = dispatch;
      return Status();
    });
  }

  Status extract(const Trace& trace) {
    const std::string path = r_.options.output_folder + "/trace-" + std::to_string(trace.record.trace_id) + ".att";
    return copy_range(*r_.bundle.file(), trace.data_offset, trace.record.data_length, path, r_.cancelled());
  }

  /// Those of the executables that were traced: decoders need the code that ran.
  Status extract_code_objects() {
    return r_.each_record({ChunkKind::kCodeObjects}, [&](const Chunk&, const Record& record) {
      const auto object = record.as<format::CodeObject>();
      const auto is_traced = [&](const Trace& trace) { return trace.record.executable_id == object.executable_id; };
      if (std::none_of(traces_.begin(), traces_.end(), is_traced)) return Status();
      const std::string path = r_.options.output_folder + "/code-object-" + std::to_string(object.code_object_id) +
                               "-executable-" + std::to_string(object.executable_id) + ".elf";
      return copy_range(*r_.bundle.file(), record.offset + record.fields.size(), object.data_length, path,
                        r_.cancelled());
    });
  }

  void print_trace(const Trace& trace) {
    const format::ExecutableTrace& record = trace.record;
    const auto found = dispatches_.find({record.physical_device_ordinal, record.dispatch_event_id});
    const std::optional<DispatchedAs> dispatch = found == dispatches_.end() ? std::nullopt : found->second;
    if (r_.options.jsonl) {
      print(out_, R"({"type":"att_trace","trace_id":%,"dispatch_event_id":%,"submission_id":%,"command_buffer_id":%)",
            record.trace_id, record.dispatch_event_id, record.submission_id, record.command_buffer_id);
      print(out_, R"(,"command_index":%,"executable_id":%,"function_ordinal":%,"physical_device_ordinal":%)",
            record.command_index, record.executable_id, record.function_ordinal, record.physical_device_ordinal);
      print(out_, R"(,"queue_ordinal":%,"stream_id":%,"key":%,"raw_bytes":%,"shader_engine":%,"decoded":false)",
            record.queue_ordinal, record.stream_id, Quoted{name_of(trace)}, record.data_length, record.shader_engine);
      if (dispatch) {
        print(out_, R"(,"workgroup_count":[%],"workgroup_size":[%])", Grid{dispatch->workgroup_count},
              Grid{dispatch->workgroup_size});
        if (dispatch->duration_ticks) print(out_, ",\"duration_ticks\":%", *dispatch->duration_ticks);
      }
      out_.append("}\n");
      return;
    }
    print(out_, "ATT trace %\n  executable=% function=% name=%\n", record.trace_id, record.executable_id,
          record.function_ordinal, name_of(trace));
    print(out_, "  device=% queue=% submission=% command_buffer=% command_index=%\n", record.physical_device_ordinal,
          record.queue_ordinal, record.submission_id, record.command_buffer_id, record.command_index);
    if (dispatch) {
      print(out_, "  workgroups=[%] workgroup_size=[%]", Grid{dispatch->workgroup_count},
            Grid{dispatch->workgroup_size});
      if (dispatch->duration_ticks) print(out_, " duration_ticks=%", *dispatch->duration_ticks);
      out_.append('\n');
    }
    print(out_, "  raw_bytes=% shader_engine=%\n\n", record.data_length, record.shader_engine);
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  std::vector<Trace> traces_;
  std::unordered_map<Numbers<2>, std::optional<DispatchedAs>, NumbersHash> dispatches_;  // By device and event id.
};

}  // namespace

Status report_att(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  return AttReport(r, metadata).make();
}

}  // namespace ireereplay::profile
