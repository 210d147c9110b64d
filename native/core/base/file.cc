#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "base/read_ahead.h"

namespace ireereplay {

namespace {

StatusCode code_of_errno(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return StatusCode::kNotFound;
    case EACCES:
    case EPERM:
      return StatusCode::kPermissionDenied;
    default:
      return StatusCode::kUnavailable;
  }
}

/// A regular file on disk.
class SystemFile final : public File {
 public:
  SystemFile(std::string path, int fd, uint64_t size) : File(std::move(path), size), fd_(fd) {}
  ~SystemFile() override { ::close(fd_); }

  Status read(uint64_t offset, std::span<uint8_t> target) const override {
    size_t done = 0;
    while (done < target.size()) {
      const ssize_t count = ::pread(fd_, target.data() + done, target.size() - done, static_cast<off_t>(offset + done));
      if (count < 0) {
        if (errno == EINTR) continue;
        return Status(StatusCode::kUnavailable, "cannot read " + path() + ": " + std::strerror(errno))
            .at(kNoPlace, offset + done);
      }
      if (count == 0) {
        return Status(StatusCode::kDataLoss, path() + " has shrunk since it was opened; reload it")
            .at(kNoPlace, offset + done);
      }
      done += static_cast<size_t>(count);
    }
    return Status();
  }

  Extent written_from(uint64_t offset) const override {
    const off_t begin = ::lseek(fd_, static_cast<off_t>(offset), SEEK_DATA);
    if (begin < 0) {
      // Of a file that has become shorter, what is gone is no hole: who reads it is told.
      const bool is_hole = errno == ENXIO && ::lseek(fd_, 0, SEEK_END) >= static_cast<off_t>(size());
      return {is_hole ? size() : offset, size()};
    }
    const off_t end = ::lseek(fd_, begin, SEEK_HOLE);
    // It may have become longer.
    const uint64_t from = std::min(static_cast<uint64_t>(begin), size());
    return {from, end < 0 ? size() : std::min(static_cast<uint64_t>(end), size())};
  }

  Status write(uint64_t offset, Bytes bytes) const override {
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t count = ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0)
        return Status(StatusCode::kUnavailable, "cannot write to " + path() + ": " + std::strerror(errno));
      done += static_cast<size_t>(count);
    }
    return Status();
  }

  Result<Identity> identity() const override {
    struct stat info;
    if (::fstat(fd_, &info) != 0)
      return Status(StatusCode::kUnavailable, "cannot inspect " + path() + ": " + std::strerror(errno));
    return Identity{
        info.st_dev, info.st_ino,
        static_cast<uint64_t>(info.st_mtim.tv_sec) * 1000000000ull + static_cast<uint64_t>(info.st_mtim.tv_nsec)};
  }

 private:
  const int fd_;
};

/// Bytes read after a jump: a capture may have an 80-byte header every few megabytes, with nothing wanted in between.
constexpr uint64_t kJumpBytes = 16 * 1024;

}  // namespace

Result<std::shared_ptr<const File>> File::open(const std::string& path, Access access) {
  const auto refused = [&](int error) {
    return Status(code_of_errno(error), "cannot open " + path + ": " + std::strerror(error));
  };
  // Opening a device or a pipe may have effects, or block: look at what it is first. The second open reaches
  // the same file, whatever the path names by then.
  const int place = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return refused(errno);
  struct stat info;
  if (::fstat(place, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(place);
    return Status(StatusCode::kInvalidArgument, path + " is not a regular file");
  }
  const int flags = (access == Access::kRead ? O_RDONLY : O_RDWR) | O_CLOEXEC | O_NONBLOCK;
  const int fd = ::open(("/proc/self/fd/" + std::to_string(place)).c_str(), flags);
  const int error = errno;
  ::close(place);
  if (fd < 0) return refused(error);
  return std::shared_ptr<const File>(std::make_shared<SystemFile>(path, fd, static_cast<uint64_t>(info.st_size)));
}

Status File::check_range(uint64_t offset, uint64_t length) const {
  if (length > size_ || offset > size_ - length) {
    return Status(StatusCode::kOutOfRange,
                  std::to_string(length) + " bytes lie outside the file of " + std::to_string(size_) + " bytes")
        .at(kNoPlace, offset);
  }
  if (length > kMostAtOnce) {
    return Status(StatusCode::kResourceExhausted, std::to_string(length) + " bytes exceed the " +
                                                      std::to_string(kMostAtOnce) + " that can be read at once")
        .at(kNoPlace, offset);
  }
  return Status();
}

Result<std::vector<uint8_t>> File::read(uint64_t offset, uint64_t length) const {
  IR_RETURN_IF_ERROR(check_range(offset, length));
  std::vector<uint8_t> bytes(length);
  IR_RETURN_IF_ERROR(read(offset, bytes));
  return bytes;
}

FileWindow::FileWindow(std::shared_ptr<const File> file, size_t capacity)
    : file_(std::move(file)), capacity_(capacity) {}

FileWindow::~FileWindow() = default;

void FileWindow::read_ahead(uint64_t offset) {
  ahead_ = std::make_unique<ReadAhead>(file_, offset, capacity_);
  begin_ = end_ = offset;
}

bool FileWindow::take_chunk(uint64_t offset, uint64_t length) {
  if (offset < begin_ || offset > end_ || end_ - offset > ReadAhead::kHeadroom) return false;
  const uint64_t left = end_ - offset;
  const Result<ReadAhead::Chunk> chunk = ahead_->next();
  // A chunk that cannot be read may still hold what was asked for: view() reads just that, and reports the error.
  if (!chunk.ok() || chunk->length == 0) return false;
  if (left != 0) std::memcpy(chunk->data - left, data_ + (offset - begin_), left);
  begin_ = offset;
  end_ = chunk->offset + chunk->length;
  data_ = chunk->data - left;
  return length <= end_ - begin_;
}

Result<Bytes> FileWindow::view(uint64_t offset, uint64_t length) {
  if (offset >= begin_ && offset <= end_ && length <= end_ - offset) {
    return Bytes(data_ + (offset - begin_), length);
  }
  IR_RETURN_IF_ERROR(file_->check_range(offset, length));
  if (ahead_ != nullptr && take_chunk(offset, length)) return Bytes(data_, length);
  // What is skipped costs less to read than another call: the window often ends within a record's payload.
  const bool onward = offset >= begin_ && offset - begin_ <= end_ - begin_ + kJumpBytes;
  const uint64_t wanted = onward ? capacity_ : std::min<uint64_t>(capacity_, kJumpBytes);
  uint64_t count = std::min(std::max(length, wanted), file_->size() - offset);
  if (buffer_size_ < count) {
    const uint64_t size = std::max<uint64_t>(count, capacity_);
    begin_ = end_ = offset;
    buffer_size_ = 0;
    buffer_.reset(new (std::nothrow) uint8_t[size]);
    if (buffer_ == nullptr) {
      if (ahead_ != nullptr) ahead_->seek(end_);
      return Status(StatusCode::kResourceExhausted, "there is not enough memory for " + std::to_string(size) +
                                                        " bytes of " + file_->path() +
                                                        "; close something and try again")
          .at(kNoPlace, offset);
    }
    buffer_size_ = size;
  }
  begin_ = end_ = offset;
  Status status = file_->read(offset, std::span<uint8_t>(buffer_.get(), count));
  if (!status.ok() && count > length) {
    // What cannot be read may be what nobody has asked for yet.
    count = length;
    status = file_->read(offset, std::span<uint8_t>(buffer_.get(), count));
  }
  if (!status.ok()) {
    // The next chunk must begin where the window ends.
    if (ahead_ != nullptr) ahead_->seek(end_);
    return status;
  }
  end_ = offset + count;
  data_ = buffer_.get();
  if (ahead_ != nullptr) ahead_->seek(end_);
  return Bytes(data_, length);
}

}  // namespace ireereplay
