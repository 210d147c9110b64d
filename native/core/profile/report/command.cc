// profile command: command buffers, what they hold, and how long their executions took. Local devices record dispatches
// of command buffers that they do not describe: iree-profile refuses those, here they stand without a description.
#include "profile/report/dispatches.h"

namespace ireereplay::profile {

namespace {

using format::CommandOperationType;

bool has_blocks(const format::CommandOperation& operation) {
  return (operation.flags & format::kOperationBlockStructure) != 0;
}

class CommandReport {
 public:
  CommandReport(Reporting& reporting, const Metadata& metadata, const Dispatches& dispatches)
      : r_(reporting), out_(reporting.text), metadata_(metadata), d_(dispatches) {}

  Status make() {
    IR_RETURN_IF_ERROR(count_operations());
    group_executions();
    print_header();
    return r_.options.jsonl ? jsonl() : text();
  }

 private:
  /// Executions of each command buffer, and of those that are not described.
  struct Executions {
    std::vector<size_t> device;
    std::vector<size_t> host;
  };

  /// Whether an operation is asked for, by its name or its key; or why its key is not known.
  Result<bool> matches(const format::CommandOperation& operation, std::string* key) const {
    IR_ASSIGN_OR_RETURN(*key, metadata_.operation_key(operation));
    return r_.matches(kCommandOperationNames.of(operation.type)) || r_.matches(*key);
  }

  bool is_asked_for(const format::CommandOperation& operation) const {
    return r_.matches_id(operation.command_buffer_id);
  }

  Status count_operations() {
    std::string key;
    for (const format::CommandOperation& operation : metadata_.operations) {
      if (!is_asked_for(operation)) continue;
      IR_ASSIGN_OR_RETURN(const bool is_match, matches(operation, &key));
      if (is_match) ++matched_operations_;
    }
    return Status();
  }

  void group_executions() {
    described_.resize(metadata_.command_buffers.size());
    const auto place = [&](uint64_t id) -> Executions& {
      const auto found = metadata_.find_command_buffer(id);
      return found ? described_[*found] : undescribed_[id];
    };
    for (size_t i = 0; i < d_.executions.size(); ++i) place(d_.executions[i].command_buffer).device.push_back(i);
    for (size_t i = 0; i < d_.host_executions.size(); ++i)
      place(d_.host_executions[i].command_buffer).host.push_back(i);
  }

  void print_header() {
    const auto& [matched, host] = std::tie(d_.matched, d_.host_matched);
    if (r_.options.jsonl) {
      print(out_, R"({"type":"command_summary","filter":%,"command_buffers":%,"executions":%,"host_executions":%)",
            Quoted{r_.options.filter}, metadata_.command_buffers.size(), d_.executions.size(),
            d_.host_executions.size());
      print(out_, R"(,"command_operations":%,"matched_command_operations":%,"matched_dispatches":%)",
            metadata_.operation_count, matched_operations_, matched.count);
      print(out_, R"(,"valid_dispatches":%,"invalid_dispatches":%,"matched_host_dispatches":%)", matched.valid,
            matched.invalid, host.count);
      print(out_, ",\"valid_host_dispatches\":%,\"invalid_host_dispatches\":%}\n", host.valid, host.invalid);
      return;
    }
    print(out_, "IREE HAL profile command-buffer summary\nfilter: %\n", std::string_view(r_.options.filter));
    print(out_, "command_buffers=% executions=% host_executions=% command_operations=% matched_command_operations=%",
          metadata_.command_buffers.size(), d_.executions.size(), d_.host_executions.size(), metadata_.operation_count,
          matched_operations_);
    print(out_, " matched_dispatches=% valid=% invalid=%", matched.count, matched.valid, matched.invalid);
    print(out_, " matched_host_dispatches=% host_valid=% host_invalid=%\n", host.count, host.valid, host.invalid);
  }

  Status text() {
    for (size_t i = 0; i < metadata_.command_buffers.size(); ++i) {
      const CommandBufferInfo& buffer = metadata_.command_buffers[i];
      if (!r_.matches_id(buffer.record.command_buffer_id)) continue;
      print(out_, "command_buffer %: device=% mode=% categories=% queue_affinity=%\n", buffer.record.command_buffer_id,
            buffer.record.physical_device_ordinal, buffer.record.mode, buffer.record.command_categories,
            buffer.record.queue_affinity);
      for (const size_t operation : buffer.operations) {
        IR_RETURN_IF_ERROR(operation_text(metadata_.operations[operation]));
      }
      IR_RETURN_IF_ERROR(executions_text(described_[i]));
    }
    for (const auto& [id, executions] : undescribed_) {
      print(out_, "command_buffer %: not described\n", id);
      IR_RETURN_IF_ERROR(executions_text(executions));
    }
    return Status();
  }

  Status operation_text(const format::CommandOperation& operation) {
    std::string key;
    IR_ASSIGN_OR_RETURN(const bool is_match, matches(operation, &key));
    if (!is_match) return Status();
    print(out_, "    command[%]: op=% flags=", operation.command_index, kCommandOperationNames.of(operation.type));
    out_.append_hex(operation.flags, 1);
    if (has_blocks(operation)) {
      print(out_, " block=% local=%", operation.block_ordinal, operation.block_command_ordinal);
    }
    switch (operation.type) {
      case CommandOperationType::kDispatch:
        print(out_, " executable=% function=% key=% bindings=% workgroups=[%] workgroup_size=[%]",
              operation.executable_id, operation.function_ordinal, std::string_view(key), operation.binding_count,
              Grid{operation.workgroup_count}, Grid{operation.workgroup_size});
        break;
      case CommandOperationType::kFill:
      case CommandOperationType::kUpdate:
        print(out_, " target=% target_offset=% length=%", operation.target_ordinal, operation.target_offset,
              operation.length);
        break;
      case CommandOperationType::kCopy:
        print(out_, " source=% source_offset=% target=% target_offset=% length=%", operation.source_ordinal,
              operation.source_offset, operation.target_ordinal, operation.target_offset, operation.length);
        break;
      case CommandOperationType::kBranch:
      case CommandOperationType::kCondBranch:
        print(out_, " target_block=% alternate_block=%", operation.target_block_ordinal,
              operation.alternate_block_ordinal);
        break;
      default:
        break;
    }
    out_.append('\n');
    return r_.drain();
  }

  Status executions_text(const Executions& executions) {
    for (const size_t i : executions.device) {
      const auto& group = d_.executions[i];
      const SubmissionTimes times = times_of(metadata_, group);
      print(out_, "  submission=% queue=% stream=% dispatches=% valid=% invalid=% span_ticks=% total_dispatch_ticks=%",
            group.submission, group.queue, group.stream, group.counts.count, group.counts.valid, group.counts.invalid,
            times.span_ticks, group.total);
      if (times.available) {
        print(out_, " span_ns=% total_dispatch_ns=%", times.span_ticks * times.ns_per_tick, times.total_ns);
      }
      out_.append('\n');
      IR_RETURN_IF_ERROR(r_.drain());
    }
    for (const size_t i : executions.host) {
      const auto& group = d_.host_executions[i];
      print(out_, "  host_submission=% queue=% stream=% dispatches=% valid=% invalid=% span_ns=%", group.submission,
            group.queue, group.stream, group.counts.count, group.counts.valid, group.counts.invalid, host_span(group));
      print(out_, " total_dispatch_ns=% tile_count=% tile_sum_ns=%\n", group.total, group.tiles, group.tile_ns);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  static int64_t host_span(const SubmissionGroup<int64_t>& group) {
    return group.counts.valid != 0 ? group.latest - group.earliest : 0;
  }

  Status jsonl() {
    for (const CommandBufferInfo& buffer : metadata_.command_buffers) {
      if (!r_.matches_id(buffer.record.command_buffer_id)) continue;
      print(out_, R"({"type":"command_buffer","command_buffer_id":%,"physical_device_ordinal":%,"mode":%)",
            buffer.record.command_buffer_id, buffer.record.physical_device_ordinal, buffer.record.mode);
      print(out_, ",\"command_categories\":%,\"queue_affinity\":%}\n", buffer.record.command_categories,
            buffer.record.queue_affinity);
    }
    for (const format::CommandOperation& operation : metadata_.operations) {
      if (is_asked_for(operation)) IR_RETURN_IF_ERROR(operation_jsonl(operation));
    }
    for (const auto& group : d_.executions) {
      if (!r_.matches_id(group.command_buffer)) continue;
      const SubmissionTimes times = times_of(metadata_, group);
      print_execution("command_execution", "", group);
      print(out_, R"(,"span_ticks":%,"total_dispatch_ticks":%,"clock_fit_available":%)", times.span_ticks, group.total,
            times.fit.has_value());
      print(out_, R"(,"total_dispatch_time_ns_available":%,"span_ns":%,"total_dispatch_ns":%})", times.available,
            times.fit ? times.span_ticks * times.ns_per_tick : 0.0, times.total_ns);
      out_.append('\n');
      IR_RETURN_IF_ERROR(r_.drain());
    }
    for (const auto& group : d_.host_executions) {
      if (!r_.matches_id(group.command_buffer)) continue;
      print_execution("command_host_execution",
                      ",\"timing_source\":\"host_execution_event\",\"time_domain\":\"iree_host_time_ns\""
                      ",\"duration_time_domain\":\"iree_host_duration_ns\"",
                      group);
      print(out_, R"(,"span_ns":%,"total_dispatch_ns":%,"total_tile_count":%,"total_tile_duration_sum_ns":%})",
            host_span(group), group.total, group.tiles, group.tile_ns);
      out_.append('\n');
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  void print_execution(std::string_view type, std::string_view domains, const auto& group) {
    print(out_, R"({"type":"%"%,"command_buffer_id":%,"submission_id":%,"physical_device_ordinal":%,"queue_ordinal":%)",
          type, domains, group.command_buffer, group.submission, group.device, group.queue);
    print(out_, R"(,"stream_id":%,"dispatches":%,"valid":%,"invalid":%)", group.stream, group.counts.count,
          group.counts.valid, group.counts.invalid);
  }

  Status operation_jsonl(const format::CommandOperation& o) {
    std::string key;
    IR_ASSIGN_OR_RETURN(const bool is_match, matches(o, &key));
    if (!is_match) return Status();
    print(out_, R"({"type":"command_operation","command_buffer_id":%,"command_index":%,"op":%,"flags":%)",
          o.command_buffer_id, o.command_index, Quoted{kCommandOperationNames.of(o.type)}, o.flags);
    print(out_, R"(,"block_structure":%,"block_ordinal":%,"block_command_ordinal":%,"key":%,"executable_id":%)",
          has_blocks(o), o.block_ordinal, o.block_command_ordinal, Quoted{key}, o.executable_id);
    print(out_, R"(,"function_ordinal":%,"binding_count":%,"workgroup_count":[%],"workgroup_size":[%])",
          o.function_ordinal, o.binding_count, Grid{o.workgroup_count}, Grid{o.workgroup_size});
    print(out_, R"(,"source_ordinal":%,"target_ordinal":%,"source_offset":%,"target_offset":%,"length":%)",
          o.source_ordinal, o.target_ordinal, o.source_offset, o.target_offset, o.length);
    print(out_, ",\"target_block_ordinal\":%,\"alternate_block_ordinal\":%}\n", o.target_block_ordinal,
          o.alternate_block_ordinal);
    return r_.drain();
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  const Dispatches& d_;
  uint64_t matched_operations_ = 0;
  std::vector<Executions> described_;
  std::map<uint64_t, Executions> undescribed_;
};

}  // namespace

Status report_commands(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled(), Metadata::Operations::kKept));
  if (r.options.dispatch_events) return report_dispatch_events(r, metadata, DispatchMode::kCommand);
  Dispatches dispatches(r, metadata);
  IR_RETURN_IF_ERROR(
      dispatches.read({.mode = DispatchMode::kCommand, .executions = true, .device_row = {}, .host_row = {}}));
  return CommandReport(r, metadata, dispatches).make();
}

}  // namespace ireereplay::profile
