// Running a plan level by level on the threads of a pool.
#include "replay/executor.h"
#include "replay/transfer.h"

namespace ireereplay::replay {

Status Executor::run_levels(const RunControl& control, ReplayResult* result) {
  const Command* const end = plan_.steps.data() + plan_.steps.size();
  for (const Command* at = plan_.steps.data(); at != end;) {
    const Command* last = at;
    while (!last->ends_level) ++last;
    main_.position.command.store(at, std::memory_order_relaxed);
    main_.position.step.store(nullptr, std::memory_order_relaxed);
    if (cancelled()) [[unlikely]]
      return was_cancelled(*at);
    Status status;
    if (last != at) {
      status = run_level(at, last + 1, control, result);
    } else if (at->op == Do::kCallOnce) {
      const auto& dispatch = *static_cast<const Dispatch*>(at->what);
      abi::WorkgroupState& workgroup = main_.position.workgroup;
      workgroup.id_x = workgroup.id_y = 0;
      workgroup.id_z = 0;
      if (const int code = dispatch.call(dispatch.environment, &dispatch.state, &workgroup); code != 0) [[unlikely]] {
        return kernel_failed(*at, code);
      }
    } else if (at->is_inline) {
      status = run_step(*at, control, result);
    } else if (at->op == Do::kExecute) {
      status = run_task_instance(*at);
    } else {
      ranges_.clear();
      status = add_range(*at, nullptr);
      if (status.ok()) status = run_ranges();
    }
    if (!status.ok()) [[unlikely]]
      return status;
    at = last + 1;
  }
  return Status();
}

Status Executor::run_level(const Command* begin, const Command* end, const RunControl& control, ReplayResult* result) {
  ranges_.clear();
  cursors_.clear();
  for (const Command* command = begin; command != end; ++command) {
    if (command->is_inline) {
      main_.position.command.store(command, std::memory_order_relaxed);
      if (Status status = run_step(*command, control, result); !status.ok()) return status;
    } else if (command->op == Do::kExecute) {
      const auto& instance = *static_cast<const Instance*>(command->what);
      cursors_.push_back({command, instance.begin, instance.begin + instance.count});
    } else if (Status status = add_range(*command, nullptr); !status.ok()) {
      return status;
    }
  }
  // Command buffers of one level advance together, a level of each at a time.
  for (bool more = true; more;) {
    more = false;
    for (Cursor& cursor : cursors_) {
      while (cursor.at != cursor.end) {
        if (Status status = add_range(*cursor.at, cursor.step); !status.ok()) return status;
        if ((cursor.at++)->ends_level) break;
      }
      more |= cursor.at != cursor.end;
    }
    if (Status status = run_ranges(); !status.ok()) return status;
    ranges_.clear();
  }
  return Status();
}

Status Executor::run_task_instance(const Command& step) {
  const auto& instance = *static_cast<const Instance*>(step.what);
  const Command* const end = instance.begin + instance.count;
  abi::WorkgroupState& workgroup = main_.position.workgroup;
  for (const Command* at = instance.begin; at != end; ++at) {
    if (at->ends_level && at->op == Do::kCallOnce) {
      if (cancelled()) [[unlikely]]
        return was_cancelled(*at);
      main_.position.step.store(&step, std::memory_order_relaxed);
      main_.position.command.store(at, std::memory_order_relaxed);
      workgroup.id_x = workgroup.id_y = 0;
      workgroup.id_z = 0;
      const auto& dispatch = *static_cast<const Dispatch*>(at->what);
      if (const int code = dispatch.call(dispatch.environment, &dispatch.state, &workgroup); code != 0) [[unlikely]] {
        return kernel_failed(*at, code);
      }
      continue;
    }
    ranges_.clear();
    for (;; ++at) {
      if (Status status = add_range(*at, &step); !status.ok()) return status;
      if (at->ends_level) break;
    }
    if (Status status = run_ranges(); !status.ok()) return status;
  }
  return Status();
}

Status Executor::add_range(const Command& command, const Command* step) {
  const uint64_t first = ranges_.empty() ? 0 : ranges_.back().first + ranges_.back().count;
  TileRange range = {&command, step, nullptr, nullptr, {}, first, 0};
  switch (command.op) {
    case Do::kCallOnce:
    case Do::kCallGrid:
      range.dispatch = static_cast<const Dispatch*>(command.what);
      range.state = &range.dispatch->state;
      range.count =
          uint64_t{range.state->workgroup_count_x} * range.state->workgroup_count_y * range.state->workgroup_count_z;
      break;
    case Do::kCallIndirect: {
      range.dispatch = static_cast<const Indirect*>(command.what)->dispatch;
      IR_RETURN_IF_ERROR(read_count(command, &range.own_state));
      range.count = uint64_t{range.own_state.workgroup_count_x} * range.own_state.workgroup_count_y *
                    range.own_state.workgroup_count_z;
      break;
    }
    default:
      range.count = tile_count(*static_cast<const Transfer*>(command.what));
      break;
  }
  if (range.count != 0) ranges_.push_back(range);
  return Status();
}

Status Executor::run_ranges() { return pool_->run(ranges_.data(), ranges_.size(), main_, *cancel_); }

}  // namespace ireereplay::replay
