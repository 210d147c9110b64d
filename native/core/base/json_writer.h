// JSON, one piece after another. Commas are inserted automatically at any depth: before each key or value that is not
// the first in its object or array.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/element.h"
#include "base/text.h"

namespace ireereplay {

class JsonWriter {
 public:
  /// Appends to `out`, which must outlive this. Others may append whole values in between: see value().
  explicit JsonWriter(Text& out) : out_(out) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }

  /// The key of the next value; it must not need escaping.
  JsonWriter& key(std::string_view name) {
    separate();
    out_.append('"');
    out_.append(name);
    out_.append("\":");
    follows_ = false;
    return *this;
  }

  /// Where to write the next value, when no other function here can.
  Text& value() {
    separate();
    return out_;
  }

  void number(uint64_t number) { value().append_dec(number); }
  /// Quoted: JSON readers hold numbers exactly only up to 2^53.
  void wide(uint64_t number) {
    value().append('"');
    out_.append_dec(number);
    out_.append('"');
  }
  /// A finite number; JSON has no others.
  void real(double number) { append_double(number, value()); }
  /// Quoted, which preserves NaN and the infinities.
  void any_real(double number) {
    value().append('"');
    append_double(number, out_);
    out_.append('"');
  }
  void boolean(bool is_true) { value().append(is_true ? "true" : "false"); }
  /// Bytes that are not valid UTF-8 are replaced.
  void string(std::string_view text) { value().append_json_utf8(text); }

  /// An array with one value per item, written by `each`.
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

  /// Bytes written so far.
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
  bool follows_ = false;  // Something in the same object or array comes before.
};

}  // namespace ireereplay
