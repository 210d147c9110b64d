#include <algorithm>
#include <ctime>

#include "replay/executor.h"
#include "replay/kernel_floor.h"
#include "replay/plan.h"
#include "replay/replay.h"

namespace ireereplay::replay {

class Session::State {
 public:
  Plan plan;
  PreflightReport report;
  std::unique_ptr<Executor> executor;
  uint64_t prepare_ns = 0;
};

namespace {

uint64_t now_ns() {
  timespec time;
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000ull + static_cast<uint64_t>(time.tv_nsec);
}

}  // namespace

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}

Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::prepare(const std::string& path, const ReplayOptions& options,
                                                  PreflightReport* report, const std::atomic<bool>* cancel) {
  const uint64_t begin = now_ns();
  auto state = std::make_unique<State>();
  ReplayOptions checked = options;
  checked.check_files = true;
  build_program(path, checked, cancel, &state->plan, &state->report);
  Status status = state->report.first_error();
  if (status.ok()) status = lower(&state->plan, &state->report);
  if (report != nullptr) *report = state->report;
  if (!status.ok()) return status;
  state->executor = std::make_unique<Executor>(state->plan);
  state->prepare_ns = now_ns() - begin;
  return std::unique_ptr<Session>(new Session(std::move(state)));
}

Result<ReplayResult> Session::run(const RunControl& control) {
  ReplayResult result;
  IR_RETURN_IF_ERROR(run_again(control, &result));
  return result;
}

Status Session::run_again(const RunControl& control, ReplayResult* reused) {
  const Plan& plan = state_->plan;
  ReplayResult& result = *reused;
  result.scopes.clear();
  result.outputs.clear();
  result.operations_executed = plan.program.operation_count;
  result.operations_skipped = plan.program.failed_operation_count;
  result.dispatches = plan.dispatch_count;
  result.bytes_transferred = plan.transfer_bytes;
  result.added_edges = plan.added_edges;
  result.assumed_signals = plan.program.assumed_signals;
  result.prepare_ns = state_->prepare_ns;
  result.peak_bytes = plan.layout.size;
  result.worker_count = plan.worker_count;
  if (result.devices.size() != plan.devices.size()) {
    result.devices.clear();
    for (const hal::Device& device : plan.devices) result.devices.push_back(device.uri);
  }
  result.scopes.reserve(plan.program.scopes.size());
  result.outputs.reserve(plan.output_count);
  return state_->executor->run(control, &result);
}

Result<double> Session::time_command(uint64_t record, const std::atomic<bool>* cancel) {
  const Plan& plan = state_->plan;
  // It is the last one, or near it.
  for (size_t i = plan.steps.size(); i-- > 0;) {
    const Command& step = plan.steps[i];
    if (step.op != Do::kExecute) {
      if (step.record == record) return state_->executor->time_command(step, nullptr, cancel);
      continue;
    }
    const auto& instance = *static_cast<const Instance*>(step.what);
    for (uint32_t c = instance.count; c-- > 0;) {
      if (instance.begin[c].record == record) return state_->executor->time_command(instance.begin[c], &step, cancel);
    }
  }
  return Status(StatusCode::kNotFound, "record #" + std::to_string(record) + " is not executed");
}

uint64_t Session::time_kernels() { return replay::time_kernels(state_->plan); }

Progress Session::progress() const {
  const Plan& plan = state_->plan;
  const Position& position = state_->executor->position();
  Progress progress;
  progress.record_count = plan.program.record_count;
  const Command* command = position.command.load(std::memory_order_relaxed);
  const Command* step = position.step.load(std::memory_order_relaxed);
  if (command == nullptr) return progress;
  // Where the stream is, not where its command buffer was recorded.
  progress.record = step != nullptr ? step->record : command->record;
  if (const uint32_t scope = state_->executor->scope(); scope != kNoIndex)
    progress.scope = plan.program.scopes[scope].name;
  if (const Dispatch* dispatch = plan.dispatch_of(*command)) {
    const DispatchNote& note = plan.note_of(dispatch);
    progress.function = plan.program.executables[note.executable].functions[note.function].name;
  }
  return progress;
}

const PreflightReport& Session::report() const { return state_->report; }

Result<std::vector<uint8_t>> Session::read_buffer(uint64_t buffer_id, uint64_t offset, uint64_t length) const {
  IR_ASSIGN_OR_RETURN(const uint8_t* bytes, find_buffer(buffer_id, offset, length));
  return std::vector<uint8_t>(bytes, bytes + length);
}

Status Session::write_buffer(uint64_t buffer_id, uint64_t offset, Bytes bytes) {
  IR_ASSIGN_OR_RETURN(uint8_t * target, find_buffer(buffer_id, offset, bytes.size()));
  std::copy(bytes.begin(), bytes.end(), target);
  return Status();
}

Result<uint8_t*> Session::find_buffer(uint64_t buffer_id, uint64_t offset, uint64_t length) const {
  const Plan& plan = state_->plan;
  for (uint32_t i = 0; i < plan.program.buffers.size(); ++i) {
    const BufferInfo& buffer = plan.program.buffers[i];
    if (buffer.id != buffer_id) continue;
    if (offset > buffer.size || length > buffer.size - offset) {
      return Status(StatusCode::kOutOfRange, "the range lies outside of buffer " + std::to_string(buffer_id) + " of " +
                                                 std::to_string(buffer.size) + " bytes");
    }
    if (plan.layout.offsets[i] == MemoryLayout::kUnplaced) {
      return Status(StatusCode::kFailedPrecondition,
                    "nothing in the replay touches buffer " + std::to_string(buffer_id) + ", so it has no memory");
    }
    // Shared memory holds the buffer that had it last.
    for (uint32_t other = 0; other < plan.program.buffers.size(); ++other) {
      const BufferInfo& later = plan.program.buffers[other];
      if (other == i || plan.layout.offsets[other] == MemoryLayout::kUnplaced || later.first_step <= buffer.last_step)
        continue;
      const uint64_t begin = plan.layout.offsets[i] + offset, from = plan.layout.offsets[other];
      if (from < begin + length && begin < from + later.size) {
        return Status(StatusCode::kFailedPrecondition, "the memory of buffer " + std::to_string(buffer_id) +
                                                           " has been given to buffer " + std::to_string(later.id) +
                                                           " since; stop the replay before a record to look at it");
      }
    }
    return plan.memory.data() + plan.layout.offsets[i] + offset;
  }
  return Status(StatusCode::kNotFound, "object " + std::to_string(buffer_id) + " is not a buffer of this replay");
}

}  // namespace ireereplay::replay
