#include "base/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace ireereplay {
namespace {

TEST(Glob, MeansTheWholeText) {
  EXPECT_TRUE(matches_glob("matmul", "matmul"));
  EXPECT_FALSE(matches_glob("mat", "matmul"));
  EXPECT_FALSE(matches_glob("matmul", "mat"));
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_FALSE(matches_glob("", "a"));
}

TEST(Glob, TakesAStarForAnyTextAndAQuestionMarkForOneCharacter) {
  EXPECT_TRUE(matches_glob("a?c*", "abcdef"));
  EXPECT_FALSE(matches_glob("a?c", "abcdef"));
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("***", "a"));
  EXPECT_FALSE(matches_glob("?", ""));
  EXPECT_FALSE(matches_glob("*x", "abc"));
  EXPECT_TRUE(matches_glob("*ab", "aab"));
  // A star in the text is a character like others.
  EXPECT_TRUE(matches_glob("a*b", "a*xb"));
  EXPECT_TRUE(matches_glob("?", "*"));
}

TEST(Glob, TakesAQuestionMarkForACharacterOfSeveralBytes) {
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

TEST(Glob, AsksWhatCharactersAgree) {
  const auto same = [](char a, char b) { return a == b || a == (b | 0x20); };
  EXPECT_TRUE(matches_glob("b*_mat?ul", "BLOCK_MATMUL", same));
  EXPECT_FALSE(matches_glob("b*_mat?ul", "BLOCK_MATMUL"));
}

TEST(Glob, IsNotSlowForHostilePatterns) {
  EXPECT_FALSE(matches_glob("*a*a*a*a*a*a*a*a*a*b", std::string(100000, 'a')));
}

}  // namespace
}  // namespace ireereplay
