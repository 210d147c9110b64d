// The sources of the native core and of the addon, as units: files that include several sources of a folder each, so that a whole build
// reads the headers that these share once.
//   node scripts/sources.mjs addon FOLDER           writes the addon's units below FOLDER, and prints them, one per line; with -, the files
//   node scripts/sources.mjs core FOLDER [EXCEPT]   those of the core, without the files that EXCEPT, a regular expression, matches
//   node scripts/sources.mjs test FOLDER [EXCEPT]   those of the core's tests
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './files.mjs';
import { root } from './run.mjs';

/** Lines that a unit has, about: with more, a build after one changed file takes longer; with fewer, a whole build. */
const linesOfUnit = 2500;

/** The core's sources, from the root. `native/core/sources.txt` is their only list. */
function coreSources() {
  const names = readFileSync(path.join(root, 'native/core/sources.txt'), 'utf8').split(/\s+/).filter(Boolean);
  return names.map((name) => `native/core/${name}`);
}

/** The N-API glue, from the root. */
const addonSources = () => filesBelow(['native/addon'], '.cc');

/** Files by their folders, in the order in which folders come. */
function byFolder(files) {
  const folders = new Map();
  for (const file of files) folders.set(path.dirname(file), [...(folders.get(path.dirname(file)) ?? []), file]);
  return folders;
}

/** Divides files, in their order, into parts with about as many lines each. */
function divided(files) {
  const lines = files.map((file) => readFileSync(path.join(root, file), 'utf8').split('\n').length);
  const all = lines.reduce((sum, count) => sum + count, 0);
  const parts = Array.from({ length: Math.max(1, Math.round(all / linesOfUnit)) }, () => []);
  let before = 0;
  for (const [index, file] of files.entries()) {
    const middle = before + lines[index] / 2;
    parts[Math.min(parts.length - 1, Math.floor((middle / all) * parts.length))].push(file);
    before += lines[index];
  }
  return parts.filter((part) => part.length > 0);
}

/** Whether a file can be of a unit: not those in C, nor what tests share, which is of other programs, too. */
const isOfUnit = (file) => file.endsWith('.cc') && (!file.startsWith('native/test/') || file.endsWith('_test.cc'));

/**
 * Writes units of files into a folder; returns what to compile: the units, and other sources as they are. Without some files a unit has
 * less, but nothing else: what compiles in one build does in the others.
 */
function writeUnits(folder, sources, isWanted) {
  mkdirSync(folder, { recursive: true });
  const units = [...byFolder(sources.filter(isOfUnit))].flatMap(([from, files]) =>
    divided(files).flatMap((all, index) => {
      const part = all.filter(isWanted);
      if (part.length === 0) return [];
      const unit = path.join(folder, `${from.replace(/^native\//, '').replaceAll('/', '_')}_${String(index + 1)}.cc`);
      const text = part.map((file) => `#include "${path.posix.relative(folder, file)}"\n`).join('');
      // One that stays the same is not compiled anew.
      if (!existsSync(unit) || readFileSync(unit, 'utf8') !== text) writeFileSync(unit, text);
      return unit;
    }),
  );
  const names = new Set(units.map((unit) => path.basename(unit)));
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(path.join(folder, name));
  return [...units, ...sources.filter((file) => !isOfUnit(file) && isWanted(file))];
}

/** The core's tests and what they share, from the root. */
const testSources = () => filesBelow(['native/test'], '.cc');

const lists = { core: coreSources, test: testSources, addon: () => [...coreSources(), ...addonSources()] };
const [what, folder, pattern] = process.argv.slice(2);
const except = new RegExp(pattern ?? '^$');
const isWanted = (file) => !except.test(file);
const sources = lists[what]();
console.log((folder === '-' ? sources.filter(isWanted) : writeUnits(folder, sources, isWanted)).join('\n'));
