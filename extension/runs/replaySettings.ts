/** What was chosen for replays: kept for the workspace where it is about the machine, for the document where it is about a risk. */
import type * as vscode from 'vscode';
import { DEFAULT_SETTINGS, type ReplaySettings, type ReplayTarget } from '../../protocol/replay/replay';
import type { RunOptions } from '../../protocol/replay/run';
import { ireePlaces } from '../devices/installedTools';

const KEY = 'ireeReplay.settings';

type Kept = Pick<ReplaySettings, 'engine' | 'device' | 'deviceName' | 'workers' | 'fileRemaps'>;

/** The settings of a document that is opened now. */
export function keptSettings(memento: vscode.Memento): ReplaySettings {
  return { ...DEFAULT_SETTINGS, ...memento.get<Partial<Kept>>(KEY) };
}

/** Host signals, file writes, guards, an earlier end and substitutes are asked for again with each document. */
export function keepSettings(memento: vscode.Memento, { engine, device, deviceName, workers, fileRemaps }: ReplaySettings): void {
  const kept: Kept = { engine, device, deviceName, workers, fileRemaps };
  void memento.update(KEY, kept);
}

/** Options of a replay of `capture`, which had `devices` devices. */
export function runOptions(capture: string, devices: number, settings: ReplaySettings, target: ReplayTarget): RunOptions {
  const { engine, device, workers, fileRemaps, assumeHostSignals, allowFileWrites, guardBuffers, substitutions = [] } = settings;
  return {
    capture,
    ...(engine === 'iree' ? { iree: ireePlaces() } : {}),
    devices: Array.from({ length: Math.max(1, devices) }, () => device),
    fileRemaps,
    ...(workers === undefined ? {} : { workers }),
    assumeHostSignals,
    allowFileWrites,
    guardBuffers,
    ...(substitutions.length === 0 ? {} : { substitutions }),
    ...stop(target, settings.stopBefore),
  };
}

function stop(target: ReplayTarget, before: number | undefined): Pick<RunOptions, 'stopBeforeRecord' | 'stopBeforeCommand'> {
  const chosen = before === undefined ? {} : { stopBeforeRecord: before };
  if (target.kind !== 'upTo') return chosen;
  const { record, via } = target;
  if (before !== undefined && before <= (via ?? record)) return chosen;
  return via === undefined ? { stopBeforeRecord: record } : { stopBeforeRecord: via, stopBeforeCommand: record };
}
