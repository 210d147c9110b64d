#include "neighbour/torch/timeline.h"

#include "cancellation.h"
#include "neighbour/torch/causes.h"
#include "neighbour/torch/slice_details.h"
#include "profile/timeline/json.h"
#include "profile/timeline/search.h"
#include "written_trace.h"

namespace ireereplay::neighbour::torch {
namespace {

using profile::timeline::Pixels;
using profile::timeline::SliceId;
using profile::timeline::Track;
using profile::timeline::TrackClass;
using profile::timeline::TrackKind;

struct Drawn {
  std::unique_ptr<Trace> trace;
  Nesting nesting;
  Launches launches;
  TraceTimeline made;

  /// Names of tracks in their order, those of groups with a colon.
  std::string tracks() const {
    std::string text;
    for (const auto& track : made.timeline->tracks)
      text += track->name + (track->kind == TrackKind::kGroup ? ":" : " " + std::to_string(track->size())) + "\n";
    return text;
  }
  SliceId place_of(std::string_view name) const {
    for (uint32_t event = 0; event < trace->events.size(); ++event)
      if (trace->name(event) == name) return made.place(*trace, event).value_or(SliceId{});
    return {};
  }
  std::string details(SliceId slice) const {
    auto text = details_json(*trace, nesting, launches, made, slice, kNotCancelled);
    return text.ok() ? *std::move(text) : text.status().message();
  }
};

Drawn drawn_text(std::string_view text) {
  Drawn drawn;
  drawn.trace = test::read_text(text);
  auto nesting = nest(*drawn.trace, kNotCancelled);
  EXPECT_TRUE(nesting.ok());
  drawn.nesting = *std::move(nesting);
  drawn.launches = find_launches(*drawn.trace, drawn.nesting);
  auto made = make_timeline(*drawn.trace, drawn.nesting, drawn.launches, kNotCancelled);
  EXPECT_TRUE(made.ok());
  drawn.made = *std::move(made);
  return drawn;
}

std::string timed(const std::string& category, const std::string& name, int begin, int end,
                  const std::string& arguments = "", const std::string& process = "1",
                  const std::string& thread = "1") {
  return R"({"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":)" + process + R"(,"tid":)" + thread +
         R"(,"ts":)" + std::to_string(begin) + R"(,"dur":)" + std::to_string(end - begin) + R"(,"args":{)" + arguments +
         "}}";
}

std::string launching() {
  return test::with_events(timed("cpu_op", "aten::linear", 0, 100) + "," + timed("cpu_op", "aten::addmm", 0, 80) + "," +
                           timed("cuda_runtime", "cudaLaunchKernel", 60, 70, R"("correlation":7)") + "," +
                           timed("python_function", "model.py(1): forward", 0, 200) + "," +
                           timed("kernel", "gemm", 90, 140,
                                 R"("correlation":7,"stream":3,"device":0,"grid":[2,3,1],"block":[32,1,1])", "0", "3"));
}

TEST(TorchTimeline, DevicesComeFirstAndPythonLast) {
  EXPECT_EQ(drawn_text(launching()).tracks(),
            "Device 0:\nstream 3 1\nProcess 1:\nthread 1 3\nPython functions:\nthread 1 1\n");
}

TEST(TorchTimeline, WhatContainsLiesAboveWhatItContains) {
  const Drawn drawn = drawn_text(launching());
  const Track& track = *drawn.made.timeline->track(drawn.place_of("aten::linear").track);
  const auto lane = [&](std::string_view name) { return track.slices.lane(drawn.place_of(name).index); };
  EXPECT_EQ(track.slices.lane_count(), 3u);
  EXPECT_EQ(lane("aten::linear"), 0u);
  EXPECT_EQ(lane("aten::addmm"), 1u);
  EXPECT_EQ(lane("cudaLaunchKernel"), 2u);
}

TEST(TorchTimeline, ACallLeadsToItsKernelAndBack) {
  const Drawn drawn = drawn_text(launching());
  const std::string flow =
      R"([{"from":{"track":4,"index":2},"to":{"track":2,"index":0},"fromTime":"60000","toTime":"90000","kind":"launch","direct":true}])";
  for (const char* name : {"aten::linear", "aten::addmm", "cudaLaunchKernel", "gemm", "model.py(1): forward"})
    EXPECT_EQ(flows_json(*drawn.trace, drawn.launches, drawn.made, drawn.place_of(name)), flow) << name;
}

TEST(TorchTimeline, ASliceSaysWhatItLaunchedAndWhatLaunchedIt) {
  const Drawn drawn = drawn_text(launching());
  const std::string operation = drawn.details(drawn.place_of("aten::addmm"));
  EXPECT_NE(operation.find(R"("heading":"Operation","name":"aten::addmm")"), std::string::npos) << operation;
  EXPECT_NE(operation.find(R"("text":"gemm","slice":{"track":2,"index":0})"), std::string::npos) << operation;
  EXPECT_NE(drawn.details(drawn.place_of("aten::linear")).find(R"("Self","value":[{"text":"20 µs"})"),
            std::string::npos);
  const std::string kernel = drawn.details(drawn.place_of("gemm"));
  EXPECT_NE(kernel.find(R"("text":"30 µs after the call began")"), std::string::npos) << kernel;
  EXPECT_NE(kernel.find("2 × 3 × 1"), std::string::npos) << kernel;
  EXPECT_EQ(drawn.details({2, 1}), "the trace has no such slice");
  EXPECT_EQ(drawn.details({99, 0}), "the trace has no such slice");
}

TEST(TorchTimeline, NamesAreSearched) {
  const Drawn drawn = drawn_text(launching());
  const auto matches = [&](const char* query) {
    return (*profile::timeline::search(drawn.made.timeline, query, kNotCancelled))->count;
  };
  EXPECT_EQ(matches("fn:*addmm*"), 1u);
  EXPECT_EQ(matches("aten"), 2u);
  EXPECT_EQ(matches("dur:>90us"), 2u);
  EXPECT_EQ(matches("fn:*forward*"), 0u);
}

TEST(TorchTimeline, ADeviceThatWaitsForTheHostIsExplained) {
  const auto kernel = [](int number, int called, int begin, int end) {
    const std::string correlation = R"("correlation":)" + std::to_string(number);
    return timed("cuda_runtime", "cudaLaunchKernel", called, called + 5, correlation) + "," +
           timed("kernel", "gemm", begin, end, correlation + R"(,"stream":3,"device":0)", "0", "3");
  };
  const auto causes = [](const std::string& events) {
    const Drawn drawn = drawn_text(test::with_events(events));
    return causes_json(*drawn.trace, drawn.nesting, drawn.launches, drawn.made);
  };
  const std::string waits = causes(kernel(1, 0, 10, 20) + "," + kernel(2, 110, 120, 130));
  EXPECT_NE(waits.find("Device 0 is idle for 100 µs, 83.3 % of the time"), std::string::npos) << waits;
  EXPECT_NE(waits.find("mostly (90 µs) it waits for the host to launch more"), std::string::npos) << waits;
  EXPECT_NE(waits.find("longest gap: 100 µs before gemm"), std::string::npos) << waits;
  const std::string late = causes(kernel(1, 0, 10, 20) + "," + kernel(2, 8, 120, 130));
  EXPECT_EQ(late.find("waits for the host"), std::string::npos) << late;
  EXPECT_NE(late.find("what comes next has been launched, and begins later"), std::string::npos) << late;
  const std::string busy = causes(kernel(1, 0, 10, 60) + "," + kernel(2, 8, 60, 130));
  EXPECT_EQ(busy.find("idle"), std::string::npos) << busy;
}

TEST(TorchTimeline, EveryEventOfATraceIsInItsPlace) {
  for (const char* name : test::kTraces) {
    const Drawn drawn = drawn_text(test::trace_text(name));
    uint64_t placed = 0;
    for (uint32_t event = 0; event < drawn.trace->events.size(); ++event) {
      const auto place = drawn.made.place(*drawn.trace, event);
      if (!place) continue;
      ++placed;
      const Track* track = drawn.made.timeline->track(place->track);
      ASSERT_NE(track, nullptr);
      ASSERT_EQ(track->slices.row(place->index), event);
      ASSERT_GE(track->slices.start(place->index), drawn.made.timeline->origin);
      ASSERT_LE(track->slices.end(place->index), drawn.made.timeline->end);
    }
    uint64_t slices = 0;
    for (const auto& track : drawn.made.timeline->tracks) {
      slices += track->slices.size();
      Pixels pixels;
      pixels.from = drawn.made.timeline->origin;
      pixels.to = drawn.made.timeline->end;
      pixels.count = 1000;
      const auto items = window_of(*drawn.made.timeline, *track, pixels, nullptr);
      uint64_t shown = 0;
      for (const uint32_t count : items.counts) shown += count;
      if (track->kind == TrackKind::kSlices) EXPECT_EQ(shown, track->slices.size()) << name << ", " << track->name;
    }
    EXPECT_EQ(slices, placed) << name;
    EXPECT_GT(placed, 0u) << name;
  }
}

}  // namespace
}  // namespace ireereplay::neighbour::torch
