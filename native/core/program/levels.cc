#include "program/levels.h"

#include <algorithm>
#include <optional>

#include "program/access_map.h"

namespace ireereplay::replay {

namespace {

// Keeps edges for display, as many as there is room for: levels do not depend on them.
class EdgeList {
 public:
  EdgeList(uint64_t table_budget, Program* program) : program_(*program) {
    // Far more than anyone can look at, and little next to the steps and commands themselves.
    constexpr uint64_t kEdgesOfEach = 16;
    const uint64_t taken = program->table_bytes(), left = table_budget > taken ? table_budget - taken : 0;
    most_ = std::min(left / sizeof(EdgeInfo), kEdgesOfEach * (program->steps.size() + program->commands.size()));
    program_.edges.reserve(std::min<uint64_t>(most_, program->steps.size()));
  }

  void add(const EdgeInfo& edge) {
    if (program_.edges.size() < most_) {
      program_.edges.push_back(edge);
    } else {
      ++program_.edges_left_out;
    }
  }

 private:
  Program& program_;
  uint64_t most_;
};

EdgeKind conflict_of(bool wrote, bool writes) {
  if (!writes) return EdgeKind::kReadAfterWrite;
  return wrote ? EdgeKind::kWriteAfterWrite : EdgeKind::kWriteAfterRead;
}

class StepLevels {
 public:
  StepLevels(const MemoryLayout& layout, EdgeList* edges, Program* program)
      : layout_(layout), edges_(*edges), program_(*program) {
    signals_.resize(program_.semaphores.size());
    std::vector<uint32_t> counts(signals_.size());
    for (const StepInfo& step : program_.steps)
      for (uint32_t i = 0; i < step.signal_count; ++i) ++counts[program_.timepoints[signal_of(step, i)].semaphore];
    for (size_t i = 0; i < counts.size(); ++i) signals_[i].reserve(counts[i]);
    levels_.resize(program_.steps.size());
    is_followed_.resize(program_.steps.size());
    before_.resize(program_.steps.size());
    ranks_.resize(program_.steps.size());
  }

  uint64_t run() {
    for (uint32_t i = 0; i < program_.steps.size(); ++i) place(i);
    std::vector<uint32_t> order;
    order.reserve(program_.steps.size());
    for (uint32_t i = 0; i < program_.steps.size(); ++i)
      if (program_.steps[i].command.op != Op::kNothing) order.push_back(i);
    sort(order);
    for (size_t i = 0; i < order.size(); ++i)
      program_.steps[i].command.ends_level = i + 1 == order.size() || levels_[order[i]] != levels_[order[i + 1]];
    return added_edges_;
  }

 private:
  // Sorts the program's steps by level, keeping only those in `order`.
  void sort(std::vector<uint32_t>& order) {
    const auto is_lower = [&](uint32_t a, uint32_t b) { return levels_[a] < levels_[b]; };
    if (std::is_sorted(order.begin(), order.end(), is_lower)) {
      // Where each step waits for the one before it, only gaps are closed.
      for (size_t i = 0; i < order.size(); ++i) program_.steps[i] = program_.steps[order[i]];
      program_.steps.resize(order.size());
      return;
    }
    std::stable_sort(order.begin(), order.end(), is_lower);
    std::vector<StepInfo> steps;
    steps.reserve(order.size());
    for (const uint32_t i : order) steps.push_back(program_.steps[i]);
    program_.steps = std::move(steps);
  }

  void after(uint32_t* level, uint32_t step) const { *level = std::max(*level, levels_[step]); }

  void place(uint32_t index) {
    const StepInfo& step = program_.steps[index];
    const Op op = step.command.op;
    uint32_t level = fence_;  // After what it depends on.
    signalers_.clear();
    for (uint32_t i = 0; i < step.wait_count; ++i) {
      const Timepoint& wait = program_.timepoints[step.waits_begin + i];
      if (const uint32_t signaler = signaler_of(wait); signaler != kNoIndex) {
        after(&level, signaler);
        signalers_.push_back(signaler);
        keep(signaler, index, EdgeKind::kRecorded, wait.semaphore);
      }
    }
    rank(index);
    // A step that touches memory in more ways than there is time to follow comes after all before it, which is never
    // wrong. No useful program is like that.
    const bool follows = accesses_.work() + searched_ < kWork + kWorkOfStep * program_.steps.size();
    if (!follows) {
      fence_ = level = highest_;
      fence_step_ = kNoIndex;
      since_fence_ = index;
      ++program_.edges_left_out;
    }
    if (op == Op::kNothing) {
      levels_[index] = level;
    } else if (op == Op::kScopeBegin || op == Op::kScopeEnd) {
      fence_ = highest_ = levels_[index] = highest_ + 1;
      for (uint32_t i = since_fence_; i < index; ++i)
        if (!is_followed_[i]) keep(i, index, EdgeKind::kScope, kNoIndex);
      fence_step_ = since_fence_ = index;
    } else {
      if (follows)
        visit_uses(program_, step, [&](const BufferUse& use) {
          const uint64_t base = layout_.offsets[use.buffer];
          const auto visit = [&](uint32_t other, uint32_t buffer, bool wrote) {
            if (other == index) return;
            after(&level, other);
            // Buffers that share memory are our doing; what the host waited for is the same buffer.
            if (buffer != use.buffer) {
              reuse_edge(other, index, use.buffer);
            } else if (count_edge(other, index)) {
              keep(other, index, conflict_of(wrote, use.writes), use.buffer);
            }
          };
          accesses_.access(base + use.begin, base + use.end, index, use.buffer, use.writes, visit);
        });
      if (op == Op::kOutput) {
        // Outputs are delivered in recorded order.
        if (last_output_ != kNoIndex) {
          after(&level, last_output_);
          if (!is_behind_scope(last_output_)) keep(last_output_, index, EdgeKind::kOutput, kNoIndex);
        }
        last_output_ = index;
      }
      levels_[index] = level + 1;
    }
    if (level == fence_ && fence_step_ != kNoIndex && fence_step_ != index)
      keep(fence_step_, index, EdgeKind::kScope, kNoIndex);
    highest_ = std::max(highest_, levels_[index]);
    for (uint32_t i = 0; i < step.signal_count; ++i) {
      const Timepoint& signal = program_.timepoints[signal_of(step, i)];
      auto& timeline = signals_[signal.semaphore];
      if (timeline.empty() || value_of(timeline.back()) < signal.value) timeline.push_back({signal_of(step, i), index});
    }
  }

  // The step that brings the semaphore to the awaited value; kNoIndex for the host or the initial value.
  uint32_t signaler_of(const Timepoint& wait) const {
    const auto& timeline = signals_[wait.semaphore];
    const auto found =
        std::lower_bound(timeline.begin(), timeline.end(), wait.value,
                         [this](const Signal& signal, uint64_t value) { return value_of(signal) < value; });
    return found == timeline.end() || wait.value <= program_.semaphores[wait.semaphore].initial_value ? kNoIndex
                                                                                                      : found->step;
  }

  // A scope lies between it and the step being placed.
  bool is_behind_scope(uint32_t from) const { return levels_[from] <= fence_ && fence_ != 0; }

  // Whether this is an edge of its own, met for the first time.
  bool count_edge(uint32_t from, uint32_t to) {
    if (counted_to_.empty()) counted_to_.resize(program_.steps.size(), kNoIndex);
    if (is_behind_scope(from) || counted_to_[from] == to) return false;
    counted_to_[from] = to;
    if (has_recorded_path(from, to)) return false;
    ++added_edges_;
    return true;
  }

  void reuse_edge(uint32_t from, uint32_t to, uint32_t buffer) {
    if (reused_to_.empty()) reused_to_.resize(program_.steps.size(), kNoIndex);
    if (is_behind_scope(from) || reused_to_[from] == to) return;
    reused_to_[from] = to;
    // Searching for a path is not worth its time: an edge may be kept beside one.
    const bool is_ordered = program_.steps[from].signal_count != 0 && ranks_[from] < before_[to];
    if (!is_ordered) keep(from, to, EdgeKind::kReusedMemory, buffer);
  }

  void keep(uint32_t from, uint32_t to, EdgeKind kind, uint32_t what) {
    is_followed_[from] = true;
    edges_.add({program_.steps[from].command.record, program_.steps[to].command.record, what, kind});
  }

  // Numbers steps that signal; all those below before_[step] have a recorded path to it. Where each operation waits for
  // the one before it, this covers everything.
  void rank(uint32_t index) {
    ranks_[index] = next_rank_;
    if (program_.steps[index].signal_count != 0) ++next_rank_;
    std::sort(signalers_.begin(), signalers_.end());
    uint32_t& before = before_[index];
    for (const uint32_t signaler : signalers_) before = std::max(before, before_[signaler]);
    for (const uint32_t signaler : signalers_) before += ranks_[signaler] == before;
  }

  // Searches backwards from `to` along semaphores. The search is bounded: beyond the bound an edge counts as added,
  // which only makes the count too high.
  bool has_recorded_path(uint32_t from, uint32_t to) {
    constexpr size_t kMaxVisited = 4096;
    if (program_.steps[from].signal_count == 0) return false;
    if (ranks_[from] < before_[to]) return true;
    if (visited_.empty()) visited_.resize(program_.steps.size());
    ++search_;
    stack_.assign(1, to);
    for (size_t visited = 0; !stack_.empty() && visited < kMaxVisited; ++visited, ++searched_) {
      const uint32_t index = stack_.back();
      stack_.pop_back();
      if (ranks_[from] < before_[index]) return true;
      const StepInfo& step = program_.steps[index];
      for (uint32_t i = 0; i < step.wait_count; ++i) {
        const uint32_t signaler = signaler_of(program_.timepoints[step.waits_begin + i]);
        if (signaler == from) return true;
        // A later one cannot be what was waited for: that was the host.
        if (signaler < from || signaler >= index || visited_[signaler] == search_) continue;
        visited_[signaler] = search_;
        stack_.push_back(signaler);
      }
    }
    return false;
  }

  static constexpr uint64_t kWork = 1 << 24, kWorkOfStep = 64;

  struct Signal {
    uint32_t timepoint;  // Of the program.
    uint32_t step;
  };
  /// The timepoint of a step's signal `i`.
  static uint32_t signal_of(const StepInfo& step, uint32_t i) { return step.waits_begin + step.wait_count + i; }
  uint64_t value_of(const Signal& signal) const { return program_.timepoints[signal.timepoint].value; }

  const MemoryLayout& layout_;
  EdgeList& edges_;
  Program& program_;
  AccessMap accesses_;
  std::vector<std::vector<Signal>> signals_;  // Of each semaphore, by value.
  std::vector<uint32_t> levels_;
  uint32_t fence_ = 0;
  uint32_t fence_step_ = kNoIndex;  // The scope that makes it one.
  uint32_t since_fence_ = 0;        // The first step since the last scope.
  uint32_t highest_ = 0;
  uint32_t last_output_ = kNoIndex;
  uint64_t added_edges_ = 0;
  std::vector<uint32_t> counted_to_;  // The latest step to which an edge from each was examined.
  std::vector<uint32_t> reused_to_;   // The same for edges between buffers that share memory.
  std::vector<bool> is_followed_;     // Steps with an outgoing edge.
  std::vector<uint32_t> signalers_;   // That the step waits for.
  std::vector<uint32_t> before_, ranks_;
  uint32_t next_rank_ = 0;
  std::vector<uint32_t> stack_;
  std::vector<uint32_t> visited_;
  uint32_t search_ = 0;
  uint64_t searched_ = 0;
};

// Sorts an instance's commands. Regions between barriers are short, so comparing all pairs is cheap; a long region is
// cut, which orders more than needed and is never wrong.
void sort_instance(InstanceInfo& instance, EdgeList* edges, Program* program) {
  constexpr uint32_t kMaxRegion = 256;
  CommandInfo* const commands = program->commands.data() + instance.commands_begin;
  const auto conflict = [&](const CommandInfo& a, const CommandInfo& b) -> std::optional<EdgeInfo> {
    if (a.op == Op::kDispatch && b.op == Op::kDispatch) return std::nullopt;
    std::optional<EdgeInfo> found;
    StepInfo first, second;
    first.command = a;
    second.command = b;
    visit_uses(*program, first, [&](const BufferUse& x) {
      visit_uses(*program, second, [&](const BufferUse& y) {
        // An empty range overlaps nothing, wherever it lies.
        if (!found && x.buffer == y.buffer && std::max(x.begin, y.begin) < std::min(x.end, y.end) &&
            (x.writes || y.writes))
          found = {a.record, b.record, y.buffer, conflict_of(x.writes, y.writes)};
      });
    });
    return found;
  };
  instance.edges_begin = static_cast<uint32_t>(program->edges.size());
  std::vector<uint32_t> levels;
  for (uint32_t begin = 0; begin < instance.command_count;) {
    uint32_t end = begin + 1;
    while (end < instance.command_count && !commands[end].after_barrier && end - begin < kMaxRegion) ++end;
    const uint32_t count = end - begin;
    levels.assign(count, 0);
    for (uint32_t i = 1; i < count; ++i) {
      for (uint32_t j = 0; j < i; ++j) {
        if (levels[j] < levels[i]) continue;
        if (const auto edge = conflict(commands[begin + j], commands[begin + i])) {
          levels[i] = levels[j] + 1;
          edges->add(*edge);
        }
      }
    }
    std::vector<std::pair<uint32_t, CommandInfo>> region;
    for (uint32_t i = 0; i < count; ++i) region.push_back({levels[i], commands[begin + i]});
    std::stable_sort(region.begin(), region.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (uint32_t i = 0; i < count; ++i) {
      commands[begin + i] = region[i].second;
      commands[begin + i].ends_level = i + 1 == count || region[i].first != region[i + 1].first;
    }
    begin = end;
  }
  instance.edge_count = static_cast<uint32_t>(program->edges.size()) - instance.edges_begin;
}

}  // namespace

uint64_t sort_into_levels(const MemoryLayout& layout, uint64_t table_budget, Program* program) {
  EdgeList edges(table_budget, program);
  for (InstanceInfo& instance : program->instances) sort_instance(instance, &edges, program);
  program->step_edges_begin = static_cast<uint32_t>(program->edges.size());
  return StepLevels(layout, &edges, program).run();
}

}  // namespace ireereplay::replay
