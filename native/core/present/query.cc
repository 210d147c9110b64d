#include "present/query.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

#include "base/clock.h"

namespace ireereplay {

namespace {

using Field = Term::Field;

struct FieldName {
  std::string_view name;
  Field field;
};
constexpr std::array<FieldName, 12> kFields = {{{"op", Field::kOperation},
                                                {"operation", Field::kOperation},
                                                {"fn", Field::kFunction},
                                                {"function", Field::kFunction},
                                                {"obj", Field::kObject},
                                                {"object", Field::kObject},
                                                {"bytes", Field::kBytes},
                                                {"status", Field::kStatus},
                                                {"scope", Field::kScope},
                                                {"class", Field::kClass},
                                                {"record", Field::kRecord},
                                                {"text", Field::kText}}};

/// "512", "4k", "1.5MiB", "1MB": a number of bytes. Decimal prefixes are powers of 1000, binary ones of 1024.
bool parse_bytes(std::string_view text, uint64_t* out) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) return false;
  const std::string unit = lower_case(text.substr(static_cast<size_t>(end - text.data())));
  double factor = 1;
  if (!unit.empty() && unit != "b") {
    static constexpr std::string_view kPrefixes = "kmgt";
    const size_t power = kPrefixes.find(unit[0]);
    if (power == std::string_view::npos) return false;
    const std::string rest = unit.substr(1);
    const bool binary = rest == "i" || rest == "ib";
    if (!binary && !rest.empty() && rest != "b") return false;
    for (size_t i = 0; i <= power; ++i) factor *= binary ? 1024 : 1000;
  }
  value *= factor;
  if (value >= 18446744073709551616.0) return false;
  *out = static_cast<uint64_t>(value);
  return true;
}

/// Fills the term's value; a sentence when it is none.
const char* parse_value(std::string_view value, Term& term) {
  if (!value.empty() && value[0] == '!') {
    term.negated = !term.negated;
    value.remove_prefix(1);
  }
  if (value.empty()) return "a value is missing after the colon";
  switch (term.field) {
    case Field::kObject:
      return parse_query_number(value, &term.low) ? nullptr : "an object is given by its number, as in obj:4";
    case Field::kBytes:
      term.compare = take_comparison(value);
      return parse_bytes(value, &term.low) ? nullptr
                                           : "a size is a number with a unit, as in bytes:>1MB or bytes:<=64KiB";
    case Field::kRecord: {
      const size_t dots = value.find("..");
      if (dots == std::string_view::npos) {
        term.compare = take_comparison(value);
        if (!parse_query_number(value, &term.low))
          return "records are given by number, as in record:12, record:>100 or record:10..20";
        term.high = term.low;
        return nullptr;
      }
      if (!parse_query_number(value.substr(0, dots), &term.low) ||
          !parse_query_number(value.substr(dots + 2), &term.high)) {
        return "a range of records has two numbers, as in record:10..20";
      }
      return nullptr;
    }
    default:
      term.pattern = lower_case(value);
      return nullptr;
  }
}

/// Terms in the order of what they cost: columns first, then what needs the record read.
int cost(Field field) {
  switch (field) {
    case Field::kClass:
    case Field::kRecord:
      return 0;
    case Field::kOperation:
      return 1;
    case Field::kScope:
      return 2;
    default:
      return 3;
  }
}

std::string plain_text(const std::vector<Span>& spans) {
  std::string text;
  for (const Span& span : spans) text += span.text;
  return text;
}

/// Decides one query's terms for record after record.
class Matcher {
 public:
  Matcher(const CaptureIndex& index, const Query& query, RecordReader& reader, const std::atomic<bool>& cancelled)
      : index_(index), reader_(reader), cancelled_(cancelled), terms_(query.terms) {
    std::stable_sort(terms_.begin(), terms_.end(),
                     [](const Term& a, const Term& b) { return cost(a.field) < cost(b.field); });
    for (const Term& term : terms_) {
      if (term.field == Field::kOperation) operations_.push_back(OperationCache{});
      if (term.field == Field::kScope) scopes_.emplace_back(index.container_count(), Decision::kUnknown);
    }
  }

  Result<bool> matches(uint32_t record) {
    bool described = false;
    size_t operation_term = 0;
    size_t scope_term = 0;
    for (const Term& term : terms_) {
      if (cost(term.field) == 3 && !described) {
        auto description = describe_record(index_, record, reader_);
        if (!description.ok()) return description.status();
        description_ = *std::move(description);
        described = true;
      }
      bool result = false;
      if (term.field == Field::kOperation) {
        result = operation_matches(term, operations_[operation_term++], record);
      } else if (term.field == Field::kScope) {
        result = in_scope(term, scopes_[scope_term++], record);
      } else if (term.field == Field::kObject) {
        IR_ASSIGN_OR_RETURN(result, refers_to(term.low));
      } else {
        result = term_matches(term, record);
      }
      if (result == term.negated) return false;
    }
    return true;
  }

 private:
  enum class Decision : uint8_t { kUnknown, kNo, kYes };
  /// For each operation code below 512: names are matched once each.
  using OperationCache = std::array<Decision, 512>;
  /// For each container of the index, whether it or one above it is such a scope.
  using ScopeCache = std::vector<Decision>;

  bool operation_matches(const Term& term, OperationCache& cache, uint32_t record) {
    const uint32_t code = static_cast<uint32_t>(index_.operation(record));
    if (index_.type(record) != format::RecordType::kOperation &&
        index_.type(record) != format::RecordType::kUnsupported) {
      return matches_pattern(term.pattern, name(index_.type(record)));
    }
    if (code >= cache.size()) return matches_pattern(term.pattern, "unknown");
    if (cache[code] == Decision::kUnknown)
      cache[code] = matches_pattern(term.pattern, name(index_.operation(record))) ? Decision::kYes : Decision::kNo;
    return cache[code] == Decision::kYes;
  }

  bool term_matches(const Term& term, uint32_t record) {
    switch (term.field) {
      case Field::kRecord:
        return term.high != term.low ? record >= term.low && record <= term.high
                                     : holds(term.compare, record, term.low);
      case Field::kClass:
        return matches_pattern(term.pattern, name(index_.record_class(record)));
      case Field::kBytes:
        return description_.has_bytes && holds(term.compare, description_.bytes, term.low);
      case Field::kStatus:
        return lower_case(status_code_name(description_.frame.header.status_code)) == term.pattern;
      case Field::kFunction:
        return index_.record_class(record) == RecordClass::kDispatch &&
               matches_pattern(term.pattern, plain_text(description_.target));
      case Field::kText:
        return matches_pattern(term.pattern, name(index_.operation(record))) ||
               matches_pattern(term.pattern, plain_text(description_.target)) ||
               matches_pattern(term.pattern, plain_text(description_.details));
      case Field::kOperation:
      case Field::kScope:
      case Field::kObject:
        break;
    }
    return false;
  }

  bool is_scope(const Term& term, uint32_t record) const {
    const std::string_view scope = index_.scope_name(record);
    return !scope.empty() && matches_pattern(term.pattern, scope);
  }

  bool in_scope(const Term& term, ScopeCache& cache, uint32_t record) const {
    if (is_scope(term, record)) return true;
    const uint32_t parent = index_.parent(record);
    if (parent == kNoRecord) return false;
    const uint32_t container = index_.container_at(parent);
    if (container == CaptureIndex::kNoContainer) return in_scope(term, cache, parent);
    if (cache[container] == Decision::kUnknown)
      cache[container] = in_scope(term, cache, parent) ? Decision::kYes : Decision::kNo;
    return cache[container] == Decision::kYes;
  }

  Result<bool> refers_to(uint64_t id) {
    const format::RecordHeader& header = description_.frame.header;
    if (header.object_id == id || header.related_object_id == id || header.device_id == id) return true;
    const auto links = [id](const std::vector<Span>& spans) {
      return std::any_of(spans.begin(), spans.end(), [id](const Span& span) { return span.object == id; });
    };
    if (links(description_.target) || links(description_.details)) return true;
    return binds(id);
  }

  /// Bindings are not part of a description: there may be as many as the file has room for.
  Result<bool> binds(uint64_t id) {
    constexpr uint64_t kRefsAtOnce = 2048;
    if (id == format::kNoObject) return false;
    const PartRange& bindings = description_.bindings;
    const uint64_t count = bindings.length / sizeof(format::BufferRef);
    for (uint64_t done = 0; done < count; done += kRefsAtOnce) {
      if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      const uint64_t part = std::min(kRefsAtOnce, count - done);
      IR_ASSIGN_OR_RETURN(const Bytes refs,
                          reader_.payload_part(description_.frame, bindings.offset + done * sizeof(format::BufferRef),
                                               part * sizeof(format::BufferRef)));
      for (uint64_t i = 0; i < part; ++i) {
        if (load<format::BufferRef>(refs, i * sizeof(format::BufferRef)).buffer_id == id) return true;
      }
    }
    return false;
  }

  const CaptureIndex& index_;
  RecordReader& reader_;
  const std::atomic<bool>& cancelled_;
  std::vector<Term> terms_;
  std::vector<OperationCache> operations_;
  std::vector<ScopeCache> scopes_;
  RecordDescription description_;
};

}  // namespace

bool parse_query(std::string_view text, Query* out, QueryMistake* mistake) {
  out->terms.clear();
  size_t at = 0;
  size_t begin = 0;
  std::string word;
  while (next_query_word(text, at, &word, &begin)) {
    if (word.empty()) continue;
    Term term;
    std::string_view rest = word;
    if (rest.size() > 1 && rest[0] == '-') {
      term.negated = true;
      rest.remove_prefix(1);
    }
    if (const size_t colon = rest.find(':'); colon != std::string_view::npos && colon > 0) {
      const std::string field_name = lower_case(rest.substr(0, colon));
      const auto field = std::find_if(kFields.begin(), kFields.end(),
                                      [&](const FieldName& candidate) { return candidate.name == field_name; });
      if (field != kFields.end()) {
        term.field = field->field;
        if (const char* message = parse_value(rest.substr(colon + 1), term)) {
          *mistake = {message, begin, at};
          return false;
        }
        out->terms.push_back(std::move(term));
        continue;
      }
      if (std::all_of(field_name.begin(), field_name.end(), [](char c) { return c >= 'a' && c <= 'z'; })) {
        *mistake = {"there is no field \"" + field_name +
                        "\": fields are op, fn, obj, bytes, status, scope, class, record, text",
                    begin, begin + colon};
        return false;
      }
    }
    term.pattern = lower_case(rest);
    out->terms.push_back(std::move(term));
  }
  return true;
}

uint32_t RecordSet::rank(uint32_t record) const {
  uint32_t count = 0;
  const size_t word = std::min<size_t>(record / 64, words_.size());
  for (size_t i = 0; i < word; ++i) count += static_cast<uint32_t>(std::popcount(words_[i]));
  if (word < words_.size() && record % 64 != 0)
    count += static_cast<uint32_t>(std::popcount(words_[word] & ((1ull << (record % 64)) - 1)));
  return count;
}

Result<RecordSet> search_records(const CaptureIndex& index, const Query& query, RecordReader& reader,
                                 const std::atomic<bool>& cancelled, uint32_t* match_count,
                                 const std::function<void(const SearchProgress&)>& progress) {
  constexpr uint64_t kProgressIntervalNs = 30'000'000;
  constexpr uint32_t kRecordsPerLook = 256;
  RecordSet set(index.size());
  Matcher matcher(index, query, reader, cancelled);
  *match_count = 0;
  uint64_t last = now_ns();
  for (uint32_t record = 0; record < index.size(); ++record) {
    if (record % kRecordsPerLook == 0) {
      if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      if (progress && now_ns() - last > kProgressIntervalNs) {
        progress({*match_count, record});
        last = now_ns();
      }
    }
    IR_ASSIGN_OR_RETURN(const bool matched, matcher.matches(record));
    if (!matched) continue;
    set.insert(record);
    ++*match_count;
  }
  return set;
}

}  // namespace ireereplay
