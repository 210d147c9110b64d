// Samples of a replay, in the profile that it writes.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "base/clock.h"
#include "gunzip.h"
#include "hal/local/plan.h"
#include "profile/own_records.h"
#include "profile/replay_description.h"
#include "profile/report/sampled_code.h"
#include "profile/samples.h"
#include "recorded_profile.h"
#include "recording/interrupt_cost.h"
#include "recording/thread_sampler.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

using profile::format::kNone64;
using test::TemporaryFile;

struct SamplingCase {
  const char* name;
  const char* device;
  uint32_t workers;
  bool by_timers;
};

ReplayOptions sampling(const SamplingCase& on, const std::string& output) {
  ReplayOptions options;
  options.devices = {on.device};
  options.task_worker_count = on.workers;
  options.profile = ProfileRequest{output, {true, true, false, false, false, false}, {}, SamplingRequest()};
  options.profile->sampling->rate_hz = 997;
  options.profile->sampling->seconds = on.by_timers ? 2 : 1;
  options.profile->sampling->by_timers = on.by_timers;
  return options;
}

std::shared_ptr<const profile::Bundle> open_bundle(const std::string& path) {
  const std::atomic<bool> never = false;
  auto file = File::open(path);
  EXPECT_TRUE(file.ok());
  auto bundle = profile::Bundle::open(*file, never);
  EXPECT_TRUE(bundle.ok());
  return *bundle;
}

/// After which a machine is said to take no samples at all.
constexpr int kMostRuns = 30;

class Sampling : public testing::TestWithParam<SamplingCase> {};

TEST_P(Sampling, SaysWhereThreadsWereAndWhatTheyDid) {
  const std::atomic<bool> never = false;
  const TemporaryFile capture, output;
  std::ofstream(capture.path(), std::ios::binary)
      << test::gunzip(fixture("models/block/block-bench20.task.ireereplay.gz"));
  const SamplingCase& on = GetParam();
  const ReplayOptions options = sampling(on, output.path());
  auto session = Session::prepare(capture.path(), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  const Plan& plan = (*session)->plan();
  uint64_t in_code = 0, others = 0;
  int64_t last_ns = 0;
  uint32_t last_worker = 0;
  const auto look = [&](const profile::format::Sample& sample) -> Status {
    EXPECT_LT(sample.worker, on.workers);
    EXPECT_GE(sample.weight, 1u);
    if (sample.worker != last_worker) last_ns = 0;
    EXPECT_GE(sample.host_time_ns, last_ns) << "each thread's come in order";
    last_ns = sample.host_time_ns;
    last_worker = sample.worker;
    if (sample.executable_id == 0) {
      ++others;
      return Status();
    }
    EXPECT_NE(sample.record, kNone64);
    // Whatever the record dispatches is what the sample says, and has as many workgroups.
    bool is_found = false;
    for (const Command& command : plan.commands) {
      const Dispatch* dispatch = plan.dispatch_of(command);
      if (dispatch == nullptr || command.record != sample.record) continue;
      const DispatchNote& note = plan.note_of(dispatch);
      EXPECT_EQ(plan.program.executables[note.executable].id, sample.executable_id);
      EXPECT_EQ(note.function, sample.function_ordinal);
      const auto& state = dispatch->state;
      EXPECT_LT(sample.tile, uint64_t{state.workgroup_count_x} * state.workgroup_count_y * state.workgroup_count_z);
      is_found = true;
      break;
    }
    EXPECT_TRUE(is_found) << "record #" << sample.record;
    in_code += sample.address != 0 ? 1 : 0;
    return Status();
  };
  std::shared_ptr<const profile::Bundle> bundle;
  Result<uint64_t> count = uint64_t{0};
  // A busy machine takes few: by timers hardly any while another thread takes its turns on the same processor.
  for (int runs = 0; in_code <= 20 && runs < kMostRuns; ++runs) {
    const auto run = (*session)->run();
    ASSERT_TRUE(run.ok()) << run.status().to_string();
    bundle = open_bundle(output.path());
    in_code = others = 0;
    last_ns = 0;
    last_worker = 0;
    count =
        profile::each_own_record<profile::format::Sample>(*bundle, profile::format::kSamplesContentType, never, look);
    ASSERT_TRUE(count.ok()) << count.status().to_string();
  }
  EXPECT_GT(in_code, 20u);
  EXPECT_GT(in_code, others);

  auto samples = profile::read_samples(*bundle, never);
  ASSERT_TRUE(samples.ok());
  EXPECT_EQ(samples->all.taken, *count);
  EXPECT_EQ(samples->in_kernels.samples + samples->outside.samples + samples->elsewhere.samples, samples->all.samples);
  auto code = profile::read_sampled_code(*bundle, *samples, never);
  ASSERT_TRUE(code.ok()) << code.status().to_string();
  EXPECT_TRUE(code->notes.empty()) << code->notes.front();
  uint64_t in_functions = 0, in_lines = 0, in_stacks = 0;
  for (const auto& function : code->functions) {
    EXPECT_FALSE(function.name.empty());
    uint64_t in_instructions = 0;
    for (const auto& instruction : function.instructions) {
      EXPECT_FALSE(instruction.text.empty()) << function.name << " at " << instruction.address;
      in_instructions += instruction.count.samples;
    }
    EXPECT_EQ(in_instructions, function.count.samples);
    in_functions += function.count.samples;
  }
  for (const auto& [place, line] : code->lines) {
    EXPECT_LE(line.own.samples, line.inclusive.samples);
    in_lines += line.own.samples;
  }
  for (const auto& [stack, of] : code->stacks) in_stacks += of.samples;
  EXPECT_EQ(in_functions, samples->in_kernels.samples);
  EXPECT_EQ(in_stacks, samples->in_kernels.samples);
  EXPECT_LE(in_lines, samples->in_kernels.samples);
}

INSTANTIATE_TEST_SUITE_P(, Sampling,
                         testing::Values(SamplingCase{"Sync", "local-sync", 1, false},
                                         SamplingCase{"SyncByTimers", "local-sync", 1, true},
                                         SamplingCase{"Task", "local-task", 2, false},
                                         SamplingCase{"TaskByTimers", "local-task", 2, true}),
                         [](const auto& of) { return std::string(of.param.name); });

/// Nanoseconds that this thread was on a processor: what else runs makes no difference.
uint64_t thread_ns() { return clock_ns(CLOCK_THREAD_CPUTIME_ID); }

class ThreadSampling : public testing::TestWithParam<SamplingMethod> {};

TEST_P(ThreadSampling, TakesNoSamplesWhileItPauses) {
  const SamplingRequest request{.rate_hz = 997, .by_timers = GetParam() == SamplingMethod::kTimers};
  const auto method = find_sampling_method(request);
  ASSERT_TRUE(method.ok()) << method.status().to_string();
  if (*method != GetParam()) GTEST_SKIP() << "the system does not let this process";
  ThreadSampler sampler;
  ASSERT_TRUE(sampler.begin(request, *method).ok());
  std::vector<InstructionSample> samples;
  // Of this thread's time on a processor, so that what else runs makes no difference.
  const auto spin = [&](uint64_t ns) {
    for (const uint64_t end = thread_ns() + ns; thread_ns() < end;) continue;
    samples.clear();
    sampler.take(&samples);
    return samples.size();
  };
  // Timers hardly ever fire while another thread takes its turns on the same processor.
  const auto is_taken = [&] {
    for (int i = 0; i < 200; ++i) {
      if (spin(100'000'000) != 0) return true;
    }
    return false;
  };
  EXPECT_TRUE(is_taken());
  sampler.pause();
  // One that came just before may be among them.
  spin(1'000'000);
  EXPECT_EQ(spin(100'000'000), 0u);
  sampler.go_on();
  EXPECT_TRUE(is_taken());
}

TEST(TimerSampling, CarriesTheWeightOfWhatItMissed) {
  // More often than any kernel ticks.
  const SamplingRequest request{.rate_hz = 20000, .by_timers = true};
  constexpr uint64_t kPeriodNs = 1'000'000'000 / 20000;
  ThreadSampler sampler;
  const uint64_t begin = thread_ns();
  ASSERT_TRUE(sampler.begin(request, SamplingMethod::kTimers).ok());
  const uint64_t begun = thread_ns();
  std::vector<InstructionSample> samples;
  uint64_t ran = 0, before = 0, weight = 0;
  // Until there are some; no machine takes a minute for that.
  for (size_t count = 0; count < 20 && ran < 60'000'000'000;) {
    ran = thread_ns() - begin;
    if (!sampler.has_new()) {
      before = ran;
      continue;
    }
    samples.clear();
    sampler.take(&samples);
    ran = thread_ns() - begin;
    for (const InstructionSample& sample : samples) weight += sample.weight;
    count += samples.size();
  }
  ASSERT_GT(weight, 20u);
  // The time until the last tick, which is between what was read just before it and behind it: a virtual machine may
  // take its processor away there for milliseconds, which are the thread's, too.
  EXPECT_LE(weight * kPeriodNs, ran + kPeriodNs);
  EXPECT_GE(weight * kPeriodNs + (begun - begin) + 20 * kPeriodNs, before);
}

TEST(InterruptCost, IsMeasuredWhereThreadsCanBeSampled) {
  for (const bool by_timers : {false, true}) {
    const auto method = find_sampling_method({.by_timers = by_timers});
    ASSERT_TRUE(method.ok()) << method.status().to_string();
    // Nothing where a busy machine gives this thread too little of itself.
    const auto interrupt_ns = measure_interrupt_ns(*method);
    if (interrupt_ns) {
      EXPECT_GT(*interrupt_ns, 0u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ThreadSampling, testing::Values(SamplingMethod::kPerfEvents, SamplingMethod::kTimers),
                         [](const auto& of) { return of.param == SamplingMethod::kTimers ? "Timers" : "PerfEvents"; });

/// What a profile says of how its samples were taken.
std::string description_of(const std::string& capture, const SamplingCase& on, uint32_t seconds) {
  const TemporaryFile output;
  ReplayOptions options = sampling(on, output.path());
  options.profile->sampling->seconds = seconds;
  // A thread that waits and goes on sets its timer anew, which takes longer than such a short run where that is the
  // next one of its processor.
  options.profile->sampling->rate_hz = 61;
  auto session = Session::prepare(fixture(capture), options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  const auto run = (*session)->run();
  EXPECT_TRUE(run.ok()) << run.status().to_string();
  auto description = profile::sampling_description(*open_bundle(output.path()));
  EXPECT_TRUE(description.ok());
  return *description;
}

TEST(SamplingCost, IsToldFromRunsInBetweenWhereThereAreEnough) {
  for (const SamplingCase& on : {SamplingCase{"", "local-sync", 1, false}, SamplingCase{"", "local-task", 2, true}}) {
    const std::string many = description_of("small.ireereplay", on, 1);
    unsigned pairs = 0, runs = 0;
    ASSERT_EQ(std::sscanf(many.c_str() + many.find("\"runs\":"), R"("runs":%u)", &runs), 1) << many;
    const size_t cost = many.find("\"cost\":");
    if (cost == std::string::npos) {
      EXPECT_LT(runs, 100u) << many;
    } else {
      double ratio = 0, low = 0, high = 0;
      constexpr const char* kCost = R"("cost":{"ratio":%lf,"low":%lf,"high":%lf,"runs":%u})";
      ASSERT_EQ(std::sscanf(many.c_str() + cost, kCost, &ratio, &low, &high, &pairs), 4) << many;
      EXPECT_LE(low, ratio);
      EXPECT_LE(ratio, high);
      // What is interrupted 61 times a second does not take twice as long.
      EXPECT_GT(ratio, 0.5);
      EXPECT_LT(ratio, 2);
      // One of four, except after runs that something else has made long.
      EXPECT_LE(pairs, runs / 3 + 1);
    }
    EXPECT_EQ(description_of("small.ireereplay", on, 0).find("\"cost\""), std::string::npos);
  }
}

TEST(SampleShares, KnowHowSureTheyAre) {
  using profile::share_of;
  const profile::SampleShare half = share_of({500, 500}, {1000, 1000});
  EXPECT_DOUBLE_EQ(half.share, 0.5);
  EXPECT_NEAR(half.low, 0.4691, 0.0001);
  EXPECT_NEAR(half.high, 0.5309, 0.0001);
  EXPECT_TRUE(half.is_hot);
  // Three samples are no hotspot, however large their share.
  EXPECT_FALSE(share_of({3, 3}, {4, 4}).is_hot);
  // Nor is what may be less than a hundredth.
  EXPECT_FALSE(share_of({12, 12}, {1000, 1000}).is_hot);
  EXPECT_TRUE(share_of({30, 30}, {1000, 1000}).is_hot);
  // Samples that stand for several are as sure as those that were taken.
  const profile::SampleShare coarse = share_of({500, 5}, {1000, 10});
  EXPECT_DOUBLE_EQ(coarse.share, 0.5);
  EXPECT_LT(coarse.low, 0.25);
  EXPECT_FALSE(coarse.is_hot);
  EXPECT_FALSE(share_of({0, 0}, {0, 0}).is_hot);
}

TEST(SamplingRequests, OfWhatTheMachineDoesNotCountAreRefusedBeforeARun) {
  const TemporaryFile output;
  ReplayOptions options = sampling({"", "local-sync", 1, false}, output.path());
  options.profile->sampling->event = SampleEvent::kCycles;
  auto session = Session::prepare(fixture("small.ireereplay"), options);
  if (session.ok()) GTEST_SKIP() << "this machine counts cycles";
  EXPECT_EQ(session.status().code(), StatusCode::kFailedPrecondition);
  EXPECT_NE(session.status().message().find("sampling by cycles is not possible"), std::string::npos);
}

}  // namespace
}  // namespace ireereplay::replay
