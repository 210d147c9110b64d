// The query language on any text.
#include <string_view>

#include "present/query.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Nobody types more; matching takes the product of both lengths.
  if (size > 8192) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ireereplay::Query query;
  ireereplay::QueryMistake mistake;
  if (!ireereplay::parse_query(text, &query, &mistake)) {
    if (mistake.message.empty() || mistake.begin > mistake.end || mistake.end > size) __builtin_trap();
    return 0;
  }
  for (const ireereplay::Term& term : query.terms) {
    if (!term.pattern.empty() && !ireereplay::matches_pattern("*" + term.pattern + "*", term.pattern)) __builtin_trap();
    (void)ireereplay::matches_pattern(term.pattern, text);
  }
  return 0;
}
