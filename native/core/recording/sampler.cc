#include "recording/sampler.h"

#include <chrono>
#include <utility>

#include "base/clock.h"
#include "hal/local/executor_walk.h"
#include "recording/interrupt_cost.h"
#include "recording/period_variation.h"

namespace ireereplay::replay {

template class TracedExecutor<SamplingTrace>;

Result<std::unique_ptr<Sampler>> Sampler::create(const Plan& plan, const SamplingRequest& request) {
  IR_ASSIGN_OR_RETURN(const SamplingMethod method, find_sampling_method(request));
  const auto interrupt_ns = measure_interrupt_ns(method);
  const SamplingRate rate = request.rate_hz != 0
                                ? given_sampling_rate(request.rate_hz, interrupt_ns, plan.worker_count)
                                : choose_sampling_rate(request.overhead, interrupt_ns, plan.worker_count);
  return std::unique_ptr<Sampler>(new Sampler(plan, request, rate, method));
}

void Sampler::begin(Thread& thread) {
  const std::lock_guard<std::mutex> lock(thread.beginning);
  SamplingRequest request = request_;
  request.rate_hz = rate_.hz;
  thread.status = thread.sampler.begin(request, method_);
  if (thread.is_paused) thread.sampler.pause();
}

void Sampler::pause(bool is_paused) {
  for (Thread& thread : threads_) {
    const std::lock_guard<std::mutex> lock(thread.beginning);
    if (std::exchange(thread.is_paused, is_paused) == is_paused) continue;
    is_paused ? thread.sampler.pause() : thread.sampler.go_on();
  }
}

void Sampler::begin() {
  cost_.begin();
  for (Thread& thread : threads_) {
    thread.samples.clear();
    thread.taken.clear();
    thread.lost = 0;
    thread.status = Status();
    thread.is_paused = false;
    // Only what is used of it takes memory.
    thread.samples.reserve(size_t{1} << 16);
    thread.taken.reserve(1024);
  }
  // The thread that this is called on. Others begin when they come to their first work.
  begin(threads_.front());
  is_stopped_ = false;
  varying_ = std::thread([this] { vary(); });
}

void Sampler::end() {
  stop_varying();
  // What runs next may be on another thread.
  threads_.front().sampler.end();
}

void Sampler::vary() {
  Chance chance(now_ns());
  std::unique_lock<std::mutex> lock(mutex_);
  const auto wait = [&] { return std::chrono::duration<double>(vary_period(chance).lasts / rate_.hz); };
  while (!stopped_.wait_for(lock, wait(), [this] { return is_stopped_; })) {
    for (Thread& thread : threads_) {
      const std::lock_guard<std::mutex> beginning(thread.beginning);
      if (!thread.is_paused) thread.sampler.vary(vary_period(chance).period);
    }
  }
}

void Sampler::stop_varying() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopped_ = true;
  }
  stopped_.notify_one();
  if (varying_.joinable()) varying_.join();
}

void Sampler::take_last(const Position& position, uint32_t worker) {
  if (worker >= threads_.size()) return;
  const Command* const command = position.command.load(std::memory_order_relaxed);
  const Command* const step = position.step.load(std::memory_order_relaxed);
  uint64_t tile = 0;
  if (command != nullptr && (command->op == PlanOp::kCallGrid || command->op == PlanOp::kCallOnce)) {
    const abi::DispatchState& grid = static_cast<const Dispatch*>(command->what)->state;
    const abi::WorkgroupState& id = position.workgroup;
    tile = (uint64_t{id.id_z} * grid.workgroup_count_y + id.id_y) * grid.workgroup_count_x + id.id_x;
  }
  threads_[worker].keep(plan_, command, step == command ? nullptr : step, tile);
}

uint64_t Sampler::taken() const {
  uint64_t taken = 0;
  for (const Thread& thread : threads_) taken += thread.samples.size();
  return taken;
}

uint64_t Sampler::lost() const {
  uint64_t lost = 0;
  for (const Thread& thread : threads_) lost += thread.lost + thread.sampler.lost();
  return lost;
}

Status Sampler::status() const {
  for (const Thread& thread : threads_) {
    if (!thread.status.ok()) return thread.status;
  }
  return Status();
}

void Sampler::Thread::keep(const Plan& plan, const Command* command, const Command* step, uint64_t tile) {
  Bytes image;
  if (const Dispatch* dispatch = command == nullptr ? nullptr : plan.dispatch_of(*command))
    image = plan.executables[plan.note_of(dispatch).executable]->image();
  const auto begin = reinterpret_cast<uint64_t>(image.data());
  sampler.take(&taken);
  for (const InstructionSample& instruction : taken) {
    if (samples.size() >= kMostSamples) {
      lost += instruction.weight;
      continue;
    }
    Sample& sample = samples.emplace_back();
    sample = {instruction.address, instruction.time_ns, instruction.weight, {}, command, step, tile};
    size_t count = 0;
    for (const uint64_t word : instruction.stack) {
      if (word - begin < image.size() && count < sample.returns.size()) sample.returns[count++] = word;
    }
  }
  taken.clear();
}

}  // namespace ireereplay::replay
