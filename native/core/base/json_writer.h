// JSON, one piece after the other. Commas come by themselves, however deep: before a key or a value, unless it is the
// first of its object or array.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/element.h"
#include "base/text.h"

namespace ireereplay {

class JsonWriter {
 public:
  /// Writes to the end of `out`, which outlives it. Others may write whole values there in between: value().
  explicit JsonWriter(Text& out) : out_(out) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }

  /// The key of the value that is written next; it holds nothing that must be escaped.
  JsonWriter& key(std::string_view name) {
    separate();
    out_.append('"');
    out_.append(name);
    out_.append("\":");
    follows_ = false;
    return *this;
  }

  /// Where the next value is to be written, for one that no other function here writes.
  Text& value() {
    separate();
    return out_;
  }

  void number(uint64_t number) { value().append_dec(number); }
  /// In quotes: readers of JSON hold numbers exactly only to 2^53.
  void wide(uint64_t number) {
    value().append('"');
    out_.append_dec(number);
    out_.append('"');
  }
  /// A finite number; others are no JSON.
  void real(double number) { append_double(number, value()); }
  /// In quotes, which keep NaN and the infinities.
  void any_real(double number) {
    value().append('"');
    append_double(number, out_);
    out_.append('"');
  }
  void boolean(bool is_true) { value().append(is_true ? "true" : "false"); }
  /// Bytes that are no valid UTF-8 are replaced.
  void string(std::string_view text) { value().append_json_utf8(text); }

  /// An array of one value for each item, which `each` writes.
  template <typename List, typename Each>
  void array(const List& items, Each each) {
    begin_array();
    for (const auto& item : items) each(item);
    end_array();
  }
  template <typename List>
  void numbers(const List& items) {
    array(items, [&](uint64_t item) { number(item); });
  }

  /// Bytes that the text has so far.
  size_t size() const { return out_.size(); }

 private:
  void begin(char bracket) {
    value().append(bracket);
    follows_ = false;
  }
  void end(char bracket) {
    out_.append(bracket);
    follows_ = true;
  }
  void separate() {
    if (follows_) out_.append(',');
    follows_ = true;
  }

  Text& out_;
  bool follows_ = false;  // Something of the same object or array stands before.
};

}  // namespace ireereplay
