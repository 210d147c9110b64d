// How a range of a buffer gets from its device into a file.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "capture/record_reader.h"
#include "capture/writer.h"
#include "composing/tap.h"
#include "program/program.h"
#include "sharing/made_records.h"

namespace ireereplay::composing {

/// Writes the records of taps: those of a device more, whose queue writes files, and copies to memory that the host can
/// read. First of all, note() hears of each record of the source, and check() then of the taps.
class TapWriter {
 public:
  /// Whether the ranges of taps lie in buffers of the program, and their files have absolute paths.
  Status declare(const replay::Program& program, const std::vector<Tap>& taps);
  /// What there is in the source.
  Status note(RecordReader* reader, const RecordFrame& frame);
  /// Fails where one of the taps cannot be read where it stands, or ids are too few.
  Status check(const std::vector<Tap>& taps);

  /// One behind the last record of a device or its allocator: where write_device() belongs.
  uint64_t machine_end() const { return machine_end_; }
  /// The device that writes, with all that it writes to.
  Status write_device(CaptureWriter* writer);
  Status write(const Tap& tap, CaptureWriter* writer);

  /// An id that the source does not have.
  uint64_t new_id() { return ++last_id_; }
  /// Gives what an operation of `device` can signal that nothing else does.
  Status next_signal(uint64_t device, format::SemaphoreTimepoint* signal, CaptureWriter* writer);

  /// Whether the device of a buffer with taps can copy what it holds, and put it back; fails naming the record.
  Status check_copies(uint64_t buffer, uint64_t record) const;
  /// Copies a range of a buffer with taps to memory of its own, on its device; gives the id of that.
  Status write_copy_of(const format::BufferRef& from, uint64_t* copy, CaptureWriter* writer);
  /// Copies all of that back.
  Status write_back(uint64_t copy, const format::BufferRef& target, CaptureWriter* writer);
  /// Fills a range of a buffer with taps, which begins and ends at a multiple of four.
  Status write_fill(const format::BufferRef& target, uint32_t pattern, CaptureWriter* writer);

 private:
  /// How a buffer was made.
  struct Made {
    uint64_t device = 0;
    uint64_t record = 0;
    bool can_be_mapped = false;       ///< The host can read it,
    bool can_be_copied = false;       ///< or its device can copy it to where the host can.
    bool can_be_overwritten = false;  ///< Its device can copy to it.
    uint64_t given_back = kNoPlace;   ///< The record that deallocates it.
  };
  /// Where the host reads what one device has copied.
  struct Staging {
    uint64_t length = 0;  ///< Of the longest range.
    uint64_t buffer = 0;  ///< Once it is made.
  };
  struct TapFile {
    uint64_t length = 0;
    uint64_t id = 0;
  };

  Status check(const Tap& tap);
  Status write_file(const std::string& path, const TapFile& file, CaptureWriter* writer);
  Status write_copy(const format::BufferRef& from, uint64_t device, Staging* staging, CaptureWriter* writer);
  Status write_transfer(uint64_t device, const format::BufferRef& from, const format::BufferRef& to,
                        CaptureWriter* writer);
  Status write_staging(uint64_t device, const Staging& staging, CaptureWriter* writer);

  std::map<uint64_t, Made> made_;                           ///< Buffers with taps, by object id.
  std::map<uint64_t, uint64_t> allocators_;                 ///< By device.
  std::map<uint64_t, uint64_t> owners_;                     ///< Devices by allocator.
  std::map<uint64_t, Staging> staging_;                     ///< By device.
  std::map<uint64_t, format::SemaphoreTimepoint> signals_;  ///< The last that there was, by device.
  std::map<std::string, TapFile> files_;                    ///< By path.
  uint64_t record_count_ = 0;
  uint64_t machine_end_ = 0;
  uint64_t last_id_ = 0;  ///< The highest that is used.
  uint64_t device_ = 0;   ///< That writes.
};

}  // namespace ireereplay::composing
