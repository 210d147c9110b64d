// Whether a text is JSON (RFC 8259): the extension host parses what the core writes.
#pragma once

#include <string_view>

namespace ireereplay {

class JsonCheck {
 public:
  /// True when `text` is one JSON value and nothing else.
  static bool is_json(std::string_view text) {
    JsonCheck check(text);
    return check.value(0) && check.text_.empty();
  }

 private:
  explicit JsonCheck(std::string_view text) : text_(text) {}

  bool take(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool take(std::string_view word) {
    if (text_.substr(0, word.size()) != word) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  bool value(int depth) {
    if (depth > 32 || text_.empty()) return false;
    switch (text_[0]) {
      case '{':
        return list('{', '}', [&] { return string() && take(':') && value(depth + 1); });
      case '[':
        return list('[', ']', [&] { return value(depth + 1); });
      case '"':
        return string();
      default:
        return take("true") || take("false") || take("null") || number();
    }
  }

  template <typename Item>
  bool list(char open, char close, Item item) {
    if (!take(open)) return false;
    if (take(close)) return true;
    do {
      if (!item()) return false;
    } while (take(','));
    return take(close);
  }

  bool string() {
    if (!take('"')) return false;
    while (!text_.empty() && text_[0] != '"') {
      if (static_cast<unsigned char>(text_[0]) < 0x20) return false;
      const bool escape = text_[0] == '\\';
      text_.remove_prefix(1);
      if (!escape) continue;
      if (text_.empty() || std::string_view("\"\\/bfnrtu").find(text_[0]) == std::string_view::npos) return false;
      text_.remove_prefix(1);
    }
    return take('"');
  }

  bool number() {
    size_t length = 0;
    while (length < text_.size() && std::string_view("-+.eE0123456789").find(text_[length]) != std::string_view::npos)
      ++length;
    text_.remove_prefix(length);
    return length > 0;
  }

  std::string_view text_;
};

}  // namespace ireereplay
