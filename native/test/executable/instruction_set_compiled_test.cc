// The decoder's view of a function against clang's: clang compiles it where its extensions are allowed, and refuses
// where any one of them is not.
#include <elf.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

#include "executable/instruction_set.h"
#include "replays.h"

namespace ireereplay {
namespace {

using enum InstructionSet;

/// What clang calls the extensions.
const std::map<std::string, InstructionSets> kFeatures = {
    {"sse3", {kSse3}},
    {"ssse3", {kSsse3}},
    {"sse4.1", {kSse41}},
    {"sse4.2", {kSse42}},
    {"sse4a", {kSse4a}},
    {"popcnt", {kPopcnt}},
    {"lzcnt", {kLzcnt}},
    {"bmi", {kBmi1}},
    {"bmi2", {kBmi2}},
    {"tbm", {kTbm}},
    {"aes", {kAes}},
    {"pclmul", {kPclmulqdq}},
    {"sha", {kSha}},
    {"gfni", {kGfni}},
    {"avx", {kAvx}},
    {"f16c", {kF16c}},
    {"fma", {kFma}},
    {"fma4", {kFma4}},
    {"xop", {kXop}},
    {"avx2", {kAvx2}},
    {"avxvnni", {kAvxVnni}},
    {"vaes", {kVaes}},
    {"vpclmulqdq", {kVpclmulqdq}},
    {"avx512f", {kAvx512f}},
    {"avx512vl", {kAvx512f, kAvx512vl}},
    {"avx512bw", {kAvx512f, kAvx512bw}},
    {"avx512dq", {kAvx512f, kAvx512dq}},
    {"avx512cd", {kAvx512f, kAvx512cd}},
    {"avx512ifma", {kAvx512f, kAvx512ifma}},
    {"avx512vbmi", {kAvx512f, kAvx512vbmi}},
    {"avx512vbmi2", {kAvx512f, kAvx512vbmi2}},
    {"avx512vnni", {kAvx512f, kAvx512vnni}},
    {"avx512bitalg", {kAvx512f, kAvx512bitalg}},
    {"avx512vpopcntdq", {kAvx512f, kAvx512vpopcntdq}},
    {"avx512bf16", {kAvx512f, kAvx512bf16}},
    {"amx-tile", {kAmxTile}},
    {"amx-int8", {kAmxInt8}},
    {"amx-bf16", {kAmxBf16}},
};

struct Function {
  std::vector<std::string> features;  ///< Each of them is needed.
  const char* result;
  const char* parameters;
  const char* body;
};

// Everything is in registers, so that there is only the instruction in question and a return.
const std::vector<Function> kFunctions = {
    {{}, "__m128", "__m128 a, __m128 b", "return _mm_add_ps(a, b);"},
    {{}, "__m128i", "__m128i a, __m128i b", "return _mm_add_epi32(a, b);"},
    {{}, "__m128d", "__m128d a, __m128d b", "return _mm_mul_pd(a, b);"},
    {{"sse3"}, "__m128", "__m128 a, __m128 b", "return _mm_hadd_ps(a, b);"},
    {{"ssse3"}, "__m128i", "__m128i a, __m128i b", "return _mm_shuffle_epi8(a, b);"},
    {{"sse4.1"}, "__m128i", "__m128i a, __m128i b", "return _mm_mullo_epi32(a, b);"},
    {{"sse4.1"}, "__m128", "__m128 a, __m128 b", "return _mm_dp_ps(a, b, 255);"},
    {{"sse4.2"}, "__m128i", "__m128i a, __m128i b", "return _mm_cmpgt_epi64(a, b);"},
    {{"sse4a"}, "__m128i", "__m128i a, __m128i b", "return _mm_extract_si64(a, b);"},
    {{"popcnt"}, "int", "unsigned a", "return _mm_popcnt_u32(a);"},
    {{"lzcnt"}, "unsigned", "unsigned a", "return __lzcnt32(a);"},
    {{"bmi"}, "unsigned", "unsigned a, unsigned b", "return __bextr_u32(a, b);"},
    {{"bmi2"}, "unsigned", "unsigned a, unsigned b", "return _pext_u32(a, b);"},
    {{"tbm"}, "unsigned", "unsigned a", "return __bextri_u32(a, 0x0404);"},
    {{"aes"}, "__m128i", "__m128i a, __m128i b", "return _mm_aesenc_si128(a, b);"},
    {{"pclmul"}, "__m128i", "__m128i a, __m128i b", "return _mm_clmulepi64_si128(a, b, 1);"},
    {{"sha"}, "__m128i", "__m128i a, __m128i b", "return _mm_sha1msg1_epu32(a, b);"},
    {{"gfni"}, "__m128i", "__m128i a, __m128i b", "return _mm_gf2p8mul_epi8(a, b);"},
    {{"avx", "gfni"}, "__m256i", "__m256i a, __m256i b", "return _mm256_gf2p8mul_epi8(a, b);"},
    {{"avx"}, "__m256", "__m256 a, __m256 b", "return _mm256_hadd_ps(a, b);"},
    {{"avx"}, "__m256", "__m256 a", "return _mm256_rsqrt_ps(a);"},
    {{"avx"}, "__m256d", "__m256d a, __m256d b", "return _mm256_addsub_pd(a, b);"},
    {{"avx"}, "__m128d", "__m128d a, __m128i b", "return _mm_permutevar_pd(a, b);"},
    {{"f16c"}, "__m256", "__m128i a", "return _mm256_cvtph_ps(a);"},
    {{"f16c"}, "__m128i", "__m256 a", "return _mm256_cvtps_ph(a, 0);"},
    {{"fma"}, "__m256", "__m256 a, __m256 b, __m256 c", "return _mm256_fmaddsub_ps(a, b, c);"},
    {{"fma"}, "__m128", "__m128 a, __m128 b, __m128 c", "return _mm_fmadd_ss(a, b, c);"},
    {{"fma4"}, "__m128", "__m128 a, __m128 b, __m128 c", "return _mm_maddsub_ps(a, b, c);"},
    {{"xop"}, "__m128i", "__m128i a, __m128i b, __m128i c", "return _mm_maddd_epi16(a, b, c);"},
    {{"avx2"}, "__m256i", "__m256i a, __m256i b", "return _mm256_shuffle_epi8(a, b);"},
    {{"avx2"}, "__m256i", "__m256i a, __m256i b", "return _mm256_madd_epi16(a, b);"},
    {{"avx2"}, "__m256", "__m256 a, __m256i b", "return _mm256_permutevar8x32_ps(a, b);"},
    {{"avx2"}, "__m256i", "__m256i a, __m256i b", "return _mm256_sllv_epi32(a, b);"},
    {{"avx2"},
     "__m256",
     "__m256 a, const float* b, __m256i c, __m256 d",
     "return _mm256_mask_i32gather_ps(a, b, c, d, 4);"},
    {{"avxvnni"}, "__m256i", "__m256i a, __m256i b, __m256i c", "return _mm256_dpbusd_avx_epi32(a, b, c);"},
    {{"vaes"}, "__m256i", "__m256i a, __m256i b", "return _mm256_aesenc_epi128(a, b);"},
    {{"avx512f", "vaes"}, "__m512i", "__m512i a, __m512i b", "return _mm512_aesenc_epi128(a, b);"},
    {{"vpclmulqdq"}, "__m256i", "__m256i a, __m256i b", "return _mm256_clmulepi64_epi128(a, b, 1);"},
    {{"avx512f", "vpclmulqdq"}, "__m512i", "__m512i a, __m512i b", "return _mm512_clmulepi64_epi128(a, b, 1);"},
    {{"avx512f"}, "__m512", "__m512 a, __m512 b, __m512 c", "return _mm512_fmaddsub_ps(a, b, c);"},
    {{"avx512f"}, "__m512i", "__m512i a, __m512i b", "return _mm512_permutexvar_epi32(a, b);"},
    {{"avx512f"}, "__m512", "__m512 a, __m512 b", "return _mm512_scalef_ps(a, b);"},
    {{"avx512f"}, "__m128", "__m128 a, __m128 b", "return _mm_getexp_ss(a, b);"},
    {{"avx512vl"}, "__m256", "__m256 a, __m256 b", "return _mm256_scalef_ps(a, b);"},
    {{"avx512vl"}, "__m128i", "__m128i a, __m128i b", "return _mm_rolv_epi32(a, b);"},
    {{"avx512bw"}, "__m512i", "__m512i a, __m512i b", "return _mm512_madd_epi16(a, b);"},
    {{"avx512bw"}, "__m512i", "__m512i a, __m512i b", "return _mm512_shuffle_epi8(a, b);"},
    {{"avx512bw", "avx512vl"}, "__m256i", "__m256i a, __m256i b", "return _mm256_permutexvar_epi16(a, b);"},
    {{"avx512dq"}, "__m512d", "__m512d a, __m512d b", "return _mm512_range_pd(a, b, 2);"},
    {{"avx512dq", "avx512vl"}, "__m256d", "__m256d a, __m256d b", "return _mm256_range_pd(a, b, 2);"},
    {{"avx512cd"}, "__m512i", "__m512i a", "return _mm512_conflict_epi32(a);"},
    {{"avx512cd", "avx512vl"}, "__m256i", "__m256i a", "return _mm256_conflict_epi32(a);"},
    {{"avx512ifma"}, "__m512i", "__m512i a, __m512i b, __m512i c", "return _mm512_madd52lo_epu64(a, b, c);"},
    {{"avx512vbmi"}, "__m512i", "__m512i a, __m512i b", "return _mm512_permutexvar_epi8(a, b);"},
    {{"avx512vbmi2"}, "__m512i", "__m512i a, __m512i b, __m512i c", "return _mm512_shldv_epi32(a, b, c);"},
    {{"avx512vnni"}, "__m512i", "__m512i a, __m512i b, __m512i c", "return _mm512_dpbusd_epi32(a, b, c);"},
    {{"avx512vnni", "avx512vl"}, "__m256i", "__m256i a, __m256i b, __m256i c", "return _mm256_dpbusd_epi32(a, b, c);"},
    {{"avx512bitalg"}, "__m512i", "__m512i a", "return _mm512_popcnt_epi8(a);"},
    {{"avx512vpopcntdq"}, "__m512i", "__m512i a", "return _mm512_popcnt_epi32(a);"},
    {{"avx512bf16"}, "__m512", "__m512 a, __m512bh b, __m512bh c", "return _mm512_dpbf16_ps(a, b, c);"},
    {{"amx-tile"}, "void", "void", "_tile_zero(0);"},
    {{"amx-int8"}, "void", "void", "_tile_dpbssd(0, 1, 2);"},
    {{"amx-bf16"}, "void", "void", "_tile_dpbf16ps(0, 1, 2);"},
};

/// A line that defines a function which may use `features`.
std::string definition(const Function& function, const std::string& name, const std::vector<std::string>& features) {
  std::string target;
  for (const std::string& feature : features) target += (target.empty() ? "" : ",") + feature;
  if (!target.empty()) target = "__attribute__((target(\"" + target + "\"))) ";
  return target + function.result + " " + name + "(" + function.parameters + ") { " + function.body + " }\n";
}

/// clang in a folder of its own, with its headers precompiled.
class Compiler {
 public:
  Compiler() {
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
    EXPECT_TRUE(run("headers.h", "-x c-header -o headers.pch", "#include <x86intrin.h>\n")) << messages();
  }
  ~Compiler() { std::filesystem::remove_all(folder_); }
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// Compiles definitions, each function into its own section. False when clang refuses them.
  bool compile(const std::string& definitions) {
    return run("source.c", "-include-pch headers.pch -c -o object.o", definitions);
  }
  /// clang's messages about its last compilation.
  std::string messages() const {
    const std::vector<uint8_t> bytes = replay::read_all(folder_ + "/messages");
    return {bytes.begin(), bytes.end()};
  }
  /// Its last result.
  std::vector<uint8_t> object() const { return replay::read_all(folder_ + "/object.o"); }

 private:
  bool run(const std::string& file, const std::string& flags, const std::string& source) {
    std::ofstream(folder_ + "/" + file) << source;
    // Freestanding: the C library's headers may be another machine's.
    const std::string command = "cd '" + folder_ +
                                "' && clang --target=x86_64-linux-gnu -ffreestanding -O1 -mno-vzeroupper -w "
                                "-ffunction-sections " +
                                flags + " " + file + " > messages 2>&1";
    return std::system(command.c_str()) == 0;
  }

  std::string folder_ = (std::filesystem::temp_directory_path() / "ireereplay-test-XXXXXX").string();
};

/// The machine code of a function that has its own section.
Bytes code_of(Bytes object, const std::string& function) {
  const auto header = load<Elf64_Ehdr>(object);
  const auto section = [&](size_t i) { return load<Elf64_Shdr>(object, header.e_shoff + i * sizeof(Elf64_Shdr)); };
  const Elf64_Shdr names = section(header.e_shstrndx);
  for (size_t i = 0; i < header.e_shnum; ++i) {
    const char* name = reinterpret_cast<const char*>(object.data()) + names.sh_offset + section(i).sh_name;
    if (".text." + function == name) return object.subspan(section(i).sh_offset, section(i).sh_size);
  }
  ADD_FAILURE() << "clang made no " << function;
  return {};
}

TEST(CompiledInstructionSets, AreThoseThatTheCompilerMayUse) {
  std::string source;
  for (size_t i = 0; i < kFunctions.size(); ++i)
    source += definition(kFunctions[i], "function_" + std::to_string(i), kFunctions[i].features);
  Compiler compiler;
  ASSERT_TRUE(compiler.compile(source)) << compiler.messages();
  const std::vector<uint8_t> object = compiler.object();
  for (size_t i = 0; i < kFunctions.size(); ++i) {
    const Function& function = kFunctions[i];
    InstructionSets expected;
    for (const std::string& feature : function.features) expected |= kFeatures.at(feature);
    InstructionSets found = find_instruction_sets(code_of(object, "function_" + std::to_string(i)));
    // Parameters of 256 bits are in memory: loading them says nothing about what is done with them.
    if (std::string_view(function.parameters).find("__m256") != std::string_view::npos) {
      expected.add(kAvx);
      found.add(kAvx);
    }
    EXPECT_EQ(missing_instruction_sets(found, {}), missing_instruction_sets(expected, {})) << function.body;
    EXPECT_TRUE(found == expected) << function.body;
  }
}

// clang also confirms that a function needs all that is listed for it.
TEST(CompiledInstructionSets, AreAllNeeded) {
  Compiler compiler;
  for (const Function& function : kFunctions) {
    for (const std::string& left_out : function.features) {
      std::vector<std::string> rest = function.features;
      std::erase(rest, left_out);
      EXPECT_FALSE(compiler.compile(definition(function, "function", rest)))
          << function.body << " without " << left_out;
      EXPECT_NE(compiler.messages().find("target feature"), std::string::npos) << compiler.messages();
    }
  }
}

}  // namespace
}  // namespace ireereplay
