// The protocol's DetailSection list as JSON: sections of named fields, and tables.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "capture/description.h"

namespace ireereplay {

/// What a field or a cell of a table shows.
using Cell = std::vector<Span>;

/// Writes section after section; each begins with begin_fields or begin_table, and ends with end.
class SectionWriter {
 public:
  explicit SectionWriter(Text& out) : out_(out) {}

  void begin_fields(std::string_view title, std::string_view note = {}) {
    begin("fields", title, note, ",\"fields\":[");
  }
  void field(std::string_view name, const Cell& value, uint64_t offset = 0, uint64_t length = 0) {
    separate();
    out_.append("{\"name\":");
    out_.append_json_utf8(name);
    out_.append(",\"value\":");
    append_json_spans(out_, value);
    if (length > 0) {
      out_.append(",\"range\":{\"offset\":");
      out_.append_dec(offset);
      out_.append(",\"length\":");
      out_.append_dec(length);
      out_.append('}');
    }
    out_.append('}');
  }
  struct Column {
    std::string_view name;
    bool numeric = false;
  };
  void begin_table(std::string_view title, std::string_view note, std::initializer_list<Column> columns) {
    begin("table", title, note, ",\"columns\":[");
    for (const Column& column : columns) {
      separate();
      out_.append("{\"name\":");
      out_.append_json_utf8(column.name);
      out_.append(column.numeric ? ",\"numeric\":true}" : ",\"numeric\":false}");
    }
    out_.append("],\"rows\":[");
    first_ = true;
  }
  void row(std::initializer_list<Cell> cells) {
    separate();
    out_.append('[');
    bool first = true;
    for (const Cell& cell : cells) {
      if (!first) out_.append(',');
      first = false;
      append_json_spans(out_, cell);
    }
    out_.append(']');
  }
  void end() { out_.append("]}"); }

 private:
  void begin(std::string_view kind, std::string_view title, std::string_view note, std::string_view list) {
    if (any_) out_.append(',');
    any_ = true;
    first_ = true;
    out_.append("{\"kind\":\"");
    out_.append(kind);
    out_.append("\",\"title\":");
    out_.append_json_utf8(title);
    if (!note.empty()) {
      out_.append(",\"note\":");
      out_.append_json_utf8(note);
    }
    out_.append(list);
  }
  void separate() {
    if (!first_) out_.append(',');
    first_ = false;
  }

  Text& out_;
  bool any_ = false;
  bool first_ = true;
};

}  // namespace ireereplay
