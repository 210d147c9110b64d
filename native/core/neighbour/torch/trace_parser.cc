#include "neighbour/torch/trace_parser.h"

#include <cstring>

#include "base/decimal.h"
#include "base/file.h"

namespace ireereplay::neighbour::torch {

namespace {

/// Read at once from a file.
constexpr uint64_t kWindow = 1 << 20;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

void TraceParser::append(Bytes bytes) {
  const size_t left = end_ - begin_;
  const size_t needed = left + bytes.size() + JsonScanner::kPadding;
  if (needed > capacity_) {
    capacity_ = needed + needed / 2;
    auto grown = std::make_unique_for_overwrite<char[]>(capacity_);
    if (left > 0) std::memcpy(grown.get(), buffer_.get() + begin_, left);
    buffer_ = std::move(grown);
  } else if (begin_ > 0 && left > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, left);
  }
  if (!bytes.empty()) std::memcpy(buffer_.get() + left, bytes.data(), bytes.size());
  begin_ = 0;
  end_ = left + bytes.size();
  std::memset(buffer_.get() + end_, 0, JsonScanner::kPadding);
}

Status TraceParser::feed(Bytes bytes) {
  if (!failure_.ok()) return failure_;
  trace_.bytes += bytes.size();
  if (state_ == State::kStopped) return Status();
  append(bytes);
  if (end_ - begin_ < enough_) return Status();
  return read_all(false);
}

Status TraceParser::finish() {
  if (!failure_.ok()) return failure_;
  if (state_ != State::kStopped) {
    append({});
    IR_RETURN_IF_ERROR(read_all(true));
  }
  if (has_events_) return Status();
  failure_ =
      state_ == State::kBegin || state_ == State::kAfter
          ? Status(StatusCode::kInvalidArgument,
                   state_ == State::kBegin ? "the file is empty" : "it is JSON, but not a trace: it has no traceEvents")
          : Status(StatusCode::kDataLoss, "the trace ends before its events begin").at(kNoPlace, offset_);
  return failure_;
}

/// Reads what is whole; with `is_last` nothing follows.
Status TraceParser::read_all(bool is_last) {
  JsonScanner scanner(window());
  Step made = Step::kDone;
  while (made == Step::kDone && state_ != State::kStopped) {
    const size_t before = scanner.offset();
    made = step(&scanner);
    if (!failure_.ok()) return failure_;
    if (made != Step::kDone) scanner.set_offset(made == Step::kMore ? before : scanner.offset());
    if (made == Step::kDone) trace_.whole_bytes = offset_ + scanner.offset();
  }
  const uint64_t place = offset_ + scanner.offset();
  begin_ += scanner.offset();
  offset_ = place;
  if (made == Step::kWrong) {
    if (!has_events_) {
      failure_ = refused(place);
      return failure_;
    }
    stop("it is damaged at byte " + decimal(place));
    return Status();
  }
  if (state_ == State::kStopped) return Status();
  const size_t left = end_ - begin_;
  if (is_last) {
    if (state_ != State::kAfter && has_events_) stop("it ends early, after byte " + decimal(trace_.bytes));
    return Status();
  }
  enough_ = left * 2;
  if (left > kMostValueBytes) {
    failure_ = Status(StatusCode::kResourceExhausted, "a value is larger than 256 MiB").at(kNoPlace, offset_);
  }
  return failure_;
}

void TraceParser::stop(std::string reason) {
  state_ = State::kStopped;
  trace_.end = std::move(reason);
}

Status TraceParser::refused(uint64_t offset) const {
  return Status(
             StatusCode::kInvalidArgument,
             state_ == State::kBegin
                 ? "it is not a trace of PyTorch's profiler: those are JSON, and this file begins with neither { nor ["
                 : "it is not a trace of PyTorch's profiler: it is not JSON")
      .at(kNoPlace, offset);
}

TraceParser::Step TraceParser::step(JsonScanner* scanner) {
  switch (state_) {
    case State::kBegin:
      return read_begin(scanner);
    case State::kMember:
      return read_member(scanner);
    case State::kEvent:
      return read_event_or_end(scanner);
    case State::kAfter:
      if (scanner->peek() == 0 && scanner->at_end()) return Step::kMore;
      return Step::kWrong;
    case State::kStopped:
      break;
  }
  return Step::kMore;
}

TraceParser::Step TraceParser::read_begin(JsonScanner* scanner) {
  const std::string_view text = window();
  if (offset_ == 0 && scanner->offset() == 0 && text.starts_with(kByteOrderMark))
    scanner->set_offset(kByteOrderMark.size());
  if (scanner->take('{')) {
    state_ = State::kMember;
  } else if (scanner->take('[')) {
    state_ = State::kEvent;
    is_flat_ = true;
    has_events_ = true;
  } else {
    // A byte order mark may come in two pieces.
    const bool is_begin_of_mark = offset_ == 0 && kByteOrderMark.starts_with(text);
    return scanner->at_end() || is_begin_of_mark ? Step::kMore : Step::kWrong;
  }
  return Step::kDone;
}

TraceParser::Step TraceParser::read_member(JsonScanner* scanner) {
  const auto failed = [&] { return scanner->at_end() ? Step::kMore : Step::kWrong; };
  if (scanner->take('}')) {
    state_ = State::kAfter;
    return Step::kDone;
  }
  if (follows_ && !scanner->take(',')) return failed();
  JsonString key;
  if (!scanner->string(&key) || !scanner->take(':')) return failed();
  if (key.text == "traceEvents" && scanner->peek() == '[') {
    scanner->take('[');
    state_ = State::kEvent;
    has_events_ = true;
    follows_ = false;
    return Step::kDone;
  }
  std::string_view value;
  if (!scanner->value(&value)) return failed();
  trace_.members.push_back({std::string(key.text), std::string(value)});
  follows_ = true;
  return Step::kDone;
}

TraceParser::Step TraceParser::read_event_or_end(JsonScanner* scanner) {
  const auto failed = [&] { return scanner->at_end() ? Step::kMore : Step::kWrong; };
  if (scanner->take(']')) {
    state_ = is_flat_ ? State::kAfter : State::kMember;
    follows_ = true;
    return Step::kDone;
  }
  if (follows_) {
    if (!scanner->take(',')) return failed();
    // Behind a last comma, as Chrome's own reader takes it.
    if (scanner->peek() == ']') {
      follows_ = false;
      return Step::kDone;
    }
  }
  if (scanner->peek() != '{') return failed();
  const uint64_t offset = offset_ + scanner->offset();
  WrittenEvent written;
  if (!read_event(scanner, &written)) return failed();
  follows_ = true;
  failure_ = builder_.add(written, offset);
  return Step::kDone;
}

Status read_file(const std::string& path, TraceParser* parser, const std::atomic<bool>& cancel) {
  IR_ASSIGN_OR_RETURN(const std::shared_ptr<const File> file, File::open(path));
  FileWindow window(file, kWindow);
  window.read_ahead_of_much(0);
  for (uint64_t offset = 0; offset < file->size();) {
    if (cancel) return Status(StatusCode::kCancelled, "reading the trace was cancelled");
    const uint64_t length = std::min(kWindow, file->size() - offset);
    IR_ASSIGN_OR_RETURN(const Bytes bytes, window.view(offset, length));
    IR_RETURN_IF_ERROR(parser->feed(bytes));
    offset += length;
  }
  return parser->finish();
}

}  // namespace ireereplay::neighbour::torch
