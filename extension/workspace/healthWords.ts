/** The health of a file of the workspace, as its row says it. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Problem } from '../../protocol/capture/capture';
import { recordedFor, type Target } from '../../protocol/words/recordedFor';
import { timeWords } from '../runs/timeWords';
import type { CaptureHealth } from './captureHealth';
import type { ProfileHealth } from './profileHealth';
import type { RecordingsHealth } from './recordingsHealth';
import type { TraceHealth } from './traceHealth';

export interface HealthWords {
  /** Of VS Code's product icons: each state has a shape of its own. */
  readonly icon: string;
  /** Colour of the theme; none for what is neither good nor bad. */
  readonly colour?: string;
  /** In the row. */
  readonly short: string;
  /** The same as a sentence, and what stands behind it: lines of the hover. */
  readonly lines: readonly string[];
}

const GOOD = 'charts.green';
const BAD = 'list.errorForeground';
const DOUBTFUL = 'list.warningForeground';

/** Problems that are told in a hover; the editor has all. */
const MOST_TOLD = 4;

/** While nothing is known. */
export const readingWords = (): HealthWords => ({ icon: 'loading~spin', short: '', lines: [vscode.l10n.t('Being read')] });

const unreadableWords = (problem: Problem): HealthWords => ({
  ...{ icon: 'error', colour: BAD, short: vscode.l10n.t('cannot be read') },
  lines: [vscode.l10n.t('Cannot be read'), ...told([problem])],
});

export function captureWords(health: CaptureHealth, trusted: boolean): HealthWords {
  switch (health.state) {
    case 'unreadable':
      return unreadableWords(health.problem);
    case 'large':
      return {
        ...{ icon: 'question', short: vscode.l10n.t('large') },
        lines: [vscode.l10n.t('It has too many records to be checked before it is opened.')],
      };
    case 'read': {
      const { summary, problems } = health;
      const elsewhere = recordedFor(problems, summary.executables);
      const { icon, colour, short, lead } = elsewhere === undefined ? replayWords(health, trusted) : elsewhereWords(elsewhere);
      const more = [
        countOf(summary.records, vscode.l10n.t('1 record'), (all) => vscode.l10n.t('{0} records', all)),
        sizeWords(Number(summary.fileBytes)),
        summary.hermetic ? vscode.l10n.t('hermetic') : vscode.l10n.t('refers to files'),
      ];
      const scopes = summary.scopes.map(({ name }) => name).join(', ');
      return {
        ...{ icon, short },
        ...(colour === undefined ? {} : { colour }),
        lines: [
          lead,
          more.join(', '),
          ...(scopes === '' ? [] : [vscode.l10n.t('Scopes: {0}', scopes)]),
          ...(elsewhere === undefined ? told(problems) : []),
        ],
      };
    }
  }
}

type ReplayWords = Omit<HealthWords, 'lines'> & { readonly lead: string };

/** Nothing is wrong with a capture for another device. */
const elsewhereWords = ({ name, needs }: Target): ReplayWords => ({
  ...{ icon: 'circuit-board', short: vscode.l10n.t('for {0}', name) },
  lead: vscode.l10n.t('Recorded for {0}: replaying it needs {1}', name, needs),
});

function replayWords({ replay, problems }: Extract<CaptureHealth, { readonly state: 'read' }>, trusted: boolean): ReplayWords {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) {
    const short = countOf(errors, vscode.l10n.t('1 problem'), (all) => vscode.l10n.t('{0} problems', all));
    const lead =
      replay === undefined
        ? vscode.l10n.t('The file has {0}', short)
        : vscode.l10n.t('Not replayable on {0}: {1}', deviceOf(replay), short);
    return { icon: 'error', colour: BAD, short, lead };
  }
  if (replay === undefined)
    return { icon: 'info', short: vscode.l10n.t('IREE decides'), lead: vscode.l10n.t("IREE's tools report problems only while they run") };
  const lead = vscode.l10n.t('Replayable on {0}', deviceOf(replay));
  if (!trusted)
    return { icon: 'lock', short: vscode.l10n.t('viewing only'), lead: `${vscode.l10n.t('Restricted Mode: viewing only')}. ${lead}` };
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  if (warnings > 0) {
    const short = countOf(warnings, vscode.l10n.t('1 warning'), (all) => vscode.l10n.t('{0} warnings', all));
    return { icon: 'warning', colour: DOUBTFUL, short, lead: vscode.l10n.t('{0}, with {1}', lead, short) };
  }
  return { icon: 'pass', colour: GOOD, short: vscode.l10n.t('replayable'), lead };
}

const deviceOf = ({ devices }: { readonly devices: readonly string[] }): string => [...new Set(devices)].join(', ');

export function profileWords(health: ProfileHealth): HealthWords {
  switch (health.state) {
    case 'unreadable':
      return unreadableWords(health.problem);
    case 'large':
      return {
        ...{ icon: 'question', short: vscode.l10n.t('large') },
        lines: [vscode.l10n.t('It is too large to be checked before it is opened.')],
      };
    case 'read': {
      const { summary } = health;
      const { torn, unfinished, droppedRecords, truncatedChunks, capture, devices } = summary;
      const what = [
        timeWords(Number(summary.span)),
        countOf(Number(summary.dispatches), vscode.l10n.t('1 dispatch'), (all) => vscode.l10n.t('{0} dispatches', all)),
        ...(capture === undefined ? [] : [vscode.l10n.t('of {0}', path.basename(capture.path))]),
      ].join(', ');
      const more = [what, ...(devices.length === 0 ? [] : [vscode.l10n.t('Devices: {0}', devices.join(', '))])];
      const not = (icon: string, colour: string, said: string, lines: readonly string[]): HealthWords => ({
        ...{ icon, colour, short: `${said}; ${what}` },
        lines: [...lines, ...more],
      });
      if (torn !== undefined) return not('error', BAD, vscode.l10n.t('ends early'), [vscode.l10n.t('Ends early'), ...told([torn])]);
      if (unfinished !== undefined)
        return not('warning', DOUBTFUL, vscode.l10n.t('unfinished'), [vscode.l10n.t('Unfinished replay: {0}', unfinished.message)]);
      if (droppedRecords !== '0' || truncatedChunks !== '0')
        return not('warning', DOUBTFUL, vscode.l10n.t('incomplete'), [
          vscode.l10n.t('Incomplete: {0} dropped, {1} truncated', droppedRecords, truncatedChunks),
        ]);
      return { icon: 'pulse', short: what, lines: [vscode.l10n.t('Complete'), ...more] };
    }
  }
}

export function traceWords(health: TraceHealth): HealthWords {
  if (health.state === 'unreadable') return unreadableWords(health.problem);
  if (health.state === 'large')
    return {
      ...{ icon: 'question', short: vscode.l10n.t('large') },
      lines: [vscode.l10n.t('It is too large to be checked before it is opened.')],
    };
  const { durationNs = '0', operations, deviceUses, devices, missing, problems } = health.trace;
  const kernels = deviceUses.reduce((sum, { work }) => sum + work, 0);
  const what = [
    timeWords(Number(durationNs)),
    countOf(operations, vscode.l10n.t('1 operation'), (all) => vscode.l10n.t('{0} operations', all)),
    ...(kernels === 0 ? [] : [countOf(kernels, vscode.l10n.t('1 kernel'), (all) => vscode.l10n.t('{0} kernels', all))]),
  ].join(', ');
  const names = [...new Set(devices.map(({ name }) => name).filter((name) => name !== ''))];
  const lines = [
    ...problems.slice(0, MOST_TOLD).map(({ message }) => message),
    what,
    ...(names.length === 0 ? [] : [vscode.l10n.t('Devices: {0}', names.join(', '))]),
    ...missing,
  ];
  if (problems.length === 0) return { icon: 'flame', short: what, lines };
  const short = countOf(problems.length, vscode.l10n.t('1 problem'), (all) => vscode.l10n.t('{0} problems', all));
  return { icon: 'error', colour: BAD, short: `${short}; ${what}`, lines };
}

export function recordingsWords(health: RecordingsHealth): HealthWords {
  if (health.state === 'unreadable') return unreadableWords(health.problem);
  const { kernels, recordings, report, problems } = health;
  const what = countOf(kernels, vscode.l10n.t('1 kernel'), (all) => vscode.l10n.t('{0} kernels', all));
  const lines = [
    countOf(recordings, vscode.l10n.t('1 LLVM kernel recording'), (all) => vscode.l10n.t('{0} LLVM kernel recordings', all)),
    ...(report === undefined ? [] : [vscode.l10n.t('Report: {0}', report)]),
    ...problems.slice(0, MOST_TOLD),
  ];
  if (problems.length === 0) return { icon: 'circuit-board', short: what, lines };
  const short = countOf(problems.length, vscode.l10n.t('1 problem'), (all) => vscode.l10n.t('{0} problems', all));
  return { icon: 'error', colour: BAD, short: `${what}, ${short}`, lines };
}

/** The gravest problems, each with what to do about it. */
function told(problems: readonly Problem[]): readonly string[] {
  const grave = problems.filter(({ severity }) => severity !== 'info');
  const lines = grave.slice(0, MOST_TOLD).map(({ message, record, remedy }) => {
    const where = record === undefined ? '' : `#${String(record)}: `;
    return `${where}${message}${remedy === undefined ? '' : `\n    ${remedy}`}`;
  });
  return grave.length > MOST_TOLD ? [...lines, vscode.l10n.t('and {0} more', grave.length - MOST_TOLD)] : lines;
}

export function countOf(count: number, one: string, several: (all: string) => string): string {
  return count === 1 ? one : several(String(count).replaceAll(/\B(?=(\d{3})+$)/g, ','));
}

function sizeWords(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  return `${String(Number((bytes / 1024 ** power).toFixed(1)))} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power] ?? ''}`;
}
