#include "base/text.h"

#include <gtest/gtest.h>

namespace ireereplay {
namespace {

TEST(Text, PrintsNumbersExactly) {
  Text text;
  text.append_dec(18446744073709551615ull);
  text.append(' ');
  text.append_hex(0x1c, 8);
  text.append(' ');
  text.append_hex(0xFFFFFFFFFFFFFFFFull, 4);
  EXPECT_EQ(text.view(), "18446744073709551615 0x0000001c 0xffffffffffffffff");
}

TEST(Text, EscapesAsTheReferenceDumpDoes) {
  Text text;
  text.append_json("a\"\\\b\f\n\r\t\x01\xC3\xA4");
  EXPECT_EQ(text.view(), "\"a\\\"\\\\\\b\\f\\n\\r\\t\\u0001\xC3\xA4\"");
}

TEST(Text, ReplacesInvalidUtf8) {
  Text text;
  text.append_json_utf8(std::string_view("\xC3\xA4|\xC3|\xE2\x82\xAC|\xED\xA0\x80|\xFF|\xF0\x9F\x98\x80", 19));
  EXPECT_EQ(
      text.view(),
      "\"\xC3\xA4|\xEF\xBF\xBD|\xE2\x82\xAC|\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|\xEF\xBF\xBD|\xF0\x9F\x98\x80\"");
}

TEST(Text, ShowsANameAsJsonDoes) {
  EXPECT_EQ(valid_utf8("\"\xC3\xA4|\xFF|\n"), "\"\xC3\xA4|\xEF\xBF\xBD|\n");
  EXPECT_EQ(valid_utf8(""), "");
}

}  // namespace
}  // namespace ireereplay
