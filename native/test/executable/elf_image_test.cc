#include "executable/elf_image.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <random>

#include "executable/damaged_elf.h"
#include "executable/embedded_sources.h"
#include "executable/executable.h"
#include "executable/format.h"
#include "replays.h"

namespace ireereplay {
namespace {

std::vector<uint8_t> captured() { return replay::captured_executable(replay::fixture("small.ireereplay")); }

TEST(Executable, LoadsACapturedLibraryAndDescribesItsFunctions) {
  auto executable = Executable::load("embedded-elf-x86_64", captured(), {});
  ASSERT_TRUE(executable.ok()) << executable.status().to_string();
  ASSERT_EQ((*executable)->functions().size(), 2u);
  const LoadedFunction& function = (*executable)->functions()[0];
  EXPECT_EQ(function.name, "elementwise_mul");
  EXPECT_EQ(function.attributes.binding_count, 3);
  EXPECT_EQ(function.source_path, "elementwise.c");
}

TEST(Executable, RefusesWhatThisMachineDoesNotRun) {
  EXPECT_EQ(Executable::load("embedded-elf-riscv_64", captured(), {}).status().code(), StatusCode::kIncompatible);
  EXPECT_EQ(Executable::load("vmvx-bytecode-fb", captured(), {}).status().code(), StatusCode::kIncompatible);
  const uint32_t constant = 1;
  EXPECT_EQ(Executable::load("embedded-elf-x86_64", captured(), {&constant, 1}).status().code(),
            StatusCode::kFailedPrecondition);
}

TEST(Executable, LoadsASystemLibrary) {
  // An embedded library has no dependencies, so the system's loader accepts it too.
  auto executable = Executable::load("system-elf-x86_64", captured(), {});
  ASSERT_TRUE(executable.ok()) << executable.status().to_string();
  EXPECT_EQ((*executable)->functions().size(), 2u);
}

TEST(ElfImage, NoPageIsWritableAndExecutable) {
  auto file = captured();
  auto header = load<Elf64_Ehdr>(file);
  for (int i = 0; i < header.e_phnum; ++i) {
    const uint64_t at = header.e_phoff + i * sizeof(Elf64_Phdr) + offsetof(Elf64_Phdr, p_flags);
    const uint32_t flags = load<uint32_t>(file, at) | PF_W | PF_X;
    std::memcpy(file.data() + at, &flags, 4);
  }
  EXPECT_EQ(plan_elf(file).status().code(), StatusCode::kPermissionDenied);
}

TEST(ElfImage, SurvivesMutatedFiles) {
  const std::vector<uint8_t> original = captured();
  std::mt19937_64 random(1);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint8_t> file = original;
    for (int i = 0; i < 3; ++i) {
      // Headers and dynamic tables are where a loader can be led astray.
      const size_t at = random() % 3 == 0 ? 0x20E0 + random() % 0xA0 : random() % 0x400;
      if (random() % 2 == 0) {
        file[at] = static_cast<uint8_t>(random());
      } else {
        const uint64_t value = random() % 2 == 0 ? ~0ull : 1ull << (random() % 64);
        std::memcpy(file.data() + (at & ~7ull), &value, 8);
      }
    }
    if (random() % 8 == 0) file.resize(random() % file.size());
    auto plan = plan_elf(file);
    if (!plan.ok()) {
      ++refused;
      continue;
    }
    // What is accepted can be laid out; nothing in it is called here.
    for (const auto& relocation : plan->relocations) {
      EXPECT_GE(relocation.address, plan->base);
      EXPECT_LE(relocation.address + 4, plan->base + plan->size);
    }
    EXPECT_GE(plan->query_address, plan->base);
    EXPECT_LT(plan->query_address, plan->base + plan->size);
  }
  EXPECT_GT(refused, 1000);
}

// The same loader lays out code for the other processor; only that processor may run it.
TEST(ElfImage, ReadsFilesOfBothProcessors) {
  const std::vector<uint8_t> arm = replay::read_all(replay::fixture("executables/matmul.arm_64.so"));
  auto plan = plan_elf(arm, EM_AARCH64);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  EXPECT_EQ(plan->relocations.size(), 12u);
  EXPECT_EQ(plan->relocations[0].address, 0x20788u);
  EXPECT_EQ(plan->relocations[0].value, 0x360u);
  EXPECT_TRUE(plan->relocations[0].biased);
  EXPECT_EQ(plan_elf(arm, EM_X86_64).status().message(), "executable ELF: it is for AArch64, not for x86-64");
  EXPECT_EQ(plan_elf(captured(), EM_AARCH64).status().message(), "executable ELF: it is for x86-64, not for AArch64");
  EXPECT_EQ(infer_format(arm), "embedded-elf-arm_64");
#if defined(__x86_64__)
  EXPECT_EQ(check_executable("embedded-elf-arm_64", arm).code(), StatusCode::kIncompatible);
  EXPECT_FALSE(check_executable("embedded-elf-x86_64", arm).ok());
#endif
}

TEST(ElfImage, IsReadInLinearTime) {
  const auto small = plan_elf(with_many_initializers(3, 2), EM_X86_64);
  ASSERT_TRUE(small.ok()) << small.status().to_string();
  EXPECT_EQ(small->initializers.size(), 3u);
  EXPECT_EQ(small->segments.size(), 5u);
  // Searching all relocations, or all segments, for each initializer would be 10^12 steps.
  const std::vector<uint8_t> file = with_many_initializers(1'000'000, 50'000);
  const auto large = plan_elf(file, EM_X86_64);
  ASSERT_TRUE(large.ok()) << large.status().to_string();
  EXPECT_EQ(large->initializers.size(), 1'000'000u);
  EXPECT_EQ(large->segments.size(), 50'003u);
  EXPECT_TRUE(embedded_sources(file).empty());
}

TEST(ElfImage, RefusesOverlappingSegments) {
  std::vector<uint8_t> file = with_many_initializers(3, 2);
  // Puts the second spare segment where the first is.
  const size_t spare = sizeof(Elf64_Ehdr) + 2 * sizeof(Elf64_Phdr) + offsetof(Elf64_Phdr, p_vaddr);
  std::memcpy(file.data() + spare + sizeof(Elf64_Phdr), file.data() + spare, 8);
  EXPECT_EQ(plan_elf(file, EM_X86_64).status().message(),
            "executable ELF: two segments share the page at address 1073741824");
}

TEST(Format, IsInferredFromTheBytes) {
  EXPECT_EQ(infer_format(captured()), "embedded-elf-x86_64");
  EXPECT_EQ(infer_format(Bytes()), "");
}

}  // namespace
}  // namespace ireereplay
