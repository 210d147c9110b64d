// The longest way through what ran, by the time that threads worked on it: no number of threads makes a run shorter.
// What it would be without something says what that something is worth.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"
#include "profile/run_graph.h"

namespace ireereplay::profile {

/// A step of the critical path: what one thread did of an execution.
struct PathStep {
  uint32_t part = 0;
  /// Why it comes after the step before: the last dependency on the way, or kNone where it is the order of one thread.
  format::DependencyKind after = format::DependencyKind::kNone;
  int64_t idle_ns = 0;  ///< Between the end of the step before and its own start, and within itself.
};

class CriticalPath {
 public:
  /// `graph` has dependencies, and must outlive this. CANCELLED.
  static Result<CriticalPath> find(const RunGraph& graph, const std::atomic<bool>& cancelled);

  int64_t length_ns() const { return length_ns_; }
  /// In the order of time. All their idle times and their lengths make up the time from the first start to the last
  /// end.
  const std::vector<PathStep>& steps() const { return steps_; }
  /// By how much the critical path were shorter if a node took no time; 0 of what is not on it.
  int64_t saving_ns(uint32_t node) const { return savings_[node]; }
  /// The same of several nodes together, by looking at the whole graph again: `takes_no_time` has an entry for each.
  int64_t saving_ns(const std::vector<bool>& takes_no_time) const;

 private:
  /// The longest ways up to what there is, or from it to the end. Of parts with their own time.
  struct Lengths {
    std::vector<int64_t> parts;
    std::vector<int64_t> before;  ///< Of nodes: before any of their parts; from them to the end: with them.
    std::vector<int64_t> after;   ///< With the longest of their parts; from them to the end: after all of them.
    int64_t longest = 0;
  };

  explicit CriticalPath(const RunGraph& graph) : graph_(&graph) {}
  Lengths forward(const std::vector<bool>* takes_no_time) const;
  Lengths backward() const;
  void trace(const Lengths& to);
  void find_savings(const Lengths& to, const Lengths& from);

  const RunGraph* graph_;
  int64_t length_ns_ = 0;
  std::vector<PathStep> steps_;
  std::vector<int64_t> savings_;  // By node.
};

}  // namespace ireereplay::profile
