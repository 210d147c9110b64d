#include "recording/run_events.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/glob.h"
#include "recording/run_end.h"
#include "recording/wait_times.h"

namespace ireereplay::replay {

namespace {

using profile::ChunkKind;
using profile::ChunkMetadata;
using profile::format::EndpointType;
using profile::format::HostExecutionEvent;
using profile::format::kNone32;
using profile::format::MemoryEventType;
using profile::format::QueueEventType;

int64_t host_time(uint64_t ns) { return static_cast<int64_t>(ns); }

QueueEventType type_of(const Command& command, const Program& program) {
  switch (command.op) {
    case PlanOp::kFill:
      return QueueEventType::kFill;
    case PlanOp::kReadFile:
      return QueueEventType::kRead;
    case PlanOp::kWriteFile:
      return QueueEventType::kWrite;
    case PlanOp::kCopy: {
      // Recorded bytes are an update.
      const TransferInfo& info = program.transfers[static_cast<const Transfer*>(command.what)->info];
      return info.data_offset != kNoPlace ? QueueEventType::kUpdate : QueueEventType::kCopy;
    }
    case PlanOp::kExecute:
      return QueueEventType::kExecute;
    default:
      return QueueEventType::kDispatch;
  }
}

}  // namespace

RunEvents::RunEvents(const Plan& plan, const Recorder& recorder, const SubmissionReader& reader,
                     const ProfileRequest& request, const RunEnd& end)
    : plan_(plan),
      recorder_(recorder),
      reader_(reader),
      request_(request),
      end_(end),
      tile_runs_(recorder),
      times_(plan, recorder),
      failed_(failed_execution()),
      orders_(plan.instances.size()) {}

std::optional<uint64_t> RunEvents::failed_execution() const {
  const StatusCode code = end_.status.code();
  // Those end a run between two commands.
  if (code == StatusCode::kOk || code == StatusCode::kCancelled || code == StatusCode::kDeadlineExceeded) return {};
  std::optional<uint64_t> last;
  uint64_t last_ns = 0;
  const auto look = [&](const Command& command, const Command* step) {
    if (command.record != end_.status.record()) return;
    const uint64_t execution = recorder_.executions().of(command, step);
    const Share share = recorder_.total(execution);
    if (share.tiles == 0 || share.end_ns < last_ns) return;
    last = execution;
    last_ns = share.end_ns;
  };
  for (const Command& step : plan_.steps) {
    if (step.op != PlanOp::kExecute) {
      look(step, nullptr);
      continue;
    }
    const auto& instance = *static_cast<const Instance*>(step.what);
    for (uint32_t i = 0; i < instance.count; ++i) look(instance.begin[i], &step);
  }
  return last;
}

std::optional<uint64_t> RunEvents::passed(uint64_t record, bool is_allocation) const {
  const std::optional<uint64_t> next = times_.begun_after(record);
  // A run that failed came as far as what it began last.
  if (!next && !end_.status.ok()) return {};
  if (is_allocation) return next.value_or(end_.end_ns);
  return times_.ended_before(record).value_or(end_.begin_ns);
}

const std::vector<uint32_t>& RunEvents::recorded_order(const Instance& instance) {
  std::vector<uint32_t>& order = orders_[static_cast<size_t>(&instance - plan_.instances.data())];
  if (order.size() != instance.count) {
    order.resize(instance.count);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return instance.begin[a].record < instance.begin[b].record; });
  }
  return order;
}

bool RunEvents::is_wanted(uint64_t command_buffer, uint32_t device) const {
  const ProfileFilter& filter = request_.filter;
  return filter.command_buffer.value_or(command_buffer) == command_buffer &&
         filter.physical_device.value_or(device) == device && filter.queue.value_or(0) == 0;
}

bool RunEvents::is_wanted(const HostExecutionEvent& event) const {
  const ProfileFilter& filter = request_.filter;
  if (!is_wanted(event.command_buffer_id, event.physical_device_ordinal)) return false;
  if (filter.command_index && *filter.command_index != event.command_index) return false;
  if (filter.function.empty()) return true;
  if (event.function_ordinal == kNone32) return false;
  for (const ExecutableInfo& executable : plan_.program.executables) {
    if (executable.id == event.executable_id && event.function_ordinal < executable.functions.size())
      return matches_glob(filter.function, executable.functions[event.function_ordinal].name);
  }
  return false;
}

Status RunEvents::write_queue_events(const ChunkMetadata& metadata, profile::BundleWriter& writer) {
  if (!request_.data.queue_events) return Status();
  ChunkStream events(ChunkKind::kQueueEvents, metadata, writer);
  const std::vector<Submission>& submissions = reader_.submissions();
  const WaitTimes waits(plan_.program, times_, submissions);
  for (size_t i = 0; i < submissions.size(); ++i) {
    const Submission& submission = submissions[i];
    const StepTimes::Executed* executed = times_.find(submission.record);
    std::optional<uint64_t> time;
    if (executed != nullptr && executed->share.tiles != 0) {
      time = executed->share.begin_ns;
    } else {
      time = passed(submission.record, submission.type == QueueEventType::kAlloca);
    }
    if (!time) continue;
    profile::format::QueueEvent event;
    event.type = submission.type;
    event.dependency_strategy = submission.wait_count == 0 ? profile::format::DependencyStrategy::kNone
                                                           : profile::format::DependencyStrategy::kInline;
    event.event_id = event.submission_id = i + 1;
    event.host_time_ns = event.ready_host_time_ns = host_time(*time);
    if (submission.wait_count != 0 && executed != nullptr && executed->share.tiles != 0) {
      // What waits on nothing that was executed is ready when it is submitted, which is when its turn has come.
      if (const WaitTimes::Times waited = waits.of(i, *time); waited.ready_ns != 0) {
        event.host_time_ns = host_time(waited.submitted_ns);
        event.ready_host_time_ns = host_time(std::max(waited.ready_ns, waited.submitted_ns));
      }
    }
    event.command_buffer_id = submission.command_buffer;
    event.allocation_id = submission.buffer;
    event.physical_device_ordinal = submission.device;
    event.wait_count = static_cast<uint32_t>(submission.wait_count);
    event.signal_count = static_cast<uint32_t>(submission.signal_count);
    event.operation_count = 1;
    if (const RecordedCommands* commands = reader_.find(submission.command_buffer))
      event.operation_count = static_cast<uint32_t>(commands->records.size());
    event.payload_length = submission.payload_length;
    IR_RETURN_IF_ERROR(events.append(event));
  }
  count_ += events.count();
  return events.finish();
}

HostExecutionEvent RunEvents::event_of(const Submission& submission, uint64_t submission_id, uint64_t event_id) const {
  HostExecutionEvent event;
  event.event_id = event_id;
  event.submission_id = submission_id;
  event.command_buffer_id = submission.command_buffer;
  event.physical_device_ordinal = submission.device;
  event.command_index = event.function_ordinal = kNone32;
  event.operation_count = 1;
  if (submission.command_buffer != 0) event.flags = profile::format::kHostCommandBuffer;
  return event;
}

void RunEvents::describe(const Command& command, HostExecutionEvent* event) const {
  event->type = type_of(command, plan_.program);
  const Dispatch* dispatch = plan_.dispatch_of(command);
  if (dispatch == nullptr) {
    event->payload_length = static_cast<const Transfer*>(command.what)->length;
    return;
  }
  const DispatchNote& note = plan_.note_of(dispatch);
  event->executable_id = plan_.program.executables[note.executable].id;
  event->function_ordinal = note.function;
  const abi::DispatchState& state = dispatch->state;
  event->workgroup_size[0] = state.workgroup_size_x;
  event->workgroup_size[1] = state.workgroup_size_y;
  event->workgroup_size[2] = state.workgroup_size_z;
  if (command.op == PlanOp::kCallIndirect) {
    // The grid was in a buffer, which may hold something else by now: tile_count has its workgroups.
    event->flags |= profile::format::kHostIndirectParameters;
    return;
  }
  event->workgroup_count[0] = state.workgroup_count_x;
  event->workgroup_count[1] = state.workgroup_count_y;
  event->workgroup_count[2] = state.workgroup_count_z;
}

struct RunEvents::HostStreams {
  ChunkStream events;
  OwnChunkStream<profile::format::WorkerShare> shares;
  OwnChunkStream<profile::format::TileRun> tile_runs;

  HostStreams(const ChunkMetadata& metadata, profile::BundleWriter& writer)
      : events(ChunkKind::kHostExecutionEvents, metadata, writer),
        shares(profile::format::kWorkerSharesContentType, metadata, writer),
        tile_runs(profile::format::kTileRunsContentType, metadata, writer) {}
  Status finish() {
    IR_RETURN_IF_ERROR(events.finish());
    IR_RETURN_IF_ERROR(shares.finish());
    return tile_runs.finish();
  }
};

Status RunEvents::write_execution(const Execution& execution, HostStreams& streams) {
  const uint64_t number = recorder_.executions().of(execution.command, execution.step);
  const Share total = recorder_.total(number);
  if (total.tiles == 0) return Status();
  HostExecutionEvent event = event_of(execution.submission, execution.submission_id, execution.event_id);
  describe(execution.command, &event);
  event.command_index = execution.command_index;
  if (execution.step == nullptr) {
    event.type = execution.submission.type;  // A fill of an alloca's memory is the alloca's.
    event.allocation_id = execution.submission.buffer;
  }
  if (!is_wanted(event)) return Status();
  event.start_host_time_ns = host_time(total.begin_ns);
  event.end_host_time_ns = host_time(total.end_ns);
  event.tile_count = total.tiles;
  event.tile_duration_sum_ns = host_time(total.busy_ns);
  if (failed_ == number) event.status_code = static_cast<uint32_t>(end_.status.code());
  IR_RETURN_IF_ERROR(streams.events.append(event));
  return recorder_.thread_count() > 1 ? write_shares(number, event.event_id, streams) : Status();
}

Status RunEvents::write_shares(uint64_t execution, uint64_t event_id, HostStreams& streams) {
  const uint64_t tiles = recorder_.total(execution).tiles;
  for (uint32_t worker = 0; worker < recorder_.thread_count(); ++worker) {
    const Share& share = recorder_.share(execution, worker);
    if (share.tiles == 0) continue;
    IR_RETURN_IF_ERROR(streams.shares.append({0, worker, event_id, host_time(share.begin_ns), host_time(share.end_ns),
                                              host_time(share.busy_ns), share.tiles}));
    if (share.tiles == tiles) break;
    for (const TileRun& run : tile_runs_.of(execution, worker))
      IR_RETURN_IF_ERROR(streams.tile_runs.append({0, worker, event_id, run.begin, run.end - run.begin}));
  }
  return Status();
}

Status RunEvents::write_submission(const StepTimes::Executed& executed, const Submission& submission,
                                   uint64_t submission_id, uint64_t event_id, ChunkStream& events) {
  if (executed.share.tiles == 0) return Status();
  HostExecutionEvent event = event_of(submission, submission_id, event_id);
  event.type = QueueEventType::kExecute;
  if (!is_wanted(event)) return Status();
  event.start_host_time_ns = host_time(executed.share.begin_ns);
  event.end_host_time_ns = host_time(executed.share.end_ns);
  const auto& instance = *static_cast<const Instance*>(executed.step->what);
  if (failed_ && instance.count != 0) {
    const uint64_t first = recorder_.executions().of(*instance.begin, executed.step);
    if (*failed_ >= first && *failed_ - first < instance.count)
      event.status_code = static_cast<uint32_t>(end_.status.code());
  }
  return events.append(event);
}

Status RunEvents::write_host_executions(const ChunkMetadata& metadata, profile::BundleWriter& writer) {
  if (!request_.data.host_execution) return Status();
  HostStreams streams(metadata, writer);
  uint64_t event_id = 1;
  const std::vector<Submission>& submissions = reader_.submissions();
  for (size_t i = 0; i < submissions.size(); ++i) {
    const StepTimes::Executed* executed = times_.find(submissions[i].record);
    if (executed == nullptr) continue;
    const Command& step = *executed->step;
    if (step.op != PlanOp::kExecute) {
      IR_RETURN_IF_ERROR(write_execution({step, nullptr, submissions[i], i + 1, event_id++, kNone32}, streams));
      continue;
    }
    const auto& instance = *static_cast<const Instance*>(step.what);
    IR_RETURN_IF_ERROR(each_command(instance, submissions[i], [&](const Command& command, uint32_t index) {
      return write_execution({command, &step, submissions[i], i + 1, event_id++, index}, streams);
    }));
    IR_RETURN_IF_ERROR(write_submission(*executed, submissions[i], i + 1, event_id++, streams.events));
  }
  count_ += streams.events.count();
  return streams.finish();
}

Status RunEvents::write_memory_events(const ChunkMetadata& metadata, profile::BundleWriter& writer) {
  if (!request_.data.memory_events) return Status();
  ChunkStream events(ChunkKind::kMemoryEvents, metadata, writer);
  std::unordered_map<uint64_t, size_t> buffer_of;
  for (size_t i = 0; i < plan_.program.buffers.size(); ++i) buffer_of.emplace(plan_.program.buffers[i].id, i);
  const std::vector<MemoryOperation>& operations = reader_.memory();
  for (size_t i = 0; i < operations.size(); ++i) {
    const MemoryOperation& memory = operations[i];
    const auto time = passed(memory.record, memory.type != MemoryEventType::kQueueDealloca);
    if (!time) continue;
    profile::format::MemoryEvent event;
    event.type = memory.type;
    if (memory.submission != 0) event.flags |= profile::format::kMemoryQueueOperation;
    if (memory.type == MemoryEventType::kBufferImport) event.flags |= profile::format::kMemoryExternallyOwned;
    event.result = kNone32;
    event.event_id = i + 1;
    event.host_time_ns = host_time(*time);
    event.allocation_id = memory.buffer;
    event.submission_id = memory.submission;
    event.physical_device_ordinal = memory.device;
    event.queue_ordinal = memory.submission != 0 ? 0 : kNone32;
    event.memory_type = memory.memory_type;
    event.buffer_usage = memory.usage;
    event.length = memory.length;
    event.alignment = memory.alignment;
    if (const auto found = buffer_of.find(memory.buffer);
        found != buffer_of.end() && plan_.layout.offsets[found->second] != MemoryLayout::kUnplaced)
      event.offset = plan_.layout.offsets[found->second];
    IR_RETURN_IF_ERROR(events.append(event));
  }
  count_ += events.count();
  return events.finish();
}

Status RunEvents::write_records(const ChunkMetadata& metadata, profile::BundleWriter& writer) {
  OwnChunkStream<profile::format::RecordRun> runs(profile::format::kRecordsContentType, metadata, writer);
  // `record_of(i)` is where thing i of a list comes from; ids count from 1, commands from 0.
  const auto write = [&](EndpointType type, uint64_t command_buffer, size_t count, const auto& record_of) -> Status {
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
      const uint64_t record = record_of(begin);
      for (end = begin + 1; end < count && record_of(end) == record + (end - begin);) ++end;
      const bool is_command = type == EndpointType::kCommandOperation;
      IR_RETURN_IF_ERROR(runs.append({0, type, is_command ? command_buffer : begin + 1,
                                      is_command ? static_cast<uint32_t>(begin) : kNone32,
                                      static_cast<uint32_t>(end - begin), record}));
    }
    return Status();
  };
  for (const RecordedCommands& commands : reader_.command_buffers()) {
    IR_RETURN_IF_ERROR(write(EndpointType::kCommandOperation, commands.id, commands.records.size(),
                             [&](size_t i) -> uint64_t { return commands.records[i]; }));
  }
  const std::vector<Submission>& submissions = reader_.submissions();
  IR_RETURN_IF_ERROR(
      write(EndpointType::kQueueEvent, 0, submissions.size(), [&](size_t i) { return submissions[i].record; }));
  const std::vector<MemoryOperation>& memory = reader_.memory();
  if (request_.data.memory_events) {
    IR_RETURN_IF_ERROR(write(EndpointType::kMemoryEvent, 0, memory.size(), [&](size_t i) { return memory[i].record; }));
  }
  return runs.finish();
}

}  // namespace ireereplay::replay
