/** torch compare: the same operations through two PyTorchs, one of which may be wrong, and two traces. */
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { TorchComparison, TorchReplaysCompared, TorchTracesCompared } from '../../protocol/torch/replay';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const python = process.env['TORCH_PYTHON'] ?? '/usr/bin/python3';
const trace = (name: string): string => fixture(path.join('neighbours', 'pytorch', `${name}.json.gz`));

function compared(status: number, ...flags: readonly string[]): TorchComparison {
  const ended = ireereplay('torch', 'compare', `--python=${python}`, '--format=json', ...flags);
  assert.equal(ended.status, status, ended.stderr);
  return JSON.parse(ended.stdout.toString()) as TorchComparison;
}

function replays(status: number, ...flags: readonly string[]): TorchReplaysCompared {
  const found = compared(status, ...flags);
  return found.kind === 'replays' ? found : assert.fail();
}

/** A Python whose PyTorch is another one: `code` changes it once it is imported. */
function otherPython(code: string): string {
  const folder = temporaryFolder();
  const program = path.join(folder, 'python3');
  writeFileSync(
    path.join(folder, 'sitecustomize.py'),
    `
import sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        import importlib.util
        spec = importlib.util.find_spec("torch")
        load = spec.loader.exec_module
        def exec_module(module):
            load(module)
            change(module)
        spec.loader.exec_module = exec_module
        return spec
def change(torch):
${code}
sys.meta_path.insert(0, Finder())
`,
  );
  writeFileSync(program, `#!/bin/sh\nPYTHONPATH='${folder}' exec '${python}' "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

/** Replaces an operator of aten by one in Python. */
const replaced = (name: string, body: string): string => `
    library = torch.library.Library("aten", "IMPL")
    original = torch.ops.aten.${name}
    def wrong(*arguments, **keywords):
${body}
    torch._kept = library
    library.impl("${name}", wrong, "CPU")`;

test('the same PyTorch agrees with itself, and no difference in time is made up', () => {
  const { operations, verdicts, asked, first, second } = replays(
    0,
    ...['--with_device=cpu', '--filter=aten::addmm', '--filter=aten::relu', '--filter=aten::empty', trace('cpu-train')],
  );
  assert.deepEqual([first, operations.length], [second, asked]);
  assert.deepEqual([verdicts.differs, verdicts.agrees > 0, verdicts['not-known'] > 0], [0, true, true]);
  for (const { name, verdict, results, times } of operations) {
    assert.equal(verdict, name.includes('empty') ? 'not-known' : 'agrees');
    assert.ok(results.length > 0 && times !== undefined);
    assert.equal(times.first.samples.length, times.second.samples.length);
    assert.ok(times.difference.interval[0] <= times.difference.ratio && times.difference.ratio <= times.difference.interval[1]);
  }
});

test('a PyTorch whose operator is wrong is found, and has no times', () => {
  const wrong = otherPython(
    replaced(
      'addmm',
      `        first, mat1, mat2 = arguments[:3]
        result = first + torch.mm(mat1, mat2)
        result[0, 0] += 0.05
        return result`,
    ),
  );
  const { operations, verdicts } = replays(1, `--with_python=${wrong}`, '--filter=aten::addmm', '--filter=aten::relu', trace('cpu-train'));
  assert.deepEqual([verdicts.agrees, verdicts.differs, verdicts['not-known']], [1, 1, 0]);
  const addmm = operations.find(({ name }) => name === 'aten::addmm') ?? assert.fail();
  assert.deepEqual([addmm.verdict, addmm.times, addmm.results[0]?.differing, addmm.results[0]?.first?.index], ['differs', undefined, 1, 0]);
  assert.ok(operations.find(({ name }) => name === 'aten::relu')?.times !== undefined);
});

test('a PyTorch whose operator is right and slower is said to be slower', () => {
  const slow = otherPython(
    replaced(
      'addmm',
      `        import time
        time.sleep(0.005)
        first, mat1, mat2 = arguments[:3]
        return first + torch.mm(mat1, mat2)`,
    ),
  );
  const { operations } = replays(0, `--with_python=${slow}`, '--filter=aten::addmm', '--seconds=5', trace('cpu-train'));
  const [{ verdict, times } = assert.fail()] = operations;
  assert.equal(verdict, 'agrees');
  assert.ok((times?.difference.ratio ?? 1) < 0.5, JSON.stringify(times?.difference));
  assert.ok(['slower', 'not-known-yet'].includes(times?.difference.verdict ?? ''));
});

test('what one of both cannot replay is told with the one that cannot', () => {
  const without = otherPython('    torch.float32 = None');
  const { notReplayed, operations } = replays(1, `--with_python=${without}`, '--results_only', '--filter=aten::addmm', trace('cpu-train'));
  assert.equal(operations.length, 0);
  assert.deepEqual(
    notReplayed.map(({ by, reason }) => [by, reason]),
    [['second', 'type']],
  );
});

test('two traces are compared by operation and shape', () => {
  const against = (before: string, after: string): TorchTracesCompared => {
    const found = compared(0, `--against=${trace(before)}`, trace(after));
    return found.kind === 'traces' ? found : assert.fail();
  };
  const same = against('bert-small-h100', 'bert-small-h100');
  assert.deepEqual([same.states.less, same.states.more, same.states.came, same.states.went], [0, 0, 0, 0]);
  assert.deepEqual([same.of, same.beforeNs, same.states.equal], ['device', same.afterNs, same.count]);
  const there = against('bert-small-h100', 'bert-small-mi300');
  const back = against('bert-small-mi300', 'bert-small-h100');
  assert.deepEqual(there.states, {
    ...back.states,
    less: back.states.more,
    more: back.states.less,
    came: back.states.went,
    went: back.states.came,
  });
  assert.ok(there.states.came + there.states.more + there.states.less > 0);
  const changed = there.rows.reduce((sum, { changeNs }) => sum + changeNs, 0);
  assert.equal(changed, there.afterNs - there.beforeNs);
});

test('what makes no sense together is refused', () => {
  const refused = (...flags: readonly string[]): string => ireereplay('torch', 'compare', ...flags, trace('cpu-train')).stderr;
  assert.match(refused(), /say what to compare with/);
  assert.match(refused('--against=x.json', '--with_device=cuda'), /--against compares times of traces/);
  assert.match(refused('--against=/no/such.json'), /no\/such\.json/);
  assert.match(refused(`--python=${python}`, '--with_python=/no/such'), /there is no Python in \/no\/such/);
});
