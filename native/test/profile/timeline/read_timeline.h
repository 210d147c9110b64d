// The timeline of a bundle that a test makes.
#pragma once

#include <memory>
#include <string>

#include "fixtures.h"
#include "profile/timeline/reading.h"
#include "profile/timeline/timeline_bundle.h"

namespace ireereplay::test {

/// A file that holds the bundle, and its timeline.
struct ReadTimeline {
  explicit ReadTimeline(const TimelineBundle& bundle) {
    const Status status = bundle.write(file.path());
    EXPECT_TRUE(status.ok()) << status.to_string();
    timeline = read(file.path());
  }
  static std::shared_ptr<const profile::timeline::Timeline> read(const std::string& path) {
    const std::atomic<bool> never = false;
    auto bundle = profile::Bundle::open(*File::open(path), never);
    EXPECT_TRUE(bundle.ok()) << bundle.status().to_string();
    auto read = profile::timeline::read_timeline(*bundle, never, nullptr);
    EXPECT_TRUE(read.ok()) << read.status().to_string();
    return *read;
  }
  /// The first track of a class; null for none.
  const profile::timeline::Track* track(profile::timeline::TrackClass track_class) const {
    for (const auto& track : timeline->tracks)
      if (track->track_class == track_class) return track.get();
    return nullptr;
  }

  TemporaryFile file;
  std::shared_ptr<const profile::timeline::Timeline> timeline;
};

}  // namespace ireereplay::test
