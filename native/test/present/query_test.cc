#include "present/query.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace ireereplay {
namespace {

uint32_t count(const test::Opened& opened, std::string_view text) {
  Query query;
  QueryMistake mistake;
  EXPECT_TRUE(parse_query(text, &query, &mistake)) << text << ": " << mistake.message;
  RecordReader reader(opened.file, opened.header);
  const std::atomic<bool> never = false;
  uint32_t matches = 0;
  EXPECT_TRUE(search_records(*opened.index, query, reader, never, &matches, {}).ok());
  return matches;
}

TEST(Query, FindsWhatItSays) {
  const auto opened = test::open_fixture("small.ireereplay");
  EXPECT_EQ(count(opened, "op:dispatch"), 3u);
  EXPECT_EQ(count(opened, "op:device.queue_*"), 11u);
  EXPECT_EQ(count(opened, "fn:*mul* op:command_buffer"), 2u);
  EXPECT_EQ(count(opened, "fn:elementwise_*"), 3u);
  EXPECT_EQ(count(opened, "op:map_range bytes:256"), 2u + 2u);  // map and unmap
  EXPECT_EQ(count(opened, "bytes:>=1KiB op:alloca"), 1u);
  EXPECT_EQ(count(opened, "bytes:>1KiB op:alloca"), 0u);
  EXPECT_EQ(count(opened, "status:!OK"), 0u);
  EXPECT_EQ(count(opened, "status:ok"), 61u);
  EXPECT_EQ(count(opened, "record:10..12"), 3u);
  EXPECT_EQ(count(opened, "record:<5 -op:session"), 4u);
  EXPECT_EQ(count(opened, "scope:deinit"), 2u);
  EXPECT_EQ(count(opened, "class:execute"), 5u);
  EXPECT_EQ(count(opened, "obj:9 op:fill"), 1u);
  EXPECT_EQ(count(opened, "MUL"), 3u);
  EXPECT_EQ(count(opened, "\"initial value 0\""), 2u);
  EXPECT_EQ(count(opened, "nothing like this"), 0u);
}

TEST(Query, FindsFailedOperations) {
  const auto opened = test::open_fixture("damaged/dispatch-binding-count-overflow.ireereplay");
  EXPECT_EQ(count(opened, "overflow"), 1u);  // the reason why its payload cannot be decoded
}

TEST(Query, SaysWhatIsWrongAndWhere) {
  Query query;
  QueryMistake mistake;
  EXPECT_FALSE(parse_query("op:copy foo:bar", &query, &mistake));
  EXPECT_EQ(mistake.begin, 8u);
  EXPECT_EQ(mistake.end, 11u);
  for (const std::string_view text :
       {"obj:x", "bytes:many", "bytes:>1XB", "record:1..", "op:", "bytes:1e300", "obj:99999999999999999999"}) {
    EXPECT_FALSE(parse_query(text, &query, &mistake)) << text;
    EXPECT_FALSE(mistake.message.empty());
  }
}

TEST(Query, TakesTextThatOnlyLooksLikeAField) {
  Query query;
  QueryMistake mistake;
  for (const auto& [text, terms] : std::vector<std::pair<std::string_view, size_t>>{
           {"", 0}, {"  ", 0}, {":a", 1}, {"\"", 0}, {"\"a b\"", 1}, {"-", 1}, {"!", 1}, {"a_1:b", 1}}) {
    EXPECT_TRUE(parse_query(text, &query, &mistake)) << text << ": " << mistake.message;
    EXPECT_EQ(query.terms.size(), terms) << text;
  }
  for (const std::string_view text : {"a:", "http://x"}) EXPECT_FALSE(parse_query(text, &query, &mistake)) << text;
}

TEST(Pattern, TakesStarsAndQuestionMarks) {
  EXPECT_TRUE(matches_pattern("*matmul*", "block_MATMUL_4x4"));
  EXPECT_TRUE(matches_pattern("mat", "block_matmul"));
  EXPECT_TRUE(matches_pattern("a?c*", "abcdef"));
  EXPECT_FALSE(matches_pattern("a?c", "abcdef"));
  EXPECT_FALSE(matches_pattern("*x", "abc"));
  EXPECT_TRUE(matches_pattern("*", ""));
  EXPECT_FALSE(matches_pattern("?", ""));
  const std::string hostile(5000, 'a');
  EXPECT_FALSE(matches_pattern("*a*a*a*a*a*a*a*a*a*b", hostile));
}

}  // namespace
}  // namespace ireereplay
