// The little language that finds records: "op:dispatch fn:*matmul* obj:4 bytes:>1MB status:!OK", and free text.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/query_words.h"
#include "base/status.h"
#include "capture/index.h"
#include "present/description.h"

namespace ireereplay {

/// One condition. All of a query's conditions must hold.
struct Term {
  enum class Field : uint8_t { kText, kOperation, kFunction, kObject, kBytes, kStatus, kScope, kClass, kRecord };

  Field field = Field::kText;
  /// "!value" or "-field:value".
  bool negated = false;
  Comparison compare = Comparison::kEqual;
  /// Lower-case pattern with * and ?; a pattern without them matches anywhere in the text.
  std::string pattern;
  /// Bounds for numbers: an id, a size in bytes, record numbers.
  uint64_t low = 0;
  uint64_t high = 0;
};

struct Query {
  std::vector<Term> terms;
  bool empty() const { return terms.empty(); }
};

/// Parses `text`. Returns false and fills `mistake` when it is no query.
bool parse_query(std::string_view text, Query* out, QueryMistake* mistake);

/// One bit a record.
class RecordSet {
 public:
  explicit RecordSet(uint32_t size = 0) : words_((uint64_t{size} + 63) / 64) {}
  void insert(uint32_t record) { words_[record / 64] |= 1ull << (record % 64); }
  bool contains(uint32_t record) const {
    return record / 64 < words_.size() && (words_[record / 64] >> (record % 64) & 1) != 0;
  }
  /// Number of members below `record`.
  uint32_t rank(uint32_t record) const;

 private:
  std::vector<uint64_t> words_;
};

struct SearchProgress {
  uint32_t matches;
  uint32_t searched;
};

/// Finds the records that match. `progress` is called from this thread about every 30 ms. Conditions that the index
/// can decide are decided there; records are read only when the others need it. CANCELLED when `cancelled` is set.
Result<RecordSet> search_records(const CaptureIndex& index, const Query& query, RecordReader& reader,
                                 const std::atomic<bool>& cancelled, uint32_t* match_count,
                                 const std::function<void(const SearchProgress&)>& progress);

}  // namespace ireereplay
