#include "replay/crash_report.h"

#include <elf.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "executable/elf_image.h"
#include "fixtures.h"

namespace ireereplay::replay {
namespace {

// The captured executable with the machine code of its first kernel replaced.
std::vector<uint8_t> with_kernel(std::initializer_list<uint8_t> code) {
  std::vector<uint8_t> file = captured_executable(fixture("small.ireereplay"));
  // Where 'elementwise' lies is in the file's symbol table, which the loader does not look at.
  const auto header = load<Elf64_Ehdr>(file);
  std::vector<Elf64_Shdr> sections;
  for (int i = 0; i < header.e_shnum; ++i)
    sections.push_back(load<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr)));
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB) continue;
    for (uint64_t at = section.sh_offset; at < section.sh_offset + section.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = load<Elf64_Sym>(file, at);
      const char* name =
          reinterpret_cast<const char*>(file.data()) + sections[section.sh_link].sh_offset + symbol.st_name;
      if (std::string(name) != "elementwise") continue;
      const Elf64_Shdr& text = sections[symbol.st_shndx];
      std::copy(code.begin(), code.end(),
                file.begin() + static_cast<ptrdiff_t>(text.sh_offset + symbol.st_value - text.sh_addr));
      return file;
    }
  }
  ADD_FAILURE() << "no symbol";
  return file;
}

struct Death {
  int signal = 0;
  int exit_code = -1;
  std::string line;
};

Death die(std::vector<uint8_t> executable, const char* device) {
  int pipe[2];
  EXPECT_EQ(::pipe(pipe), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(pipe[0]);
    // Sanitizers' own handlers are not what is tested.
    for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, SIG_DFL);
    install_crash_report(pipe[1]);
    ReplayOptions options;
    options.devices = {device};
    options.substitutions.push_back({4, "", std::move(executable), "crash"});
    auto session = Session::prepare(fixture("small.ireereplay"), options);
    if (session.ok()) (void)(*session)->run({.timeout_ns = 100000000});
    ::_exit(0);
  }
  ::close(pipe[1]);
  Death death;
  char buffer[4096];
  for (ssize_t count; (count = ::read(pipe[0], buffer, sizeof(buffer))) > 0;) death.line.append(buffer, count);
  ::close(pipe[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) death.signal = WTERMSIG(status);
  if (WIFEXITED(status)) death.exit_code = WEXITSTATUS(status);
  return death;
}

#if defined(__x86_64__)
TEST(CrashReport, NamesTheKernelRecordAndSignal) {
  for (const char* device : {"local-sync", "local-task"}) {
    SCOPED_TRACE(device);
    const Death illegal = die(with_kernel({0x0F, 0x0B}), device);  // ud2
    EXPECT_EQ(illegal.signal, SIGILL);
    EXPECT_NE(illegal.line.find("\"signal\":\"SIGILL\""), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"record\":27"), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"executable\":4"), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"function\":\"elementwise_mul\""), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"workgroup\":[0,0,0]"), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"pc_offset\":"), std::string::npos) << illegal.line;
    EXPECT_EQ(illegal.line.find('\n'), illegal.line.size() - 1);

    const Death wild = die(with_kernel({0x31, 0xC0, 0x89, 0x00}), device);  // xor eax,eax; mov [rax],eax
    EXPECT_EQ(wild.signal, SIGSEGV);
    EXPECT_NE(wild.line.find("\"address\":\"0x0\""), std::string::npos) << wild.line;

    const Death overflow = die(with_kernel({0x50, 0xEB, 0xFD}), device);  // push rax; jmp back
    EXPECT_EQ(overflow.signal, SIGSEGV);
    EXPECT_NE(overflow.line.find("\"record\":27"), std::string::npos) << overflow.line;
  }
}

TEST(CrashReport, NamesAKernelThatNeverReturns) {
  const Death hang = die(with_kernel({0xEB, 0xFE}), "local-sync");  // jmp to itself
  EXPECT_EQ(hang.exit_code, 124);
  EXPECT_NE(hang.line.find("\"signal\":\"TIMEOUT\""), std::string::npos) << hang.line;
  EXPECT_NE(hang.line.find("\"record\":27"), std::string::npos) << hang.line;
  EXPECT_NE(hang.line.find("\"function\":\"elementwise_mul\""), std::string::npos) << hang.line;
}

TEST(CrashReport, AKernelThatReturnsAnErrorIsNoCrash) {
  ReplayOptions options;
  options.substitutions.push_back({4, "", with_kernel({0xB8, 0x07, 0, 0, 0, 0xC3}), "seven"});  // mov eax,7; ret
  auto session = Session::prepare(fixture("small.ireereplay"), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  const Status status = (*session)->run().status();
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_EQ(status.record(), 27u);
  EXPECT_NE(status.message().find("7"), std::string::npos);
}
#endif

}  // namespace
}  // namespace ireereplay::replay
