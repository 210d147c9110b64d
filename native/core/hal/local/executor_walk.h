// How an executor walks its plan, level by level: a level of one command runs on the calling thread or is split into
// tiles, a larger one shares the tiles of all its commands. Without a pool each command is a level of its own.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "base/clock.h"
#include "hal/local/call_workgroups.h"
#include "hal/local/crash_report.h"
#include "hal/local/executor.h"
#include "hal/local/float_control.h"
#include "hal/local/indirect.h"
#include "hal/local/tiles.h"
#include "hal/local/watchdog.h"

namespace ireereplay::replay {

inline constinit const std::atomic<bool> kNeverCancelled{false};

inline Denormals denormals_of(const Instance& instance) {
  return instance.flush_denormals != 0 ? Denormals::kFlushed : Denormals::kAsTheyAre;
}

/// The calling thread is at `position` for the lifetime of this.
class AtPosition {
 public:
  explicit AtPosition(Position* position) : position_(*position), outer_(thread_position()) {
    prepare_thread_for_crash_report();
    set_thread_position(position);
  }
  ~AtPosition() {
    position_.command.store(nullptr, std::memory_order_relaxed);
    position_.step.store(nullptr, std::memory_order_relaxed);
    set_thread_position(outer_);
  }
  AtPosition(const AtPosition&) = delete;
  AtPosition& operator=(const AtPosition&) = delete;

 private:
  Position& position_;
  const Position* const outer_;
};

template <typename Trace>
TracedExecutor<Trace>::TracedExecutor(const Plan& plan, Trace trace)
    : plan_(plan), trace_(trace), scopes_(plan.program) {
  main_.prepare(plan, 0);
  if (plan.worker_count > 1) pool_ = std::make_unique<TaskPool<Trace>>(plan, plan.worker_count, trace);
}

template <typename Trace>
bool TracedExecutor<Trace>::changed_float_control() const {
  return main_.changed_float_control || (pool_ != nullptr && std::ranges::any_of(pool_->workers(), [](const auto& w) {
                                           return w->changed_float_control;
                                         }));
}

template <typename Trace>
void TracedExecutor<Trace>::disturb_scratch(Chance* chance) {
  main_.disturb_scratch(chance);
  main_.begin();  // Here, where it is not timed.
  if (pool_ == nullptr) return;
  for (const auto& worker : pool_->workers()) worker->disturb_scratch(chance);
}

template <typename Trace>
Status TracedExecutor<Trace>::run(const RunControl& control, ReplayResult* result) {
  outputs_ = control.outputs;
  result_ = result;
  indirect_workgroups_ = 0;
  scopes_.clear();
  const AtPosition at(&main_.position);
  const uint64_t begin = now_ns(), begin_file_read = file_read_ns();
  Status status = watched(
      control, [&] { return run_commands(plan_.steps.data(), plan_.steps.data() + plan_.steps.size(), nullptr); });
  result->execute_ns = now_ns() - begin;
  result->file_read_ns = file_read_ns() - begin_file_read;
  result->workgroups = plan_.workgroup_count + indirect_workgroups_;
  scopes_.clear();
  return status;
}

template <typename Trace>
Status TracedExecutor<Trace>::run_part(const Place& from, const Place& to, const RunControl& control) {
  const AtPosition position(&main_.position);
  // Runs what lies between two commands of the command buffer at a place.
  const auto run_inside = [&](size_t place, uint32_t begin, uint32_t end) -> Status {
    const Command& step = plan_.steps[place];
    const auto& instance = *static_cast<const Instance*>(step.what);
    main_.position.step.store(&step, std::memory_order_relaxed);
    const KeptFloatControl kept(denormals_of(instance), &main_.changed_float_control);
    return run_commands(instance.begin + begin, instance.begin + end, &step);
  };
  return watched(control, [&]() -> Status {
    Place at = from;
    const Command* const steps = plan_.steps.data();
    if (at.command != 0 && at.step != to.step) {
      IR_RETURN_IF_ERROR(run_inside(at.step, at.command, static_cast<const Instance*>(steps[at.step].what)->count));
      at = {at.step + 1, 0};
    }
    if (at.step != to.step) {
      IR_RETURN_IF_ERROR(run_steps(steps + at.step, steps + to.step));
      at = {to.step, 0};
    }
    return at.command == to.command ? Status() : run_inside(at.step, at.command, to.command);
  });
}

template <typename Trace>
Status TracedExecutor<Trace>::run_steps(const Command* at, const Command* const end) {
  const auto is_of_a_run = [](const Command& step) {
    return step.op == PlanOp::kOutput || step.op == PlanOp::kScopeBegin || step.op == PlanOp::kScopeEnd;
  };
  while (at != end) {
    const Command* const next = std::find_if(at, end, is_of_a_run);
    main_.position.step.store(nullptr, std::memory_order_relaxed);
    IR_RETURN_IF_ERROR(run_commands(at, next, nullptr));
    at = std::find_if_not(next, end, is_of_a_run);
  }
  return Status();
}

template <typename Trace>
Result<double> TracedExecutor<Trace>::time_command(const Command& command, const Command* step, uint64_t count,
                                                   const RunControl& control) {
  const AtPosition at(&main_.position);
  main_.position.step.store(step, std::memory_order_relaxed);
  main_.position.command.store(&command, std::memory_order_relaxed);
  const KeptFloatControl kept(
      step == nullptr ? Denormals::kAsTheyAre : denormals_of(*static_cast<const Instance*>(step->what)),
      &main_.changed_float_control);
  double ns = 0;
  IR_RETURN_IF_ERROR(watched(control, [&]() -> Status {
    const uint64_t begin = now_ns();
    for (uint64_t i = 0; i < count; ++i) {
      if (i != 0 && cancelled()) [[unlikely]]
        return was_cancelled(command);
      if (i != 0 && control.between != nullptr) control.between->between();
      IR_RETURN_IF_ERROR(run_alone(command, step));
    }
    ns = static_cast<double>(now_ns() - begin) / static_cast<double>(count);
    return Status();
  }));
  return ns;
}

template <typename Trace>
template <typename Work>
Status TracedExecutor<Trace>::watched(const RunControl& control, const Work& work) {
  cancel_ = control.cancel != nullptr ? control.cancel : &kNeverCancelled;
  const KeptFloatControl kept(Denormals::kAsTheyAre, &main_.changed_float_control);
  if (control.timeout_ns == 0 && !control.is_ended_when_cancelled) {
    trace_.resume(main_);
    return work();
  }
  Watchdog watchdog({control.timeout_ns, control.cancel, control.is_ended_when_cancelled},
                    [this](bool timed_out) { report_hang(stuck_position(), timed_out); });
  cancel_ = &watchdog.stop();
  trace_.resume(main_);
  Status status = work();
  cancel_ = &kNeverCancelled;
  if (status.code() != StatusCode::kCancelled || !watchdog.timed_out()) return status;
  return Status(StatusCode::kDeadlineExceeded,
                "the replay took longer than " + std::to_string(control.timeout_ns / 1000000) + " ms")
      .at(status.record(), kNoPlace);
}

template <typename Trace>
const Position& TracedExecutor<Trace>::stuck_position() const {
  const Position* worker = pool_ != nullptr ? pool_->busy_position() : nullptr;
  return worker != nullptr ? *worker : main_.position;
}

template <typename Trace>
Status TracedExecutor<Trace>::run_commands(const Command* at, const Command* const end, const Command* step) {
  Position& position = main_.position;
  for (; at != end; ++at) {
    position.command.store(at, std::memory_order_relaxed);
    if (cancelled()) [[unlikely]]
      return was_cancelled(*at);
    // Often a million of these.
    if (at->op == PlanOp::kCallOnce) [[likely]] {
      if (const int code = call_once(*at, step, main_, trace_); code != 0) [[unlikely]]
        return kernel_failed(*at, code);
      continue;
    }
    const Command* last = at;
    while (!last->ends_level) ++last;
    if (Status status = last == at ? run_alone(*at, step) : run_level(at, last + 1, step); !status.ok()) [[unlikely]]
      return status;
    position.step.store(step, std::memory_order_relaxed);
    at = last;
  }
  return Status();
}

template <typename Trace>
Status TracedExecutor<Trace>::run_alone(const Command& command, const Command* step) {
  switch (command.op) {
    case PlanOp::kExecute:
      return run_instance(command);
    case PlanOp::kScopeBegin:
      scopes_.begin(*static_cast<const ScopeInfo*>(command.what), file_read_ns());
      // What comes next is in the scope: it does not begin where the work before the scope ended.
      trace_.resume(main_);
      return Status();
    case PlanOp::kScopeEnd:
      scopes_.end(*static_cast<const ScopeInfo*>(command.what), file_read_ns(), result_);
      return Status();
    case PlanOp::kOutput:
      return give_output(command);
    default:
      break;
  }
  if (pool_ == nullptr || command.is_inline) return run_here(command, step);
  ranges_.clear();
  IR_RETURN_IF_ERROR(add_range(command, step));
  return run_ranges();
}

template <typename Trace>
Status TracedExecutor<Trace>::run_level(const Command* begin, const Command* end, const Command* step) {
  ranges_.clear();
  cursors_.clear();
  for (const Command* command = begin; command != end; ++command) {
    if (command->is_inline) {
      main_.position.command.store(command, std::memory_order_relaxed);
      if (cancelled()) [[unlikely]]
        return was_cancelled(*command);
      IR_RETURN_IF_ERROR(run_alone(*command, step));
    } else if (command->op == PlanOp::kExecute) {
      const auto& instance = *static_cast<const Instance*>(command->what);
      cursors_.push_back({command, instance.begin, instance.begin + instance.count});
    } else {
      IR_RETURN_IF_ERROR(add_range(*command, step));
    }
  }
  // Command buffers of one level advance together, one of their levels at a time.
  for (bool more = true; more;) {
    more = false;
    for (Cursor& cursor : cursors_) {
      while (cursor.at != cursor.end) {
        IR_RETURN_IF_ERROR(add_range(*cursor.at, cursor.step));
        if ((cursor.at++)->ends_level) break;
      }
      more |= cursor.at != cursor.end;
    }
    IR_RETURN_IF_ERROR(run_ranges());
    ranges_.clear();
  }
  return Status();
}

template <typename Trace>
Status TracedExecutor<Trace>::run_instance(const Command& step) {
  const auto& instance = *static_cast<const Instance*>(step.what);
  main_.position.step.store(&step, std::memory_order_relaxed);
  const KeptFloatControl kept(denormals_of(instance), &main_.changed_float_control);
  return run_commands(instance.begin, instance.begin + instance.count, &step);
}

template <typename Trace>
Status TracedExecutor<Trace>::run_here(const Command& command, const Command* step) {
  switch (command.op) {
    case PlanOp::kCallOnce:
    case PlanOp::kCallGrid: {
      const auto& dispatch = *static_cast<const Dispatch*>(command.what);
      return call_workgroups({command, step, dispatch, dispatch.state}, 0, workgroup_count(dispatch.state), main_,
                             *cancel_, trace_);
    }
    case PlanOp::kCallIndirect: {
      abi::DispatchState state;
      IR_RETURN_IF_ERROR(read_grid(command, &state));
      const uint64_t count = workgroup_count(state);
      indirect_workgroups_ += count;
      return call_workgroups({command, step, *static_cast<const Indirect*>(command.what)->dispatch, state}, 0, count,
                             main_, *cancel_, trace_);
    }
    default:
      return run_transfer(command, step, 0, tile_count(*static_cast<const Transfer*>(command.what)), main_, *cancel_,
                          trace_);
  }
}

template <typename Trace>
Status TracedExecutor<Trace>::add_range(const Command& command, const Command* step) {
  const uint64_t first = ranges_.empty() ? 0 : ranges_.back().first + ranges_.back().count;
  TileRange range = {&command, step, nullptr, nullptr, {}, first, 0};
  switch (command.op) {
    case PlanOp::kCallOnce:
    case PlanOp::kCallGrid:
      range.dispatch = static_cast<const Dispatch*>(command.what);
      range.state = &range.dispatch->state;
      range.count = workgroup_count(*range.state);
      break;
    case PlanOp::kCallIndirect:
      range.dispatch = static_cast<const Indirect*>(command.what)->dispatch;
      IR_RETURN_IF_ERROR(read_grid(command, &range.own_state));
      range.count = workgroup_count(range.own_state);
      indirect_workgroups_ += range.count;
      break;
    default:
      range.count = tile_count(*static_cast<const Transfer*>(command.what));
      break;
  }
  if (range.count != 0) ranges_.push_back(range);
  return Status();
}

template <typename Trace>
Status TracedExecutor<Trace>::give_output(const Command& step) {
  const TracedBatch traced(trace_, main_, {step, nullptr, 0, 1});
  const auto& transfer = *static_cast<const Transfer*>(step.what);
  const BufferRange& range = plan_.program.transfers[transfer.info].source;
  const OutputRange output{step.record, plan_.program.buffers[range.buffer].id, range.offset, range.length};
  result_->outputs.push_back(output);
  if (outputs_ == nullptr) return Status();
  return outputs_->write(output, Bytes(transfer.source, transfer.length)).at(step.record, kNoPlace);
}

}  // namespace ireereplay::replay
