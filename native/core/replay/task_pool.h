// Threads that share one level of a plan at a time.
//
// The thread that runs the plan takes part, and is the only one that starts anything. It works alone on what is not
// worth sharing, by what it took before: a level of tiny dispatches never touches another thread. Else it opens the
// gate; workers that spin come in at once, workers that sleep are woken only for work that is worth a wake-up. Tiles
// are claimed with one atomic addition for a handful of workgroups; nothing is locked. The level has ended when all
// tiles are claimed, the gate is closed and the last worker has left.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "base/status.h"
#include "replay/plan.h"
#include "replay/position.h"

namespace ireereplay::replay {

/// A thread's part of an executor.
struct Worker {
  Position position;
  std::unique_ptr<uint8_t[]> local_memory;
  uint64_t file_read_ns = 0;  ///< That it has spent in file reads since it was made.

  /// Allocates local memory and points the workgroup state to it.
  void prepare(const Plan& plan);
};

/// One command of a level, as tiles: workgroups of a dispatch, or pieces of a transfer.
struct TileRange {
  const Command* command;
  const Command* step;  ///< That executes the command buffer it is in; nullptr outside of one.
  const Dispatch* dispatch;
  const abi::DispatchState* state;
  abi::DispatchState own_state;  ///< Of a dispatch whose grid has been read from a buffer; `state` is nullptr then.
  uint64_t first;                ///< Tiles of the level before this one.
  uint64_t count;
};

class TaskPool {
 public:
  /// `worker_count` threads in all, the calling one included.
  TaskPool(const Plan& plan, uint32_t worker_count);
  ~TaskPool();
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;

  /// Runs all tiles of `ranges` (which follow one another in `first`) and returns when they are done. The first failure
  /// ends it.
  Status run(const TileRange* ranges, size_t range_count, Worker& main, const std::atomic<bool>& cancel);

  /// The position of a worker that is in a command; nullptr when none is. From any thread.
  const Position* busy_position() const;
  /// What the workers but the calling one have spent in file reads. Not while tiles run.
  uint64_t file_read_ns() const;

 private:
  // The gate: workers inside in the low half, then whether it is open, then how often it was opened.
  static constexpr uint64_t kInside = 0xFFFF;
  static constexpr uint64_t kOpen = 1 << 16;
  static constexpr uint64_t kGeneration = 1ull << 32;

  void work(Worker& worker);
  /// Returns once the gate is open for a generation after `last`, or the pool stops.
  void wait_for_gate(uint64_t last);
  /// Goes in if the gate is open, and says in which generation; 0 if it is not.
  uint64_t enter();
  void leave();
  void wait_until_empty();
  Status share(const TileRange* ranges, uint64_t first_tile, uint64_t total, bool wake, Worker& main,
               const std::atomic<bool>& cancel);
  void claim_tiles(Worker& worker);
  void fail(Status status);

  /// What tiles took before says what they will take: dispatches recorded alike cost alike.
  struct Estimate {
    float ns = 0;
    bool known = true;
  };
  Estimate estimate(const TileRange* ranges, size_t range_count) const;
  void learn(const TileRange* ranges, size_t range_count, uint64_t ns, uint64_t tiles);

  const Plan& plan_;
  const uint32_t spin_limit_;
  const uint64_t share_after_ns_;
  std::vector<float> tile_ns_;  // Of each dispatch of the plan; negative until it is known. The main thread's alone.

  // Written by the main thread before the gate opens, read by those inside.
  const TileRange* ranges_ = nullptr;
  uint64_t total_ = 0;
  uint64_t chunk_ = 1;
  const std::atomic<bool>* cancel_ = nullptr;

  alignas(64) std::atomic<uint64_t> gate_{0};
  alignas(64) std::atomic<uint64_t> next_{0};
  alignas(64) std::atomic<uint32_t> sleepers_{0};
  std::atomic<uint32_t> wake_{0};       // Futex that sleeping workers wait on.
  std::atomic<uint32_t> main_wait_{0};  // Futex that the main thread waits on.
  std::atomic<bool> stop_{false};
  std::atomic<bool> failing_{false};
  Status failure_;  // Of the thread that set failing_ first; read when all have left.

  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
};

/// Runs tiles [begin, end) of a range on the calling thread, until `cancel` is set.
Status run_tiles(const TileRange& range, uint64_t begin, uint64_t end, Worker& worker, const std::atomic<bool>& cancel);

/// Runs pieces [begin, end) of a transfer on the calling thread.
Status run_transfer(const Command& command, uint64_t begin, uint64_t end, Worker& worker,
                    const std::atomic<bool>& cancel);

/// How a run ends when a kernel returned something but 0, and when it was cancelled at `command`.
Status kernel_failed(const Command& command, int result);
Status was_cancelled(const Command& command);

}  // namespace ireereplay::replay
