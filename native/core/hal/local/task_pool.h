// Threads that share one level of a plan at a time.
//
// The thread that runs the plan takes part, and is the only one that starts anything. It works alone on what past
// times show is not worth sharing: a level of tiny dispatches never touches another thread. Otherwise it opens the
// gate; tiles are claimed with one atomic addition for a handful of workgroups. The level has ended when all tiles are
// claimed, the gate is closed and the last worker has left.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "hal/local/crash_report.h"
#include "hal/local/float_control.h"
#include "hal/local/plan.h"
#include "hal/local/position.h"
#include "hal/local/thread_gate.h"
#include "hal/local/tile_times.h"
#include "hal/local/tiles.h"
#include "hal/local/trace.h"
#include "hal/local/worker.h"

namespace ireereplay::replay {

template <typename Trace>
class TaskPool final : ThreadGate::Crew {
 public:
  /// `worker_count` threads in all, including the calling one; `generation` is the gate's.
  TaskPool(const Plan& plan, uint32_t worker_count, Trace trace = {}, uint32_t generation = 0)
      : share_after_ns_(plan.share_after_ns),
        trace_(trace),
        times_(plan),
        workers_(make_workers(plan, worker_count)),
        gate_(static_cast<uint32_t>(workers_.size()), *this, generation) {}
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;

  /// Runs all tiles of `ranges` (consecutive in `first`) and returns when they are done. The first failure ends it.
  Status run(std::span<const TileRange> ranges, Worker& main, const std::atomic<bool>& cancel);

  /// The position of a worker in a command; nullptr when there is none. From any thread.
  const Position* busy_position() const;
  /// What all workers but the calling one have spent in file reads. Not while tiles run.
  uint64_t file_read_ns() const;
  /// All workers but the calling one's. Not while tiles run.
  std::span<const std::unique_ptr<Worker>> workers() const { return workers_; }

 private:
  using Workers = std::vector<std::unique_ptr<Worker>>;

  static Workers make_workers(const Plan& plan, uint32_t worker_count);
  void prepare(uint32_t thread) override;
  void work(uint32_t thread) override;
  /// Shares the tiles from `first_tile` on.
  Status share(std::span<const TileRange> ranges, uint64_t first_tile, bool wake, Worker& main,
               const std::atomic<bool>& cancel);
  void claim_tiles(Worker& worker);
  void fail(Status status);
  static uint64_t total_of(std::span<const TileRange> ranges) { return ranges.back().first + ranges.back().count; }

  const uint64_t share_after_ns_;
  const Trace trace_;
  TileTimes times_;  // Main thread only.

  // Written by the main thread before the gate opens, read by those inside.
  const TileRange* ranges_ = nullptr;
  uint64_t total_ = 0;
  uint64_t chunk_ = 1;
  const std::atomic<bool>* cancel_ = nullptr;

  alignas(64) std::atomic<uint64_t> next_{0};
  alignas(64) std::atomic<bool> failing_{false};
  Status failure_;  // Of the thread that set failing_ first; read when all have left.

  const Workers workers_;  // All but the main thread's.
  ThreadGate gate_;        // Last: its threads use the rest.
};

template <typename Trace>
auto TaskPool<Trace>::make_workers(const Plan& plan, uint32_t worker_count) -> Workers {
  Workers workers;
  for (uint32_t i = 1; i < worker_count; ++i) workers.emplace_back(std::make_unique<Worker>())->prepare(plan, i);
  return workers;
}

template <typename Trace>
void TaskPool<Trace>::prepare(uint32_t thread) {
  prepare_thread_for_crash_report();
  set_thread_position(&workers_[thread - 1]->position);
}

template <typename Trace>
void TaskPool<Trace>::work(uint32_t thread) {
  Worker& worker = *workers_[thread - 1];
  trace_.resume(worker);
  worker.begin();
  {
    const KeptFloatControl kept(Denormals::kAsTheyAre, &worker.changed_float_control);
    claim_tiles(worker);
  }
  worker.position.command.store(nullptr, std::memory_order_relaxed);
}

template <typename Trace>
const Position* TaskPool<Trace>::busy_position() const {
  for (const auto& worker : workers_) {
    if (worker->position.command.load(std::memory_order_relaxed) != nullptr) return &worker->position;
  }
  return nullptr;
}

template <typename Trace>
uint64_t TaskPool<Trace>::file_read_ns() const {
  uint64_t sum = 0;
  for (const auto& worker : workers_) sum += worker->file_read_ns;
  return sum;
}

template <typename Trace>
void TaskPool<Trace>::fail(Status status) {
  next_.store(total_, std::memory_order_relaxed);
  if (!failing_.exchange(true, std::memory_order_relaxed)) failure_ = std::move(status);
}

template <typename Trace>
void TaskPool<Trace>::claim_tiles(Worker& worker) {
  const TileRange* range = ranges_;
  for (;;) {
    const uint64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (begin >= total_) return;
    const uint64_t end = std::min(begin + chunk_, total_);
    for (uint64_t tile = begin; tile < end;) {
      while (tile >= range->first + range->count) ++range;
      const uint64_t stop = std::min(end, range->first + range->count);
      if (Status status = run_tiles(*range, tile - range->first, stop - range->first, worker, *cancel_, trace_);
          !status.ok()) [[unlikely]] {
        return fail(std::move(status));
      }
      tile = stop;
    }
  }
}

template <typename Trace>
Status TaskPool<Trace>::run(std::span<const TileRange> ranges, Worker& main, const std::atomic<bool>& cancel) {
  if (ranges.empty()) return Status();
  const uint64_t total = total_of(ranges);
  const auto run_alone = [&](uint64_t from, uint64_t to, const TileRange*& range) -> Status {
    while (from < to) {
      while (from >= range->first + range->count) ++range;
      const uint64_t stop = std::min(to, range->first + range->count);
      IR_RETURN_IF_ERROR(run_tiles(*range, from - range->first, stop - range->first, main, cancel, trace_));
      from = stop;
    }
    return Status();
  };
  const TileRange* range = ranges.data();
  const TileTimes::Estimate estimate = times_.estimate(ranges);
  const auto share_ns = static_cast<float>(share_after_ns_), wake_ns = share_ns * 10;
  if (total == 1 || (estimate.known && estimate.ns <= share_ns / 2)) return run_alone(0, total, range);

  const uint64_t begin = now_ns();
  if ((estimate.known && estimate.ns > wake_ns) ||
      (gate_.is_someone_awake() && (!estimate.known || estimate.ns > share_ns))) {
    IR_RETURN_IF_ERROR(share(ranges, 0, estimate.known && estimate.ns > wake_ns, main, cancel));
    times_.learn(ranges, (now_ns() - begin) * (workers_.size() + 1), total);
    return Status();
  }
  // Extrapolates from the tiles done what the rest would take alone; checked after 1, 2, 4, ... tiles.
  for (uint64_t tile = 0, check = 1; tile < total; check *= 2) {
    const uint64_t stop = std::min(check, total);
    IR_RETURN_IF_ERROR(run_alone(tile, stop, range));
    tile = stop;
    const uint64_t taken = now_ns() - begin;
    if (tile == total) {
      times_.learn(ranges, taken, total);
      break;
    }
    const uint64_t rest = taken * (total - tile) / tile;
    const bool worth_waking = rest > share_after_ns_ * 10;
    if (worth_waking || (rest > share_after_ns_ && gate_.is_someone_awake())) {
      times_.learn(ranges, taken, tile);
      return share(ranges, tile, worth_waking, main, cancel);
    }
  }
  return Status();
}

template <typename Trace>
Status TaskPool<Trace>::share(std::span<const TileRange> ranges, uint64_t first_tile, bool wake, Worker& main,
                              const std::atomic<bool>& cancel) {
  ranges_ = ranges.data();
  total_ = total_of(ranges);
  cancel_ = &cancel;
  // Small enough that the last chunks end together, large enough that claiming them costs nothing.
  chunk_ = std::clamp<uint64_t>((total_ - first_tile) / (16 * (workers_.size() + 1)), 1, 256);
  failing_.store(false, std::memory_order_relaxed);
  next_.store(first_tile, std::memory_order_relaxed);
  gate_.open(wake);
  claim_tiles(main);
  gate_.close();
  trace_.resume(main);
  if (!failing_.load(std::memory_order_relaxed)) [[likely]]
    return Status();
  return std::exchange(failure_, Status());
}

}  // namespace ireereplay::replay
