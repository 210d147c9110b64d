#include "roof/roof.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/page.h"
#include "hal/host_memory.h"
#include "roof/arithmetic.h"
#include "roof/team.h"
#include "roof/traffic.h"

namespace ireereplay::roof {

namespace {

/// Of the memory that there is, what all threads together go through at most.
constexpr uint64_t kMemoryShare = 8;
/// Sweeps find nothing better any more.
constexpr uint32_t kMostSweeps = 12;
/// Samples of memory in a sweep: all that uses it disturbs them, on other processors and in other virtual machines,
/// too.
constexpr uint32_t kMemorySamples = 4;

/// One number to find, by a team.
struct Probe {
  Team* team = nullptr;
  std::function<void(uint32_t thread, uint64_t rounds)> work;
  /// Operations or bytes of all threads in a round.
  double amount = 0;
  double* best = nullptr;
  uint64_t rounds = 1;
  /// In a sweep.
  uint32_t samples = 1;
  bool is_calibrated = false;
};

/// Measures once. The first time, with as many rounds as make a sample long enough: shorter ones would be mostly the
/// clock's.
void sample(Probe& probe, uint64_t least_ns) {
  uint64_t ns = 0;
  for (;;) {
    ns = std::max<uint64_t>(probe.team->run([&](uint32_t thread) { probe.work(thread, probe.rounds); }), 1);
    if (probe.is_calibrated || ns >= least_ns) break;
    // A little longer than needed, so that the next one is long enough; four times at most, for the first is slow.
    const double factor = std::min(4.0, 1.2 * static_cast<double>(least_ns) / static_cast<double>(ns));
    probe.rounds = std::max(probe.rounds + 1, static_cast<uint64_t>(static_cast<double>(probe.rounds) * factor));
  }
  probe.is_calibrated = true;
  const double rate = probe.amount * static_cast<double>(probe.rounds) * 1e9 / static_cast<double>(ns);
  *probe.best = std::max(*probe.best, rate);
}

/// Memory of the threads of a team, one part after the other. Each touches its own first: that is near it, where memory
/// is near some processors.
class Buffers {
 public:
  /// So many bytes for each thread, or a little more; not fewer than `least` in all.
  static Result<Buffers> allocate(Team& team, uint64_t thread_bytes, uint64_t least = 0) {
    Buffers buffers;
    const uint64_t part = std::max(thread_bytes, (least + team.size() - 1) / team.size());
    buffers.thread_bytes_ = align_up(part, kPage);
    IR_ASSIGN_OR_RETURN(buffers.memory_, hal::HostMemory::allocate(buffers.thread_bytes_ * team.size()));
    team.run([&](uint32_t thread) {
      // Numbers that are none too small, whichever type reads them.
      std::fill_n(reinterpret_cast<float*>(buffers.of(thread)), buffers.thread_bytes_ / sizeof(float), 1.0f);
    });
    return buffers;
  }
  uint8_t* of(uint32_t thread) const { return memory_.data() + thread * thread_bytes_; }

 private:
  uint64_t thread_bytes_ = 0;
  hal::HostMemory memory_;
};

uint64_t most_bytes(uint32_t threads) { return hal::machine_memory() / kMemoryShare / threads; }

/// What each thread goes through at most; a whole number of what each kind goes through in a step.
uint64_t most_of(const std::vector<Level>& levels) {
  uint64_t most = kTrafficStep;
  for (const Level& level : levels) most = std::max(most, level.thread_bytes);
  return most;
}

/// What is to be measured with one team.
class Plan {
 public:
  Plan(Team& team, const Machine& machine)
      : team_(team), levels_(levels_of(machine, team.size(), most_bytes(team.size()))) {}

  uint64_t thread_bytes() const { return most_of(levels_); }
  /// Which outlive it, and have so many for each thread.
  void use(const Buffers& buffers) { buffers_ = &buffers; }

  Probe arithmetic(const Arithmetic& what, double* best) {
    return {.team = &team_,
            .work = [&what](uint32_t, uint64_t rounds) { what.run(rounds, what.operands); },
            .amount = static_cast<double>(what.operations) * team_.size(),
            .best = best,
            .rounds = 1000};
  }

  /// Of as many bytes as level_bytes() says.
  Probe traffic(const Traffic& what, size_t level, double* best) {
    const uint64_t each = levels_[level].thread_bytes / what.arrays / kTrafficStep * kTrafficStep;
    return {.team = &team_,
            .work =
                [&what, each, this](uint32_t thread, uint64_t rounds) {
                  uint8_t* first = buffers_->of(thread);
                  // One that only reads has it all at `b`.
                  uint8_t* second = what.arrays == 1 ? first : first + each;
                  for (uint64_t round = 0; round < rounds; ++round) what.run(first, second, second + each, each);
                },
            .amount = static_cast<double>(each) * what.arrays * team_.size(),
            .best = best,
            .samples = levels_[level].level == kMemory ? kMemorySamples : 1};
  }

  const std::vector<Level>& levels() const { return levels_; }

 private:
  Team& team_;
  std::vector<Level> levels_;
  const Buffers* buffers_ = nullptr;
};

}  // namespace

void raise_to_what_follows(Roof& roof) {
  for (Peak& peak : roof.peaks)
    peak.operations.all_threads = std::max(peak.operations.all_threads, peak.operations.one_thread);
  // From the farthest on: each is raised to what is known of all beyond it.
  for (size_t near = roof.bandwidths.size(); near-- > 0;) {
    Bandwidth& bandwidth = roof.bandwidths[near];
    for (size_t far = near + 1; far < roof.bandwidths.size(); ++far) {
      const Bandwidth& beyond = roof.bandwidths[far];
      if (beyond.kind != bandwidth.kind) continue;
      if (bandwidth.bytes_of_one != 0)
        bandwidth.bytes.one_thread = std::max(bandwidth.bytes.one_thread, beyond.bytes.one_thread);
      if (bandwidth.bytes_of_all != 0)
        bandwidth.bytes.all_threads = std::max(bandwidth.bytes.all_threads, beyond.bytes.all_threads);
    }
    if (bandwidth.bytes_of_all != 0)
      bandwidth.bytes.all_threads = std::max(bandwidth.bytes.all_threads, bandwidth.bytes.one_thread);
  }
}

Result<Roof> measure_roof(const Machine& machine, const MeasureOptions& options, const std::atomic<bool>& cancelled) {
  const uint64_t begin = now_ns();
  const auto threads = static_cast<uint32_t>(machine.processors.size());
  Team alone(1), together(threads);
  Plan one(alone, machine), all(together, machine);
  if (cancelled) return Status(StatusCode::kCancelled, "cancelled");
  // One thread goes through the memory of all, unless some of that is far from it: touching memory for the first time
  // takes longer than all else where a hypervisor gives it page by page.
  const uint64_t bytes_of_one = one.thread_bytes();
  IR_ASSIGN_OR_RETURN(const Buffers shared,
                      Buffers::allocate(together, all.thread_bytes(), machine.has_near_memory ? 0 : bytes_of_one));
  Buffers own;
  if (machine.has_near_memory) {
    IR_ASSIGN_OR_RETURN(own, Buffers::allocate(alone, bytes_of_one));
  }
  all.use(shared);
  one.use(machine.has_near_memory ? own : shared);

  const std::vector<Arithmetic> arithmetic = arithmetic_here();
  const std::vector<Traffic> traffic = traffic_here();
  Roof roof;
  roof.threads = threads;
  for (const Arithmetic& what : arithmetic) roof.peaks.push_back({what.type, what.bits, what.by, {}});
  for (size_t level = 0; level < one.levels().size(); ++level) {
    for (const Traffic& what : traffic) {
      if (what.is_for_memory_alone && one.levels()[level].level != kMemory) continue;
      roof.bandwidths.push_back({.level = one.levels()[level].level,
                                 .kind = what.kind,
                                 .bytes_of_one = one.levels()[level].thread_bytes,
                                 .bytes_of_all = all.levels()[level].thread_bytes,
                                 .bytes = {}});
    }
  }

  // Of one processor, all threads are one.
  const bool has_several = threads > 1;
  std::vector<Probe> probes;
  for (size_t i = 0; i < arithmetic.size(); ++i) {
    probes.push_back(one.arithmetic(arithmetic[i], &roof.peaks[i].operations.one_thread));
    if (has_several) probes.push_back(all.arithmetic(arithmetic[i], &roof.peaks[i].operations.all_threads));
  }
  size_t place = 0;
  for (size_t level = 0; level < one.levels().size(); ++level) {
    for (const Traffic& what : traffic) {
      if (what.is_for_memory_alone && one.levels()[level].level != kMemory) continue;
      Bandwidth& bandwidth = roof.bandwidths[place++];
      if (bandwidth.bytes_of_one != 0) probes.push_back(one.traffic(what, level, &bandwidth.bytes.one_thread));
      if (bandwidth.bytes_of_all != 0 && has_several)
        probes.push_back(all.traffic(what, level, &bandwidth.bytes.all_threads));
    }
  }

  for (uint32_t sweep = 0; sweep < kMostSweeps; ++sweep) {
    const uint64_t sweep_begin = now_ns();
    for (Probe& probe : probes) {
      for (uint32_t i = 0; i < probe.samples; ++i) {
        if (cancelled) return Status(StatusCode::kCancelled, "cancelled");
        sample(probe, options.sample_ns);
      }
    }
    const uint64_t now = now_ns();
    if (now - begin + (now - sweep_begin) > options.total_ns) break;
  }
  raise_to_what_follows(roof);
  roof.took_ns = now_ns() - begin;
  return roof;
}

}  // namespace ireereplay::roof
