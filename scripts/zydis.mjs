// Zydis, which decodes machine code: its decoder is built into the addon from Debian's sources, as Debian has no static library of
// it. They are fetched once, with verified signatures, into a folder outside the checkout, without needing root.
// Prints a folder with src/ and include/, for binding.gyp and native/test/CMakeLists.txt.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';
import { capture, Failed, run } from './run.mjs';
import { cache, which } from './tools.mjs';

const folder = path.join(cache, 'zydis');

const options = (settings) => Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);

/**
 * Lines for apt naming the places that this machine installs Debian's packages from, with their source packages. `settings` are for apt's
 * own lists, freshly updated: the machine's may never have been.
 */
function sourceList(settings) {
  const release = /^VERSION_CODENAME="?(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
  const format = ['indextargets', '--format', '$(SITE) $(RELEASE) $(COMPONENT)', 'Created-By: Packages'];
  const targets = capture('apt-get', [...options(settings), ...format]) ?? '';
  const places = new Set(targets.split('\n').filter((line) => [release, 'stable'].includes(line.split(' ')[1] ?? '')));
  return [...places].flatMap((place) => [`deb ${place}\n`, `deb-src ${place}\n`]).join('');
}

function fetchSources(into) {
  const at = (...names) => path.join(into, ...names);
  mkdirSync(at('lists', 'partial'), { recursive: true });
  mkdirSync(at('cache', 'archives', 'partial'), { recursive: true });
  const machine = { 'Dir::State::Lists': at('lists'), 'Dir::Cache': at('cache'), 'APT::Sandbox::User': '' };
  const own = { ...machine, 'Dir::Etc::SourceList': at('sources.list'), 'Dir::Etc::SourceParts': '-' };
  const aptWith = (settings, ...args) => run('apt-get', ['-qq', ...options(settings), ...args], { cwd: into, quiet: true });
  const apt = (...args) => aptWith(own, ...args);
  aptWith(machine, 'update');
  writeFileSync(at('sources.list'), sourceList(machine));
  apt('update');
  apt('source', '--download-only', 'zydis');
  // The decoder only needs Zycore's headers.
  apt('download', 'libzycore-dev');
  const archive = readdirSync(into).find((name) => /^zydis_.*\.orig\.tar/.test(name)) ?? '';
  const headers = readdirSync(into).find((name) => name.endsWith('.deb')) ?? '';
  mkdirSync(at('zydis'));
  run('tar', ['-x', '-f', at(archive), '-C', at('zydis'), '--strip-components=1'], { quiet: true });
  run('dpkg-deb', ['-x', at(headers), at('zycore')], { quiet: true });
  const result = at('result');
  for (const name of ['src', 'include', 'LICENSE']) cpSync(at('zydis', name), path.join(result, name), { recursive: true });
  cpSync(at('zycore', 'usr', 'include', 'Zycore'), path.join(result, 'include', 'Zycore'), { recursive: true });
  cpSync(at('zycore', 'usr', 'share', 'doc', 'libzycore-dev', 'copyright'), path.join(result, 'LICENSE.zycore'));
  return result;
}

/** The folder of Zydis' sources: what IR_ZYDIS names, or Debian's. Throws Failed, saying what is missing. */
export async function zydis() {
  const given = process.env['IR_ZYDIS'];
  if (given !== undefined && given !== '') return path.resolve(given);
  await withLock('zydis', () => {
    if (existsSync(path.join(folder, 'LICENSE'))) return;
    if (which('apt-get') === undefined) {
      throw new Failed(
        "missing: the sources of Zydis 4. Set IR_ZYDIS to a folder with its release, and Zycore's headers in include/Zycore",
      );
    }
    mkdirSync(cache, { recursive: true });
    const temporary = mkdtempSync(path.join(tmpdir(), 'iree-replay-zydis-'));
    try {
      const next = `${folder}.${String(process.pid)}`;
      cpSync(fetchSources(temporary), next, { recursive: true });
      try {
        renameSync(next, folder);
      } catch {
        // Another checkout was faster.
        rmSync(next, { recursive: true, force: true });
      }
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });
  return folder;
}

// Node names a module by its real path, and an argument as it was given.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    console.log(await zydis());
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
