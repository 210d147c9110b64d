#include "base/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace ireereplay {
namespace {

TEST(Glob, MatchesTheWholeText) {
  EXPECT_TRUE(matches_glob("matmul", "matmul"));
  EXPECT_FALSE(matches_glob("mat", "matmul"));
  EXPECT_FALSE(matches_glob("matmul", "mat"));
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_FALSE(matches_glob("", "a"));
}

TEST(Glob, MatchesAnyTextWithAStarAndOneCharacterWithAQuestionMark) {
  EXPECT_TRUE(matches_glob("a?c*", "abcdef"));
  EXPECT_FALSE(matches_glob("a?c", "abcdef"));
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("***", "a"));
  EXPECT_FALSE(matches_glob("?", ""));
  EXPECT_FALSE(matches_glob("*x", "abc"));
  EXPECT_TRUE(matches_glob("*ab", "aab"));
  // A star in the text is an ordinary character.
  EXPECT_TRUE(matches_glob("a*b", "a*xb"));
  EXPECT_TRUE(matches_glob("?", "*"));
}

TEST(Glob, MatchesAMultibyteCharacterWithAQuestionMark) {
  EXPECT_TRUE(matches_glob("a?c",
                           "a\xE2\x82\xAC"
                           "c"));
  EXPECT_FALSE(matches_glob("a??c",
                            "a\xE2\x82\xAC"
                            "c"));
  EXPECT_TRUE(matches_glob("?*\xE2\x82\xAC", "\xC3\xA4\xE2\x82\xAC"));
  EXPECT_TRUE(matches_glob("a.b[c]", "a.b[c]"));
  EXPECT_FALSE(matches_glob("a.b", "axb"));
}

// Each byte that begins no character counts as one, so that any text, used as a pattern, matches itself.
TEST(Glob, CountsAStrayByteAsACharacter) {
  for (const std::string text :
       {"\xA4?", "?\xA4", "\xA4*\xA4\xA4?*\xA4", "*\xA4\xA4*?*a", "\xE2\x82?*\x82", "\xF0*\xE2?\xAC"}) {
    EXPECT_TRUE(matches_glob(text, text)) << text;
    EXPECT_TRUE(matches_glob("*" + text + "*", text)) << text;
  }
  EXPECT_TRUE(matches_glob("??", "a\xA4"));
  EXPECT_FALSE(matches_glob("?", "a\xA4"));
  EXPECT_TRUE(matches_glob("??", "\xE2\x82\xAC\xAC"));
  EXPECT_TRUE(matches_glob("?b",
                           "\xE2\x82"
                           "b"));
}

TEST(Glob, AsksWhichCharactersAgree) {
  const auto same = [](char a, char b) { return a == b || a == (b | 0x20); };
  EXPECT_TRUE(matches_glob("b*_mat?ul", "BLOCK_MATMUL", same));
  EXPECT_FALSE(matches_glob("b*_mat?ul", "BLOCK_MATMUL"));
}

TEST(Glob, IsNotSlowForHostilePatterns) {
  EXPECT_FALSE(matches_glob("*a*a*a*a*a*a*a*a*a*b", std::string(100000, 'a')));
}

}  // namespace
}  // namespace ireereplay
