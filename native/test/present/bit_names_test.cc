#include "present/bit_names.h"

#include <gtest/gtest.h>

namespace ireereplay {
namespace {

TEST(BitNames, AreThoseOfMlir) {
  EXPECT_EQ(bit_names(Bits::kExecutionStage, 0x1c), "Dispatch|Transfer|CommandRetire");
  EXPECT_EQ(bit_names(Bits::kAccessScope, 0x0c), "DispatchRead|DispatchWrite");
  EXPECT_EQ(bit_names(Bits::kBufferUsage, 0x0c03),
            "TransferSource|TransferTarget|DispatchStorageRead|DispatchStorageWrite");
}

TEST(BitNames, NameTheLargerOfTwoThatOverlap) {
  EXPECT_EQ(bit_names(Bits::kMemoryType, 0x30), "DeviceLocal");
  EXPECT_EQ(bit_names(Bits::kMemoryType, 0x10), "DeviceVisible");
  EXPECT_EQ(bit_names(Bits::kMemoryType, 0x56), "HostLocal|DeviceVisible");
  EXPECT_EQ(bit_names(Bits::kMemoryType, 0x06), "HostVisible|HostCoherent");
  // Bit 5 means nothing without bit 4.
  EXPECT_EQ(bit_names(Bits::kMemoryType, 0x20), "0x20");
}

TEST(BitNames, LeaveNothingOut) {
  EXPECT_EQ(bit_names(Bits::kExecutionStage, 0x44), "Dispatch|0x40");
  EXPECT_EQ(bit_names(Bits::kExecutionStage, 1ull << 40), "0x10000000000");
  EXPECT_EQ(bit_names(Bits::kExecutionStage, 0), "");
  EXPECT_EQ(bit_names_or_number(Bits::kExecutionStage, 0), "0x0");
  EXPECT_EQ(bit_names_or_number(Bits::kUnnamed, 0x12), "0x12");
}

TEST(BitNames, AreOfFieldsThatHoldMasks) {
  EXPECT_EQ(bits_of_field("target_stage_mask"), Bits::kExecutionStage);
  EXPECT_EQ(bits_of_field("allowed_access"), Bits::kMemoryAccess);
  EXPECT_EQ(bits_of_field("flags"), Bits::kUnnamed);
}

}  // namespace
}  // namespace ireereplay
