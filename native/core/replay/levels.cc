#include "replay/levels.h"

#include <algorithm>
#include <map>

namespace ireereplay::replay {

namespace {

// Who last wrote each byte of memory, and who has read it since: disjoint ranges that cover what has been touched.
class AccessMap {
 public:
  struct Access {
    uint32_t writer = kNoIndex;
    uint32_t writer_buffer = kNoIndex;
    std::vector<uint32_t> readers;
  };

  // Calls visit(step, buffer) for all that an access to [begin, end) must come after, then notes it.
  template <typename Visit>
  void access(uint64_t begin, uint64_t end, uint32_t step, uint32_t buffer, bool writes, Visit visit) {
    if (begin == end) return;
    split(begin);
    split(end);
    auto at = ranges_.lower_bound(begin);
    for (uint64_t place = begin; place < end;) {
      // Memory that nobody has touched yet is a range of its own.
      if (at == ranges_.end() || at->first > place) {
        const uint64_t gap_end = at == ranges_.end() ? end : std::min(end, at->first);
        at = ranges_.emplace_hint(at, place, Range{gap_end, {}});
      }
      Range& range = at->second;
      Access& access = range.access;
      if (access.writer != kNoIndex) visit(access.writer, access.writer_buffer);
      if (writes) {
        for (const uint32_t reader : access.readers) visit(reader, buffer);
        access.writer = step;
        access.writer_buffer = buffer;
        access.readers.clear();
      } else if (access.readers.empty() || access.readers.back() != step) {
        access.readers.push_back(step);
      }
      place = range.end;
      ++at;
    }
    if (writes) merge(begin, end, step, buffer);
  }

 private:
  struct Range {
    uint64_t end = 0;
    Access access;
  };

  void split(uint64_t place) {
    auto at = ranges_.upper_bound(place);
    if (at == ranges_.begin()) return;
    --at;
    if (at->first == place || at->second.end <= place) return;
    Range tail = at->second;
    at->second.end = place;
    ranges_.emplace(place, std::move(tail));
  }

  // A write makes all of its ranges one again, so that they do not pile up.
  void merge(uint64_t begin, uint64_t end, uint32_t step, uint32_t buffer) {
    auto first = ranges_.find(begin);
    ranges_.erase(std::next(first), ranges_.lower_bound(end));
    first->second.end = end;
    first->second.access.writer = step;
    first->second.access.writer_buffer = buffer;
  }

  std::map<uint64_t, Range> ranges_;
};

class StepLevels {
 public:
  StepLevels(const MemoryLayout& layout, Program* program) : layout_(layout), program_(*program) {
    signals_.resize(program_.semaphores.size());
    levels_.resize(program_.steps.size());
    visited_.resize(program_.steps.size());
  }

  uint64_t run() {
    for (uint32_t i = 0; i < program_.steps.size(); ++i) place(i);
    std::vector<uint32_t> order(program_.steps.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return levels_[a] < levels_[b]; });
    std::vector<StepInfo> steps;
    steps.reserve(order.size());
    for (const uint32_t i : order) {
      if (program_.steps[i].command.op == Op::kNothing) continue;
      if (!steps.empty()) steps.back().command.ends_level = levels_[i] != last_level_;
      last_level_ = levels_[i];
      steps.push_back(program_.steps[i]);
    }
    if (!steps.empty()) steps.back().command.ends_level = true;
    program_.steps = std::move(steps);
    return added_edges_;
  }

 private:
  void after(uint32_t* level, uint32_t step) const { *level = std::max(*level, levels_[step]); }

  void place(uint32_t index) {
    const StepInfo& step = program_.steps[index];
    const Op op = step.command.op;
    uint32_t level = fence_;  // Of what it comes after.
    for (uint32_t i = 0; i < step.wait_count; ++i) {
      if (const uint32_t signaler = signaler_of(program_.timepoints[step.waits_begin + i]); signaler != kNoIndex)
        after(&level, signaler);
    }
    if (op == Op::kNothing) {
      levels_[index] = level;
    } else if (op == Op::kScopeBegin || op == Op::kScopeEnd) {
      fence_ = highest_ = levels_[index] = highest_ + 1;
    } else {
      visit_uses(program_, step, [&](const BufferUse& use) {
        const uint64_t base = layout_.offsets[use.buffer];
        accesses_.access(base + use.begin, base + use.end, index, use.buffer, use.writes,
                         [&](uint32_t other, uint32_t buffer) {
                           if (other == index) return;
                           after(&level, other);
                           // Buffers that share memory are our doing; what the host had waited for is the same buffer.
                           if (buffer == use.buffer) count_edge(other, index);
                         });
      });
      if (op == Op::kOutput) {
        // Outputs are given in recorded order.
        if (last_output_ != kNoIndex) after(&level, last_output_);
        last_output_ = index;
      }
      levels_[index] = level + 1;
    }
    highest_ = std::max(highest_, levels_[index]);
    for (uint32_t i = 0; i < step.signal_count; ++i) {
      const Timepoint& signal = program_.timepoints[step.waits_begin + step.wait_count + i];
      auto& timeline = signals_[signal.semaphore];
      if (timeline.empty() || timeline.back().value < signal.value) timeline.push_back({signal.value, index});
    }
  }

  // The step that takes the semaphore to the value waited for; kNoIndex for the host or the initial value.
  uint32_t signaler_of(const Timepoint& wait) const {
    const auto& timeline = signals_[wait.semaphore];
    const auto found = std::lower_bound(timeline.begin(), timeline.end(), wait.value,
                                        [](const Signal& signal, uint64_t value) { return signal.value < value; });
    return found == timeline.end() || wait.value <= program_.semaphores[wait.semaphore].initial_value ? kNoIndex
                                                                                                      : found->step;
  }

  void count_edge(uint32_t from, uint32_t to) {
    if (levels_[from] <= fence_ && fence_ != 0) return;  // A scope lies between them.
    if (last_edge_from_ == from && last_edge_to_ == to) return;
    last_edge_from_ = from;
    last_edge_to_ = to;
    if (!has_recorded_path(from, to)) ++added_edges_;
  }

  // Looks back from `to` along semaphores. The search is bounded: beyond it an edge counts as added, which makes the
  // count too high and nothing else.
  bool has_recorded_path(uint32_t from, uint32_t to) {
    constexpr size_t kMaxVisited = 4096;
    ++search_;
    stack_.assign(1, to);
    for (size_t visited = 0; !stack_.empty() && visited < kMaxVisited; ++visited) {
      const StepInfo& step = program_.steps[stack_.back()];
      stack_.pop_back();
      for (uint32_t i = 0; i < step.wait_count; ++i) {
        const uint32_t signaler = signaler_of(program_.timepoints[step.waits_begin + i]);
        if (signaler == from) return true;
        if (signaler == kNoIndex || signaler < from || visited_[signaler] == search_) continue;
        visited_[signaler] = search_;
        stack_.push_back(signaler);
      }
    }
    return false;
  }

  struct Signal {
    uint64_t value;
    uint32_t step;
  };

  const MemoryLayout& layout_;
  Program& program_;
  AccessMap accesses_;
  std::vector<std::vector<Signal>> signals_;  // Of each semaphore, values rising.
  std::vector<uint32_t> levels_;
  uint32_t fence_ = 0;
  uint32_t highest_ = 0;
  uint32_t last_output_ = kNoIndex;
  uint32_t last_level_ = 0;
  uint64_t added_edges_ = 0;
  uint32_t last_edge_from_ = kNoIndex, last_edge_to_ = kNoIndex;
  std::vector<uint32_t> stack_;
  std::vector<uint32_t> visited_;
  uint32_t search_ = 0;
};

// Commands of an instance. Regions between barriers are short, so comparing all with all is cheap; a long region
// is cut, which orders more than is needed and is never wrong.
void sort_instance(Program* program, const InstanceInfo& instance) {
  constexpr uint32_t kMaxRegion = 256;
  CommandInfo* const commands = program->commands.data() + instance.commands_begin;
  const auto conflict = [&](const CommandInfo& a, const CommandInfo& b) {
    if (a.op == Op::kDispatch && b.op == Op::kDispatch) return false;
    bool found = false;
    StepInfo first, second;
    first.command = a;
    second.command = b;
    visit_uses(*program, first, [&](const BufferUse& x) {
      visit_uses(*program, second, [&](const BufferUse& y) {
        found |= x.buffer == y.buffer && x.begin < y.end && y.begin < x.end && (x.writes || y.writes);
      });
    });
    return found;
  };
  std::vector<uint32_t> levels;
  for (uint32_t begin = 0; begin < instance.command_count;) {
    uint32_t end = begin + 1;
    while (end < instance.command_count && !commands[end].after_barrier && end - begin < kMaxRegion) ++end;
    const uint32_t count = end - begin;
    levels.assign(count, 0);
    for (uint32_t i = 1; i < count; ++i) {
      for (uint32_t j = 0; j < i; ++j) {
        if (levels[j] >= levels[i] && conflict(commands[begin + j], commands[begin + i])) levels[i] = levels[j] + 1;
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
}

}  // namespace

uint64_t sort_into_levels(const MemoryLayout& layout, Program* program) {
  for (const InstanceInfo& instance : program->instances) sort_instance(program, instance);
  return StepLevels(layout, program).run();
}

}  // namespace ireereplay::replay
