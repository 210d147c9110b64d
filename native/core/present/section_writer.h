// The protocol's DetailSection list as JSON: sections of named fields, and tables.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "present/description.h"

namespace ireereplay {

/// What a field or a cell of a table shows.
using Cell = std::vector<Span>;

/// Writes section after section into an array; each begins with begin_fields or begin_table, and ends with end.
class SectionWriter {
 public:
  explicit SectionWriter(JsonWriter& json) : json_(json) {}

  void begin_fields(std::string_view title, std::string_view note = {}) {
    begin("fields", title, note);
    json_.key("fields").begin_array();
  }
  /// Whether a field says anything: what is zero, empty or none is shown on demand.
  enum class Says : uint8_t { kSomething, kNothing };
  void field(std::string_view name, const Cell& value, uint64_t offset = 0, uint64_t length = 0,
             Says says = Says::kSomething) {
    json_.begin_object();
    json_.key("name").string(name);
    write_spans(json_.key("value"), value);
    if (says == Says::kNothing) json_.key("idle").boolean(true);
    if (length > 0) {
      json_.key("range").begin_object();
      json_.key("offset").number(offset);
      json_.key("length").number(length);
      json_.end_object();
    }
    json_.end_object();
  }
  struct Column {
    std::string_view name;
    bool numeric = false;
  };
  void begin_table(std::string_view title, std::string_view note, std::initializer_list<Column> columns) {
    begin("table", title, note);
    json_.key("columns").array(columns, [&](const Column& column) {
      json_.begin_object();
      json_.key("name").string(column.name);
      json_.key("numeric").boolean(column.numeric);
      json_.end_object();
    });
    json_.key("rows").begin_array();
  }
  void row(std::initializer_list<Cell> cells) {
    json_.array(cells, [&](const Cell& cell) { write_spans(json_, cell); });
  }
  void end() {
    json_.end_array();
    json_.end_object();
  }

 private:
  void begin(std::string_view kind, std::string_view title, std::string_view note) {
    json_.begin_object();
    json_.key("kind").string(kind);
    json_.key("title").string(title);
    if (!note.empty()) json_.key("note").string(note);
  }

  JsonWriter& json_;
};

}  // namespace ireereplay
