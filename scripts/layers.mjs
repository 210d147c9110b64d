// Which folder may import from which: imports never run up. CONTRIBUTING.md draws it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { imports } from './imports.mjs';

/** Each layer with those that it may import from, all of which come before it. */
export const layers = {
  'native/core/base': [],
  'native/core/capture': ['native/core/base'],
  'native/core/executable': ['native/core/base'],
  'native/core/difference': ['native/core/base', 'native/core/capture', 'native/core/executable'],
  'native/core/present': ['native/core/base', 'native/core/capture'],
  'native/core/profile': ['native/core/base'],
  'native/core/profile/report': ['native/core/base', 'native/core/executable', 'native/core/profile'],
  'native/core/profile/timeline': ['native/core/base', 'native/core/profile', 'native/core/profile/report'],
  'native/core/program': ['native/core/base', 'native/core/capture', 'native/core/executable'],
  'native/core/hal': ['native/core/base', 'native/core/executable'],
  'native/core/hal/local': ['native/core/base', 'native/core/executable', 'native/core/program', 'native/core/hal'],
  'native/core/roof': ['native/core/base', 'native/core/executable', 'native/core/hal'],
  'native/core/recording': [
    ...['native/core/base', 'native/core/capture', 'native/core/executable', 'native/core/profile', 'native/core/program'],
    ...['native/core/hal', 'native/core/hal/local'],
  ],
  'native/core/replay': [
    ...['native/core/base', 'native/core/difference', 'native/core/program', 'native/core/hal', 'native/core/hal/local'],
    'native/core/recording',
  ],
  'native/core/sharing': [
    ...['native/core/base', 'native/core/capture', 'native/core/program', 'native/core/hal', 'native/core/hal/local'],
    'native/core/replay',
  ],

  'protocol/jobs': [],
  protocol: ['protocol/jobs'],
  'protocol/words': ['protocol'],
  'protocol/commands': ['protocol', 'protocol/jobs', 'protocol/words'],

  'engine/addon': ['protocol'],
  'engine/programs': [],
  'engine/reducing': ['protocol', 'protocol/words', 'engine/programs'],
  'engine/history': ['protocol', 'protocol/jobs'],
  'engine/measuring': ['protocol', 'engine/addon'],
  'engine/kernels': ['protocol', 'protocol/words', 'engine/addon', 'engine/programs', 'engine/history'],
  'engine/comparing': ['protocol', 'protocol/words', 'engine/addon', 'engine/kernels'],
  'engine/iree': ['protocol', 'engine/addon', 'engine/programs', 'engine/measuring', 'engine/kernels'],
  'engine/recording': ['protocol', 'protocol/jobs', 'protocol/words', 'engine/programs', 'engine/history', 'engine/iree'],
  'engine/remedies': ['protocol', 'protocol/words', 'engine/addon'],
  'engine/rendering': ['protocol', 'engine/addon', 'engine/programs'],
  'engine/report': ['protocol', 'protocol/words'],
  'engine/jobs': [
    ...['protocol', 'protocol/jobs', 'protocol/words'],
    ...['engine/addon', 'engine/history', 'engine/measuring', 'engine/kernels', 'engine/comparing', 'engine/iree'],
    ...['engine/rendering', 'engine/reducing', 'engine/recording', 'engine/report', 'engine/programs'],
  ],
  'engine/bisecting': [
    ...['protocol', 'protocol/jobs', 'protocol/words'],
    ...['engine/measuring', 'engine/kernels', 'engine/comparing', 'engine/iree'],
  ],
  'engine/process': [
    ...['protocol', 'protocol/jobs', 'protocol/words'],
    ...['engine/addon', 'engine/history', 'engine/measuring', 'engine/kernels', 'engine/comparing', 'engine/iree', 'engine/jobs'],
    'engine/bisecting',
  ],

  cli: [
    ...['protocol', 'protocol/jobs', 'protocol/words', 'protocol/commands'],
    ...['engine/addon', 'engine/programs', 'engine/history', 'engine/measuring', 'engine/kernels', 'engine/comparing'],
    ...['engine/iree', 'engine/report', 'engine/jobs', 'engine/process'],
  ],

  'extension/captures': ['protocol', 'engine/addon'],
  'extension/devices': ['protocol', 'engine/iree'],
  'extension/runs': [
    ...['protocol', 'protocol/jobs', 'protocol/words', 'protocol/commands'],
    ...['engine/addon', 'engine/history', 'engine/kernels', 'engine/process', 'engine/remedies'],
    ...['extension/captures', 'extension/devices'],
  ],
  'extension/source': ['protocol', 'protocol/words', 'engine/addon', 'extension/captures', 'extension/runs'],
  'extension/times': [
    ...['protocol', 'protocol/jobs', 'protocol/words', 'engine/history', 'engine/kernels', 'engine/jobs'],
    ...['extension/captures', 'extension/runs', 'extension/source'],
  ],
  'extension/candidates': ['protocol', 'engine/history', 'engine/kernels', 'extension/captures', 'extension/runs'],
  'extension/editors': ['protocol'],
  'extension/editors/capture': [
    ...['protocol', 'engine/addon', 'engine/kernels'],
    ...['extension/captures', 'extension/devices', 'extension/runs', 'extension/source', 'extension/editors'],
  ],
  'extension/editors/comparison': [
    ...['protocol', 'protocol/jobs', 'engine/addon', 'engine/rendering', 'engine/jobs'],
    ...['extension/captures', 'extension/editors'],
  ],
  'extension/editors/difference': ['protocol', 'engine/addon', 'extension/editors'],
  'extension/editors/results': ['protocol', 'engine/history', 'engine/report', 'extension/runs', 'extension/editors'],
  'extension/editors/profile': ['protocol', 'engine/addon', 'engine/rendering', 'extension/captures', 'extension/editors'],
  'extension/commands': [
    ...['protocol', 'protocol/jobs', 'protocol/words', 'engine/addon', 'engine/history', 'engine/kernels', 'engine/jobs'],
    ...['extension/captures', 'extension/devices', 'extension/runs', 'extension/source', 'extension/times', 'extension/candidates'],
    ...['extension/editors', 'extension/editors/capture', 'extension/editors/profile', 'extension/editors/results'],
    ...['extension/editors/comparison', 'extension/editors/difference'],
  ],
  'extension/workspace': ['protocol', 'engine/addon', 'engine/history', 'extension/captures', 'extension/runs'],
  'extension/terminals': ['protocol/words', 'engine/addon'],
  'extension/recording': [
    ...['protocol', 'protocol/jobs', 'protocol/words', 'protocol/commands'],
    ...['engine/iree', 'engine/recording', 'engine/jobs'],
    ...['extension/devices', 'extension/runs', 'extension/editors/capture', 'extension/commands'],
  ],
  extension: [
    ...['extension/devices', 'extension/runs', 'extension/source', 'extension/editors', 'extension/editors/capture'],
    ...['extension/commands', 'extension/workspace', 'extension/recording', 'extension/terminals'],
  ],

  'language-server/sources': [],
  'language-server/captures': ['protocol', 'engine/addon', 'engine/kernels', 'engine/remedies', 'language-server/sources'],
  'language-server/dump': ['protocol', 'language-server/sources'],
  'language-server/listing': ['protocol/words', 'language-server/sources'],
  'language-server/features': ['protocol', 'protocol/words', 'language-server/captures', 'language-server/dump', 'language-server/sources'],
  'language-server': [
    ...['protocol', 'protocol/words', 'language-server/captures', 'language-server/dump', 'language-server/listing'],
    ...['language-server/sources', 'language-server/features'],
  ],

  'webview/widgets': ['protocol', 'protocol/words'],
  'webview/capture': ['protocol', 'protocol/words', 'webview/widgets'],
  'webview/report': [],
  'webview/results': ['protocol', 'protocol/words', 'webview/widgets', 'webview/report'],
  'webview/profile/timeline': ['protocol', 'webview/widgets'],
  'webview/comparison': ['protocol', 'protocol/words', 'webview/widgets', 'webview/report', 'webview/profile/timeline'],
  'webview/difference': ['protocol', 'protocol/words', 'webview/widgets'],
  'webview/profile': ['protocol', 'protocol/words', 'webview/widgets', 'webview/profile/timeline'],
};

/** The layer of a path from the root: the longest that the path begins with. */
function layerOf(file) {
  return Object.keys(layers)
    .filter((layer) => file.startsWith(`${layer}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** A sentence for each import in `text`, the contents of `file`, that its layer may not make. */
export function violations(file, text) {
  const from = layerOf(file);
  if (from === undefined) return [];
  return imports(file, text).flatMap((target) => {
    const to = layerOf(target);
    if (to === undefined || to === from || layers[from].includes(to)) return [];
    return [`${file} imports ${target}: ${from} may not import from ${to} (scripts/layers.mjs)`];
  });
}

/** The same for all files; tests may import what they like. And for the table itself: layers below may not be imported. */
export function layerProblems(root, files) {
  const names = Object.keys(layers);
  const upward = names.flatMap((name, index) =>
    layers[name]
      .filter((other) => !names.slice(0, index).includes(other))
      .map((other) => `scripts/layers.mjs: ${other} does not come before ${name}`),
  );
  const sources = files.filter((file) => !file.includes('.test.'));
  return [...upward, ...sources.flatMap((file) => violations(file, readFileSync(path.join(root, file), 'utf8')))];
}
