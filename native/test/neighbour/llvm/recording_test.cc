#include "neighbour/llvm/recording.h"

#include <gtest/gtest.h>

#include "cancellation.h"
#include "recording_folder.h"

namespace ireereplay::neighbour::llvm {
namespace {

using test::kSaxpy;
using test::kScale;
using test::lines_of;
using test::opened;
using test::RecordingFolder;

std::string fixture_json(const std::string& name) {
  return ireereplay::test::fixture("neighbours/llvm/" + name + ".json");
}

/// With what its kernel changed.
Recording compared(const std::string& path, uint64_t most = 1000) {
  Recording recording = opened(path);
  const Status status = compare_memory(&recording, most, kNotCancelled);
  EXPECT_TRUE(status.ok()) << status.to_string();
  EXPECT_TRUE(recording.changes.has_value());
  if (!recording.changes) recording.changes.emplace();
  return recording;
}

template <typename T>
T after(const Recording& recording, uint64_t offset) {
  const auto bytes = recording.find(Role::kOutput)->file->read(offset, sizeof(T));
  EXPECT_TRUE(bytes.ok());
  return bytes.ok() ? load<T>(*bytes) : T();
}

// y[i] = 2 * x[i] + y[i], with x[i] = i and y[i] = 1, for 1,000 floats: saxpy.c.
TEST(LlvmRecording, SaxpyHasItsArgumentsAndChanges) {
  const Recording saxpy = compared(fixture_json(std::string("llvm16-saxpy/") + kSaxpy));
  EXPECT_EQ(saxpy.kernel.function, "main");
  EXPECT_EQ(saxpy.kernel.line, 7u);
  EXPECT_EQ(saxpy.descriptor.teams, 4u);
  EXPECT_EQ(saxpy.descriptor.threads, 8u);
  EXPECT_EQ(saxpy.descriptor.trip_count, 1000u);
  ASSERT_EQ(saxpy.pointers.size(), 4u);
  // n, y, a and x: two scalars and two arrays of 4,000 bytes.
  EXPECT_EQ(saxpy.descriptor.arguments[0].bits, 1000u);
  EXPECT_FALSE(saxpy.pointers[0]);
  EXPECT_EQ(std::bit_cast<float>(static_cast<uint32_t>(*saxpy.descriptor.arguments[2].bits)), 2.0f);
  EXPECT_FALSE(saxpy.pointers[2]);
  ASSERT_TRUE(saxpy.pointers[1] && saxpy.pointers[3]);
  EXPECT_EQ(saxpy.pointers[1]->offset, 0u);
  EXPECT_EQ(saxpy.pointers[1]->bytes, 4000u);
  EXPECT_TRUE(saxpy.pointers[1]->may_begin_allocation);
  EXPECT_EQ(saxpy.pointers[3]->offset, 4000u);
  EXPECT_EQ(saxpy.pointers[3]->bytes, 4000u);
  // LLVM 16 does not say where the memory began.
  EXPECT_EQ(saxpy.memory.basis, AddressBasis::kAssumed);
  EXPECT_EQ(saxpy.memory.address, 140418264068112u);
  EXPECT_EQ(saxpy.memory.earlier, 3984u);
  for (uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(after<float>(saxpy, 4 * i), 2.0f * static_cast<float>(i) + 1);
    EXPECT_EQ(after<float>(saxpy, 4000 + 4 * i), static_cast<float>(i));
  }
  // The first is 1 before and after.
  EXPECT_EQ(saxpy.changes->counts.words4, 999u);
  ASSERT_EQ(saxpy.changes->range_count, 1u);
  EXPECT_EQ(saxpy.changes->ranges[0].begin, 4u);
  EXPECT_EQ(saxpy.changes->ranges[0].end, 4000u);
  ASSERT_EQ(saxpy.changes->regions.size(), 2u);
  EXPECT_EQ(saxpy.changes->regions[0].counts.words4, 999u);
  EXPECT_EQ(saxpy.changes->regions[1].counts.words4, 0u);
}

// The sum of 0.5 * i over 4,096 doubles: kernels.c, line 12.
TEST(LlvmRecording, AReductionChangesOneDouble) {
  const Recording reduction = compared(fixture_json("llvm16-kernels/__omp_offloading_fe00_984936_main_l12"));
  EXPECT_EQ(reduction.changes->counts.words8, 1u);
  EXPECT_EQ(reduction.changes->range_count, 1u);
  ASSERT_TRUE(reduction.pointers[1] && reduction.pointers[2]);
  EXPECT_FALSE(reduction.pointers[0]);
  EXPECT_EQ(reduction.pointers[1]->offset, 0u);
  EXPECT_EQ(reduction.pointers[2]->offset, 16u);
  EXPECT_EQ(reduction.pointers[2]->bytes, 4096u * 8);
  const ChangedBytes& first = reduction.changes->ranges[0].first;
  EXPECT_EQ(first.offset, 0u);
  EXPECT_EQ(load<double>(first.before), 0.0);
  EXPECT_EQ(load<double>(first.after), 4193280.0);
}

// p[i].a = 3 * p[i].a + p[i].b for 256 pairs (i, -i): kernels.c, line 19. Of the first pair nothing changes.
TEST(LlvmRecording, PairsChangeInEachSecondFloat) {
  const Recording pairs = compared(fixture_json("llvm16-kernels/__omp_offloading_fe00_984936_main_l19"));
  EXPECT_EQ(pairs.changes->counts.words4, 255u);
  EXPECT_EQ(pairs.changes->range_count, 255u);
  // The other launch of this program tells that memory begins far in front of the only pointer.
  ASSERT_TRUE(pairs.pointers[0]);
  EXPECT_EQ(pairs.pointers[0]->offset, 57360u);
  EXPECT_EQ(pairs.pointers[0]->bytes, 256u * 8);
  EXPECT_EQ(pairs.memory.earlier, 2032u);
  for (uint32_t i = 0; i < 256; ++i) EXPECT_EQ(after<float>(pairs, 57360 + 8 * i), 2.0f * static_cast<float>(i));
  EXPECT_EQ(pairs.changes->regions[0].counts.words4, 255u);
  EXPECT_EQ(pairs.descriptor.threads, 4u);
}

TEST(LlvmRecording, AloneALaunchWithoutAddressSaysHowFarItsMemoryMayBeginEarlier) {
  const RecordingFolder folder("llvm16-kernels");
  folder.remove("__omp_offloading_fe00_984936_main_l12.json");
  const Recording pairs = opened(folder.path("__omp_offloading_fe00_984936_main_l19.json"));
  EXPECT_EQ(pairs.memory.basis, AddressBasis::kAssumed);
  EXPECT_EQ(pairs.pointers[0]->offset, 0u);
  EXPECT_EQ(pairs.memory.earlier, 59392u);
  EXPECT_NE(lines_of(pairs.problems).find("if it begins earlier, by 59392 bytes at most, all offsets are higher"),
            std::string::npos);
}

TEST(LlvmRecording, ARecordedAddressLeavesNothingToAssume) {
  const RecordingFolder folder("llvm16-saxpy");
  folder.edit(std::string(kSaxpy) + ".json", "\"DeviceId\"", "\"BumpAllocVAStart\":140418264068096,\"DeviceId\"");
  const Recording saxpy = opened(folder.path(std::string(kSaxpy) + ".json"));
  EXPECT_EQ(saxpy.memory.basis, AddressBasis::kRecorded);
  EXPECT_EQ(saxpy.pointers[1]->offset, 16u);
}

/// The launch of more.c in that line.
std::string more(uint64_t line) {
  const std::string folder = ireereplay::test::fixture("neighbours/llvm/llvm16-more");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name.ends_with("_l" + std::to_string(line) + ".json")) return entry.path();
  }
  return folder;
}

TEST(LlvmRecording, OfLlvm16WithoutArguments) {
  const Recording none = compared(more(8));
  EXPECT_TRUE(none.descriptor.arguments.empty());
  EXPECT_EQ(none.changes->counts.bytes, 0u);
}

// x[i] = 2.5 * i for 32 doubles: of the first nothing changes.
TEST(LlvmRecording, OfLlvm16WithDoubles) {
  const Recording doubles = compared(more(12));
  EXPECT_EQ(doubles.changes->counts.words8, 31u);
  EXPECT_EQ(doubles.descriptor.teams, 2u);
  EXPECT_EQ(doubles.descriptor.threads, 4u);
  size_t pointers = 0;
  size_t factors = 0;
  for (size_t i = 0; i < doubles.pointers.size(); ++i) {
    if (!doubles.pointers[i]) {
      factors += doubles.descriptor.arguments[i].bits == std::bit_cast<uint64_t>(2.5);
      continue;
    }
    ++pointers;
    for (uint32_t j = 0; j < 32; ++j) EXPECT_EQ(after<double>(doubles, doubles.pointers[i]->offset + 8 * j), 2.5 * j);
  }
  EXPECT_EQ(pointers, 1u);
  EXPECT_EQ(factors, 1u);
}

// A double and a float of three members are others, and an integer.
TEST(LlvmRecording, OfLlvm16WithAStructure) {
  const Recording structure = compared(more(15));
  ASSERT_EQ(structure.pointers.size(), 1u);
  ASSERT_TRUE(structure.pointers[0]);
  const uint64_t at = structure.pointers[0]->offset;
  EXPECT_EQ(after<double>(structure, at), 1.5);
  EXPECT_EQ(after<int32_t>(structure, at + 8), -2);
  EXPECT_EQ(after<float>(structure, at + 12), 6.0f);
  EXPECT_EQ(structure.changes->counts.words8, 2u);
}

// The sum of 10, 11, 12, and 20 to 79.
TEST(LlvmRecording, OfLlvm16With64Arguments) {
  const Recording many = compared(more(23));
  EXPECT_EQ(many.descriptor.arguments.size(), 64u);
  uint64_t sum = 0;
  size_t pointers = 0;
  for (size_t i = 0; i < many.pointers.size(); ++i) {
    if (!many.pointers[i]) {
      sum += *many.descriptor.arguments[i].bits;
      continue;
    }
    ++pointers;
    EXPECT_EQ(static_cast<uint64_t>(after<int32_t>(many, many.pointers[i]->offset)), 3003u);
  }
  EXPECT_EQ(pointers, 1u);
  EXPECT_EQ(sum, 3003u);
}

// record/llvmSecond.mjs: x[i] = 2.5 * i for 64 doubles.
TEST(LlvmRecording, TheSecondGenerationIsRead) {
  const Recording scale = compared(fixture_json(std::string("made-second/") + kScale));
  EXPECT_EQ(scale.descriptor.generation, Generation::kSecond);
  EXPECT_EQ(lines_of(scale.problems), "");
  EXPECT_EQ(scale.kernel.function, "scale(double*, int)");
  EXPECT_EQ(scale.kernel.line, 9u);
  EXPECT_EQ(scale.descriptor.teams, 4u);
  EXPECT_EQ(scale.descriptor.threads, 16u);
  EXPECT_EQ(scale.descriptor.shared_memory_bytes, 1024u);
  EXPECT_EQ(scale.descriptor.teams_limits->most, 4u);
  EXPECT_EQ(scale.descriptor.memory_bytes, 8ull << 30);
  EXPECT_EQ(scale.memory.basis, AddressBasis::kRecorded);
  ASSERT_EQ(scale.pointers.size(), 6u);
  EXPECT_EQ(scale.pointers[1]->offset, 0u);
  EXPECT_EQ(scale.pointers[3]->offset, 512u);
  EXPECT_EQ(scale.pointers[3]->bytes, 128u);
  for (const size_t scalar : {0, 2, 4, 5}) EXPECT_FALSE(scale.pointers[scalar]);
  EXPECT_EQ(std::bit_cast<double>(*scale.descriptor.arguments[4].bits), 2.5);
  EXPECT_EQ(scale.descriptor.arguments[5].bits, ~0ull);
  EXPECT_EQ(static_cast<int64_t>(scale.descriptor.arguments[3].offset), -8);
  EXPECT_EQ(scale.changes->counts.words8, 63u);
  EXPECT_EQ(scale.changes->regions[0].counts.words8, 63u);
  EXPECT_EQ(scale.changes->regions[1].counts.words8, 0u);
  for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(after<double>(scale, 8 * i), 2.5 * i);
  ASSERT_EQ(scale.globals.size(), 2u);
  EXPECT_EQ(scale.globals[0].name, "factor");
  EXPECT_EQ(load<float>(scale.globals[0].first), 3.0f);
  EXPECT_EQ(scale.globals[1].name, "table");
  EXPECT_EQ(scale.globals[1].bytes, 256u);
  EXPECT_EQ(scale.globals[1].first.size(), kShownOfGlobal);
  EXPECT_EQ(scale.image, "cubin for NVIDIA");
}

TEST(LlvmRecording, ALaunchWithoutArgumentsIsRead) {
  const Recording nothing = compared(fixture_json("made-second/42_7"));
  EXPECT_TRUE(nothing.pointers.empty());
  EXPECT_EQ(nothing.changes->counts.bytes, 0u);
  EXPECT_EQ(lines_of(nothing.problems), "");
}

TEST(LlvmRecording, MissingFilesAreNamedAndTheRestIsShown) {
  const RecordingFolder first("llvm16-saxpy");
  const std::string json = std::string(kSaxpy) + ".json";
  first.remove(std::string(kSaxpy) + ".memory");
  first.remove(std::string(kSaxpy) + ".original.output");
  Recording saxpy = opened(first.path(json));
  const std::string lines = lines_of(saxpy.problems);
  EXPECT_NE(
      lines.find(".memory: it is missing, so the contents of memory before the launch are not known; copy the file"),
      std::string::npos)
      << lines;
  EXPECT_NE(lines.find("LIBOMPTARGET_RR_SAVE_OUTPUT=1"), std::string::npos) << lines;
  EXPECT_NE(lines.find("LLVM 16 writes no image"), std::string::npos) << lines;
  EXPECT_EQ(saxpy.pointers[3]->offset, 4000u);
  EXPECT_TRUE(compare_memory(&saxpy, 10, kNotCancelled).ok());
  EXPECT_FALSE(saxpy.changes.has_value());

  const RecordingFolder second("made-second");
  for (const char* suffix : {".record_input", ".record_output", ".globals", ".image"})
    second.remove(std::string(kScale) + suffix);
  const std::string others = lines_of(opened(second.path(std::string(kScale) + ".json")).problems);
  EXPECT_EQ(std::count(others.begin(), others.end(), '\n'), 4) << others;
}

TEST(LlvmRecording, SizesThatContradictAreTold) {
  const RecordingFolder first("llvm16-saxpy");
  first.write(std::string(kSaxpy) + ".memory", std::string(4000, '\0'));
  Recording saxpy = opened(first.path(std::string(kSaxpy) + ".json"));
  const std::string lines = lines_of(saxpy.problems);
  EXPECT_NE(lines.find("DeviceMemorySize: it has 4000 bytes, but the descriptor says 8000; copy"), std::string::npos)
      << lines;
  EXPECT_NE(lines.find("original.output: it has 8000 bytes, but"), std::string::npos) << lines;
  // What both have is compared.
  EXPECT_TRUE(compare_memory(&saxpy, 10, kNotCancelled).ok());
  EXPECT_EQ(saxpy.changes->compared, 4000u);

  const RecordingFolder second("made-second");
  const std::string json = std::string(kScale) + ".json";
  const auto problems_with = [&](std::string_view from, std::string_view to) {
    const std::string before = second.text(json);
    second.edit(json, from, to);
    std::string found = lines_of(opened(second.path(json)).problems);
    second.write(json, before);
    return found;
  };
  EXPECT_NE(problems_with("\"VAllocSize\":8589934592", "\"VAllocSize\":600")
                .find("it has 640 bytes, but the descriptor says 600"),
            std::string::npos);
  EXPECT_NE(problems_with("\"VAllocAddr\":139637976727552", "\"VAllocAddr\":18446744073709551615")
                .find("64-bit address space"),
            std::string::npos);
  EXPECT_NE(problems_with("139637976728064", "139637976729064").find("1 argument points into"), std::string::npos);
  EXPECT_NE(problems_with("\"NumTeams\":4", "\"NumTeams\":5").find("NumTeams: it is 5, but TeamsLimits allows 1 to 4"),
            std::string::npos);
  EXPECT_NE(problems_with("\"NumArgs\":6", "\"NumArgs\":7").find("it has 6 values, but NumArgs says 7"),
            std::string::npos);
}

TEST(LlvmRecording, FilesOfAnotherGenerationAreTold) {
  const RecordingFolder folder("made-second");
  std::filesystem::rename(folder.path(std::string(kScale) + ".record_input"),
                          folder.path(std::string(kScale) + ".memory"));
  const std::string lines = lines_of(opened(folder.path(std::string(kScale) + ".json")).problems);
  EXPECT_NE(lines.find("which the recorder of another version of LLVM writes"), std::string::npos) << lines;
}

TEST(LlvmRecording, GlobalsThatEndEarlyOrLateAreShownAsFarAsTheyGo) {
  const RecordingFolder folder("made-second");
  const std::string name = std::string(kScale) + ".globals";
  const std::string json = folder.path(std::string(kScale) + ".json");
  const std::string whole = folder.text(name);
  for (size_t length = 0; length < whole.size(); ++length) {
    folder.write(name, std::string_view(whole).substr(0, length));
    const Recording recording = opened(json);
    EXPECT_LT(recording.globals.size(), 2u);
    EXPECT_NE(lines_of(recording.problems).find(".globals: it declares"), std::string::npos) << length;
  }
  folder.write(name, whole + "x");
  const Recording recording = opened(json);
  EXPECT_EQ(recording.globals.size(), 2u);
  EXPECT_NE(lines_of(recording.problems).find("1 byte follow"), std::string::npos) << lines_of(recording.problems);
}

TEST(LlvmRecording, ARenamedOneOfTheFirstGenerationSaysWhatTheToolLooksFor) {
  const RecordingFolder folder("llvm16-saxpy");
  for (const char* suffix : {".json", ".memory", ".original.output"})
    std::filesystem::rename(folder.path(std::string(kSaxpy) + suffix), folder.path(std::string("saxpy") + suffix));
  const Recording saxpy = opened(folder.path("saxpy.json"));
  EXPECT_NE(saxpy.find(Role::kMemory), nullptr);
  EXPECT_NE(lines_of(saxpy.problems).find("LLVM's tool looks for files named after the kernel"), std::string::npos);
}

TEST(LlvmRecording, WhatIsNoDescriptorIsRefusedWithASentence) {
  const RecordingFolder folder;
  const auto refusal = [&](std::string_view text) {
    folder.write("other.json", text);
    return open_recording(folder.path("other.json")).status().message();
  };
  EXPECT_NE(refusal("{\"a\": 1}").find("other.json is not a recording of an OpenMP kernel"), std::string::npos);
  EXPECT_NE(refusal("[1]").find("is not a recording"), std::string::npos);
  EXPECT_NE(refusal("").find("cannot be read: it is not JSON"), std::string::npos);
  EXPECT_NE(refusal("{\"Name\":\"f\",\"ArgPtrs\":[]}").find("which version of LLVM recorded it"), std::string::npos);
  EXPECT_NE(refusal(std::string(kMostDescriptorBytes + 1, ' ')).find("too large"), std::string::npos);
  EXPECT_EQ(open_recording(folder.path("nothing.json")).status().code(), StatusCode::kNotFound);
}

TEST(LlvmRecording, FieldsOfBothGenerationsAndUnknownOnesAreTold) {
  const RecordingFolder folder("llvm16-saxpy");
  const std::string json = std::string(kSaxpy) + ".json";
  folder.edit(json, "\"DeviceId\"", "\"VAllocAddr\":1,\"Future\":{},\"NumArgs\":4,\"DeviceId\"");
  const Recording saxpy = opened(folder.path(json));
  EXPECT_EQ(saxpy.descriptor.generation, Generation::kFirst);
  const std::string lines = lines_of(saxpy.problems);
  EXPECT_NE(lines.find("it has fields from both LLVM 16 to 22 and later versions"), std::string::npos) << lines;
  EXPECT_NE(lines.find("Future: it is unknown to this version of IREE Replay"), std::string::npos) << lines;
  EXPECT_NE(lines.find("NumArgs: it appears more than once"), std::string::npos) << lines;
}

// 8 GiB that take no room, with 4 bytes in it that changed.
TEST(LlvmRecording, ASparseMemoryIsNotReadWhole) {
  constexpr uint64_t kBytes = 8ull << 30;
  const RecordingFolder folder("llvm16-saxpy");
  const std::string json = std::string(kSaxpy) + ".json";
  folder.edit(json, "\"DeviceMemorySize\":8000", "\"DeviceMemorySize\":" + std::to_string(kBytes));
  folder.write_sparse(std::string(kSaxpy) + ".memory", kBytes);
  folder.write_sparse(std::string(kSaxpy) + ".original.output", kBytes);
  const std::string output = folder.path(std::string(kSaxpy) + ".original.output");
  const auto file = File::open(output, File::Access::kReadWrite);
  ASSERT_TRUE(file.ok());
  const float value = 1;
  ASSERT_TRUE((*file)->write(kBytes - 4, value_bytes(value)).ok());
  const Recording sparse = compared(folder.path(json));
  EXPECT_EQ(sparse.changes->compared, kBytes);
  EXPECT_LT(sparse.changes->read, 4u << 20);
  ASSERT_EQ(sparse.changes->ranges.size(), 1u);
  EXPECT_EQ(sparse.changes->ranges[0].begin, kBytes - 4);
}

}  // namespace
}  // namespace ireereplay::neighbour::llvm
