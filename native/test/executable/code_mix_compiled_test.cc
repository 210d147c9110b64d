// What is found in loops that clang compiles, with single elements and with vectors.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "executable/code_findings.h"
#include "replays.h"

namespace ireereplay {
namespace {

using enum InstructionSet;

const InstructionSets kOld = {kSse3};
const InstructionSets kWith256 = {kSse3, kAvx, kFma, kAvx2};
const InstructionSets kWith512 = {kSse3, kAvx, kFma, kAvx2, kAvx512f, kAvx512vl, kAvx512bw, kAvx512dq};

constexpr const char* kSource = R"(
void kernel_fma(float* restrict out, const float* restrict a, const float* restrict b, long count) {
  for (long i = 0; i < count; ++i)
    out[i] = a[i] * b[i] + out[i];
}
void kernel_nested(double* restrict out, const double* restrict a, long rows, long columns) {
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j)
      out[j] += a[i * columns + j];
}
int kernel_sum(const int* restrict a, long count) {
  int sum = 0;
  for (long i = 0; i < count; ++i)
    sum += a[i];
  return sum;
}
void kernel_integers(int* restrict out, const int* restrict a, const int* restrict b, long count) {
  for (long i = 0; i < count; ++i)
    out[i] = (a[i] + b[i]) ^ 5;
}
void kernel_copy(float* restrict out, const float* restrict a, long count) {
  for (long i = 0; i < count; ++i)
    ((volatile float*)out)[i] = a[i];
}
void kernel_lookup(float* restrict out, const float* restrict table, const int* restrict at, long count) {
  for (long i = 0; i < count; ++i)
    out[i] = table[(long)at[i] * 12345];
}
void kernel_branches(float* restrict out, const float* restrict a, long count) {
  for (long i = 0; i < count; ++i)
    if (a[i] > 1.0f) ((volatile float*)out)[i] = a[i] * 3.0f;
}
float function(float);
void kernel_calls(float* restrict out, long count) {
  for (long i = 0; i < count; ++i)
    out[i] = function(out[i]) * 3.0f;
}
)";

struct Found {
  CodeListing listing;
  CodeLoops loops;
  CodeMixes mixes;

  std::vector<std::string> sentences(InstructionSets present) const {
    std::vector<std::string> all;
    for (const CodeFinding& finding : find_code_findings(listing, loops, mixes, present))
      all.push_back(code_finding_sentence(finding, listing, loops));
    return all;
  }
};

/// The source compiled, in a folder of its own.
class Compiled {
 public:
  explicit Compiled(const std::string& flags) {
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
    std::ofstream(folder_ + "/kernel.c") << kSource;
    const std::string command = "cd '" + folder_ + "' && clang --target=x86_64-linux-gnu -O2 -g -ffreestanding -fPIC " +
                                flags +
                                " -c -o kernel.o kernel.c && clang --target=x86_64-linux-gnu -shared "
                                "-nostdlib -o kernel.so kernel.o";
    EXPECT_EQ(std::system(command.c_str()), 0);
    elf_ = replay::read_all(folder_ + "/kernel.so");
  }
  ~Compiled() { std::filesystem::remove_all(folder_); }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  Found find(const std::string& function) const {
    Found found;
    auto listing = list_code(elf_, function, std::atomic<bool>(false));
    EXPECT_TRUE(listing.ok()) << listing.status().to_string();
    if (!listing.ok()) return found;
    found.listing = *std::move(listing);
    found.loops = find_loops(found.listing);
    found.mixes = find_mixes(found.listing, found.loops);
    EXPECT_TRUE(found.loops.notes.empty()) << found.loops.notes.front();
    return found;
  }

 private:
  std::string folder_ = (std::filesystem::temp_directory_path() / "ireereplay-test-XXXXXX").string();
  std::vector<uint8_t> elf_;
};

constexpr const char* kScalar = "-fno-vectorize -fno-slp-vectorize -fno-unroll-loops -mavx2 -mfma -ffp-contract=fast";
constexpr const char* kVector = "-fno-unroll-loops -mavx2 -mfma -ffp-contract=fast -mllvm -force-vector-interleave=1";

/// The one loop whose iterations compute so many operations on floating-point numbers.
const LoopMix* loop_of(const Found& found, uint64_t operations, size_t* index = nullptr) {
  const LoopMix* one = nullptr;
  for (size_t i = 0; i < found.mixes.loops.size(); ++i) {
    if (found.mixes.loops[i].iteration.float_operations != operations) continue;
    EXPECT_EQ(one, nullptr);
    one = &found.mixes.loops[i];
    if (index != nullptr) *index = i;
  }
  EXPECT_NE(one, nullptr);
  return one;
}

TEST(CompiledMix, CountsWhatAnIterationDoes) {
  const Compiled scalars(kScalar), vectors(kVector);
  const Found scalar = scalars.find("kernel_fma");
  ASSERT_EQ(scalar.loops.loops.size(), 1u);
  const LoopIteration& one = scalar.mixes.loops[0].iteration;
  EXPECT_EQ(one.bytes_doubt, IterationDoubt::kNone);
  EXPECT_EQ(one.bytes_read, 12u);
  EXPECT_EQ(one.bytes_written, 4u);
  EXPECT_EQ(one.float_operations, 2u);
  EXPECT_EQ(one.integer_operations, 0u);
  EXPECT_EQ(one.intensity(), 2.0 / 16);
  EXPECT_EQ(scalar.mixes.loops[0].own.widest(), nullptr);
  ASSERT_EQ(scalar.mixes.loops[0].own.widths.size(), 1u);
  EXPECT_TRUE(scalar.mixes.loops[0].own.widths[0].is_scalar);
  EXPECT_EQ(scalar.mixes.loops[0].own.general_elements, 0u);

  const Found vector = vectors.find("kernel_fma");
  // The vectors' loop, and one for the rest.
  ASSERT_EQ(vector.loops.loops.size(), 2u);
  const LoopMix* eight = loop_of(vector, 16);
  ASSERT_NE(eight, nullptr);
  EXPECT_EQ(eight->iteration.bytes_read, 96u);
  EXPECT_EQ(eight->iteration.bytes_written, 32u);
  EXPECT_EQ(eight->iteration.intensity(), 2.0 / 16);
  ASSERT_NE(eight->own.widest(), nullptr);
  EXPECT_EQ(eight->own.widest()->bits, 256);
  EXPECT_EQ(eight->own.widest()->element, ElementKind::kFloat);
  EXPECT_NE(loop_of(vector, 2), nullptr);
  EXPECT_EQ(vector.mixes.function.widest()->bits, 256);
}

TEST(CompiledMix, CountsUnrolledLoopsByTheirIterations) {
  const Found found = Compiled("-fno-unroll-loops -mavx2 -mfma -ffp-contract=fast -mllvm -force-vector-interleave=4")
                          .find("kernel_fma");
  const LoopMix* loop = loop_of(found, 64);
  ASSERT_NE(loop, nullptr);
  EXPECT_EQ(loop->iteration.bytes_read, 384u);
  EXPECT_EQ(loop->iteration.bytes_written, 128u);
}

TEST(CompiledMix, IsNotKnownWhereIterationsDiffer) {
  const Compiled compiled(kScalar);
  const Found nested = compiled.find("kernel_nested");
  ASSERT_EQ(nested.loops.loops.size(), 2u);
  EXPECT_EQ(nested.mixes.loops[0].iteration.bytes_doubt, IterationDoubt::kInnerLoops);
  EXPECT_EQ(nested.mixes.loops[0].iteration.intensity(), std::nullopt);
  EXPECT_EQ(nested.mixes.loops[0].own.widths.size(), 0u);
  EXPECT_EQ(nested.mixes.loops[1].iteration.bytes_read, 16u);
  EXPECT_EQ(nested.mixes.loops[1].iteration.float_operations, 1u);
  const Found branches = compiled.find("kernel_branches");
  ASSERT_EQ(branches.loops.loops.size(), 1u);
  EXPECT_EQ(branches.mixes.loops[0].iteration.bytes_doubt, IterationDoubt::kBranches);
  EXPECT_EQ(branches.mixes.loops[0].iteration.operations_doubt, IterationDoubt::kBranches);
  const Found calls = compiled.find("kernel_calls");
  ASSERT_EQ(calls.loops.loops.size(), 1u);
  EXPECT_EQ(calls.mixes.loops[0].iteration.bytes_doubt, IterationDoubt::kCalls);
}

TEST(CompiledFindings, TellScalarLoopsFromTheirTwinsWithVectors) {
  const Compiled scalars(kScalar), vectors(kVector);
  const Found scalar = scalars.find("kernel_fma");
  ASSERT_EQ(scalar.sentences(kWith256).size(), 1u);
  const std::string said = scalar.sentences(kWith256)[0];
  EXPECT_TRUE(said.starts_with("Scalar loop on a machine with AVX2: the loop at 0x")) << said;
  EXPECT_TRUE(said.ends_with(
      " (kernel.c:4) computes on one 32-bit floating-point number at a time, but this processor has 256-bit vectors."))
      << said;
  EXPECT_NE(scalar.sentences(kWith512).at(0).find("AVX-512"), std::string::npos);
  EXPECT_NE(scalar.sentences(kOld).at(0).find("128-bit vectors"), std::string::npos);

  // The scalar loop for the rest is not one to be told.
  const Found vector = vectors.find("kernel_fma");
  EXPECT_EQ(vector.sentences(kWith256), std::vector<std::string>());
  ASSERT_EQ(vector.sentences(kWith512).size(), 1u);
  const std::string narrow = vector.sentences(kWith512)[0];
  EXPECT_TRUE(narrow.starts_with(
      "Vectors of 256 bits, although this processor has vectors of 512 bits (AVX-512): the loop at 0x"))
      << narrow;
  EXPECT_TRUE(narrow.ends_with(" (kernel.c:4) computes on vectors of 32-bit floating-point numbers.")) << narrow;
  size_t index = 0;
  ASSERT_NE(loop_of(vector, 16, &index), nullptr);
  EXPECT_EQ(find_code_findings(vector.listing, vector.loops, vector.mixes, kWith512)[0].loop, index);

  // Without lines it could be the rest of anything.
  Found unknown = vectors.find("kernel_fma");
  for (ListedInstruction& each : unknown.listing.instructions) each.place = kNotListed;
  EXPECT_EQ(unknown.sentences(kWith256), std::vector<std::string>());
  EXPECT_EQ(unknown.sentences(kWith512).size(), 1u);
}

TEST(CompiledFindings, TellScalarLoopsOfIntegers) {
  const Compiled compiled(kScalar);
  for (const char* function : {"kernel_sum", "kernel_integers"}) {
    const Found found = compiled.find(function);
    ASSERT_EQ(found.loops.loops.size(), 1u) << function;
    EXPECT_GT(found.mixes.loops[0].own.general_elements, 0u) << function;
    const std::vector<std::string> said = found.sentences(kWith256);
    ASSERT_EQ(said.size(), 1u) << function;
    EXPECT_NE(said[0].find("computes on one integer at a time"), std::string::npos) << said[0];
  }
  EXPECT_EQ(Compiled(kVector).find("kernel_sum").sentences(kWith256), std::vector<std::string>());
}

TEST(CompiledFindings, SayNothingOfLoopsThatOnlyMove) {
  const Compiled compiled(kScalar);
  for (const char* function : {"kernel_copy", "kernel_lookup"}) {
    const Found found = compiled.find(function);
    ASSERT_EQ(found.loops.loops.size(), 1u) << function;
    EXPECT_EQ(found.mixes.loops[0].own.general_elements, 0u) << function;
    EXPECT_EQ(found.sentences(kWith512), std::vector<std::string>()) << function;
  }
}

}  // namespace
}  // namespace ireereplay
