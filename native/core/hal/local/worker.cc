#include "hal/local/worker.h"

#include "base/chance.h"
#include "program/noise.h"

namespace ireereplay::replay {

void Worker::prepare(const Plan& plan, uint32_t worker_index) {
  index = worker_index;
  position.plan.store(&plan, std::memory_order_relaxed);
  position.workgroup.processor_id = worker_index;
  if (plan.local_memory_size == 0) return;
  local_memory.reset(new uint8_t[plan.local_memory_size]);
  position.workgroup.local_memory = local_memory.get();
  position.workgroup.local_memory_size = plan.local_memory_size;
  // Otherwise it holds what a worker before has left there.
  fill_with_noise({local_memory.get(), plan.local_memory_size}, spread(index));
}

void Worker::disturb_scratch(Chance* chance) {
  fill_with_noise({local_memory.get(), position.workgroup.local_memory_size}, chance->next());
  scratch_key_ = chance->next() | 1;
}

}  // namespace ireereplay::replay
