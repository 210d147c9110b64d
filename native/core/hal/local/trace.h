// Who watches an execution. Executor and pool are compiled for one kind of trace; the one that
// watches nothing leaves no code behind.
//
// A trace is a handle that is copied freely and used by all threads at once, each with its own Worker:
//
//   void resume(const Worker&) const;   when a thread begins, or goes on after a wait or a scope's begin
//   Mark begin(const Worker&) const;    before a thread runs a batch
//   void tile(const Worker&, const Command&, const Command* step, uint64_t tile) const;
//                                       after each workgroup of one that has several
//   void end(const Mark&, const Worker&, const Batch&) const;
//                                       after a batch, also when it failed
//
// What a plan executes is known before it runs: execution_index.h numbers it, so that a recorder has a place ready for
// everything it will be told.
#pragma once

#include <cstdint>

namespace ireereplay::replay {

struct Command;
struct Worker;

/// Tiles [begin, end) of one execution of a command, run by one thread in one go: workgroups of a dispatch, pieces of a
/// transfer, the one tile of a host operation. Never empty. Batches of one execution do not overlap.
struct Batch {
  const Command& command;
  const Command* step;  ///< Executes the command buffer it is in; nullptr outside of one.
  uint64_t begin, end;
};

struct NoTrace {
  struct Mark {};
  void resume(const Worker&) const {}
  Mark begin(const Worker&) const { return {}; }
  void tile(const Worker&, const Command&, const Command*, uint64_t) const {}
  void end(const Mark&, const Worker&, const Batch&) const {}
};

/// Tells a trace about a batch that lasts as long as this does.
template <typename Trace>
class TracedBatch {
 public:
  TracedBatch(const Trace& trace, const Worker& worker, const Batch& batch)
      : trace_(trace), worker_(worker), batch_(batch), mark_(trace.begin(worker)) {}
  ~TracedBatch() { trace_.end(mark_, worker_, batch_); }
  TracedBatch(const TracedBatch&) = delete;
  TracedBatch& operator=(const TracedBatch&) = delete;

 private:
  const Trace& trace_;
  const Worker& worker_;
  const Batch batch_;
  const typename Trace::Mark mark_;
};

}  // namespace ireereplay::replay
