#include "base/json_value.h"

#include <gtest/gtest.h>

namespace ireereplay {
namespace {

JsonValue parsed(std::string_view text) {
  auto value = parse_json(text);
  EXPECT_TRUE(value.ok()) << text << ": " << value.status().to_string();
  return value.ok() ? *std::move(value) : JsonValue();
}

TEST(JsonValue, HoldsWhatATextHasInItsOrder) {
  const JsonValue value = parsed(" {\"a\": [1, -2.5e+3, true, false, null], \"b\": {\"c\": \"d\"}, \"a\": 2} \n");
  ASSERT_EQ(value.kind, JsonValue::Kind::kObject);
  ASSERT_EQ(value.members.size(), 3u);
  const JsonValue* list = value.find("a");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->items.size(), 5u);
  EXPECT_EQ(list->items[1].text, "-2.5e+3");
  EXPECT_EQ(list->items[2].kind, JsonValue::Kind::kTrue);
  EXPECT_EQ(list->items[3].kind, JsonValue::Kind::kFalse);
  EXPECT_EQ(list->items[4].kind, JsonValue::Kind::kNull);
  EXPECT_EQ(value.members[1].value.find("c")->text, "d");
  EXPECT_EQ(value.find("nothing"), nullptr);
}

TEST(JsonValue, KeepsIntegersOf64BitsExact) {
  EXPECT_EQ(parsed("18446744073709551615").integer()->bits, ~0ull);
  EXPECT_EQ(parsed("9007199254740993").integer()->bits, 9007199254740993ull);
  const auto least = parsed("-9223372036854775808").integer();
  EXPECT_EQ(least->bits, 1ull << 63);
  EXPECT_TRUE(least->is_negative);
  EXPECT_FALSE(parsed("-0").integer()->is_negative);
  for (const char* text : {"18446744073709551616", "-9223372036854775809", "1.0", "1e3", "\"1\"", "null"})
    EXPECT_FALSE(parsed(text).integer().has_value()) << text;
}

TEST(JsonValue, DecodesEscapes) {
  EXPECT_EQ(parsed(R"("\"\\\/\b\f\n\r\tA\u00e9\u20AC\ud83d\ude00")").text,
            "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
}

TEST(JsonValue, RefusesWhatIsNoJsonWithItsPlace) {
  for (const char* text : {"",       "{",        "[1,]",        "{\"a\"}",     "{\"a\":1,}",
                           "{a:1}",  "01",       "-",           "1.",          ".5",
                           "1e",     "+1",       "nul",         "[1 2]",       "1 2",
                           "\"\n\"", "\"\\x\"",  "\"\\u12g4\"", "\"\\ud800\"", "\"\\udc00\\ud800\"",
                           "\"abc",  "\"\xff\"", "'a'",         "// 1",        "NaN"}) {
    const auto value = parse_json(text);
    EXPECT_FALSE(value.ok()) << text;
    EXPECT_FALSE(value.status().message().empty());
    EXPECT_LE(value.status().offset(), std::string_view(text).size()) << text;
  }
  EXPECT_TRUE(parse_json(std::string(32, '[') + std::string(32, ']')).ok());
  EXPECT_FALSE(parse_json(std::string(33, '[') + std::string(33, ']')).ok());
  EXPECT_FALSE(parse_json(std::string(100000, '[')).ok());
}

}  // namespace
}  // namespace ireereplay
