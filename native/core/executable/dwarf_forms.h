// How DWARF stores the values of attributes: the numbers of its forms, and the skipping of what nobody reads.
#pragma once

#include <cstdint>

#include "executable/dwarf_cursor.h"

namespace ireereplay::dwarf_form {

/// DW_FORM_*, of version 5 and of GNU's extensions to version 4.
enum : uint64_t {
  kAddressForm = 0x01,
  kBlock2 = 0x03,
  kBlock4 = 0x04,
  kData2 = 0x05,
  kData4 = 0x06,
  kData8 = 0x07,
  kInlineText = 0x08,
  kBlock = 0x09,
  kBlock1 = 0x0A,
  kData1 = 0x0B,
  kFlag = 0x0C,
  kSdata = 0x0D,
  kStrp = 0x0E,
  kUdata = 0x0F,
  kRefAddr = 0x10,
  kRef1 = 0x11,
  kRef2 = 0x12,
  kRef4 = 0x13,
  kRef8 = 0x14,
  kRefUdata = 0x15,
  kIndirect = 0x16,
  kSecOffset = 0x17,
  kExprloc = 0x18,
  kFlagPresent = 0x19,
  kStrx = 0x1A,
  kAddrx = 0x1B,
  kRefSup4 = 0x1C,
  kStrpSup = 0x1D,
  kData16 = 0x1E,
  kLineStrp = 0x1F,
  kRefSig8 = 0x20,
  kImplicitConst = 0x21,
  kLoclistx = 0x22,
  kRnglistx = 0x23,
  kRefSup8 = 0x24,
  kStrx1 = 0x25,
  kStrx2 = 0x26,
  kStrx3 = 0x27,
  kStrx4 = 0x28,
  kAddrx1 = 0x29,
  kAddrx2 = 0x2A,
  kAddrx3 = 0x2B,
  kAddrx4 = 0x2C,
  kGnuAddrIndex = 0x1F01,
  kGnuStrIndex = 0x1F02,
  kGnuRefAlt = 0x1F20,
  kGnuStrpAlt = 0x1F21,
};

/// Skips a value of bytes without a meaning of their own. Of any other form the length is unknown: nothing after it can
/// be read.
inline void skip_block(DwarfCursor* at, uint64_t form) {
  switch (form) {
    case kData16:
      return at->skip(16);
    case kBlock:
    case kExprloc:
      return at->skip(at->uleb());
    case kBlock1:
      return at->skip(at->number<uint8_t>());
    case kBlock2:
      return at->skip(at->number<uint16_t>());
    case kBlock4:
      return at->skip(at->number<uint32_t>());
    default:
      return at->skip(~0ull);
  }
}

}  // namespace ireereplay::dwarf_form
