#include "neighbour/torch/trace_parser.h"

#include "cancellation.h"
#include "written_trace.h"

namespace ireereplay::neighbour::torch {
namespace {

using test::parse_trace;
using test::read_text;
using test::trace_text;
using test::with_events;

std::string operation(const std::string& times, const std::string& arguments = "") {
  return R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":2,)" + times + R"(,"args":{)" + arguments + "}}";
}

TEST(TorchTrace, EachFixtureIsReadWhole) {
  for (const char* name : test::kTraces) {
    const std::string text = trace_text(name);
    const auto trace = read_text(text);
    EXPECT_EQ(trace->end, "") << name;
    EXPECT_EQ(trace->bytes, text.size()) << name;
    EXPECT_EQ(trace->whole_bytes, text.size()) << name;
    EXPECT_EQ(trace->events_left_out.count, 0u) << name << ": " << trace->events_left_out.reason;
    EXPECT_EQ(trace->values_left_out.count, 0u) << name << ": " << trace->values_left_out.reason;
    EXPECT_EQ(trace->phases_left_out.count, 0u) << name << ": " << trace->phases_left_out.reason;
    EXPECT_GT(trace->events.size(), 100u) << name;
  }
}

TEST(TorchTrace, PiecesOfAnyLengthSayTheSame) {
  const std::string text = trace_text("cpu-train");
  const auto whole = read_text(text);
  for (const size_t piece : {1u, 2u, 3u, 7u, 64u, 1000u, 4096u}) {
    const auto pieces = read_text(text, piece);
    EXPECT_EQ(pieces->events.begin_ns, whole->events.begin_ns) << piece;
    EXPECT_EQ(pieces->events.duration_ns, whole->events.duration_ns) << piece;
    EXPECT_EQ(pieces->events.name, whole->events.name) << piece;
    EXPECT_EQ(pieces->operations.shape, whole->operations.shape) << piece;
    EXPECT_EQ(pieces->strings.size(), whole->strings.size()) << piece;
  }
}

TEST(TorchTrace, AnOperationHasWhatIsWrittenOfIt) {
  const auto trace = read_text(trace_text("bert-small-h100"));
  // The first operation: aten::slice, External id 2.
  const uint32_t event = trace->operations.event[0];
  EXPECT_EQ(trace->name(event), "aten::slice");
  EXPECT_EQ(trace->begin(event), 1419247333291708);
  EXPECT_EQ(trace->duration(event), 22510);
  EXPECT_EQ(trace->operations.external_id[0], 2);
  EXPECT_EQ(trace->operations.sequence_number[0], kAbsent);
  const OperationShape& shape = trace->shapes[trace->operations.shape[0]];
  EXPECT_EQ(trace->strings.at(shape.dims), "[[1,512],[],[],[],[]]");
  EXPECT_EQ(trace->strings.at(shape.strides), "[[512,1],[],[],[],[]]");
  EXPECT_EQ(trace->strings.at(shape.types), R"(["long int","Scalar","Scalar","Scalar","Scalar"])");
  EXPECT_EQ(trace->strings.at(shape.concrete), R"(["","0","0","9223372036854775807","1"])");
  const Thread& thread = trace->threads[trace->events.thread[event]];
  EXPECT_EQ(thread.id.value, 19392);
  EXPECT_EQ(trace->processes[thread.process].id.value, 19392);
}

TEST(TorchTrace, TimesAreExactToTheNanosecond) {
  const auto begin_of = [](const std::string& ts) {
    const auto trace = read_text(with_events(operation("\"ts\":" + ts + ",\"dur\":1")));
    return trace->events.size() == 1 ? trace->begin(0) : kAbsent;
  };
  EXPECT_EQ(begin_of("4901317734000.267"), 4901317734000267);
  // As doubles, these are rounded.
  EXPECT_EQ(begin_of("1790857026000000.001"), 1790857026000000001);
  EXPECT_EQ(begin_of("9223372036854774.807"), 9223372036854774807);
  EXPECT_EQ(begin_of("9223372036854775.808"), kAbsent);
  EXPECT_EQ(begin_of("7"), 7000);
  EXPECT_EQ(begin_of("-1.5"), -1500);
  EXPECT_EQ(begin_of("\"12.25\""), 12250);
  EXPECT_EQ(begin_of("0.0004"), 0);
  EXPECT_EQ(begin_of("0.0005"), 1);
  EXPECT_EQ(begin_of("0.00149999"), 1);
  EXPECT_EQ(begin_of("1.5e3"), 1500000);
  EXPECT_EQ(begin_of("25E-4"), 3);
  EXPECT_EQ(begin_of("1e300"), kAbsent);
  EXPECT_EQ(begin_of("0.12345678901234567890123456789"), 123);
  EXPECT_EQ(begin_of("12 "), 12000);
  EXPECT_EQ(begin_of("true"), kAbsent);
}

TEST(TorchTrace, NumbersOf64BitsStayExact) {
  const auto trace = read_text(with_events(
      operation("\"ts\":1,\"dur\":2", R"("External id":9007199254740993,"Sequence number":"5","Fwd thread id":0)") +
      R"(,{"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":1,"tid":2,"ts":3,"args":)"
      R"({"Addr":18446744073709551615,"Bytes":-9223372036854775807,"Device Id":-1}})"));
  EXPECT_EQ(trace->operations.external_id[0], 9007199254740993);
  EXPECT_EQ(trace->operations.sequence_number[0], 5);
  ASSERT_EQ(trace->memory.event.size(), 1u);
  EXPECT_EQ(static_cast<uint64_t>(trace->memory.address[0]), 18446744073709551615u);
  EXPECT_EQ(trace->memory.bytes[0], -9223372036854775807);
  EXPECT_EQ(trace->memory.total_allocated[0], kAbsent);
  EXPECT_EQ(trace->values_left_out.count, 0u);
}

TEST(TorchTrace, NamesAreWhatTheyMean) {
  const auto trace = read_text(with_events(
      R"({"name":"\"a\"\\\n\u00e9\ud83d\ude00\ud83d\q","ph":"X","ts":1,"dur":1,"pid":"Spans","tid":"\u0041"},)"
      R"({"name":"\"a\"\\\n\u00e9\ud83d\ude00\ud83d","ph":"X","ts":1,"dur":1,"pid":"Spans","tid":"A"})"));
  ASSERT_EQ(trace->events.size(), 2u);
  // One escape sequence is none: then the name is as it is written.
  EXPECT_EQ(trace->name(0), R"(\"a\"\\\n\u00e9\ud83d\ude00\ud83d\q)");
  EXPECT_EQ(trace->name(1), "\"a\"\\\n\xc3\xa9\xf0\x9f\x98\x80\xef\xbf\xbd");
  EXPECT_EQ(trace->threads.size(), 1u);
}

TEST(TorchTrace, AFlatListIsReadAsPyTorchsFirstProfilerWroteIt) {
  const auto trace = read_text(
      R"([{"name": "aten::add", "ph": "X", "ts": 12.5, "dur": 3.25, "tid": 1, "pid": "CPU functions", "args": {}}, )"
      R"({"name": "aten::add", "ph": "s", "ts": 12.5, "tid": 1, "pid": "CPU functions", "id": 0, "cat": "cpu_to_cuda", "args": {}}, )"
      R"({"name": "add_kernel", "ph": "X", "ts": 14, "dur": 1, "tid": 0, "pid": "CUDA functions", "args": {}}, ])");
  EXPECT_EQ(trace->end, "");
  ASSERT_EQ(trace->events.size(), 2u);
  EXPECT_EQ(trace->kind(0), EventKind::kOperation);
  EXPECT_EQ(trace->kind(1), EventKind::kKernel);
  EXPECT_EQ(trace->flows.id.size(), 1u);
  EXPECT_FALSE(trace->shapes[0].has_inputs());
}

TEST(TorchTrace, ATornFileIsReadUpToItsLastWholeEvent) {
  const std::string text = trace_text("cpu-train");
  const auto whole = read_text(text);
  size_t events = 0;
  for (size_t length = text.find("\"traceEvents\":[") + 15; length < text.size(); length += 997) {
    const auto torn = parse_trace(std::string_view(text).substr(0, length));
    ASSERT_TRUE(torn.status.ok()) << length << torn.status.to_string();
    EXPECT_EQ(torn.trace->end, "it ends early, after byte " + std::to_string(length));
    EXPECT_LE(torn.trace->whole_bytes, length);
    // The byte before is the last event's brace, or the list's begin.
    const char last = text[torn.trace->whole_bytes - 1];
    EXPECT_TRUE(last == '}' || last == '[' || last == ']' || last == '"') << length << last;
    EXPECT_GE(torn.trace->events.size(), events);
    events = torn.trace->events.size();
    for (size_t i = 0; i < events; ++i) ASSERT_EQ(torn.trace->events.begin_ns[i], whole->events.begin_ns[i]);
  }
  EXPECT_GT(events, whole->events.size() / 2);
}

TEST(TorchTrace, WhatIsDamagedFurtherOnEndsReading) {
  const std::string good = operation("\"ts\":1,\"dur\":2");
  for (const char* bad : {"{\"ph\":\"X\" \"ts\":1}", "{]", "[1]", "{\"name\":\"a\nb\"}", "17", "{\"a\":}", "{,}"}) {
    const std::string text = with_events(good + "," + good + "," + bad + "," + good);
    const auto trace = read_text(text);
    EXPECT_EQ(trace->events.size(), 2u) << bad;
    EXPECT_TRUE(trace->end.starts_with("it is damaged at byte ")) << bad << trace->end;
    EXPECT_EQ(trace->whole_bytes, 16 + 2 * good.size() + 1) << bad;
  }
}

TEST(TorchTrace, AnEventWithoutWhatItNeedsIsLeftOutAndCounted) {
  const std::string good = operation("\"ts\":1,\"dur\":2");
  const auto trace = read_text(with_events(
      operation("\"ts\":1") + "," + operation("\"dur\":1") + "," + operation("\"ts\":1,\"dur\":-1") + ",{}," + good +
      R"(,{"ph":"B","ts":1})" + "," + operation("\"ts\":1,\"dur\":2", R"("External id":[1],"Input Dims":7)")));
  EXPECT_EQ(trace->events.size(), 2u);
  EXPECT_EQ(trace->events_left_out.count, 4u);
  EXPECT_EQ(trace->events_left_out.reason, "it has no duration (dur)");
  EXPECT_EQ(trace->events_left_out.offset, 16u);
  EXPECT_EQ(trace->phases_left_out.count, 1u);
  EXPECT_EQ(trace->phases_left_out.reason, "its phase is 'B'");
  EXPECT_EQ(trace->values_left_out.count, 1u);
  EXPECT_EQ(trace->values_left_out.reason, "the value of \"External id\" has the wrong type");
  EXPECT_EQ(trace->operations.external_id[1], kAbsent);
}

// Found by fuzzing: an operation without a time of its own is in no row of the tables.
TEST(TorchTrace, AnInstantIsNeitherOperationNorKernel) {
  const auto instant = [](const std::string& category) {
    return R"({"ph":"i","s":"t","cat":")" + category + R"(","name":"at once","pid":1,"tid":2,"ts":3})";
  };
  const auto trace =
      read_text(with_events(instant("cpu_op") + "," + instant("kernel") + "," + operation("\"ts\":1,\"dur\":2")));
  EXPECT_EQ(trace->events.size(), 3u);
  EXPECT_EQ(trace->kind(0), EventKind::kOther);
  EXPECT_EQ(trace->kind(1), EventKind::kOther);
  EXPECT_EQ(trace->operations.event.size(), 1u);
  EXPECT_EQ(trace->work.event.size(), 0u);
}

TEST(TorchTrace, WhatIsNoTraceIsRefusedWithASentence) {
  const auto refusal = [](std::string_view text) { return parse_trace(text).status.to_string(); };
  EXPECT_EQ(refusal(""), "INVALID_ARGUMENT; the file is empty");
  EXPECT_EQ(refusal("  \n"), "INVALID_ARGUMENT; the file is empty");
  EXPECT_EQ(
      refusal("ELF"),
      "INVALID_ARGUMENT; at byte 0: it is not a trace of PyTorch's profiler: those are JSON, and this file begins with "
      "neither { nor [");
  EXPECT_EQ(refusal("{\"a\":1}"), "INVALID_ARGUMENT; it is JSON, but not a trace: it has no traceEvents");
  EXPECT_EQ(refusal("{\"a\":1 \"b\""),
            "INVALID_ARGUMENT; at byte 7: it is not a trace of PyTorch's profiler: it is not JSON");
  EXPECT_EQ(refusal("{\"a\":[1,2"), "DATA_LOSS; at byte 1: the trace ends before its events begin");
}

TEST(TorchTrace, MembersBesideTheEventsAreKeptAsWritten) {
  const auto trace = read_text("\xef\xbb\xbf{\"schemaVersion\":1, \"traceEvents\": [] , \"deep\":{\"a\":[1,{}]}}\n");
  ASSERT_EQ(trace->members.size(), 2u);
  EXPECT_EQ(trace->members[0].key, "schemaVersion");
  EXPECT_EQ(trace->members[1].value, "{\"a\":[1,{}]}");
  EXPECT_EQ(trace->end, "");
  EXPECT_EQ(read_text("[] x")->end, "it is damaged at byte 3");
}

TEST(TorchTrace, AFileIsReadInWindows) {
  const std::string text = trace_text("normalization");
  const test::TemporaryFile file({text.begin(), text.end()});
  const auto read = [](const std::string& path, const std::atomic<bool>& cancel, Trace* trace) {
    TraceParser parser(trace);
    return read_file(path, &parser, cancel);
  };
  Trace trace;
  const Status status = read(file.path(), kNotCancelled, &trace);
  ASSERT_TRUE(status.ok()) << status.to_string();
  EXPECT_EQ(trace.events.begin_ns, read_text(text)->events.begin_ns);
  const std::atomic<bool> is_cancelled = true;
  Trace other;
  EXPECT_EQ(read(file.path(), is_cancelled, &other).code(), StatusCode::kCancelled);
  EXPECT_EQ(read("/nonexistent", kNotCancelled, &other).code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace ireereplay::neighbour::torch
