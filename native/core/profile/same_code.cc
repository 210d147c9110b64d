#include "profile/same_code.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/sha256.h"
#include "profile/each_record.h"

namespace ireereplay::profile {

namespace {

struct CodePlace {
  uint64_t executable = 0;
  uint64_t offset = 0;
  uint64_t length = 0;
};

Result<std::string> digest_of(const Bundle& bundle, const CodePlace& place) {
  constexpr uint64_t kPiece = 1 << 20;
  Sha256 digest;
  for (uint64_t at = 0; at < place.length; at += kPiece) {
    IR_ASSIGN_OR_RETURN(const auto piece, bundle.file()->read(place.offset + at, std::min(kPiece, place.length - at)));
    digest.add(piece);
  }
  return digest.finish();
}

}  // namespace

Result<SameCode> SameCode::read(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  std::vector<CodePlace> places;
  const auto visit = [&](const Chunk&, const Record& record) {
    const auto object = record.as<format::CodeObject>();
    const auto is_same = [&](const CodePlace& place) { return place.executable == object.executable_id; };
    // Of several objects of one executable the first is its code, as read_code_object() has it.
    if (object.data_length <= record.after_length && std::none_of(places.begin(), places.end(), is_same))
      places.push_back({object.executable_id, record.offset + record.fields.size(), object.data_length});
    return Status();
  };
  IR_RETURN_IF_ERROR(each_record(
      bundle, {ChunkKind::kCodeObjects}, cancelled, [](const Chunk&) { return Status(); }, visit));
  SameCode same;
  std::map<std::string, uint64_t> firsts;
  for (const CodePlace& place : places) {
    const auto is_as_long = [&](const CodePlace& other) { return other.length == place.length; };
    if (std::count_if(places.begin(), places.end(), is_as_long) == 1) continue;
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    IR_ASSIGN_OR_RETURN(const std::string digest, digest_of(bundle, place));
    const auto [found, is_new] = firsts.try_emplace(digest, place.executable);
    if (!is_new) same.others_.emplace_back(place.executable, found->second);
  }
  return same;
}

uint64_t SameCode::first(uint64_t executable) const {
  for (const auto& [other, first] : others_)
    if (other == executable) return first;
  return executable;
}

std::vector<uint64_t> SameCode::all(uint64_t first) const {
  std::vector<uint64_t> all;
  for (const auto& [other, of] : others_)
    if (of == first) all.push_back(other);
  if (!all.empty()) all.insert(all.begin(), first);
  return all;
}

}  // namespace ireereplay::profile
