// What a header of the native core costs whoever includes it. A budget, for most of a build goes into headers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { imports } from './imports.mjs';

/** Lines of our own that a header may bring with it, its own among them: what all but a few need. */
const budget = 3500;

/** Headers that have more, each with its own budget and why it may. */
const dearer = {
  // The engine itself: a loop over commands with whatever it tells a recorder, compiled as one.
  'native/core/hal/local/executor_walk.h': 3700,
  // The executor and the recorder that it is compiled with.
  'native/core/replay/breakdown_run.h': 3900,
  // What is told of a run, by all that was noted of it.
  'native/core/recording/run_events.h': 4300,
};

/** Of the standard library, what takes longer to read than a header of ours: for sources alone. */
const heavy = ['chrono', 'filesystem', 'format', 'fstream', 'future', 'iomanip', 'iostream', 'random', 'ranges', 'regex', 'sstream'];

/**
 * A sentence for each header that costs more than it should.
 * @param {ReadonlyMap<string, string>} texts headers by their paths from the root
 * @param {Readonly<Record<string, number>>} own budgets of some
 */
export function headerProblems(texts, own = dearer) {
  const lines = new Map(Array.from(texts, ([file, text]) => [file, text.split('\n').length - 1]));
  const included = new Map(Array.from(texts, ([file, text]) => [file, imports(file, text).filter((target) => texts.has(target))]));
  const costOf = (file) => {
    const seen = new Set();
    const visit = (header) => {
      if (seen.has(header)) return;
      seen.add(header);
      included.get(header).forEach(visit);
    };
    visit(file);
    return Array.from(seen, (header) => lines.get(header)).reduce((sum, count) => sum + count, 0);
  };
  const dear = [...texts.keys()].flatMap((file) => {
    const cost = costOf(file);
    const allowed = own[file] ?? budget;
    if (cost <= allowed) return [];
    return [
      `${file} brings ${String(cost)} lines with it, more than ${String(allowed)}: declare what it only names, or move what needs more into the source`,
    ];
  });
  const slow = Array.from(texts, ([file, text]) => [file, [...text.matchAll(/^#include <(\w+)>/gm)].map(([, name]) => name)]).flatMap(
    ([file, names]) => names.filter((name) => heavy.includes(name)).map((name) => `${file} includes <${name}>, which is for sources`),
  );
  return [...dear, ...slow];
}

/** The same for files of the checkout. */
export const headerProblemsIn = (root, files) =>
  headerProblems(new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])));
