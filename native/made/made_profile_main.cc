// Writes the profile with every kind of chunk: made_profile PATH.
#include <cstdio>

#include "profile/made_profile.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "made_profile PATH\n");
    return 2;
  }
  const ireereplay::Status status = ireereplay::test::write_made_profile(argv[1]);
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", status.to_string().c_str());
  return 1;
}
