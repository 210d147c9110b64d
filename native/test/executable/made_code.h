// Machine code put together from pieces, and listed: for tests of what is found in the instructions of a function.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "executable/code_listing.h"

namespace ireereplay::test {

/// x86-64 code with places to jump to. Jumps and branches are 5 and 6 bytes long, a pause and a return 1.
class MadeCode {
 public:
  static constexpr uint64_t kAddress = 0x1000;

  /// Jumps to `place` lead here.
  void put(uint32_t place) {
    if (places_.size() <= place) places_.resize(place + 1);
    places_[place] = here();
  }
  /// The address where the next instruction will be.
  uint64_t here() const { return kAddress + bytes_.size(); }
  uint64_t at(uint32_t place) const { return places_.at(place); }

  void add(std::initializer_list<uint8_t> instruction) { bytes_.insert(bytes_.end(), instruction); }
  void pause() { add({0x90}); }
  void leave() { add({0xC3}); }
  /// jne
  uint64_t branch(uint32_t place) { return lead({0x0F, 0x85}, place); }
  /// jmp
  uint64_t jump(uint32_t place) { return lead({0xE9}, place); }

  /// Its bytes stay here.
  CodeListing list() {
    for (const auto& [offset, place] : leads_) {
      const auto distance = static_cast<uint32_t>(places_.at(place) - (kAddress + offset + 4));
      for (size_t i = 0; i < 4; ++i) bytes_[offset + i] = static_cast<uint8_t>(distance >> 8 * i);
    }
    CodeListing listing;
    listing.architecture = "x86_64";
    listing.function.name = "made";
    listing.function.address = kAddress;
    listing.function.size = bytes_.size();
    const InstructionDecoder decoder;
    for (size_t at = 0; at < bytes_.size();) {
      ListedInstruction& each = listing.instructions.emplace_back();
      each.instruction = decoder.decode(Bytes(bytes_).subspan(at), kAddress + at);
      each.bytes = Bytes(bytes_).subspan(at, each.instruction.length);
      at += each.instruction.length;
    }
    return listing;
  }

 private:
  uint64_t lead(std::initializer_list<uint8_t> opcode, uint32_t place) {
    const uint64_t address = here();
    add(opcode);
    leads_.emplace_back(bytes_.size(), place);
    add({0, 0, 0, 0});
    return address;
  }

  std::vector<uint8_t> bytes_;
  std::vector<uint64_t> places_;
  std::vector<std::pair<size_t, uint32_t>> leads_;  // Where distances are, and to what.
};

}  // namespace ireereplay::test
