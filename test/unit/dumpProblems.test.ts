/** What a dump says stands against a replay of its capture, and what mends it: asked over stdio by a client library. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CodeActionRequest, DiagnosticSeverity, DocumentDiagnosticRequest, type Diagnostic } from 'vscode-languageserver-protocol/node';
import {
  APPLY_REMEDY,
  DUMP_LANGUAGE,
  IN_CAPTURE,
  REPLAY_OF,
  type RemedyInCapture,
  type ReplayAnswer,
  type ReplayQuestion,
} from '../../protocol/processes/languageServer';
import { DEFAULT_SETTINGS, type ReplaySettings } from '../../protocol/replay/replay';
import { served, type Served } from '../servedLanguage';

const root = path.resolve(import.meta.dirname, '..', '..');
const fixtures = path.join(root, 'test', 'fixtures');

const dumpOf = (capture: string, format: string): string =>
  execFileSync(process.execPath, [path.join(root, 'bin', 'ireereplay'), 'dump', `--format=${format}`, capture], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });

async function problemsOf({ connection }: Served, uri: string): Promise<readonly Diagnostic[]> {
  const report = await connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } });
  assert.equal(report.kind, 'full');
  return report.items;
}

describe('a dump', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-problems-'));
  const signal = path.join(folder, 'host-signal.ireereplay');
  const sound = path.join(folder, 'small.ireereplay');
  let server: Served;
  /** How the client replays captures; undefined leaves it to IREE's tools. */
  let settings: ReplaySettings | undefined = DEFAULT_SETTINGS;

  before(async () => {
    for (const name of ['host-signal', 'small'])
      copyFileSync(path.join(fixtures, `${name}.ireereplay`), path.join(folder, `${name}.ireereplay`));
    server = await served(folder);
    server.connection.onRequest(REPLAY_OF, ({ capture, devices }: ReplayQuestion): ReplayAnswer => {
      if (settings === undefined) return {};
      const { device, fileRemaps, assumeHostSignals, stopBefore } = settings;
      const stop = stopBefore === undefined ? {} : { stopBeforeRecord: stopBefore };
      return {
        replay: {
          capture,
          devices: Array.from({ length: devices }, () => device),
          fileRemaps,
          assumeHostSignals,
          leaveFilesAlone: true,
          ...stop,
        },
      };
    });
  });
  after(async () => {
    assert.equal(await server.end(), 0);
    rmSync(folder, { recursive: true });
  });

  for (const [format, suffix] of [
    ['text', 'txt'],
    ['jsonl', 'jsonl'],
  ] as const) {
    test(`in ${format} has what preflight says at the records that it is about, and what mends it`, async () => {
      settings = DEFAULT_SETTINGS;
      const text = dumpOf(signal, format);
      const lines = text.split('\n');
      const line = lines.findIndex((one) => /#24 |"sequence_ordinal":24,/.test(one));
      const uri = server.open(`ireereplay:${signal}.${suffix}`, DUMP_LANGUAGE, text);
      const [problem, ...more] = await problemsOf(server, uri);
      assert.ok(problem !== undefined && more.length === 0);
      const { start, end } = problem.range;
      assert.deepEqual([start.line, end.line], [line, line]);
      assert.equal(lines[line]?.slice(start.character, end.character), 'device.queue_dispatch');
      assert.deepEqual([problem.severity, problem.code], [DiagnosticSeverity.Error, 'wait-never-signaled']);
      assert.match(problem.message, /^This operation waits for semaphore 5 to reach 1, .*--assume_host_signals/);

      const fixes = async (at: number): Promise<readonly string[]> => {
        const range = { start: { line: at, character: 0 }, end: { line: at, character: 1 } };
        const found = await server.connection.sendRequest(CodeActionRequest.type, {
          textDocument: { uri },
          range,
          context: { diagnostics: [] },
        });
        return (found ?? []).map(({ title }) => title);
      };
      // Remedies are tried in the background.
      while ((await fixes(line)).length < 3) await server.refreshed();
      assert.deepEqual(await fixes(line), [
        'Assume Host Signals (leaves no problem)',
        'Stop Before #24 (leaves no problem)',
        'Show #24 in Capture',
      ]);
      assert.deepEqual(await fixes(line - 1), []);

      const [lens, stop] = (await server.lenses(uri)).filter(({ range }) => range.start.line === line);
      assert.equal(lens?.command?.command, APPLY_REMEDY);
      assert.equal(lens.command.title, 'Assume Host Signals (leaves no problem)');
      assert.equal(stop?.command?.title, 'Stop Before #24 (leaves no problem)');
      const [argument] = (lens.command.arguments ?? []) as readonly RemedyInCapture[];
      assert.deepEqual(argument, { capture: signal, change: { assumeHostSignals: true } });
      const [actions] = await Promise.all([
        server.connection.sendRequest(CodeActionRequest.type, {
          ...{ textDocument: { uri }, range: problem.range, context: { diagnostics: [problem] } },
        }),
      ]);
      const shown = (actions ?? []).find(({ title }) => title.startsWith('Show #24'));
      assert.ok(shown !== undefined && 'kind' in shown && typeof shown.command === 'object');
      assert.deepEqual(
        [shown.command.command, shown.command.arguments],
        [IN_CAPTURE, [{ capture: signal, act: 'showInCapture', record: 24 }]],
      );

      settings = { ...DEFAULT_SETTINGS, ...argument.change };
      let left: Diagnostic | undefined;
      // Lenses that offered what has been done go, though nothing else is to be offered.
      await server.refreshed(async () => void ([left] = await problemsOf(server, uri)));
      assert.deepEqual(
        (await server.lenses(uri)).filter(({ range }) => range.start.line === line).map(({ command }) => command?.title),
        ['Benchmark', 'Profile', 'Substitute…', 'Show in Capture'],
      );
      assert.equal(left?.severity, DiagnosticSeverity.Warning);
      assert.match(left.message, /the host is assumed to have signaled it\.$/);
      assert.deepEqual(await fixes(line), ['Show #24 in Capture']);
    });
  }

  test('has none where the capture is left to the tools of IREE, or can be replayed', async () => {
    const uri = server.open(`ireereplay:${sound}.txt`, DUMP_LANGUAGE, dumpOf(sound, 'text'));
    assert.deepEqual(await problemsOf(server, uri), []);
    settings = undefined;
    const torn = server.open(`ireereplay:${signal}.txt`, DUMP_LANGUAGE, dumpOf(signal, 'text'));
    assert.deepEqual(await problemsOf(server, torn), []);
    settings = DEFAULT_SETTINGS;
    assert.equal((await problemsOf(server, torn)).length, 1);
  });

  test('has none where its capture is gone, and sources have none', async () => {
    const uri = server.open(`ireereplay:${signal}.gone.ireereplay.txt`, DUMP_LANGUAGE, dumpOf(signal, 'text'));
    assert.deepEqual(await problemsOf(server, uri), []);
    assert.deepEqual(await problemsOf(server, server.open('a.c', 'c', 'int a;\n')), []);
  });
});
