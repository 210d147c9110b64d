// Two replays, executed command by command side by side: where the first of them leaves something else than the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "difference/alignment.h"
#include "hal/local/execution.h"
#include "replay/session.h"

namespace ireereplay::replay {

/// A replay to be compared with another.
struct LockstepSide {
  std::string path;
  ReplayOptions options;
};

/// A range that an operation binds or writes, as one of two replays has it.
struct RangeState {
  uint64_t buffer = 0;          ///< Object id.
  uint64_t offset = 0;          ///< In the buffer.
  std::vector<uint8_t> before;  ///< What the operation found.
  std::vector<uint8_t> after;   ///< What it left. As long as `before`.
};

struct ComparedRange {
  bool is_binding = false;  ///< Of a dispatch: it may be read, written, or both. Otherwise all of it is written.
  /// What was written alone: of two captures, that may lie elsewhere in what is bound.
  bool is_part = false;
  uint32_t ordinal = 0;  ///< Of a binding.
  RangeState a;
  RangeState b;  ///< As long as `a`.
};

/// An operation that leaves something else in one replay than in the other, if only a bit.
struct Divergence {
  PlanOp op = PlanOp::kCallGrid;
  Execution a;
  Execution b;
  std::vector<ComparedRange> ranges;
  bool has_all = true;  ///< `ranges` are all that it binds, and nothing of it is a part.
};

/// Steps two replays to where they differ. What lies in a range that an operation names without writing it, such as
/// what other tensors left there, is not compared.
class Lockstep {
 public:
  /// Of the same capture, operations are compared record by record; of two, as match_commands() matches them. There a
  /// compiler may have packed tensors otherwise: what an operation writes is then compared wherever it lies, provided
  /// that it is as long. `a` and `b` may substitute what they like, but nothing that changes which operations there
  /// are. RESOURCE_EXHAUSTED where memory does not hold both.
  static Result<std::unique_ptr<Lockstep>> prepare(const LockstepSide& a, const LockstepSide& b,
                                                   const RunControl& control);

  /// The next operation that leaves something else; nothing when there is none. After a failure, which says which side
  /// it is of, there is nothing more.
  Result<std::optional<Divergence>> next(const RunControl& control);

  /// Operations that were executed on both sides and compared, that of the last divergence included.
  uint64_t compared() const { return compared_; }
  /// Dispatches that were executed on one side alone.
  uint64_t unmatched_a() const { return a_.unmatched; }
  uint64_t unmatched_b() const { return b_.unmatched; }
  /// Operations of which some of what they wrote could not be compared: it is not as long.
  uint64_t uncompared() const { return uncompared_; }

 private:
  struct Side {
    std::unique_ptr<Session> session;
    const char* name = "";
    uint64_t at = 0;  ///< Commands that have been executed.
    uint64_t unmatched = 0;
  };
  Lockstep() = default;
  /// Executes what comes before the command at `to`.
  static Status go_to(Side* side, uint64_t to, const RunControl& control);
  static Status execute(Side* side, const RunControl& control);
  /// Whether both commands ahead are the same operation, in one capture.
  Status check_same() const;
  /// Executes the commands ahead, and compares what they leave.
  Result<std::optional<Divergence>> execute_both(const RunControl& control);

  Side a_, b_;
  /// Of other places: what is copied before anything has written it differs.
  bool dispatches_only_ = false;
  /// Nothing where each command is matched with the one at its own place.
  std::optional<std::vector<difference::Match>> matches_;
  size_t next_match_ = 0;
  uint64_t compared_ = 0;
  uint64_t uncompared_ = 0;
};

}  // namespace ireereplay::replay
