// Lines and inlined calls of what compilers write, against what binutils' addr2line makes of it; or LLVM's symbolizer,
// for binutils does not know the ranges of DWARF 5 as clang writes them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "base/hex.h"
#include "executable/code_listing.h"
#include "replays.h"

namespace ireereplay {
namespace {

// Functions that are inlined into each other, twice into one, and into a part of a loop that moves elsewhere.
constexpr const char* kInlinedSource = R"(
static inline float scaled(float value, float by) {
  if (value < 0)
    return value * by;
  return value + by;
}
static inline float twice(float value) {
  float first = scaled(value, 3.0f);
  return scaled(first, 5.0f) - first;
}
void kernel(float* out, const float* in, int count) {
  for (int i = 0; i < count; ++i) {
    if (in[i] > 100.0f) {
      out[i] = scaled(in[i], 7.0f);
    } else {
      out[i] = twice(in[i]);
    }
  }
}
void other(float* out) { *out = twice(*out); }
)";

std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  char buffer[4096];
  while (const size_t count = std::fread(buffer, 1, sizeof(buffer), pipe)) text.append(buffer, count);
  ::pclose(pipe);
  return text;
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// Function and line of an instruction, then of each call that it is inlined by, as addr2line prints them.
std::string described(const CodeListing& listing, const ListedInstruction& each) {
  std::string text;
  std::string where = "??:0";
  if (each.place != kNotListed) {
    const ListedPlace& place = listing.places[each.place];
    where = file_name(listing.files[place.file]) + ':' + std::to_string(place.line);
  }
  for (uint32_t at = each.frame; at != kNotListed; at = listing.frames[at].parent) {
    const ListedFrame& frame = listing.frames[at];
    text += frame.function + ' ' + where + '\n';
    where = file_name(listing.files[frame.call_file]) + ':' + std::to_string(frame.call_line);
  }
  return text + listing.function.name + ' ' + where + '\n';
}

/// What the tool says of each address, asked at once.
std::map<uint64_t, std::string> expected(const std::string& tool, const std::string& file, const CodeListing& listing) {
  std::string command = tool + " -a -f -i -e " + file;
  for (const ListedInstruction& each : listing.instructions) command += ' ' + hex(each.instruction.address);
  std::istringstream lines(output_of(command));
  std::string function, place;
  std::map<uint64_t, std::string> found;
  std::string* text = nullptr;
  while (std::getline(lines, function)) {
    if (function.empty()) continue;
    if (function.starts_with("0x")) {
      text = &found[std::strtoull(function.c_str(), nullptr, 16)];
      continue;
    }
    if (!std::getline(lines, place) || text == nullptr) break;
    place = file_name(place.substr(0, place.find(" (")));
    // LLVM's adds the column.
    if (const size_t colon = place.find(':'); colon != std::string::npos)
      place = place.substr(0, place.find(':', colon + 1));
    if (place.ends_with(":?") || place.ends_with(":0")) place = "??:0";
    *text += function + ' ' + place + '\n';
  }
  return found;
}

void expect_same(const std::string& tool, const std::string& compiler, const std::string& flags) {
  if (std::system(("command -v " + compiler + " > /dev/null && command -v " + tool + " > /dev/null").c_str()) != 0) {
    GTEST_SKIP() << compiler << " or " << tool << " is not installed";
  }
  const auto folder = std::filesystem::temp_directory_path() / ("iree-replay-frames-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string source = (folder / "kernel.c").string(), file = (folder / "kernel.so").string();
  std::ofstream(source) << kInlinedSource;
  ASSERT_EQ(std::system((compiler + ' ' + flags + " -shared -fPIC -nostdlib -o " + file + ' ' + source).c_str()), 0);
  const std::vector<uint8_t> elf = replay::read_all(file);
  size_t inlined = 0;
  for (const char* function : {"kernel", "other"}) {
    const auto listing = list_code(elf, function, std::atomic<bool>(false));
    ASSERT_TRUE(listing.ok()) << listing.status().to_string();
    EXPECT_TRUE(listing->notes.empty());
    const std::map<uint64_t, std::string> said = expected(tool, file, *listing);
    ASSERT_EQ(said.size(), listing->instructions.size());
    for (const ListedInstruction& each : listing->instructions) {
      EXPECT_EQ(described(*listing, each), said.at(each.instruction.address)) << hex(each.instruction.address);
      if (each.frame != kNotListed && listing->frames[each.frame].parent != kNotListed) ++inlined;
    }
  }
  EXPECT_GT(inlined, 5u);
  std::filesystem::remove_all(folder);
}

TEST(InlinedFrames, AreThoseOfAddr2lineForClangWithDwarf4) { expect_same("addr2line", "clang", "-O2 -g -gdwarf-4"); }
TEST(InlinedFrames, AreThoseOfLlvmForClangWithDwarf5) { expect_same("llvm-symbolizer", "clang", "-O2 -g -gdwarf-5"); }
TEST(InlinedFrames, AreThoseOfAddr2lineForGccWithDwarf4) { expect_same("addr2line", "gcc", "-O2 -g -gdwarf-4"); }
TEST(InlinedFrames, AreThoseOfAddr2lineForGccWithDwarf5) { expect_same("addr2line", "gcc", "-O2 -g -gdwarf-5"); }

}  // namespace
}  // namespace ireereplay
