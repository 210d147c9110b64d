// Descriptors that were changed by chance: each is read, or told in a sentence what is wrong with it.
#include <gtest/gtest.h>

#include <random>

#include "cancellation.h"
#include "neighbour/llvm/folder.h"
#include "recording_folder.h"

namespace ireereplay::neighbour::llvm {
namespace {

using test::kSaxpy;
using test::kScale;
using test::RecordingFolder;

constexpr int kDamaged = 100;

/// A place in the text that begins a number, a string or a mark.
size_t place_in(const std::string& text, std::mt19937& chance) { return chance() % text.size(); }

std::string damaged(std::string text, std::mt19937& chance) {
  static constexpr std::string_view kTokens[] = {
      "null", "-1", "1e9", "18446744073709551616", "\"\"", "[]", "{}", "2.5", "]", "\xff", ",", "99999999999999999999"};
  const size_t at = place_in(text, chance);
  switch (chance() % 5) {
    case 0:  // Cut off.
      return text.substr(0, at);
    case 1:  // Another byte.
      text[at] = static_cast<char>(chance());
      return text;
    case 2: {  // A value that is something else.
      const size_t value = text.find(':', at);
      if (value == std::string::npos) return text.substr(at);
      const size_t end = text.find_first_of(",]}", value);
      return text.replace(value + 1, end - value - 1, kTokens[chance() % std::size(kTokens)]);
    }
    case 3: {  // A field of another name.
      const size_t name = text.find('"', at);
      if (name == std::string::npos || name + 1 >= text.size()) return text.substr(at);
      text[name + 1] = 'X';
      return text;
    }
    default:  // A piece less.
      return text.erase(at, 1 + chance() % 12);
  }
}

void check(const char* fixture, const std::string& stem, uint32_t seed, int* told) {
  std::mt19937 chance(seed);
  for (int i = 0; i < kDamaged / 2; ++i) {
    const RecordingFolder folder(fixture);
    const std::string json = stem + ".json";
    const std::string text = damaged(folder.text(json), chance);
    folder.write(json, text);
    auto recording = open_recording(folder.path(json));
    if (!recording.ok()) {
      EXPECT_FALSE(recording.status().message().empty()) << text;
      EXPECT_NE(recording.status().message().find(json), std::string::npos) << recording.status().message();
      ++*told;
      continue;
    }
    EXPECT_TRUE(compare_memory(&*recording, 10, kNotCancelled).ok()) << text;
    EXPECT_EQ(recording->pointers.size(), recording->descriptor.arguments.size());
    bool is_told = false;
    for (const Problem& problem : recording->problems) {
      EXPECT_FALSE(problem.message.empty() || problem.file.empty()) << text;
      is_told = is_told || problem.is_error;
    }
    *told += is_told;
    EXPECT_TRUE(read_folder(folder.folder(), std::nullopt, kNotCancelled).ok()) << text;
  }
}

TEST(DamagedLlvmDescriptor, IsReadOrToldWhatIsWrong) {
  int told = 0;
  check("llvm16-saxpy", kSaxpy, 1, &told);
  check("made-second", kScale, 2, &told);
  // The others are as good as before: another number, another letter of a name.
  EXPECT_GE(told, kDamaged * 3 / 4);
}

}  // namespace
}  // namespace ireereplay::neighbour::llvm
