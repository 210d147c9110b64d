/** Every example of README and of the command line's reference, and all else that guides show, is run, or is shown to be run elsewhere. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { version } from '../../package.json';
import { COMMANDS } from '../../protocol/jobs/all';
import { flagsOfOutput, flagsOfWork, type Job } from '../../protocol/jobs/job';
import { checkout, temporaryFolder } from '../programs';
import { putFiles } from './exampleFiles';
import { blocksOf, blocksOfPage, examplesOf, runExample, runLine, type Block } from './examples';
import { iree } from './ireeTools';

const text = (file: string): string => readFileSync(path.join(checkout, file), 'utf8');

const guides = readdirSync(path.join(checkout, 'docs', 'guides')).map((name) => `docs/guides/${name}`);

/** What begins with installing, building or VS Code is run by these, in these words. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, words: string]>> = {
  'npm ci && npm start': ['.ci/run', 'npm ci && npm start -- --no-open'],
  'npm ci && npm test': ['.ci/run', '&& npm test'],
  'npm run package': ['.github/workflows/packages.yml', 'run: npm run package -- '],
  // There is no Vulkan device on every machine.
  'ireereplay verify --engine=iree --device=vulkan --against_capture=cpu.ireereplay --against=local-task vulkan.ireereplay': [
    'test/differential/ireeDivergence.test.ts',
    "'--device=vulkan', '--against=local-task'",
  ],
  'ireereplay substitute --engine=iree --device=vulkan --replay_executable_substitution=4=candidate.mlir vulkan.ireereplay': [
    'test/differential/ireeSubstitution.test.ts',
    "'--device=vulkan', `--iree_compile=",
  ],
  // The end-to-end tests install the package with a VS Code's own command line.
  [`code --install-extension iree-replay-linux-x64-${version}.vsix`]: ['scripts/tools.mjs', "'--install-extension', vsix"],
};

const flagsOf = (job: Job): readonly string[] =>
  [...flagsOfWork(job), ...flagsOfOutput(job)].flatMap(({ flag, short }) => [`--${flag}`, ...(short === undefined ? [] : [`-${short}`])]);

/** Checks lines such as `bin/ireereplay run [--outputs=DIR] CAPTURE   what it does` against the descriptions of the jobs. */
function checkUsage({ where, lines }: Block): void {
  const shown = lines.map((line) => line.replace(/^bin\/ireereplay /, ''));
  for (const line of shown) {
    if (line.startsWith('profile QUESTION PROFILE ')) continue;
    const job = COMMANDS.filter(({ name }) => line.startsWith(`${name} `)).at(-1);
    assert.ok(job !== undefined, `${where}: there is no command: ${line}`);
    const [usage = ''] = line.slice(job.name.length).trimStart().split('  ');
    for (const [flag] of usage.matchAll(/(?<![\w-])--?[a-z]\w*/g)) {
      assert.ok(flagsOf(job).includes(flag), `${where}: ${job.name} has no ${flag}`);
    }
    const files = usage.split(' ').filter((word) => /^[A-Z]+$/.test(word) && word !== 'FILE');
    assert.equal(files.length > 0, job.file !== 'none', `${where}: ${line}`);
  }
  for (const { name } of COMMANDS) {
    const isShown = shown.some((line) => line.startsWith(`${name} `) || line.includes(`; ${name} `));
    assert.ok(isShown || name.startsWith('profile '), `${where}: ${name} is missing`);
  }
}

/** Checks that a line of a history has these fields, and no other. */
function checkHistory({ where, lines }: Block): void {
  const folder = temporaryFolder();
  putFiles(folder, ['model.ireereplay']);
  const { status, said } = runLine('ireereplay verify --runs=2 --history=runs.jsonl model.ireereplay', folder);
  assert.equal(status, 0, said);
  const run = JSON.parse(readFileSync(path.join(folder, 'runs.jsonl'), 'utf8')) as object;
  const inner = /\{[^{}]*\}/g;
  const outermost = lines.join('').trim().slice(1, -1).replace(inner, '').replace(inner, '');
  const fields = Array.from(outermost.matchAll(/"(\w+)":/g), ([, field]) => field);
  assert.deepEqual(fields.toSorted(), Object.keys(run).toSorted(), where);
}

/** Runs the examples of a block, or checks it as what it is. Throws where it is nothing of which that is known. */
function check(block: Block): void {
  const { where, says, lines } = block;
  if (says === 'console') {
    const folder = temporaryFolder();
    const examples = examplesOf(block);
    putFiles(
      folder,
      examples.map(({ command }) => command),
    );
    for (const example of examples) runExample(example, folder);
  } else if (lines.every((line) => line.startsWith('bin/ireereplay '))) checkUsage(block);
  else if (lines[0]?.startsWith('{"version":1,') === true) checkHistory(block);
  else {
    for (const line of lines.filter((line) => line !== '')) {
      const [file, words] = ELSEWHERE[line] ?? [];
      assert.ok(file !== undefined && words !== undefined, `${where}: no test runs this: ${line}`);
      assert.ok(text(file).includes(words), `${where}: ${file} no longer runs this: ${line}`);
    }
  }
}

// guides.test.ts has the other blocks of the guides: commands, and sources that name their files.
const blocks = [...blocksOfPage('README.md'), ...guides.flatMap(blocksOfPage).filter(({ says }) => says === '')];

for (const block of blocks) test(`what ${block.where.replace(/:\d+$/, '')} shows: ${block.lines[0] ?? ''}`, () => check(block));

test('an example that nothing runs is found', () => {
  const checked = (...lines: readonly string[]) => {
    return () => {
      blocksOf(['Text.', '', ...lines].join('\n'), 'page').forEach(check);
    };
  };
  assert.throws(checked('    npm run nonsense'), /^AssertionError.*: page:3: no test runs this: npm run nonsense$/);
  assert.throws(checked('```sh', 'make', '```'), /page:4: no test runs this: make/);
  assert.throws(checked('```console', '$ ireereplay nonsense', '```'), /page:4: ireereplay nonsense/);
  assert.throws(checked('    bin/ireereplay dump --nonsense CAPTURE'), /page:3: dump has no --nonsense/);
  assert.throws(checked('    bin/ireereplay dump CAPTURE'), /page:3: record is missing/);
  assert.throws(checked('    {"version":1, "nonsense":...}'));
});

test('docs has the reference and the guides, and no other page', () => {
  const pages = readdirSync(path.join(checkout, 'docs'));
  assert.deepEqual(pages.toSorted(), ['command-line.md', 'guides']);
});

/** How examples end that do not end with 0. */
function statusesOf(command: string): readonly number[] {
  // What differs.
  if (command.startsWith('ireereplay diff ')) return [3];
  if (command.includes(' --against_capture=')) return [1];
  // Only a GPU can execute what is recorded: without one the program says so.
  if (/^ireereplay llvm (?:verify|benchmark|sweep) /.test(command)) return [1];
  // These are all the same installation: there is nothing to find.
  if (command.includes(' --iree=')) return [1];
  // Whether times tell depends on what else the machine does.
  return command.includes(' --by=time ') ? [0, 1] : [0];
}

const reference = blocksOfPage('docs/command-line.md').flatMap(({ lines }) => lines);

for (const section of new Set(reference.map((line) => line.split(' ')[1] ?? ''))) {
  test(`the examples of ireereplay ${section}`, () => {
    const folder = temporaryFolder();
    const commands = reference.filter((line) => line.split(' ')[1] === section);
    putFiles(folder, commands);
    for (const command of commands) {
      const { status, stdout, said } = runLine(command, folder);
      assert.ok(statusesOf(command).includes(status ?? NaN), `${String(status)}: ${said}`);
      // Which lines are hot, if any, is for chance to say; that there are fields of these names is not.
      if (command.includes('| jq ')) assert.ok(!/^null$/m.test(stdout) && (stdout !== '' || command.includes('is_hot')), said);
    }
  });
}

test('the reference has the examples of all commands', () => {
  assert.deepEqual(
    reference,
    COMMANDS.flatMap(({ name, examples }) => examples.map((example) => `ireereplay ${name} ${example}`.trimEnd())),
  );
});

test('flags that README and guides name exist', () => {
  const ours = new Set(COMMANDS.flatMap(flagsOf));
  const others =
    ['iree-run-module', 'iree-compile'].map((tool) => iree(tool, ['--help']).stdout.toString()).join('') +
    ['start', 'packages', 'package', 'tools'].map((name) => text(`scripts/${name}.mjs`)).join('');
  for (const page of ['README.md', ...guides]) {
    // Commands are run.
    const prose = text(page).replaceAll(/^\$ .*$/gm, '');
    for (const [flag] of prose.matchAll(/(?<=[`\s[])--[a-z][a-z_-]*/g)) {
      assert.ok(ours.has(flag) || others.includes(flag.slice(2)), `${page}: ${flag}`);
    }
  }
});
