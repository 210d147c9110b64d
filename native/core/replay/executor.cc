#include "replay/executor.h"

#include <ctime>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "replay/crash_report.h"
#include "replay/transfer.h"
#include "replay/watchdog.h"

namespace ireereplay::replay {

namespace {

constinit const std::atomic<bool> kNeverCancelled{false};

uint64_t now_ns() {
  timespec time;
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000ull + static_cast<uint64_t>(time.tv_nsec);
}

// IREE's local-sync device runs command buffers with denormals read and written as zero; results depend on it.
class FlushDenormals {
 public:
#if defined(__x86_64__)
  FlushDenormals() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | 0x8040); }  // FTZ and DAZ
  ~FlushDenormals() { _mm_setcsr(saved_); }

 private:
  unsigned saved_;
#elif defined(__aarch64__)
  FlushDenormals() {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    asm volatile("msr fpcr, %0" : : "r"(saved_ | 1ull << 24));
  }
  ~FlushDenormals() { asm volatile("msr fpcr, %0" : : "r"(saved_)); }

 private:
  uint64_t saved_;
#endif
};

}  // namespace

Executor::Executor(const Plan& plan) : plan_(plan) {
  main_.prepare(plan);
  if (plan.worker_count > 1) pool_ = std::make_unique<TaskPool>(plan, plan.worker_count);
  open_scopes_.reserve(plan.program.scopes.size());
}

Executor::~Executor() = default;

Status Executor::run(const RunControl& control, ReplayResult* result) {
  cancel_ = control.cancel != nullptr ? control.cancel : &kNeverCancelled;
  indirect_workgroups_ = 0;
  open_scopes_.clear();
  prepare_thread_for_crash_report();
  const Position* outer = thread_position();
  set_thread_position(&main_.position);
  const uint64_t begin = now_ns(), begin_file_read = file_read_ns();
  Status status = run_watched(control, result);
  result->execute_ns = now_ns() - begin;
  result->file_read_ns = file_read_ns() - begin_file_read;
  result->workgroups = plan_.workgroup_count + indirect_workgroups_;
  main_.position.command.store(nullptr, std::memory_order_relaxed);
  main_.position.step.store(nullptr, std::memory_order_relaxed);
  scope_.store(kNoIndex, std::memory_order_relaxed);
  set_thread_position(outer);
  return status;
}

Result<double> Executor::time_command(const Command& command, const Command* step, const std::atomic<bool>* cancel) {
  cancel_ = cancel != nullptr ? cancel : &kNeverCancelled;
  prepare_thread_for_crash_report();
  const Position* outer = thread_position();
  set_thread_position(&main_.position);
  main_.position.step.store(step, std::memory_order_relaxed);
  main_.position.command.store(&command, std::memory_order_relaxed);
  const bool flush = step != nullptr && static_cast<const Instance*>(step->what)->flush_denormals != 0;
  uint64_t begin = 0, end = 0;
  const auto run = [&]() -> Status {
    begin = now_ns();
    Status status;
    if (pool_ == nullptr || command.is_inline) {
      status = run_command(command, main_);
    } else {
      ranges_.clear();
      status = add_range(command, step);
      if (status.ok()) status = run_ranges();
    }
    end = now_ns();
    return status;
  };
  Status status;
  if (flush) {
    FlushDenormals flushing;
    status = run();
  } else {
    status = run();
  }
  main_.position.command.store(nullptr, std::memory_order_relaxed);
  main_.position.step.store(nullptr, std::memory_order_relaxed);
  set_thread_position(outer);
  IR_RETURN_IF_ERROR(status);
  return static_cast<double>(end - begin);
}

Status Executor::run_watched(const RunControl& control, ReplayResult* result) {
  const auto run = [&] { return pool_ != nullptr ? run_levels(control, result) : run_steps(control, result); };
  if (control.timeout_ns == 0) return run();
  Watchdog watchdog(control.timeout_ns, control.cancel, [this] { report_hang(stuck_position()); });
  cancel_ = &watchdog.stop();
  Status status = run();
  cancel_ = &kNeverCancelled;
  if (status.code() != StatusCode::kCancelled || !watchdog.timed_out()) return status;
  return Status(StatusCode::kDeadlineExceeded,
                "the replay took longer than " + std::to_string(control.timeout_ns / 1000000) + " ms")
      .at(status.record(), kNoPlace);
}

const Position& Executor::stuck_position() const {
  const Position* worker = pool_ != nullptr ? pool_->busy_position() : nullptr;
  return worker != nullptr ? *worker : main_.position;
}

Status Executor::run_steps(const RunControl& control, ReplayResult* result) {
  for (const Command& step : plan_.steps) {
    main_.position.command.store(&step, std::memory_order_relaxed);
    // Dispatches are what there may be a million of.
    if (step.op == Do::kCallOnce) {
      const auto& dispatch = *static_cast<const Dispatch*>(step.what);
      abi::WorkgroupState& workgroup = main_.position.workgroup;
      workgroup.id_x = workgroup.id_y = 0;
      workgroup.id_z = 0;
      if (cancelled()) [[unlikely]]
        return was_cancelled(step);
      if (const int code = dispatch.call(dispatch.environment, &dispatch.state, &workgroup); code != 0) [[unlikely]] {
        return kernel_failed(step, code);
      }
      continue;
    }
    if (Status status = run_step(step, control, result); !status.ok()) return status;
  }
  return Status();
}

Status Executor::run_step(const Command& step, const RunControl& control, ReplayResult* result) {
  if (cancelled()) [[unlikely]]
    return was_cancelled(step);
  switch (step.op) {
    case Do::kExecute:
      return run_instance(step);
    case Do::kScopeBegin:
      begin_scope(step);
      return Status();
    case Do::kScopeEnd:
      end_scope(step, result);
      return Status();
    case Do::kOutput: {
      const auto& transfer = *static_cast<const Transfer*>(step.what);
      const BufferRange& range = plan_.program.transfers[transfer.info].source;
      const OutputRange output{step.record, plan_.program.buffers[range.buffer].id, range.offset, range.length};
      result->outputs.push_back(output);
      if (control.outputs == nullptr) return Status();
      return control.outputs->write(output, Bytes(transfer.source, transfer.length)).at(step.record, kNoPlace);
    }
    default:
      return run_command(step, main_);
  }
}

Status Executor::run_instance(const Command& step) {
  const auto& instance = *static_cast<const Instance*>(step.what);
  main_.position.step.store(&step, std::memory_order_relaxed);
  const auto run = [&]() -> Status {
    abi::WorkgroupState& workgroup = main_.position.workgroup;
    workgroup.id_x = workgroup.id_y = 0;
    workgroup.id_z = 0;
    const Command* const end = instance.begin + instance.count;
    for (const Command* command = instance.begin; command != end; ++command) {
      main_.position.command.store(command, std::memory_order_relaxed);
      if (cancelled()) [[unlikely]]
        return was_cancelled(*command);
      if (command->op == Do::kCallOnce) [[likely]] {
        const auto& dispatch = *static_cast<const Dispatch*>(command->what);
        if (const int code = dispatch.call(dispatch.environment, &dispatch.state, &workgroup); code != 0) [[unlikely]] {
          return kernel_failed(*command, code);
        }
        continue;
      }
      if (Status status = run_command(*command, main_); !status.ok()) return status;
      workgroup.id_x = workgroup.id_y = 0;
      workgroup.id_z = 0;
    }
    return Status();
  };
  Status status;
  if (instance.flush_denormals != 0) {
    FlushDenormals flush;
    status = run();
  } else {
    status = run();
  }
  main_.position.step.store(nullptr, std::memory_order_relaxed);
  return status;
}

Status Executor::run_command(const Command& command, Worker& worker) {
  switch (command.op) {
    case Do::kCallOnce:
    case Do::kCallGrid: {
      const auto& dispatch = *static_cast<const Dispatch*>(command.what);
      return call_grid(command, dispatch, dispatch.state, worker);
    }
    case Do::kCallIndirect:
      return call_indirect(command, worker);
    default: {
      return run_transfer(command, 0, tile_count(*static_cast<const Transfer*>(command.what)), worker, *cancel_);
    }
  }
}

Status Executor::call_grid(const Command& command, const Dispatch& dispatch, const abi::DispatchState& state,
                           Worker& worker) {
  abi::WorkgroupState& workgroup = worker.position.workgroup;
  for (uint32_t z = 0; z < state.workgroup_count_z; ++z) {
    workgroup.id_z = static_cast<uint16_t>(z);
    for (uint32_t y = 0; y < state.workgroup_count_y; ++y) {
      workgroup.id_y = y;
      for (uint32_t x = 0; x < state.workgroup_count_x; ++x) {
        workgroup.id_x = x;
        if (cancelled()) [[unlikely]]
          return was_cancelled(command);
        if (const int code = dispatch.call(dispatch.environment, &state, &workgroup); code != 0) [[unlikely]] {
          return kernel_failed(command, code);
        }
      }
    }
  }
  return Status();
}

Status Executor::call_indirect(const Command& command, Worker& worker) {
  abi::DispatchState state;
  IR_RETURN_IF_ERROR(read_count(command, &state));
  return call_grid(command, *static_cast<const Indirect*>(command.what)->dispatch, state, worker);
}

Status Executor::read_count(const Command& command, abi::DispatchState* state) {
  const auto& indirect = *static_cast<const Indirect*>(command.what);
  *state = indirect.dispatch->state;
  uint32_t count[3];
  std::memcpy(count, indirect.count, sizeof(count));
  if (count[2] > UINT16_MAX) {
    return Status(StatusCode::kOutOfRange, "an indirect dispatch asks for " + std::to_string(count[2]) +
                                               " workgroups in z; at most 65535 can be")
        .at(command.record, kNoPlace);
  }
  // As preflight does for the grids that it can see.
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < state->binding_count; ++i) bytes += state->binding_lengths[i];
  const unsigned __int128 total = static_cast<unsigned __int128>(count[0]) * count[1] * count[2];
  if (total > kPlausibleWorkgroups && total > static_cast<unsigned __int128>(bytes) * 8) {
    return Status(StatusCode::kOutOfRange, "an indirect dispatch of [" + std::to_string(count[0]) + "," +
                                               std::to_string(count[1]) + "," + std::to_string(count[2]) +
                                               "] workgroups over bindings of " + std::to_string(bytes) +
                                               " bytes in all cannot be meant")
        .at(command.record, kNoPlace);
  }
  state->workgroup_count_x = count[0];
  state->workgroup_count_y = count[1];
  state->workgroup_count_z = static_cast<uint16_t>(count[2]);
  indirect_workgroups_ += uint64_t{count[0]} * count[1] * count[2];
  return Status();
}

void Executor::begin_scope(const Command& step) {
  const auto* scope = static_cast<const ScopeInfo*>(step.what);
  scope_.store(static_cast<uint32_t>(scope - plan_.program.scopes.data()), std::memory_order_relaxed);
  open_scopes_.push_back({scope, now_ns(), file_read_ns()});
}

void Executor::end_scope(const Command& step, ReplayResult* result) {
  const uint64_t end = now_ns();
  const auto* scope = static_cast<const ScopeInfo*>(step.what);
  for (size_t i = open_scopes_.size(); i-- > 0;) {
    if (open_scopes_[i].scope != scope) continue;
    const OpenScope& open = open_scopes_[i];
    result->scopes.push_back({scope->name, scope->begin_record, scope->end_record, scope->depth, end - open.begin_ns,
                              file_read_ns() - open.begin_file_read_ns});
    open_scopes_.erase(open_scopes_.begin() + static_cast<ptrdiff_t>(i));
    break;
  }
  scope_.store(
      open_scopes_.empty() ? kNoIndex : static_cast<uint32_t>(open_scopes_.back().scope - plan_.program.scopes.data()),
      std::memory_order_relaxed);
}

}  // namespace ireereplay::replay
