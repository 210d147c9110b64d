// Which folder may import from which: imports never run up, and never in a circle. CONTRIBUTING.md draws it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Each layer with those that it may import from, every one of which stands above it here. */
export const layers = {
  'native/core/base': [],
  'native/core/capture': ['native/core/base'],
  'native/core/present': ['native/core/base', 'native/core/capture'],
  'native/core/profile': ['native/core/base'],
  'native/core/profile/report': ['native/core/base', 'native/core/profile'],
  'native/core/executable': ['native/core/base'],
  'native/core/program': ['native/core/base', 'native/core/capture', 'native/core/executable'],
  'native/core/hal': ['native/core/base', 'native/core/executable'],
  'native/core/hal/local': ['native/core/base', 'native/core/executable', 'native/core/program', 'native/core/hal'],
  'native/core/replay': ['native/core/base', 'native/core/program', 'native/core/hal', 'native/core/hal/local'],

  'protocol/jobs': [],
  protocol: ['protocol/jobs'],
  'protocol/words': ['protocol'],
  'protocol/commands': ['protocol', 'protocol/jobs', 'protocol/words'],

  'engine/addon': ['protocol'],
  'engine/programs': [],
  'engine/history': ['protocol', 'protocol/jobs'],
  'engine/measuring': ['protocol', 'engine/addon'],
  'engine/kernels': ['protocol', 'protocol/words', 'engine/addon', 'engine/programs'],
  'engine/comparing': ['protocol', 'engine/addon', 'engine/kernels'],
  'engine/iree': ['protocol', 'engine/addon', 'engine/programs', 'engine/measuring', 'engine/kernels'],
  'engine/jobs': [
    ...['protocol', 'protocol/jobs'],
    ...['engine/addon', 'engine/history', 'engine/measuring', 'engine/kernels', 'engine/comparing', 'engine/iree'],
  ],
  'engine/process': [
    ...['protocol', 'protocol/jobs', 'protocol/words'],
    ...['engine/addon', 'engine/history', 'engine/measuring', 'engine/kernels', 'engine/comparing', 'engine/iree', 'engine/jobs'],
  ],

  cli: [
    ...['protocol', 'protocol/jobs', 'protocol/words', 'protocol/commands'],
    ...['engine/addon', 'engine/history', 'engine/measuring', 'engine/kernels', 'engine/comparing'],
    ...['engine/iree', 'engine/jobs', 'engine/process'],
  ],

  'extension/captures': ['protocol', 'engine/addon'],
  'extension/devices': ['protocol', 'engine/iree'],
  'extension/runs': [
    ...['protocol', 'protocol/jobs', 'protocol/words', 'protocol/commands'],
    ...['engine/addon', 'engine/history', 'engine/kernels', 'engine/process'],
    ...['extension/captures', 'extension/devices'],
  ],
  'extension/source': ['protocol', 'extension/captures', 'extension/runs'],
  'extension/editors': ['protocol'],
  'extension/editors/capture': [
    ...['protocol', 'engine/addon', 'engine/kernels'],
    ...['extension/captures', 'extension/devices', 'extension/runs', 'extension/editors'],
  ],
  'extension/editors/results': ['protocol', 'engine/history', 'extension/runs', 'extension/editors'],
  'extension/commands': [
    ...['protocol', 'engine/addon', 'engine/history', 'engine/kernels'],
    ...['extension/captures', 'extension/devices', 'extension/runs', 'extension/source'],
    ...['extension/editors', 'extension/editors/capture', 'extension/editors/results'],
  ],
  extension: ['extension/devices', 'extension/runs', 'extension/editors', 'extension/editors/capture', 'extension/commands'],

  'webview/widgets': ['protocol'],
  'webview/capture': ['protocol', 'webview/widgets'],
  'webview/results': ['protocol', 'webview/widgets'],
};

/** The layer that a path from the root stands in: the longest that it begins with. */
function layerOf(file) {
  return Object.keys(layers)
    .filter((layer) => file.startsWith(`${layer}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** What a file imports of the project, as paths from the root, without their suffix where it leaves that out. */
function imports(file, text) {
  if (/\.(cc|h)$/.test(file)) {
    return [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, name]) => `native/core/${name}`);
  }
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  return names.filter((name) => name.startsWith('.')).map((name) => path.posix.join(path.posix.dirname(file), name));
}

/** A sentence for each import of `text`, which stands at the path `file`, that its layer may not make. */
export function violations(file, text) {
  const from = layerOf(file);
  if (from === undefined) return [];
  return imports(file, text).flatMap((target) => {
    const to = layerOf(target);
    if (to === undefined || to === from || layers[from].includes(to)) return [];
    return [`${file} imports ${target}: ${from} may not import from ${to} (scripts/layers.mjs)`];
  });
}

/** The same of all files; tests may import what they like. And of the table itself: what stands below may not be imported. */
export function layerProblems(root, files) {
  const names = Object.keys(layers);
  const upward = names.flatMap((name, index) =>
    layers[name]
      .filter((other) => !names.slice(0, index).includes(other))
      .map((other) => `scripts/layers.mjs: ${other} does not stand above ${name}`),
  );
  const sources = files.filter((file) => !file.includes('.test.'));
  return [...upward, ...sources.flatMap((file) => violations(file, readFileSync(path.join(root, file), 'utf8')))];
}
