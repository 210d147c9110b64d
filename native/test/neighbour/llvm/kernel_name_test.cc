#include "neighbour/llvm/kernel_name.h"

#include <gtest/gtest.h>

namespace ireereplay::neighbour::llvm {
namespace {

TEST(LlvmKernelName, IsFunctionLineAndSource) {
  const KernelName c = parse_kernel_name("__omp_offloading_fe00_984936_main_l12");
  EXPECT_EQ(c.function, "main");
  EXPECT_EQ(c.line, 12u);
  EXPECT_EQ(c.source, "fe00_984936");
  const KernelName cpp = parse_kernel_name("__omp_offloading_10302_5b8a__ZN5blast5scaleIdEEvPT_i_l201_1");
  EXPECT_EQ(cpp.function, "void blast::scale<double>(double*, int)");
  EXPECT_EQ(cpp.line, 201u);
  EXPECT_EQ(parse_kernel_name("__omp_offloading_1_2_a_l1b_l7").function, "a_l1b");
}

TEST(LlvmKernelName, OfAnotherFormIsAFunction) {
  for (const char* name :
       {"", "kernel", "__omp_offloading_", "__omp_offloading_1_2_", "__omp_offloading_1_2_main",
        "__omp_offloading_x_2_main_l1", "__omp_offloading_1_2_main_l", "__omp_offloading_1_2_main_lx",
        "__omp_offloading_1_2_l5", "__omp_offloading_1_2_main_l99999999999999999999", "_Z"}) {
    const KernelName read = parse_kernel_name(name);
    EXPECT_EQ(read.function, name);
    EXPECT_FALSE(read.line.has_value()) << name;
    EXPECT_EQ(read.source, "") << name;
  }
  EXPECT_EQ(parse_kernel_name("_Z1fv").function, "f()");
}

// Each type is a pair of the last: a hundred letters that stand for more than 2^20.
TEST(LlvmKernelName, ThatWouldBeFarLongerStaysAsItIs) {
  std::string name = "_Z1f1PIiiE";
  std::string all = name;
  for (const char* pair : {"S_IS0_S0_E", "S_IS1_S1_E", "S_IS2_S2_E", "S_IS3_S3_E", "S_IS4_S4_E", "S_IS5_S5_E"})
    all += pair;
  const KernelName read = parse_kernel_name(all);
  EXPECT_LE(read.function.size(), 2048u);
  EXPECT_EQ(parse_kernel_name("_Z" + std::string(600, '1')).function.size(), 602u);
}

}  // namespace
}  // namespace ireereplay::neighbour::llvm
