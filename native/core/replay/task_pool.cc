#include "replay/task_pool.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "replay/transfer.h"

namespace ireereplay::replay {

namespace {

// What a processor copies, about, as long as it need only be right within a factor.
constexpr float kBytesPerNs = 8;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

uint64_t now_ns() {
  timespec time;
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000ull + static_cast<uint64_t>(time.tv_nsec);
}

void futex_wait(std::atomic<uint32_t>& word, uint32_t value) {
  ::syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void futex_wake(std::atomic<uint32_t>& word, int count) {
  ::syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

// Spinning costs another thread its processor when there are fewer processors than threads.
uint32_t spin_limit(uint32_t worker_count) { return worker_count <= std::thread::hardware_concurrency() ? 2000 : 20; }

}  // namespace

void Worker::prepare(const Plan& plan) {
  position.plan.store(&plan, std::memory_order_relaxed);
  if (plan.local_memory_size == 0) return;
  local_memory.reset(new uint8_t[plan.local_memory_size]);
  position.workgroup.local_memory = local_memory.get();
  position.workgroup.local_memory_size = plan.local_memory_size;
}

[[gnu::cold, gnu::noinline]] Status kernel_failed(const Command& command, int result) {
  return Status(StatusCode::kInternal, "executable entry point returned catastrophic error " + std::to_string(result))
      .at(command.record, kNoPlace);
}

[[gnu::cold, gnu::noinline]] Status was_cancelled(const Command& command) {
  return Status(StatusCode::kCancelled, "the replay was cancelled").at(command.record, kNoPlace);
}

Status run_transfer(const Command& command, uint64_t begin, uint64_t end, Worker& worker,
                    const std::atomic<bool>& cancel) {
  const auto& transfer = *static_cast<const Transfer*>(command.what);
  const uint64_t start = command.op == Do::kReadFile ? now_ns() : 0;
  Status status = execute_transfer(command.op, transfer, begin, end, cancel).at(command.record, kNoPlace);
  if (start != 0) worker.file_read_ns += now_ns() - start;
  return status;
}

Status run_tiles(const TileRange& range, uint64_t begin, uint64_t end, Worker& worker,
                 const std::atomic<bool>& cancel) {
  worker.position.step.store(range.step, std::memory_order_relaxed);
  worker.position.command.store(range.command, std::memory_order_relaxed);
  if (range.dispatch == nullptr) return run_transfer(*range.command, begin, end, worker, cancel);
  const abi::DispatchState& state = range.state != nullptr ? *range.state : range.own_state;
  abi::WorkgroupState& workgroup = worker.position.workgroup;
  const uint64_t size_x = state.workgroup_count_x, size_y = state.workgroup_count_y;
  uint64_t x = begin % size_x, y = begin / size_x % size_y, z = begin / size_x / size_y;
  for (uint64_t tile = begin; tile < end; ++tile) {
    workgroup.id_x = static_cast<uint32_t>(x);
    workgroup.id_y = static_cast<uint32_t>(y);
    workgroup.id_z = static_cast<uint16_t>(z);
    if (cancel.load(std::memory_order_relaxed)) [[unlikely]]
      return was_cancelled(*range.command);
    if (const int code = range.dispatch->call(range.dispatch->environment, &state, &workgroup); code != 0)
        [[unlikely]] {
      return kernel_failed(*range.command, code);
    }
    if (++x == size_x) {
      x = 0;
      if (++y == size_y) {
        y = 0;
        ++z;
      }
    }
  }
  return Status();
}

TaskPool::TaskPool(const Plan& plan, uint32_t worker_count)
    : plan_(plan),
      spin_limit_(spin_limit(worker_count)),
      share_after_ns_(plan.share_after_ns),
      tile_ns_(plan.dispatches.size(), -1.0f) {
  for (uint32_t i = 1; i < worker_count; ++i) {
    Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
    worker.prepare(plan);
    worker.position.workgroup.processor_id = i;
    threads_.emplace_back([this, &worker] { work(worker); });
  }
}

TaskPool::~TaskPool() {
  stop_.store(true, std::memory_order_seq_cst);
  wake_.fetch_add(1, std::memory_order_seq_cst);
  futex_wake(wake_, INT32_MAX);
  for (std::thread& thread : threads_) thread.join();
}

const Position* TaskPool::busy_position() const {
  for (const auto& worker : workers_) {
    if (worker->position.command.load(std::memory_order_relaxed) != nullptr) return &worker->position;
  }
  return nullptr;
}

void TaskPool::work(Worker& worker) {
  prepare_thread_for_crash_report();
  set_thread_position(&worker.position);
  for (uint64_t last = 0;;) {
    wait_for_gate(last);
    if (stop_.load(std::memory_order_acquire)) break;
    const uint64_t generation = enter();
    if (generation == 0) continue;
    last = generation;
    claim_tiles(worker);
    worker.position.command.store(nullptr, std::memory_order_relaxed);
    leave();
  }
  set_thread_position(nullptr);
}

void TaskPool::wait_for_gate(uint64_t last) {
  const auto open = [&](uint64_t gate) { return (gate & kOpen) != 0 && gate / kGeneration != last; };
  for (uint32_t spins = 0;; ++spins) {
    if (open(gate_.load(std::memory_order_acquire)) || stop_.load(std::memory_order_relaxed)) return;
    if (spins < spin_limit_) {
      pause();
      continue;
    }
    const uint32_t value = wake_.load(std::memory_order_seq_cst);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    if (!open(gate_.load(std::memory_order_seq_cst)) && !stop_.load(std::memory_order_seq_cst))
      futex_wait(wake_, value);
    sleepers_.fetch_sub(1, std::memory_order_seq_cst);
    spins = 0;
  }
}

uint64_t TaskPool::enter() {
  uint64_t gate = gate_.load(std::memory_order_acquire);
  while ((gate & kOpen) != 0) {
    if (gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel, std::memory_order_acquire))
      return gate / kGeneration;
  }
  return 0;
}

void TaskPool::leave() {
  const uint64_t gate = gate_.fetch_sub(1, std::memory_order_seq_cst) - 1;
  if ((gate & kInside) != 0 || (gate & kOpen) != 0) return;
  if (main_wait_.exchange(0, std::memory_order_seq_cst) != 0) futex_wake(main_wait_, 1);
}

void TaskPool::wait_until_empty() {
  for (uint32_t spins = 0; (gate_.load(std::memory_order_acquire) & kInside) != 0; ++spins) {
    if (spins < spin_limit_) {
      pause();
      continue;
    }
    main_wait_.store(1, std::memory_order_seq_cst);
    if ((gate_.load(std::memory_order_seq_cst) & kInside) != 0) futex_wait(main_wait_, 1);
    main_wait_.store(0, std::memory_order_seq_cst);
  }
}

void TaskPool::fail(Status status) {
  next_.store(total_, std::memory_order_relaxed);
  if (!failing_.exchange(true, std::memory_order_relaxed)) failure_ = std::move(status);
}

void TaskPool::claim_tiles(Worker& worker) {
  const TileRange* range = ranges_;
  for (;;) {
    const uint64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (begin >= total_) return;
    const uint64_t end = std::min(begin + chunk_, total_);
    for (uint64_t tile = begin; tile < end;) {
      while (tile >= range->first + range->count) ++range;
      const uint64_t stop = std::min(end, range->first + range->count);
      if (Status status = run_tiles(*range, tile - range->first, stop - range->first, worker, *cancel_); !status.ok())
          [[unlikely]] {
        return fail(std::move(status));
      }
      tile = stop;
    }
  }
}

uint64_t TaskPool::file_read_ns() const {
  uint64_t sum = 0;
  for (const auto& worker : workers_) sum += worker->file_read_ns;
  return sum;
}

TaskPool::Estimate TaskPool::estimate(const TileRange* ranges, size_t range_count) const {
  Estimate estimate;
  for (size_t i = 0; i < range_count; ++i) {
    const TileRange& range = ranges[i];
    if (range.dispatch == nullptr) {
      estimate.ns += static_cast<float>(static_cast<const Transfer*>(range.command->what)->length) / kBytesPerNs;
      continue;
    }
    const float tile = tile_ns_[static_cast<size_t>(range.dispatch - plan_.dispatches.data())];
    if (tile < 0) {
      estimate.known = false;
    } else {
      estimate.ns += tile * static_cast<float>(range.count);
    }
  }
  return estimate;
}

void TaskPool::learn(const TileRange* ranges, size_t range_count, uint64_t ns, uint64_t tiles) {
  const float tile = static_cast<float>(ns) / static_cast<float>(tiles);
  for (size_t i = 0; i < range_count; ++i) {
    if (ranges[i].dispatch == nullptr) continue;
    float& known = tile_ns_[static_cast<size_t>(ranges[i].dispatch - plan_.dispatches.data())];
    // Of several, each is taken for the average until it is seen alone.
    if (known < 0 || range_count == 1) known = tile;
  }
}

Status TaskPool::run(const TileRange* ranges, size_t range_count, Worker& main, const std::atomic<bool>& cancel) {
  if (range_count == 0) return Status();
  const uint64_t total = ranges[range_count - 1].first + ranges[range_count - 1].count;
  const auto run_alone = [&](uint64_t from, uint64_t to, const TileRange*& range) -> Status {
    while (from < to) {
      while (from >= range->first + range->count) ++range;
      const uint64_t stop = std::min(to, range->first + range->count);
      IR_RETURN_IF_ERROR(run_tiles(*range, from - range->first, stop - range->first, main, cancel));
      from = stop;
    }
    return Status();
  };
  const TileRange* range = ranges;
  const Estimate estimate = this->estimate(ranges, range_count);
  const auto share_ns = static_cast<float>(share_after_ns_), wake_ns = share_ns * 10;
  if (total == 1 || (estimate.known && estimate.ns <= share_ns / 2)) return run_alone(0, total, range);

  const uint64_t begin = now_ns();
  const bool someone_is_awake = sleepers_.load(std::memory_order_relaxed) < threads_.size();
  if ((estimate.known && estimate.ns > wake_ns) || (someone_is_awake && (!estimate.known || estimate.ns > share_ns))) {
    IR_RETURN_IF_ERROR(share(ranges, 0, total, estimate.known && estimate.ns > wake_ns, main, cancel));
    learn(ranges, range_count, (now_ns() - begin) * (threads_.size() + 1), total);
    return Status();
  }
  // What has been taken so far says what the rest would take alone; it is looked at after 1, 2, 4, ... tiles.
  for (uint64_t tile = 0, check = 1; tile < total; check *= 2) {
    const uint64_t stop = std::min(check, total);
    IR_RETURN_IF_ERROR(run_alone(tile, stop, range));
    tile = stop;
    const uint64_t taken = now_ns() - begin;
    if (tile == total) {
      learn(ranges, range_count, taken, total);
      break;
    }
    const uint64_t rest = taken * (total - tile) / tile;
    const bool worth_waking = rest > share_after_ns_ * 10;
    if (worth_waking || (rest > share_after_ns_ && sleepers_.load(std::memory_order_relaxed) < threads_.size())) {
      learn(ranges, range_count, taken, tile);
      return share(ranges, tile, total, worth_waking, main, cancel);
    }
  }
  return Status();
}

Status TaskPool::share(const TileRange* ranges, uint64_t first_tile, uint64_t total, bool wake, Worker& main,
                       const std::atomic<bool>& cancel) {
  ranges_ = ranges;
  total_ = total;
  cancel_ = &cancel;
  // Small enough that the last chunks end together, large enough that claiming them is nothing.
  chunk_ = std::clamp<uint64_t>((total - first_tile) / (16 * (threads_.size() + 1)), 1, 256);
  failing_.store(false, std::memory_order_relaxed);
  next_.store(first_tile, std::memory_order_relaxed);
  const uint64_t generation = gate_.load(std::memory_order_relaxed) / kGeneration + 1;
  gate_.store(generation * kGeneration | kOpen, std::memory_order_seq_cst);
  if (wake && sleepers_.load(std::memory_order_seq_cst) != 0) {
    wake_.fetch_add(1, std::memory_order_seq_cst);
    futex_wake(wake_, INT32_MAX);
  }
  claim_tiles(main);
  gate_.fetch_and(~kOpen, std::memory_order_acq_rel);
  wait_until_empty();
  if (!failing_.load(std::memory_order_relaxed)) [[likely]]
    return Status();
  return std::exchange(failure_, Status());
}

}  // namespace ireereplay::replay
