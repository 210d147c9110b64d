#include "neighbour/torch/event_reader.h"

namespace ireereplay::neighbour::torch {

namespace {

/// The members of the object at `scanner`; `member(key)` reads the value.
template <typename Member>
bool read_members(JsonScanner* scanner, Member member) {
  if (!scanner->take('{')) return false;
  if (scanner->take('}')) return true;
  do {
    JsonString key;
    if (!scanner->string(&key) || !scanner->take(':') || !member(key.text)) return false;
  } while (scanner->take(','));
  return scanner->take('}');
}

class EventReader {
 public:
  EventReader(JsonScanner* scanner, WrittenEvent* event) : scanner_(*scanner), event_(*event) {}

  bool read() {
    return read_members(&scanner_, [&](std::string_view key) { return member(key); });
  }

 private:
  bool member(std::string_view key) {
    switch (key.size()) {
      case 2:
        if (key == "ph") return phase();
        if (key == "ts") return time(key, &event_.begin_ns);
        if (key == "id") return integer(key, &event_.id);
        break;
      case 3:
        if (key == "cat") return text(key, &event_.category);
        if (key == "pid") return id(key, &event_.process);
        if (key == "tid") return id(key, &event_.thread);
        if (key == "dur") return time(key, &event_.duration_ns);
        break;
      case 4:
        if (key == "name") return text(key, &event_.name);
        if (key == "args") {
          // Not an object: nothing is said of the event, which it can do without.
          if (scanner_.peek() != '{') return odd(key);
          return read_members(&scanner_, [&](std::string_view argument) { return this->argument(argument); });
        }
        break;
      default:
        break;
    }
    return scanner_.skip_value();
  }

  bool argument(std::string_view key) {
    switch (key.size()) {
      case 4:
        if (key == "grid") return list(key, &event_.grid);
        if (key == "name") return text(key, &event_.named);
        if (key == "Addr") return integer(key, &event_.address);
        break;
      case 5:
        if (key == "block") return list(key, &event_.block);
        if (key == "bytes" || key == "Bytes") return integer(key, &event_.bytes);
        break;
      case 6:
        if (key == "device") return integer(key, &event_.device);
        if (key == "stream") return integer(key, &event_.stream);
        if (key == "labels") return text(key, &event_.labels);
        break;
      case 9:
        if (key == "Device Id") return integer(key, &event_.device_id);
        if (key == "Python id") return integer(key, &event_.python_id);
        break;
      case 10:
        // PyTorch 1.8 wrote "Input dims".
        if (key == "Input Dims" || key == "Input dims") return list(key, &event_.input_dims);
        if (key == "Input type") return list(key, &event_.input_types);
        if (key == "sort_index") return integer(key, &event_.sort_index);
        break;
      case 11:
        if (key == "External id" || key == "external id") return integer(key, &event_.external_id);
        if (key == "correlation") return integer(key, &event_.correlation);
        if (key == "Device Type") return integer(key, &event_.device_type);
        break;
      case 13:
        if (key == "Input Strides") return list(key, &event_.input_strides);
        if (key == "Fwd thread id") return integer(key, &event_.forward_thread);
        break;
      case 14:
        if (key == "Total Reserved") return integer(key, &event_.total_reserved);
        break;
      case 15:
        if (key == "Concrete Inputs") return list(key, &event_.concrete_inputs);
        if (key == "Sequence number") return integer(key, &event_.sequence_number);
        if (key == "Total Allocated") return integer(key, &event_.total_allocated);
        break;
      case 16:
        if (key == "Python parent id") return integer(key, &event_.python_parent_id);
        if (key == "Python module id") return integer(key, &event_.python_module_id);
        break;
      default:
        break;
    }
    return scanner_.skip_value();
  }

  /// Passes over a value that is not what `key` has to have.
  bool odd(std::string_view key) {
    if (event_.odd_key.empty()) event_.odd_key = key;
    return scanner_.skip_value();
  }

  bool phase() {
    if (scanner_.peek() != '"') return odd("ph");
    JsonString found;
    if (!scanner_.string(&found)) return false;
    if (found.text.size() == 1) {
      event_.phase = found.text[0];
    } else if (event_.odd_key.empty()) {
      event_.odd_key = "ph";
    }
    return true;
  }

  bool text(std::string_view key, JsonString* found) {
    return scanner_.peek() == '"' ? scanner_.string(found) : odd(key);
  }

  bool list(std::string_view key, std::string_view* found) {
    return scanner_.peek() == '[' ? scanner_.value(found) : odd(key);
  }

  /// A number, in quotes or not.
  bool number(std::string_view* found) {
    if (scanner_.peek() != '"') return scanner_.scalar(found);
    JsonString quoted;
    if (!scanner_.string(&quoted)) return false;
    *found = quoted.text;
    return true;
  }

  template <typename T>
  bool converted(std::string_view key, std::optional<T> (*convert)(std::string_view), std::optional<T>* found) {
    if (const char next = scanner_.peek(); next == '{' || next == '[') return odd(key);
    std::string_view written;
    if (!number(&written)) return false;
    // Such as the parent of a Python function that has none.
    if (written == "null") return true;
    *found = convert(written);
    if (!*found && event_.odd_key.empty()) event_.odd_key = key;
    return true;
  }

  bool integer(std::string_view key, std::optional<int64_t>* found) {
    return converted(key, unsigned_or_signed, found);
  }
  bool time(std::string_view key, std::optional<int64_t>* found) { return converted(key, nanoseconds, found); }

  /// Addresses may be above 2^63: all 64 bits are kept.
  static std::optional<int64_t> unsigned_or_signed(std::string_view text) {
    if (const auto number = whole_number(text)) return number;
    if (const auto number = natural_number(text)) return static_cast<int64_t>(*number);
    return std::nullopt;
  }

  bool id(std::string_view key, WrittenId* found) {
    const char next = scanner_.peek();
    if (next == '{' || next == '[') return odd(key);
    if (next == '"') return scanner_.string(&found->text);
    if (!scanner_.scalar(&found->text.text)) return false;
    found->number = whole_number(found->text.text);
    return true;
  }

  JsonScanner& scanner_;
  WrittenEvent& event_;
};

}  // namespace

bool read_event(JsonScanner* scanner, WrittenEvent* event) { return EventReader(scanner, event).read(); }

}  // namespace ireereplay::neighbour::torch
