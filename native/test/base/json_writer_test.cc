#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ireereplay {
namespace {

TEST(JsonWriter, PutsCommasWhereTheyBelongAtAnyDepth) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("empty").begin_object();
  json.end_object();
  json.key("none").begin_array();
  json.end_array();
  json.key("rows").begin_array();
  for (uint64_t i = 0; i < 2; ++i) {
    json.begin_array();
    json.number(i);
    json.begin_object();
    json.key("deep").numbers(std::vector<uint32_t>{1, 2});
    json.key("last").boolean(false);
    json.end_object();
    json.end_array();
  }
  json.end_array();
  json.key("end").boolean(true);
  json.end_object();
  EXPECT_EQ(
      out.view(),
      R"({"empty":{},"none":[],"rows":[[0,{"deep":[1,2],"last":false}],[1,{"deep":[1,2],"last":false}]],"end":true})");
}

TEST(JsonWriter, KeepsNumbersExact) {
  Text out;
  JsonWriter json(out);
  json.begin_array();
  json.number(UINT64_MAX);
  json.wide(UINT64_MAX);
  json.real(0.1);
  json.real(-1e300);
  json.any_real(std::numeric_limits<double>::infinity());
  json.any_real(std::nan(""));
  json.end_array();
  EXPECT_EQ(out.view(), R"([18446744073709551615,"18446744073709551615",0.1,-1e+300,"Infinity","NaN"])");
}

TEST(JsonWriter, EscapesTextAndAcceptsValuesWrittenByOthers) {
  Text out;
  JsonWriter json(out);
  json.begin_array();
  json.string("a \"quoted\"\n\\ \xFF é");
  json.value().append("1e999");
  json.value().append("null");
  json.end_array();
  EXPECT_EQ(out.view(), "[\"a \\\"quoted\\\"\\n\\\\ \xEF\xBF\xBD é\",1e999,null]");
}

TEST(JsonWriter, AppendsToWhatItsTextHolds) {
  Text out;
  out.append("line\n");
  JsonWriter json(out);
  json.array(std::vector<int>{1, 2}, [&](int item) { json.number(static_cast<uint64_t>(item)); });
  EXPECT_EQ(out.view(), "line\n[1,2]");
}

}  // namespace
}  // namespace ireereplay
