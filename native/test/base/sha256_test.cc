#include "base/sha256.h"

#include <gtest/gtest.h>

#include <string>

namespace ireereplay {
namespace {

Bytes bytes_of(const std::string& text) { return Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size()); }

std::string digest_of(const std::string& text) {
  Sha256 digest;
  digest.add(bytes_of(text));
  return digest.finish();
}

// Expected digests are those of `printf ... | sha256sum`.
TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(digest_of(""), "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of("abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "sha256:248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest_of(std::string(1000000, 'a')),
            "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, IsTheSameWhateverThePieces) {
  const std::string text(200, 'x');
  for (size_t length = 0; length <= text.size(); ++length) {
    const std::string whole = text.substr(0, length);
    for (const size_t cut : {size_t{0}, length / 3, length / 2, length}) {
      Sha256 digest;
      digest.add(bytes_of(whole.substr(0, cut)));
      digest.add(bytes_of(whole.substr(cut)));
      EXPECT_EQ(digest.finish(), digest_of(whole)) << length << " at " << cut;
    }
  }
}

}  // namespace
}  // namespace ireereplay
