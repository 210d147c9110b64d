/** Examples in Markdown: blocks of text, the commands in them, and what is said to come of each. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { checkout } from '../programs';
import { ireeProgram } from './ireeTools';

/** A block of a page that is not prose: between fences, or indented. */
export interface Block {
  /** `README.md:12`, of its first line. */
  readonly where: string;
  /** What its fence says: `console`; `c application.c` for a file; empty for an indented block. */
  readonly says: string;
  readonly lines: readonly string[];
}

/** A command, the status that it is said to end with, and what stands below it. */
export interface Example {
  readonly where: string;
  readonly command: string;
  readonly status: number;
  readonly printed: readonly string[];
}

export function blocksOf(text: string, page: string): readonly Block[] {
  const blocks: { where: string; says: string; lines: string[] }[] = [];
  let kind: 'prose' | 'fenced' | 'indented' = 'prose';
  let before = '';
  for (const [index, line] of text.split('\n').entries()) {
    const begin = (says: string, first: readonly string[], from: number): void => {
      blocks.push({ where: `${page}:${String(from)}`, says, lines: [...first] });
    };
    if (line.startsWith('```')) {
      kind = kind === 'fenced' ? 'prose' : 'fenced';
      if (kind === 'fenced') begin(line.slice(3).trim(), [], index + 2);
    } else if (kind === 'fenced') blocks.at(-1)?.lines.push(line);
    else if (!line.startsWith('    ')) kind = 'prose';
    else if (kind === 'indented') blocks.at(-1)?.lines.push(line.slice(4));
    else if (before === '') {
      kind = 'indented';
      begin('', [line.slice(4)], index + 1);
    }
    before = line;
  }
  return blocks;
}

export const blocksOfPage = (page: string): readonly Block[] => blocksOf(readFileSync(path.join(checkout, page), 'utf8'), page);

/** The commands of a `console` block, each with what it prints. */
export function examplesOf({ where, lines }: Block): readonly Example[] {
  const examples: { where: string; command: string; status: number; printed: string[] }[] = [];
  for (const line of lines) {
    const [, command, status = '0'] = /^\$ (.*?)(?: # exit status (\d+))?$/.exec(line) ?? [];
    if (command !== undefined) examples.push({ where, command, status: Number(status), printed: [] });
    else examples.at(-1)?.printed.push(line);
  }
  return examples;
}

/** `…` stands for anything in a line. */
function isLine(printed: string, line: string): boolean {
  const pattern = printed.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(line);
}

/** A line that was expected and does not come; undefined where all do. A line of three dots stands for any lines. */
export function missing([expected, ...others]: readonly string[], lines: readonly string[]): string | undefined {
  if (expected === undefined) return lines.length === 0 ? undefined : `nothing, but got: ${lines[0] ?? ''}`;
  if (expected !== '...') return isLine(expected, lines[0] ?? '') ? missing(others, lines.slice(1)) : expected;
  const ends = Array.from({ length: lines.length + 1 }, (_, from) => missing(others, lines.slice(from)));
  return ends.includes(undefined) ? undefined : (ends[0] ?? expected);
}

/** How a command ended, and what it printed. */
interface End {
  readonly status: number | null;
  readonly stdout: string;
  /** The command and all that it said, for a failed assertion. */
  readonly said: string;
}

/** Runs a command as a user does, with our command line and IREE's programs on the PATH. A pipe fails with any of its programs. */
export function runLine(command: string, folder: string): End {
  const places = [path.join(checkout, 'bin'), path.dirname(ireeProgram('iree-compile')), process.env['CMAKE_FOLDER'] ?? ''];
  const PATH = [...places, process.env['PATH'] ?? ''].join(path.delimiter);
  const env = { ...process.env, PATH, XDG_CACHE_HOME: path.join(folder, '.cache'), CCACHE_BASEDIR: folder };
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, said: `${command}\n${stdout}${stderr}` };
}

/** Runs an example, which must end and print as it says. */
export function runExample({ where, command, status, printed }: Example, folder: string): void {
  const end = runLine(command, folder);
  assert.equal(end.status, status, `${where}: ${end.said}`);
  assert.equal(missing(printed, end.stdout.split('\n').slice(0, -1)), undefined, `${where}: ${end.said}`);
}
