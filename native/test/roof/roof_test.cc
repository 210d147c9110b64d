#include "roof/roof.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <set>
#include <thread>
#include <utility>

#include "roof/arithmetic.h"
#include "roof/team.h"
#include "roof/traffic.h"

namespace ireereplay::roof {
namespace {

constexpr MeasureOptions kShort = {.total_ns = 0, .sample_ns = 20'000};

/// One whose caches and memory take no time.
Machine small_machine() {
  Machine machine = describe_machine();
  machine.caches = {{1, 16 << 10, 16 << 10, 1, 1}, {2, 128 << 10, 128 << 10, 1, 1}};
  return machine;
}

TEST(Roof, MeasuresEachTypeAndWidthThatTheProcessorHasAndEachLevel) {
  const std::atomic<bool> never = false;
  const Machine machine = small_machine();
  const Result<Roof> roof = measure_roof(machine, kShort, never);
  ASSERT_TRUE(roof.ok()) << roof.status().to_string();
  EXPECT_EQ(roof->threads, machine.processors.size());
  std::set<std::pair<std::string_view, uint32_t>> widths;
  for (const Peak& peak : roof->peaks) {
    EXPECT_TRUE(widths.insert({peak.type, peak.bits}).second) << peak.type << " " << peak.bits << " is there twice";
    EXPECT_GT(peak.operations.one_thread, 0) << peak.type << " " << peak.bits;
    EXPECT_GT(peak.operations.all_threads, 0) << peak.type << " " << peak.bits;
  }
  for (const char* type : {"f32", "f64", "i32"}) {
    EXPECT_TRUE(widths.contains({type, 0})) << type;
    EXPECT_TRUE(widths.contains({type, 128})) << type;
  }
  std::set<std::pair<uint32_t, std::string_view>> kinds;
  for (const Bandwidth& bandwidth : roof->bandwidths) {
    kinds.insert({bandwidth.level, bandwidth.kind});
    EXPECT_GT(bandwidth.bytes.one_thread, 0) << bandwidth.level << bandwidth.kind;
    EXPECT_GT(bandwidth.bytes.all_threads, 0) << bandwidth.level << bandwidth.kind;
  }
  for (const uint32_t level : {1u, 2u, kMemory}) {
    for (const char* kind : {"read", "copy", "triad"}) EXPECT_TRUE(kinds.contains({level, kind})) << level << kind;
  }
  EXPECT_FALSE(kinds.contains({1, "streaming copy"}));
}

TEST(Roof, WhatOtherWorkDisturbedIsAsFastAsWhatFollowsFromTheRest) {
  Roof roof{.threads = 4};
  roof.peaks.push_back({.type = "f32", .bits = 256, .by = "avx", .operations = {100, 90}});
  // Beside other work the nearest level was slower than that behind it, and four threads slower than one.
  const auto bandwidth = [](uint32_t level, const char* kind, Rate bytes) {
    return Bandwidth{.level = level, .kind = kind, .bytes_of_one = 1, .bytes_of_all = 1, .bytes = bytes};
  };
  roof.bandwidths = {bandwidth(1, "read", {98, 150}),       bandwidth(1, "copy", {50, 60}),
                     bandwidth(2, "read", {260, 200}),      bandwidth(2, "copy", {40, 70}),
                     bandwidth(kMemory, "read", {49, 210}), bandwidth(kMemory, "copy", {20, 30})};
  roof.bandwidths[2].bytes_of_all = 0;
  roof.bandwidths[2].bytes.all_threads = 0;
  raise_to_what_follows(roof);
  EXPECT_EQ(roof.peaks[0].operations.all_threads, 100);
  const auto rates = [&](size_t i) {
    return std::pair{roof.bandwidths[i].bytes.one_thread, roof.bandwidths[i].bytes.all_threads};
  };
  EXPECT_EQ(rates(0), std::pair(260.0, 260.0));
  EXPECT_EQ(rates(1), std::pair(50.0, 70.0));
  // What is not known stays so.
  EXPECT_EQ(rates(2), std::pair(260.0, 0.0));
  EXPECT_EQ(rates(3), std::pair(40.0, 70.0));
  EXPECT_EQ(rates(4), std::pair(49.0, 210.0));
  EXPECT_EQ(rates(5), std::pair(20.0, 30.0));
}

TEST(Roof, OneThreadHasItsOwnMemoryWhereThatOfOthersIsFar) {
  const std::atomic<bool> never = false;
  Machine machine = small_machine();
  machine.has_near_memory = true;
  const Result<Roof> roof = measure_roof(machine, kShort, never);
  ASSERT_TRUE(roof.ok()) << roof.status().to_string();
  for (const Bandwidth& bandwidth : roof->bandwidths) EXPECT_GT(bandwidth.bytes.one_thread, 0) << bandwidth.kind;
}

TEST(Roof, OfLevelsThatCannotBeToldNothingIsSaid) {
  const std::atomic<bool> never = false;
  Machine machine = small_machine();
  machine.caches.clear();
  const Result<Roof> roof = measure_roof(machine, kShort, never);
  ASSERT_TRUE(roof.ok());
  ASSERT_FALSE(roof->bandwidths.empty());
  for (const Bandwidth& bandwidth : roof->bandwidths) {
    EXPECT_EQ(bandwidth.level, kMemory);
    EXPECT_EQ(bandwidth.bytes.one_thread, 0);
    EXPECT_EQ(bandwidth.bytes_of_one, 0u);
  }
}

TEST(Roof, EndsWhenItIsCancelled) {
  std::atomic<bool> cancelled = true;
  EXPECT_EQ(measure_roof(small_machine(), {}, cancelled).status().code(), StatusCode::kCancelled);
  cancelled = false;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    cancelled = true;
  });
  // Everything once takes longer than that.
  const MeasureOptions endless = {.total_ns = 1ull << 60, .sample_ns = 10'000'000};
  EXPECT_EQ(measure_roof(small_machine(), endless, cancelled).status().code(), StatusCode::kCancelled);
  later.join();
}

TEST(RoofTraffic, EachKindMovesWhatItSaysAndNothingElse) {
  constexpr uint64_t kBytes = 3 * kTrafficStep;
  for (const Traffic& traffic : traffic_here()) {
    SCOPED_TRACE(traffic.kind);
    alignas(64) float arrays[4][kBytes / sizeof(float)];
    for (size_t i = 0; i < kBytes / sizeof(float); ++i) {
      arrays[0][i] = -1;
      arrays[1][i] = static_cast<float>(i);
      arrays[2][i] = 4;
      arrays[3][i] = -2;
    }
    auto* bytes = reinterpret_cast<uint8_t*>(arrays);
    traffic.run(bytes, bytes + kBytes, bytes + 2 * kBytes, kBytes);
    for (size_t i = 0; i < kBytes / sizeof(float); ++i) {
      const auto source = static_cast<float>(i);
      EXPECT_EQ(arrays[0][i], traffic.arrays == 1 ? -1 : traffic.arrays == 2 ? source : source + 2);
      EXPECT_EQ(arrays[1][i], source);
      EXPECT_EQ(arrays[2][i], 4);
      EXPECT_EQ(arrays[3][i], -2);
    }
  }
}

TEST(RoofArithmetic, TakesTimeForEachRound) {
  // What were computed once for all rounds, or not at all, would take no longer for a thousand times as many.
  for (const Arithmetic& what : arithmetic_here()) {
    const auto least = [&](uint64_t rounds) {
      auto best = std::chrono::nanoseconds::max();
      for (int i = 0; i < 20; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        what.run(rounds, what.operands);
        best = std::min<std::chrono::nanoseconds>(best, std::chrono::steady_clock::now() - begin);
      }
      return best;
    };
    EXPECT_GT(least(100'000), 20 * least(100)) << what.type << " " << what.bits;
  }
}

TEST(RoofTeam, EachThreadDoesItsWorkOnceATurn) {
  Team team(3);
  std::vector<int> done(3);
  for (int turn = 0; turn < 100; ++turn) team.run([&](uint32_t thread) { ++done[thread]; });
  EXPECT_EQ(done, std::vector<int>({100, 100, 100}));
}

TEST(RoofTeam, TakesAsLongAsItsSlowestThread) {
  Team team(2);
  const uint64_t ns = team.run([](uint32_t thread) {
    if (thread == 1) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  EXPECT_GE(ns, 5'000'000u);
}

}  // namespace
}  // namespace ireereplay::roof
