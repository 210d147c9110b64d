// Traces for tests: the fixtures, and texts that a test writes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "gunzip.h"
#include "neighbour/torch/trace_parser.h"

namespace ireereplay::test {

struct ParsedTrace {
  std::unique_ptr<neighbour::torch::Trace> trace = std::make_unique<neighbour::torch::Trace>();
  Status status;
};

/// Reads `text` in pieces of that many bytes.
inline ParsedTrace parse_trace(std::string_view text, size_t piece = 1 << 20) {
  ParsedTrace parsed;
  neighbour::torch::TraceParser parser(parsed.trace.get());
  for (size_t at = 0; at < text.size() && parsed.status.ok(); at += piece) {
    const std::string_view next = text.substr(at, piece);
    parsed.status = parser.feed(Bytes(reinterpret_cast<const uint8_t*>(next.data()), next.size()));
  }
  if (parsed.status.ok()) parsed.status = parser.finish();
  return parsed;
}

/// A trace that is expected to be one.
inline std::unique_ptr<neighbour::torch::Trace> read_text(std::string_view text, size_t piece = 1 << 20) {
  ParsedTrace parsed = parse_trace(text, piece);
  EXPECT_TRUE(parsed.status.ok()) << parsed.status.to_string();
  return std::move(parsed.trace);
}

/// With these events, separated by commas.
inline std::string with_events(const std::string& events) { return "{\"traceEvents\":[" + events + "]}"; }

inline std::string trace_text(const std::string& name) {
  return gunzip(fixture("neighbours/pytorch/" + name + ".json.gz"));
}

inline constexpr const char* kTraces[] = {
    "bert-small-h100", "bert-small-mi300",     "cpu-odd",       "cpu-train",
    "eager-b200",      "gpu-only-mi210",       "normalization", "torch-compile-triton",
    "vit-h100",        "vllm-graph-execution", "sglang-decode"};

}  // namespace ireereplay::test
