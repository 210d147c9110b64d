#include "base/json_value.h"

#include <charconv>

#include "base/text.h"
#include "base/utf8.h"

namespace ireereplay {

namespace {

constexpr int kMostDepth = 32;

class JsonParser {
 public:
  explicit JsonParser(std::string_view text) : text_(text) {}

  Result<JsonValue> whole() {
    if (valid_utf8(text_) != text_) return wrong("it is not valid UTF-8");
    JsonValue value;
    IR_RETURN_IF_ERROR(parse(&value, 0));
    skip_space();
    if (at_ < text_.size()) return wrong("there is unexpected text after the value");
    return value;
  }

 private:
  Status wrong(std::string_view what) const {
    return Status(StatusCode::kInvalidArgument, "it is not JSON: " + std::string(what)).at(kNoPlace, at_);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  /// The same after white space.
  bool take_mark(char mark) {
    skip_space();
    return take(std::string_view(&mark, 1));
  }

  Status parse(JsonValue* value, int depth) {
    if (depth == kMostDepth) return wrong("values are nested more than 32 levels deep");
    skip_space();
    const auto word = [&](std::string_view text, JsonValue::Kind kind) {
      value->kind = kind;
      return take(text) ? Status() : wrong("a value is missing");
    };
    switch (peek()) {
      case '{':
        return object(value, depth);
      case '[':
        return array(value, depth);
      case '"':
        value->kind = JsonValue::Kind::kString;
        return string(&value->text);
      case 't':
        return word("true", JsonValue::Kind::kTrue);
      case 'f':
        return word("false", JsonValue::Kind::kFalse);
      case 'n':
        return word("null", JsonValue::Kind::kNull);
      default:
        value->kind = JsonValue::Kind::kNumber;
        return number(&value->text);
    }
  }

  Status object(JsonValue* value, int depth) {
    value->kind = JsonValue::Kind::kObject;
    ++at_;
    if (take_mark('}')) return Status();
    do {
      skip_space();
      auto& [key, member] = value->members.emplace_back();
      IR_RETURN_IF_ERROR(string(&key));
      if (!take_mark(':')) return wrong("a colon is missing");
      IR_RETURN_IF_ERROR(parse(&member, depth + 1));
    } while (take_mark(','));
    return take_mark('}') ? Status() : wrong("a comma or the end of an object is missing");
  }

  Status array(JsonValue* value, int depth) {
    value->kind = JsonValue::Kind::kArray;
    ++at_;
    if (take_mark(']')) return Status();
    do {
      IR_RETURN_IF_ERROR(parse(&value->items.emplace_back(), depth + 1));
    } while (take_mark(','));
    return take_mark(']') ? Status() : wrong("a comma or the end of an array is missing");
  }

  /// Digits: at least one.
  bool digits() {
    const size_t begin = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ > begin;
  }

  Status number(std::string* text) {
    const size_t begin = at_;
    take("-");
    const bool is_zero = take("0");
    if (!is_zero && !digits()) return wrong("a value is missing");
    if (take(".") && !digits()) return wrong("digits are missing");
    if (take("e") || take("E")) {
      if (!take("+")) take("-");
      if (!digits()) return wrong("digits are missing");
    }
    *text = text_.substr(begin, at_ - begin);
    return Status();
  }

  Status string(std::string* text) {
    if (!take("\"")) return wrong("a name is missing");
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return Status();
      }
      if (static_cast<unsigned char>(c) < 0x20) return wrong("a string contains a control character");
      if (c == '\\') {
        IR_RETURN_IF_ERROR(escape(text));
      } else {
        text->push_back(c);
        ++at_;
      }
    }
    return wrong("a string is not terminated");
  }

  Status escape(std::string* text) {
    static constexpr std::string_view kEscapes = "\"\\/bfnrt";
    static constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    ++at_;
    const size_t place = at_ < text_.size() ? kEscapes.find(text_[at_]) : std::string_view::npos;
    if (place != std::string_view::npos) {
      ++at_;
      text->push_back(kMeant[place]);
      return Status();
    }
    uint32_t unit = 0;
    if (!unit_of(&unit)) return wrong("an escape sequence is invalid");
    if (unit >= 0xd800 && unit < 0xe000) {
      uint32_t low = 0;
      if (unit >= 0xdc00 || !take("\\") || !unit_of(&low) || low < 0xdc00 || low >= 0xe000)
        return wrong("half of a surrogate pair is missing");
      unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }
    append_character(unit, text);
    return Status();
  }

  /// "u" and four hexadecimal digits.
  bool unit_of(uint32_t* unit) {
    if (!take("u") || text_.size() - at_ < 4) return false;
    const char* const begin = text_.data() + at_;
    if (std::from_chars(begin, begin + 4, *unit, 16).ptr != begin + 4) return false;
    at_ += 4;
    return true;
  }

  const std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  for (const JsonMember& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

std::optional<JsonInteger> JsonValue::integer() const {
  if (kind != Kind::kNumber) return std::nullopt;
  const char* const end = text.data() + text.size();
  JsonInteger found;
  if (text[0] == '-') {
    int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (stop != end || error != std::errc()) return std::nullopt;
    found.bits = static_cast<uint64_t>(number);
    found.is_negative = number < 0;
    return found;
  }
  const auto [stop, error] = std::from_chars(text.data(), end, found.bits);
  if (stop != end || error != std::errc()) return std::nullopt;
  return found;
}

Result<JsonValue> parse_json(std::string_view text) { return JsonParser(text).whole(); }

}  // namespace ireereplay
