#include "hal/local/perturbation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/chance.h"

namespace ireereplay::replay {

namespace {

/// What changes places is no farther apart than this: neighbours in a file of parameters are of one tensor, mostly.
constexpr size_t kNear = 4096;
constexpr size_t kWord = sizeof(uint32_t);
/// From so many bytes on two words move together, as numbers of eight bytes have to.
constexpr size_t kPaired = 64;

uint32_t word_at(const uint8_t* at) {
  uint32_t word;
  std::memcpy(&word, at, kWord);
  return word;
}

bool is_zero(uint32_t word) { return (word & 0x7FFFFFFF) == 0; }

/// Whether a word may be a float, or two bfloat16: its magnitude lies between 2^-40 and 2^40, which that of no integer
/// below 700 million does, nor that of text.
bool may_be_float(uint32_t word) {
  const uint32_t exponent = (word >> 23) & 0xFF;
  return exponent >= 127 - 40 && exponent <= 127 + 40;
}

/// The same of the upper word of a double.
bool may_be_double(uint32_t upper) {
  const uint32_t exponent = (upper >> 20) & 0x7FF;
  return exponent >= 1023 - 40 && exponent <= 1023 + 40;
}

/// Whether a word may be two float16: of each the magnitude lies between 2^-14 and 2^5, which that of text does not.
bool may_be_halves(uint32_t word) {
  const auto may_be_half = [](uint32_t half) {
    const uint32_t exponent = (half >> 10) & 0x1F;
    return exponent >= 1 && exponent < 15 + 5;
  };
  return may_be_half(word >> 16) && may_be_half(word & 0xFFFF);
}

enum class Kind : uint8_t { kUnknown, kFloats, kDoubles, kHalves };

/// What most of what is not zero is; kUnknown where it may be an integer.
Kind kind_of(std::span<const uint8_t> bytes) {
  // Small enough for an index or a size.
  constexpr uint32_t kSmall = 1 << 24;
  size_t words = 0, floats = 0, halves = 0;
  size_t pairs = 0, doubles = 0, lower_floats = 0;
  for (size_t at = 0; at + kWord <= bytes.size(); at += kWord) {
    const uint32_t word = word_at(bytes.data() + at);
    words += !is_zero(word);
    floats += may_be_float(word);
    halves += may_be_halves(word);
    if (at % (2 * kWord) == 0) continue;
    const uint32_t lower = word_at(bytes.data() + at - kWord);
    pairs += (lower | word) != 0;
    doubles += may_be_double(word) && (lower == 0 || lower >= kSmall);
    lower_floats += may_be_float(lower);
  }
  if (words == 0) return Kind::kUnknown;
  // Of two floats the second looks like a double's half, too, but so does the first.
  if (pairs != 0 && doubles * 20 >= pairs * 19 && lower_floats * 4 < pairs * 3) return Kind::kDoubles;
  if (floats * 4 >= words * 3) return Kind::kFloats;
  return halves * 20 >= words * 19 ? Kind::kHalves : Kind::kUnknown;
}

/// Whether a unit of one or two words may move: one that has a zero, which may be an index as well, may not.
bool may_move(Kind kind, const uint8_t* unit, size_t size) {
  if (kind == Kind::kDoubles) return may_be_double(word_at(unit + kWord));
  const auto may_be = kind == Kind::kFloats ? may_be_float : may_be_halves;
  return may_be(word_at(unit)) && may_be(word_at(unit + size - kWord));
}

size_t signs_of(Kind kind, const uint8_t* unit, size_t size) {
  const uint32_t last = word_at(unit + size - kWord) >> 31;
  return kind == Kind::kDoubles ? last : last << 1 | word_at(unit) >> 31;
}

/// Units of one sign that may change places, by where they begin.
struct Group {
  std::array<uint16_t, kNear / kWord> at;
  size_t count = 0;
};

std::array<Group, 4> groups_of(Kind kind, std::span<const uint8_t> bytes, size_t size) {
  std::array<Group, 4> groups;
  for (size_t at = 0; at + size <= bytes.size(); at += size) {
    const uint8_t* const unit = bytes.data() + at;
    if (!may_move(kind, unit, size)) continue;
    Group& group = groups[signs_of(kind, unit, size)];
    group.at[group.count++] = static_cast<uint16_t>(at);
  }
  return groups;
}

/// False where all of them are the same.
bool change_places(const Group& group, std::span<uint8_t> bytes, size_t size, Chance* chance) {
  uint8_t* const base = bytes.data();
  const auto is_first = [&](uint16_t at) { return std::memcmp(base + at, base + group.at[0], size) == 0; };
  if (std::all_of(group.at.begin(), group.at.begin() + group.count, is_first)) return false;
  // Each with one before it, and never itself (Sattolo, "An algorithm to generate a random cyclic permutation", 1986).
  for (size_t i = group.count - 1; i > 0; --i) {
    uint8_t* const other = base + group.at[chance->below(i)];
    std::swap_ranges(base + group.at[i], base + group.at[i] + size, other);
  }
  return true;
}

/// Scales numbers that are all the same. Two equal halves are of two bytes: those stay.
void scale(Kind kind, const Group& group, std::span<uint8_t> bytes, size_t size, float by) {
  for (size_t i = 0; i < group.count; ++i) {
    uint8_t* const unit = bytes.data() + group.at[i];
    if (kind == Kind::kDoubles) {
      double number;
      std::memcpy(&number, unit, sizeof(number));
      number *= by;
      std::memcpy(unit, &number, sizeof(number));
      continue;
    }
    for (uint8_t* at = unit; at < unit + size; at += kWord) {
      const uint32_t word = word_at(at);
      if (kind == Kind::kHalves || (word >> 16) == (word & 0xFFFF)) continue;
      const float number = std::bit_cast<float>(word) * by;
      std::memcpy(at, &number, kWord);
    }
  }
}

void perturb_near(std::span<uint8_t> bytes, float by, Chance* chance) {
  const Kind kind = kind_of(bytes);
  if (kind == Kind::kUnknown) return;
  const size_t size = kind == Kind::kDoubles || bytes.size() >= kPaired ? 2 * kWord : kWord;
  const std::array<Group, 4> groups = groups_of(kind, bytes, size);
  bool changed = false;
  for (const Group& group : groups) changed |= group.count != 0 && change_places(group, bytes, size, chance);
  if (changed) return;
  for (const Group& group : groups) scale(kind, group, bytes, size, by);
}

}  // namespace

void perturb(std::span<uint8_t> bytes, uint64_t key) {
  Chance chance(key);
  const float by = 0.5f + 0.5f * static_cast<float>(1 + chance.below(254)) / 256.0f;
  for (size_t from = 0; from < bytes.size(); from += kNear)
    perturb_near(bytes.subspan(from, std::min(kNear, bytes.size() - from)), by, &chance);
}

}  // namespace ireereplay::replay
