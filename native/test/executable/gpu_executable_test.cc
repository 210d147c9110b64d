#include "executable/gpu_executable.h"

#include <gtest/gtest.h>

#include <random>

#include "executable/made_flat_buffer.h"
#include "replays.h"

namespace ireereplay {
namespace {

std::string string_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

MadeTable location(const std::string& file, int32_t line) { return {{flat_text(file), flat_number(line)}}; }

/// HIP's and CUDA's, which have the same fields.
std::vector<uint8_t> made(const char* identifier, const std::string& image) {
  const MadeTable stage = {{flat_text("0.source"), flat_table(location("module.0.source.mlir", 8))}};
  const MadeTable debug = {{flat_text("matmul"), flat_table(location("mm.mlir", 12)), flat_tables({stage})}};
  const MadeTable exported = {{flat_number(uint32_t{0}), flat_text("matmul_kernel"), flat_dimensions(64, 2, 1),
                               flat_number(uint32_t{4096}), flat_number(uint32_t{3}),
                               flat_vector(std::vector<uint64_t>{1, 1, 0}), flat_table(debug)}};
  const MadeTable source = {{flat_text("module.0.source.mlir"), flat_vector(std::vector<char>{'h', 'i'})}};
  const MadeTable root = {
      {flat_tables({exported}), flat_tables({MadeTable{{flat_text(image)}}}), flat_tables({source})}};
  return FlatBufferBuilder::container(identifier, root);
}

TEST(GpuExecutable, ReadsVulkansContainerAsCaptured) {
  const std::vector<uint8_t> binary =
      replay::captured_executable(replay::fixture("models/mm256/mm256-vulkan.ireereplay"));
  const auto read = read_gpu_executable(binary);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->container, "VKE1");
  ASSERT_EQ(read->entry_points.size(), 1u);
  const GpuEntryPoint& entry = read->entry_points[0];
  EXPECT_EQ(entry.name, "matmul_dispatch_0_matmul_256x256x256_f32");
  EXPECT_EQ(entry.abi, "descriptor");
  EXPECT_EQ(entry.constant_count, 0u);
  ASSERT_EQ(entry.bindings.size(), 3u);
  EXPECT_EQ(entry.bindings[2].binding, 2u);
  EXPECT_EQ(entry.bindings[2].type, 7u) << "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER";
  ASSERT_EQ(read->modules.size(), 1u);
  const GpuModule& module = read->modules[0];
  EXPECT_EQ(module.kind, "SPIR-V");
  EXPECT_EQ(module.code.size(), 0x818u * 4);
  EXPECT_EQ(module.version, 0x00010000u);
  ASSERT_EQ(module.entry_points.size(), 1u);
  EXPECT_EQ(module.entry_points[0].name, entry.name);
  EXPECT_EQ(module.entry_points[0].execution_model, 5u) << "GLCompute";
  ASSERT_TRUE(entry.workgroup_size);
  EXPECT_GT((*entry.workgroup_size)[0], 1u);
}

TEST(GpuExecutable, ReadsHipAndCuda) {
  for (const auto& [identifier, kind] : {std::pair("HIP1", "HSACO"), {"CDA1", "PTX"}}) {
    const std::vector<uint8_t> binary = made(identifier, ".version 7.8");
    const auto read = read_gpu_executable(binary);
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    EXPECT_EQ(read->container, identifier);
    ASSERT_EQ(read->entry_points.size(), 1u);
    const GpuEntryPoint& entry = read->entry_points[0];
    EXPECT_EQ(entry.name, "matmul_kernel");
    EXPECT_EQ(entry.export_name, "matmul");
    EXPECT_EQ(*entry.workgroup_size, (std::array<uint32_t, 3>{64, 2, 1}));
    EXPECT_EQ(entry.shared_memory, 4096u);
    EXPECT_EQ(entry.constant_count, 3u);
    EXPECT_EQ(entry.binding_flags, (std::vector<uint64_t>{1, 1, 0}));
    EXPECT_EQ(entry.source.path, "mm.mlir");
    EXPECT_EQ(entry.source.line, 12u);
    ASSERT_EQ(entry.stages.size(), 1u);
    EXPECT_EQ(entry.stages[0].stage, "0.source");
    EXPECT_EQ(entry.stages[0].place.line, 8u);
    ASSERT_EQ(read->modules.size(), 1u);
    EXPECT_EQ(read->modules[0].kind, kind);
    EXPECT_EQ(string_of(read->modules[0].code), ".version 7.8");
    ASSERT_EQ(read->sources.size(), 1u);
    EXPECT_EQ(read->sources[0].path, "module.0.source.mlir");
    EXPECT_EQ(string_of(read->sources[0].content), "hi");
  }
}

TEST(GpuExecutable, ReadsAmdgpu) {
  const MadeTable exported = {{flat_text("matmul.kd"), flat_dimensions(256, 1, 1), flat_number(uint32_t{1}),
                               flat_vector(std::vector<uint64_t>{0})}};
  const MadeTable root = {
      {flat_text("gfx942:sramecc+:xnack-"), flat_tables({exported}), flat_tables({MadeTable{{flat_text("ELF")}}})}};
  const std::vector<uint8_t> binary = FlatBufferBuilder::container("AMD1", root);
  const auto read = read_gpu_executable(binary);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->target, "gfx942:sramecc+:xnack-");
  EXPECT_EQ(read->entry_points[0].name, "matmul.kd");
  EXPECT_EQ(read->modules[0].kind, "HSACO");
}

TEST(GpuExecutable, SaysWhatIsWrongWithAContainer) {
  std::vector<uint8_t> binary = made("HIP1", "image");
  EXPECT_EQ(read_gpu_executable(Bytes(binary).first(63)).status().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(read_gpu_executable(Bytes(binary).first(binary.size() - 1)).status().code(), StatusCode::kDataLoss);
  binary[4] = 1;
  EXPECT_EQ(read_gpu_executable(binary).status().message(),
            "the executable's container HIP1 has version 1; only version 0 can be read");
}

TEST(GpuExecutable, GetsOtherCode) {
  const std::vector<uint8_t> cuda = made("CDA1", ".version 7.8");
  const std::string longer(".version 8.0 // of more bytes than before");
  const auto changed = with_module(cuda, text_bytes(longer));
  ASSERT_TRUE(changed.ok()) << changed.status().to_string();
  const auto read = read_gpu_executable(*changed);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(string_of(read->modules[0].code), longer);
  EXPECT_EQ(read->modules[0].code.data()[longer.size()], 0) << "the end of a text";
  EXPECT_EQ(read->entry_points[0].name, "matmul_kernel");
  EXPECT_EQ(string_of(read->sources[0].content), "hi");
  EXPECT_FALSE(with_module(cuda, text_bytes("\x7f"
                                            "ELF"))
                   .ok())
      << "no PTX";
  EXPECT_TRUE(with_module(made("HIP1",
                               "\x7f"
                               "ELF"),
                          text_bytes("\x7f"
                                     "ELF2"))
                  .ok());
  EXPECT_FALSE(with_module(made("CDA1", ""), text_bytes(longer)).ok()) << "no code to replace";
}

TEST(GpuExecutable, SurvivesAnyBytes) {
  for (const std::vector<uint8_t>& original :
       {replay::captured_executable(replay::fixture("models/mm256/mm256-vulkan.ireereplay")), made("CDA1", "image")}) {
    std::mt19937 random(3);
    size_t entries = 0;
    for (int round = 0; round < 2000; ++round) {
      std::vector<uint8_t> changed = original;
      for (int i = 0; i < 4; ++i)
        changed[64 + random() % std::min<size_t>(changed.size() - 64, 512)] = static_cast<uint8_t>(random());
      if (const auto read = read_gpu_executable(changed); read.ok()) entries += read->entry_points.size();
      // Whatever it comes to: nothing outside of the bytes is touched.
      (void)with_module(changed, text_bytes(".version 8.0"));
    }
    EXPECT_GT(entries, 0u);
  }
}

}  // namespace
}  // namespace ireereplay
