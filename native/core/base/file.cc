#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

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

}  // namespace

Result<std::shared_ptr<const File>> File::open(const std::string& path) {
  // O_NONBLOCK: opening a named pipe for reading would wait for a writer, before we could see that it is no file.
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    int error = errno;
    return Status(code_of_errno(error), "cannot open " + path + ": " + std::strerror(error));
  }
  struct stat info;
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(fd);
    return Status(StatusCode::kInvalidArgument, path + " is not a regular file");
  }
  return std::shared_ptr<const File>(new File(path, fd, static_cast<uint64_t>(info.st_size)));
}

File::~File() { ::close(fd_); }

Status File::read(uint64_t offset, std::span<uint8_t> target) const {
  size_t done = 0;
  while (done < target.size()) {
    ssize_t count = ::pread(fd_, target.data() + done, target.size() - done, static_cast<off_t>(offset + done));
    if (count < 0) {
      if (errno == EINTR) continue;
      return Status(StatusCode::kUnavailable, "cannot read " + path_ + ": " + std::strerror(errno))
          .at(kNoPlace, offset + done);
    }
    if (count == 0) {
      return Status(StatusCode::kDataLoss, path_ + " has become shorter since it was opened; reload it")
          .at(kNoPlace, offset + done);
    }
    done += static_cast<size_t>(count);
  }
  return Status();
}

Result<std::vector<uint8_t>> File::read(uint64_t offset, uint64_t length) const {
  if (length > size_ || offset > size_ - length) {
    return Status(StatusCode::kOutOfRange,
                  std::to_string(length) + " bytes are not in a file of " + std::to_string(size_) + " bytes")
        .at(kNoPlace, offset);
  }
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

Result<bool> FileWindow::take_chunk(uint64_t offset, uint64_t length) {
  if (offset < begin_ || offset > end_ || end_ - offset > ReadAhead::kHeadroom) return false;
  const uint64_t left = end_ - offset;
  IR_ASSIGN_OR_RETURN(const ReadAhead::Chunk chunk, ahead_->next());
  if (chunk.length == 0) return false;
  if (left != 0) std::memcpy(chunk.data - left, data_ + (offset - begin_), left);
  begin_ = offset;
  end_ = chunk.offset + chunk.length;
  data_ = chunk.data - left;
  return length <= end_ - begin_;
}

Result<Bytes> FileWindow::view(uint64_t offset, uint64_t length) {
  if (offset >= begin_ && offset <= end_ && length <= end_ - offset) {
    return Bytes(data_ + (offset - begin_), length);
  }
  const uint64_t size = file_->size();
  if (length > size || offset > size - length) {
    return Status(StatusCode::kOutOfRange,
                  std::to_string(length) + " bytes are not in a file of " + std::to_string(size) + " bytes")
        .at(kNoPlace, offset);
  }
  if (ahead_ != nullptr) {
    IR_ASSIGN_OR_RETURN(const bool taken, take_chunk(offset, length));
    if (taken) return Bytes(data_, length);
  }
  const uint64_t count = std::min<uint64_t>(std::max<uint64_t>(length, capacity_), size - offset);
  if (buffer_.size() < count) buffer_.resize(count);
  begin_ = end_ = offset;
  IR_RETURN_IF_ERROR(file_->read(offset, std::span<uint8_t>(buffer_.data(), count)));
  end_ = offset + count;
  data_ = buffer_.data();
  if (ahead_ != nullptr) ahead_->seek(end_);
  return Bytes(data_, length);
}

}  // namespace ireereplay
