// Naming the kernel that killed the process. Handlers for the fatal signals write one line of JSON that says where the
// replay was, and let the signal take its course. Everything they touch is async-signal-safe.
#pragma once

namespace ireereplay::replay {

/// What is written, and how the process ends: a line of JSON and then the signal, for a parent that reads it; or a
/// sentence and exit status 1, for a person at a terminal.
enum class CrashForm { kJson, kSentence };

/// Installs handlers for SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS that write their report to `fd`,
/// then raise the signal again with the action that was there before. Each thread that executes kernels gets an
/// alternate stack, so that an overflowing stack is reported too. Process-wide by nature; a second call only changes
/// descriptor and form. The JSON, on one line, fields absent when they are not known:
///
///   {"crash":{"signal":"SIGSEGV","address":"0x7f12","record":39,"execute_record":43,"executable":4,
///    "function":"mul","workgroup":[0,0,0],"workgroup_count":[2,1,1],"pc":"0x7f..","pc_offset":1234,
///    "source":"mul.mlir","line":7}}
///
/// pc_offset is the program counter as a virtual address of the executable's ELF image; source and line are those of
/// the instruction, or of the function when the executable has no line table. SIGILL may have "instruction_set":
/// "AVX-512", which the code needs and the processor lacks. A kernel that calls exit() is reported with the signal
/// "EXIT" and ends the process with status 125 (1 after a sentence). When it was the code of an executable that was
/// being loaded, there is "record", "executable" and "loading":true.
void install_crash_report(int fd, CrashForm form = CrashForm::kJson);

struct Position;

/// Writes the report of a kernel that does not return, with "signal":"TIMEOUT", and ends the process: with status 124
/// after JSON, with status 1 after a sentence. Does nothing when no descriptor has been installed.
void report_hang(const Position& position);

}  // namespace ireereplay::replay
