#include "executable/code_listing.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "cancellation.h"
#include "replays.h"

namespace ireereplay {
namespace {

using replay::fixture_executable;

CodeListing listing_of(const std::vector<uint8_t>& elf, const FunctionChoice& choice) {
  auto listing = list_code(elf, choice, kNotCancelled);
  EXPECT_TRUE(listing.ok()) << listing.status().to_string();
  return listing.ok() ? *std::move(listing) : CodeListing();
}

const ListedInstruction& instruction_at(const CodeListing& listing, uint64_t address) {
  for (const ListedInstruction& each : listing.instructions) {
    if (each.instruction.address == address) return each;
  }
  ADD_FAILURE() << "no instruction at " << address;
  return listing.instructions.front();
}

void expect_whole(const CodeListing& listing) {
  uint64_t next = listing.function.address;
  for (const ListedInstruction& each : listing.instructions) {
    EXPECT_EQ(each.instruction.address, next);
    EXPECT_EQ(each.bytes.size(), each.instruction.length);
    EXPECT_NE(each.instruction.mnemonic, ".byte") << next;
    next += each.instruction.length;
  }
  EXPECT_EQ(next + listing.left_out, listing.function.address + listing.function.size);
}

TEST(CodeListing, HasEveryInstructionOfEveryFunction) {
  for (const char* capture : {"small.ireereplay", "models/mm256/mm256.sync.ireereplay",
                              "models/block/block.sync.ireereplay", "models/dynamic/dynamic.task.ireereplay"}) {
    const std::vector<uint8_t> elf = fixture_executable(capture);
    const auto code = describe_code(elf);
    ASSERT_TRUE(code.ok());
    for (const CodeFunction& function : code->functions) {
      const CodeListing listing = listing_of(elf, function.name);
      EXPECT_EQ(listing.function.address, function.address);
      EXPECT_GT(listing.instructions.size(), 1u) << function.name;
      EXPECT_TRUE(listing.notes.empty()) << function.name << listing.notes.front();
      expect_whole(listing);
    }
  }
}

TEST(CodeListing, FindsFunctionsByWhereTheyBegin) {
  size_t unnamed = 0;
  for (const char* capture : {"small.ireereplay", "models/block/block.sync.ireereplay"}) {
    const std::vector<uint8_t> elf = fixture_executable(capture);
    for (const FunctionExtent& extent : function_extents(elf)) {
      const CodeListing listing = listing_of(elf, FunctionAddress{extent.address});
      EXPECT_EQ(listing.function.address, extent.address);
      EXPECT_EQ(listing.function.size, extent.size);
      EXPECT_TRUE(listing.notes.empty());
      expect_whole(listing);
      // Such as an exponential function, which is linked into the kernels.
      if (listing.function.name.starts_with("function at 0x")) ++unnamed;
    }
    const auto within = list_code(elf, FunctionAddress{function_extents(elf)[0].address + 1}, kNotCancelled);
    EXPECT_EQ(within.status().code(), StatusCode::kNotFound);
  }
  EXPECT_GT(unnamed, 0u);
  const std::vector<uint8_t> elf = fixture_executable("small.ireereplay");
  EXPECT_EQ(listing_of(elf, FunctionAddress{0x1020}).function.ordinal, 0u);
  EXPECT_EQ(
      list_code(elf, FunctionAddress{0x1021}, kNotCancelled).status().message(),
      "the executable has no function at 0x1021; it has elementwise_mul, spin, iree_hal_executable_library_query");
}

// Functions that are not seen outside of their sources may have one name.
TEST(CodeListing, TellsFunctionsOfOneNameByWhereTheyBegin) {
  std::string folder = (std::filesystem::temp_directory_path() / "ireereplay-test-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/a.c") << "static __attribute__((noinline)) float step(float x) { return x * x; }\n"
                                    "float a(float x) { return step(x) + 1; }\n";
  std::ofstream(folder + "/b.c") << "static __attribute__((noinline)) float step(float x) { return x / 3; }\n"
                                    "float b(float x) { return step(x) + 1; }\n";
  const std::string command = "cd '" + folder +
                              "' && clang --target=x86_64-linux-gnu -O2 -g -ffreestanding -fPIC -c a.c b.c && clang "
                              "--target=x86_64-linux-gnu -shared -nostdlib -o kernel.so a.o b.o";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::vector<uint8_t> elf = replay::read_all(folder + "/kernel.so");
  std::filesystem::remove_all(folder);
  const auto code = describe_code(elf);
  ASSERT_TRUE(code.ok());
  std::set<std::string> files;
  for (const CodeFunction& function : code->functions) {
    if (function.name != "step") continue;
    const CodeListing listing = listing_of(elf, FunctionAddress{function.address});
    EXPECT_EQ(listing.function.address, function.address);
    expect_whole(listing);
    ASSERT_EQ(listing.files.size(), 1u);
    files.insert(listing.files[0].substr(listing.files[0].find_last_of('/') + 1));
  }
  EXPECT_EQ(files, (std::set<std::string>{"a.c", "b.c"}));
}

// Expected are lines and instructions of `objdump --disassemble --line-numbers -M intel`.
TEST(CodeListing, SaysWhatEachInstructionDoes) {
  const std::vector<uint8_t> elf = fixture_executable("small.ireereplay");
  const CodeListing listing = listing_of(elf, 0u);
  EXPECT_EQ(listing.function.name, "elementwise_mul");
  EXPECT_EQ(listing.section, ".text+0x20");
  ASSERT_EQ(listing.files, std::vector<std::string>{"elementwise.c"});
  const ListedInstruction& load = instruction_at(listing, 0x1034);
  EXPECT_EQ(load.instruction.mnemonic + ' ' + load.instruction.operands, "movss xmm0, dword ptr [rcx+rdx*4]");
  EXPECT_EQ(load.instruction.kind, InstructionKind::kLoad);
  EXPECT_EQ(load.instruction.memory_bits, 32);
  EXPECT_EQ(listing.places[load.place].line, 85u);
  const Instruction& multiply = instruction_at(listing, 0x1039).instruction;
  EXPECT_EQ(multiply.kind, InstructionKind::kArithmetic);
  EXPECT_TRUE(multiply.reads_memory);
  EXPECT_EQ(multiply.lanes, 1);
  EXPECT_EQ(multiply.element_bits, 32);
  EXPECT_EQ(multiply.element, ElementKind::kFloat);
  EXPECT_EQ(instruction_at(listing, 0x103E).instruction.kind, InstructionKind::kStore);
  EXPECT_EQ(instruction_at(listing, 0x1020).instruction.lanes, 0);
  EXPECT_EQ(instruction_at(listing, 0x107B).instruction.kind, InstructionKind::kReturn);
}

TEST(CodeListing, TellsVectorsFromScalars) {
  const std::vector<uint8_t> elf = fixture_executable("models/mm256/mm256.sync.ireereplay");
  const CodeListing listing = listing_of(elf, 0u);
  std::set<std::pair<std::string, uint16_t>> packed;
  for (const ListedInstruction& each : listing.instructions) {
    if (each.instruction.lanes > 1) packed.emplace(each.instruction.mnemonic, each.instruction.vector_bits);
    if (each.instruction.mnemonic == "mulps") {
      EXPECT_EQ(each.instruction.lanes, 4);
      EXPECT_EQ(each.instruction.element, ElementKind::kFloat);
    }
    if (each.instruction.mnemonic == "shufps") {
      EXPECT_EQ(each.instruction.kind, InstructionKind::kShuffle);
    }
  }
  EXPECT_TRUE(packed.contains({"mulps", 128}));
  EXPECT_TRUE(packed.contains({"addps", 128}));
}

TEST(CodeListing, FindsInstructionsByLineAndLinesByInstruction) {
  const std::vector<uint8_t> elf = fixture_executable("models/block/block.sync.ireereplay");
  const CodeListing listing = listing_of(elf, 0u);
  EXPECT_EQ(listing.function.source.path, "block.mlir");
  ASSERT_EQ(listing.files, std::vector<std::string>{"block.mlir"});
  ASSERT_EQ(listing.lines.size(), 2u);
  EXPECT_EQ(listing.lines[0].line, 1u);
  EXPECT_EQ(listing.lines[1].line, 26u);
  for (const ListedInstruction& each : listing.instructions) {
    const uint64_t address = each.instruction.address;
    size_t lines = 0;
    for (const ListedLine& line : listing.lines) {
      for (const CodeInterval& code : line.code) {
        if (address < code.begin || address >= code.end) continue;
        ++lines;
        ASSERT_NE(each.place, kNotListed);
        EXPECT_EQ(listing.places[each.place].line, line.line);
      }
    }
    EXPECT_EQ(lines, each.place == kNotListed ? 0u : 1u) << address;
  }
  // 0x222C is code that belongs to no line.
  EXPECT_EQ(instruction_at(listing, 0x222C).place, kNotListed);
}

TEST(CodeListing, NamesWhatOperandsReferTo) {
  const std::vector<uint8_t> elf = fixture_executable("models/mm256/mm256.sync.ireereplay");
  const CodeListing listing = listing_of(elf, "iree_hal_executable_library_query");
  const auto refers = [](const ListedInstruction& each) { return each.instruction.reference.has_value(); };
  const auto found = std::find_if(listing.instructions.begin(), listing.instructions.end(), refers);
  ASSERT_NE(found, listing.instructions.end());
  EXPECT_TRUE(found->symbol.starts_with(".data.rel.ro")) << found->symbol;
}

TEST(CodeListing, SaysWhichFunctionsThereAre) {
  const std::vector<uint8_t> elf = fixture_executable("small.ireereplay");
  const auto unknown = list_code(elf, "mul", kNotCancelled);
  EXPECT_EQ(unknown.status().code(), StatusCode::kNotFound);
  EXPECT_EQ(unknown.status().message(),
            "the executable has no function mul; it has elementwise_mul, spin, iree_hal_executable_library_query");
  EXPECT_EQ(list_code(elf, 7u, kNotCancelled).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(list_code({}, 0u, kNotCancelled).status().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(list_code(elf, 0u, std::atomic<bool>(true)).status().code(), StatusCode::kCancelled);
}

TEST(CodeListing, SaysWhereItDecodesNoInstructions) {
  const std::vector<uint8_t> elf = replay::read_all(replay::fixture("executables/matmul.arm_64.so"));
  const CodeListing listing = listing_of(elf, 0u);
  EXPECT_EQ(listing.architecture, "arm_64");
  EXPECT_TRUE(listing.instructions.empty());
  EXPECT_EQ(listing.left_out, listing.function.size);
  ASSERT_FALSE(listing.notes.empty());
  EXPECT_TRUE(listing.notes.back().starts_with("Instructions of arm_64 are not decoded here."));
}

TEST(LibraryTables, AreWhatTheQueryFunctionReturns) {
  const std::vector<uint8_t> elf = fixture_executable("models/mm256/mm256.sync.ireereplay");
  const auto tables = library_tables(ElfMemory(elf), elf.size());
  ASSERT_TRUE(tables);
  ASSERT_EQ(tables->exports.size(), 1u);
  const LibraryExport& first = tables->exports[0];
  EXPECT_EQ(first.name, "matmul_dispatch_0_matmul_256x256x256_f32");
  EXPECT_EQ(first.source.path, "mm256.mlir");
  EXPECT_EQ(first.source.line, 2u);
  ASSERT_EQ(first.stages.size(), 3u);
  EXPECT_EQ(first.stages[1].stage, "1.configured");
  EXPECT_EQ(first.stages[1].place.path, "module_matmul_dispatch_0_embedded_elf_x86_64.1.configured.mlir");
  EXPECT_EQ(first.stages[1].place.line, 8u);
}

TEST(CodeListing, SurvivesAnyBytes) {
  for (const char* capture : {"small.ireereplay", "models/block/block.sync.ireereplay"}) {
    const std::vector<uint8_t> original = fixture_executable(capture);
    std::mt19937_64 random(7);
    size_t listed = 0;
    for (int round = 0; round < 400; ++round) {
      std::vector<uint8_t> elf = original;
      // Debugging information is at the end of the file, as are the section headers.
      for (int i = 0; i < 6; ++i) elf[elf.size() - 1 - random() % (elf.size() / 2)] = static_cast<uint8_t>(random());
      if (round % 4 == 0) elf.resize(random() % elf.size());
      if (const auto listing = list_code(elf, 0u, kNotCancelled); listing.ok()) listed += listing->instructions.size();
    }
    EXPECT_GT(listed, 0u);
  }
}

}  // namespace
}  // namespace ireereplay
