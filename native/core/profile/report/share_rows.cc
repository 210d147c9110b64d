#include "profile/report/share_rows.h"

#include "profile/report/print.h"

namespace ireereplay::profile {

void append_count(const SampleCount& count, const SampleCount& all, JsonWriter& json) {
  const SampleShare share = share_of(count, all);
  json.key("samples").number(count.samples);
  json.key("taken").number(count.taken);
  json.key("share").real(share.share);
  json.key("share_low").real(share.low);
  json.key("share_high").real(share.high);
  json.key("is_hot").boolean(share.is_hot);
  json.key("too_few").boolean(count.taken < kFewestSamples);
}

void append_share(const SampleShare& share, Text& text) {
  const auto append_percent = [&](double value) { append_fixed(100 * value, 1, text); };
  append_percent(share.share);
  text.append(" % [");
  append_percent(share.low);
  text.append(", ");
  append_percent(share.high);
  text.append(']');
}

void append_count(const SampleCount& count, const SampleCount& all, Text& text) {
  const SampleShare share = share_of(count, all);
  if (share.share < 0.9995) text.append(share.share < 0.0995 ? "  " : " ");
  append_share(share, text);
  print(text, "  %", count.samples);
  text.append(count.samples == 1 ? " sample" : " samples");
}

}  // namespace ireereplay::profile
