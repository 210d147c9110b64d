#include "hal/local/kernel_floor.h"

#include "base/clock.h"
#include "hal/local/call_workgroups.h"

namespace ireereplay::replay {

namespace {

struct Call {
  const Dispatch* dispatch;
  uint32_t x, y;
  uint16_t z;
};

// More are not worth their memory: the floor matters for captures of tiny dispatches.
constexpr size_t kMaxCalls = 1 << 24;

void add_calls(const Command& command, std::vector<Call>* calls) {
  if (command.op != PlanOp::kCallOnce && command.op != PlanOp::kCallGrid) return;
  const auto* dispatch = static_cast<const Dispatch*>(command.what);
  for (uint32_t z = 0; z < dispatch->state.workgroup_count_z; ++z) {
    for (uint32_t y = 0; y < dispatch->state.workgroup_count_y; ++y) {
      for (uint32_t x = 0; x < dispatch->state.workgroup_count_x && calls->size() <= kMaxCalls; ++x)
        calls->push_back({dispatch, x, y, static_cast<uint16_t>(z)});
    }
  }
}

}  // namespace

uint64_t time_kernels(const Plan& plan) {
  std::vector<Call> calls;
  for (const Command& step : plan.steps) {
    if (calls.size() > kMaxCalls) break;
    if (step.op != PlanOp::kExecute) {
      add_calls(step, &calls);
      continue;
    }
    const auto& instance = *static_cast<const Instance*>(step.what);
    for (uint32_t i = 0; i < instance.count; ++i) add_calls(instance.begin[i], &calls);
  }
  if (calls.size() > kMaxCalls) return 0;
  Worker worker;
  worker.prepare(plan, 0);
  abi::WorkgroupState& workgroup = worker.position.workgroup;
  int results = 0;
  const uint64_t begin = now_ns();
  for (const Call& call : calls) {
    workgroup.id_x = call.x;
    workgroup.id_y = call.y;
    workgroup.id_z = call.z;
    results |= call_workgroup(*call.dispatch, call.dispatch->state, workgroup);
  }
  const uint64_t end = now_ns();
  return results == 0 ? end - begin : 0;
}

}  // namespace ireereplay::replay
