// Which folder may import from which: imports never run up. CONTRIBUTING.md draws it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { imports } from './imports.mjs';

/** What processes say to each other, by what it is about: whoever may say one of it may say all. */
const conversations = [
  ...['protocol/base', 'protocol/code', 'protocol/measurement', 'protocol/replay', 'protocol/sharing', 'protocol/processes'],
  ...['protocol/results', 'protocol/capture', 'protocol/profile', 'protocol/neighbour', 'protocol/torch'],
];

/** Each layer with those that it may import from, all of which come before it. */
export const layers = {
  'native/core/base': [],
  'native/core/capture': ['native/core/base'],
  'native/core/executable': ['native/core/base'],
  'native/core/difference': ['native/core/base', 'native/core/capture', 'native/core/executable'],
  'native/core/neighbour/llvm': ['native/core/base', 'native/core/executable'],
  'native/core/present': ['native/core/base', 'native/core/capture'],
  'native/core/profile': ['native/core/base'],
  'native/core/profile/report': ['native/core/base', 'native/core/executable', 'native/core/profile'],
  'native/core/profile/timeline': ['native/core/base', 'native/core/profile', 'native/core/profile/report'],
  'native/core/neighbour/torch': ['native/core/base', 'native/core/profile', 'native/core/profile/timeline'],
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
  'native/core/composing': [
    'native/core/base',
    'native/core/capture',
    'native/core/executable',
    'native/core/program',
    'native/core/hal/local',
    'native/core/sharing',
  ],

  'protocol/jobs': [],
  'protocol/base': ['protocol/jobs'],
  'protocol/code': ['protocol/jobs', 'protocol/base'],
  'protocol/measurement': ['protocol/jobs'],
  'protocol/replay': ['protocol/jobs', 'protocol/base'],
  'protocol/sharing': ['protocol/jobs'],
  'protocol/profile': ['protocol/jobs', 'protocol/base', 'protocol/code', 'protocol/measurement'],
  'protocol/neighbour': ['protocol/jobs', 'protocol/base', 'protocol/code', 'protocol/profile'],
  'protocol/torch': ['protocol/jobs'],
  'protocol/processes': [
    ...['protocol/jobs', 'protocol/measurement', 'protocol/replay', 'protocol/sharing', 'protocol/neighbour', 'protocol/torch'],
  ],
  'protocol/results': ['protocol/jobs', 'protocol/measurement', 'protocol/replay', 'protocol/processes'],
  'protocol/capture': ['protocol/jobs', 'protocol/base', 'protocol/code', 'protocol/replay', 'protocol/processes'],
  'protocol/words': conversations,
  'protocol/commands': [...conversations, 'protocol/jobs', 'protocol/words'],

  'engine/addon': conversations,
  'engine/programs': ['engine/addon'],
  'engine/reducing': [...conversations, 'protocol/words', 'engine/programs'],
  'engine/history': [...conversations, 'protocol/jobs', 'engine/programs'],
  'engine/measuring': [...conversations, 'engine/addon'],
  'engine/kernels': [...conversations, 'protocol/words', 'engine/addon', 'engine/programs', 'engine/history'],
  'engine/comparing': [...conversations, 'protocol/words', 'engine/addon', 'engine/kernels'],
  'engine/iree': [...conversations, 'engine/addon', 'engine/programs', 'engine/measuring', 'engine/kernels'],
  'engine/llvm': [...conversations, 'protocol/words', 'engine/addon', 'engine/programs', 'engine/kernels', 'engine/comparing'],
  'engine/torch': [...conversations, 'protocol/words', 'engine/addon', 'engine/programs'],
  'engine/recording': [...conversations, 'protocol/jobs', 'protocol/words', 'engine/programs', 'engine/history', 'engine/iree'],
  'engine/remedies': [...conversations, 'protocol/words', 'engine/addon'],
  'engine/rendering': [...conversations, 'engine/addon', 'engine/programs'],
  'engine/report': [...conversations, 'protocol/words', 'engine/programs'],
  'engine/jobs': [
    ...[...conversations, 'protocol/jobs', 'protocol/words'],
    ...['engine/addon', 'engine/history', 'engine/measuring', 'engine/kernels', 'engine/comparing', 'engine/iree'],
    ...['engine/rendering', 'engine/reducing', 'engine/recording', 'engine/report', 'engine/programs', 'engine/llvm', 'engine/torch'],
  ],
  'engine/bisecting': [
    ...[...conversations, 'protocol/jobs', 'protocol/words'],
    ...['engine/measuring', 'engine/kernels', 'engine/comparing', 'engine/iree', 'engine/jobs'],
  ],
  'engine/process': [
    ...[...conversations, 'protocol/jobs', 'protocol/words'],
    ...['engine/addon', 'engine/history', 'engine/measuring', 'engine/kernels', 'engine/comparing', 'engine/iree', 'engine/jobs'],
    'engine/bisecting',
  ],

  'cli/printing': [...conversations, 'protocol/jobs', 'protocol/words', 'engine/programs'],
  'cli/options': ['protocol/jobs', 'cli/printing'],
  'cli/running': [
    ...[...conversations, 'protocol/commands', 'engine/addon', 'engine/history', 'engine/kernels', 'engine/report', 'engine/jobs'],
    ...['engine/process', 'cli/printing'],
  ],
  'cli/commands': [
    ...[...conversations, 'protocol/jobs', 'protocol/words', 'engine/addon', 'engine/programs', 'engine/history', 'engine/comparing'],
    ...['engine/report', 'engine/jobs', 'cli/printing', 'cli/options', 'cli/running'],
  ],
  cli: ['protocol/words', 'engine/process', 'cli/printing', 'cli/options', 'cli/commands'],

  'extension/captures': [...conversations, 'engine/addon'],
  'extension/terminals': ['protocol/words', 'engine/addon', 'engine/programs'],
  'extension/devices': [...conversations, 'protocol/words', 'engine/iree', 'extension/terminals'],
  'extension/runs': [
    ...[...conversations, 'protocol/jobs', 'protocol/words', 'protocol/commands'],
    ...['engine/addon', 'engine/history', 'engine/kernels', 'engine/process', 'engine/remedies'],
    ...['extension/captures', 'extension/devices'],
  ],
  'extension/source': [...conversations, 'protocol/words', 'engine/addon', 'extension/captures', 'extension/runs'],
  'extension/times': [
    ...[...conversations, 'protocol/jobs', 'protocol/words', 'engine/history', 'engine/kernels', 'engine/jobs'],
    ...['extension/captures', 'extension/runs', 'extension/source'],
  ],
  'extension/candidates': [...conversations, 'engine/history', 'engine/kernels', 'extension/captures', 'extension/runs'],
  'extension/editors': conversations,
  'extension/editors/capture': [
    ...[...conversations, 'engine/addon', 'engine/kernels'],
    ...['extension/captures', 'extension/devices', 'extension/runs', 'extension/source', 'extension/editors'],
  ],
  'extension/editors/comparison': [
    ...[...conversations, 'protocol/jobs', 'engine/addon', 'engine/rendering', 'engine/jobs'],
    ...['extension/captures', 'extension/editors'],
  ],
  'extension/editors/difference': [...conversations, 'engine/addon', 'extension/editors'],
  'extension/editors/llvm': [
    ...[...conversations, 'protocol/jobs', 'protocol/words', 'engine/addon', 'engine/jobs', 'engine/llvm'],
    ...['extension/captures', 'extension/runs', 'extension/source', 'extension/editors'],
  ],
  'extension/editors/torch': [...conversations, 'engine/addon', 'engine/torch', 'extension/captures', 'extension/editors'],
  'extension/editors/results': [...conversations, 'engine/history', 'engine/report', 'extension/runs', 'extension/editors'],
  'extension/editors/profile': [...conversations, 'engine/addon', 'engine/rendering', 'extension/captures', 'extension/editors'],
  'extension/commands': [
    ...[...conversations, 'protocol/jobs', 'protocol/words'],
    ...['engine/addon', 'engine/programs', 'engine/history', 'engine/kernels', 'engine/jobs'],
    ...['extension/captures', 'extension/devices', 'extension/runs', 'extension/source', 'extension/times', 'extension/candidates'],
    ...['extension/editors', 'extension/editors/capture', 'extension/editors/profile', 'extension/editors/results'],
    ...['extension/editors/comparison', 'extension/editors/difference', 'extension/editors/llvm', 'extension/editors/torch'],
  ],
  'extension/workspace': [...conversations, 'protocol/words', 'engine/addon', 'engine/history', 'extension/captures', 'extension/runs'],
  'extension/recording': [
    ...[...conversations, 'protocol/jobs', 'protocol/words', 'protocol/commands'],
    ...['engine/iree', 'engine/llvm', 'engine/recording', 'engine/jobs'],
    ...['extension/terminals', 'extension/devices', 'extension/runs', 'extension/editors/capture', 'extension/commands'],
  ],
  extension: [
    ...['extension/devices', 'extension/runs', 'extension/source', 'extension/editors', 'extension/editors/capture'],
    ...['extension/commands', 'extension/workspace', 'extension/recording', 'extension/terminals'],
  ],

  'language-server/sources': [],
  'language-server/captures': [
    ...conversations,
    ...['engine/addon', 'engine/programs', 'engine/kernels', 'engine/remedies', 'language-server/sources'],
  ],
  'language-server/dump': [...conversations, 'language-server/sources'],
  'language-server/listing': ['protocol/words', 'language-server/sources'],
  'language-server/features': [
    ...conversations,
    'protocol/words',
    'language-server/captures',
    'language-server/dump',
    'language-server/sources',
  ],
  'language-server': [
    ...[...conversations, 'protocol/words', 'language-server/captures', 'language-server/dump', 'language-server/listing'],
    ...['language-server/sources', 'language-server/features'],
  ],

  'webview/widgets': [...conversations, 'protocol/words'],
  'webview/capture': [...conversations, 'protocol/words', 'webview/widgets'],
  'webview/report': [],
  'webview/results': [...conversations, 'protocol/words', 'webview/widgets', 'webview/report'],
  'webview/profile/timeline': [...conversations, 'webview/widgets'],
  'webview/comparison': [...conversations, 'protocol/words', 'webview/widgets', 'webview/report', 'webview/profile/timeline'],
  'webview/difference': [...conversations, 'protocol/words', 'webview/widgets'],
  'webview/llvm': [...conversations, 'protocol/words', 'webview/widgets'],
  'webview/profile': [...conversations, 'protocol/words', 'webview/widgets', 'webview/profile/timeline'],
  'webview/torch': [...conversations, 'protocol/words', 'webview/widgets', 'webview/profile/timeline', 'webview/profile'],
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
  const sources = files.filter((file) => !/\.(test|d)\./.test(file));
  const stray = sources
    .filter((file) => file.endsWith('.ts') && layerOf(file) === undefined)
    .map((file) => `${file} is in no layer: it belongs into a folder below ${path.posix.dirname(file)} (scripts/layers.mjs)`);
  const placed = sources.filter((file) => layerOf(file) !== undefined);
  return [...upward, ...stray, ...placed.flatMap((file) => violations(file, readFileSync(path.join(root, file), 'utf8')))];
}
