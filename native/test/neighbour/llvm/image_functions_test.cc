#include "neighbour/llvm/image_functions.h"

#include <elf.h>
#include <gtest/gtest.h>

#include "recording_folder.h"

namespace ireereplay::neighbour::llvm {
namespace {

using test::kScale;
using test::lines_of;
using test::opened;
using test::RecordingFolder;

/// A shared library for x86-64 with two functions and the query function of IREE, with debugging information.
std::vector<uint8_t> library() {
  return ireereplay::test::read_file(ireereplay::test::fixture("kernels/elementwise_mul.so"));
}

/// The same as if it were for another machine.
std::vector<uint8_t> library_for(uint16_t machine) {
  std::vector<uint8_t> elf = library();
  std::memcpy(elf.data() + offsetof(Elf64_Ehdr, e_machine), &machine, sizeof machine);
  return elf;
}

std::string names_of(const std::vector<ImageFunction>& functions) {
  std::string names;
  for (const ImageFunction& function : functions) names += function.name + (function.is_recorded ? "! " : " ");
  return names;
}

TEST(LlvmImageFunctions, TheRecordedKernelIsFirstAndOthersFollowAsTheImageHasThem) {
  const auto functions = image_functions(library(), "spin");
  ASSERT_TRUE(functions.ok()) << functions.status().to_string();
  EXPECT_EQ(names_of(*functions), "spin! elementwise iree_hal_executable_library_query ");
  EXPECT_EQ((*functions)[1].source.path, "elementwise.c");
  EXPECT_GT((*functions)[1].source.line, 0u);
  EXPECT_GT((*functions)[1].bytes, 0u);
  EXPECT_TRUE((*functions)[1].address.has_value());
}

TEST(LlvmImageFunctions, MachinesOfGpusAreReadAlike) {
  const auto amd = image_functions(library_for(EM_AMDGPU), "spin");
  ASSERT_TRUE(amd.ok()) << amd.status().to_string();
  EXPECT_EQ(names_of(*amd), "spin! iree_hal_executable_library_query elementwise ");
  // Of a cubin no address is told: all of its functions begin at 0.
  const auto cubin = image_functions(library_for(EM_CUDA), "spin");
  ASSERT_TRUE(cubin.ok()) << cubin.status().to_string();
  EXPECT_TRUE(cubin->front().is_recorded);
  for (const ImageFunction& function : *cubin) {
    EXPECT_FALSE(function.address.has_value());
    EXPECT_TRUE(function.source.path.empty()) << "only a kernel's name says its line";
  }
}

TEST(LlvmImageFunctions, WhatIsNoElfFileHasNone) {
  for (const std::string_view text : {"", "\x7F", "BC\xC0\xDE and so on", "some text that is no image of a device"}) {
    const auto functions = image_functions(Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size()), "spin");
    ASSERT_TRUE(functions.ok());
    EXPECT_TRUE(functions->empty());
  }
}

TEST(LlvmImageFunctions, DamageEndsInASentence) {
  const std::vector<uint8_t> whole = library();
  for (size_t size = SELFMAG; size < whole.size(); size += 97) {
    const auto functions = image_functions(Bytes(whole).first(size), "spin");
    ASSERT_FALSE(functions.ok()) << size;
    EXPECT_FALSE(functions.status().message().empty());
  }
  std::vector<uint8_t> narrow = whole;
  narrow[EI_CLASS] = ELFCLASS32;
  EXPECT_EQ(image_functions(narrow, "spin").status().code(), StatusCode::kFailedPrecondition);
}

TEST(LlvmImageFunctions, ARecordingSaysWhatItsImageLacks) {
  const RecordingFolder folder("made-second");
  const std::string image = std::string(kScale) + ".image";
  const auto listed = [&] {
    Recording recording = opened(folder.path(std::string(kScale) + ".json"));
    list_functions(&recording);
    return recording;
  };
  // The image of the fixture is the header of one.
  EXPECT_NE(lines_of(listed().problems).find(image + ": it contains no names of functions"), std::string::npos);
  const std::vector<uint8_t> elf = library();
  folder.write(image, std::string_view(reinterpret_cast<const char*>(elf.data()), elf.size()));
  const Recording other = listed();
  EXPECT_EQ(other.functions.size(), 3u);
  EXPECT_NE(lines_of(other.problems).find("it may be the image of another program"), std::string::npos);
  folder.write_sparse(image, 1ull << 40);
  EXPECT_TRUE(listed().functions.empty());
}

}  // namespace
}  // namespace ireereplay::neighbour::llvm
