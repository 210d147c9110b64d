/** Replays of LLVM's recordings by the installed LLVM, in trusted workspaces. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { commandLine } from '../../protocol/commands/commandLine';
import { llvmBenchmark } from '../../protocol/jobs/llvmBenchmark';
import { llvmSweep } from '../../protocol/jobs/llvmSweep';
import { llvmVerify } from '../../protocol/jobs/llvmVerify';
import { createLaunchTimes } from '../../engine/history/launchTimes';
import type { EarlierLaunches, LlvmMeasurement, LlvmSweepOptions, LlvmVerifyOptions } from '../../protocol/neighbour/llvm';
import type { LlvmAsked, LlvmCompared, LlvmFound, LlvmReplayEnd } from '../../protocol/neighbour/llvmPages';
import type { EngineState } from '../../protocol/processes/engine';
import { progressWords } from '../../protocol/words/llvmWords';
import { createTrustedJobs } from './trustedJobs';

/** Where LLVM's tool is: a setting of this name. */
export const LLVM_PATH = 'ireeReplay.llvm.path';

/** What the setting says; undefined where it is empty. */
export function chosenLlvm(): string | undefined {
  const chosen = vscode.workspace.getConfiguration().get<string>(LLVM_PATH, '').trim();
  return chosen === '' ? undefined : chosen;
}

export interface LlvmReplays {
  /** Does it after those before it. `report` hears how far it is. Never rejects. */
  replay(capture: string, asked: LlvmAsked, report: (words: string) => void, signal: AbortSignal): Promise<LlvmReplayEnd>;
  /** The command line that does the same. */
  commandLine(capture: string, asked: LlvmAsked): string;
  dispose(): void;
}

type Job = 'llvmVerify' | 'llvmBenchmark' | 'llvmSweep';

export function createLlvmReplays(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): LlvmReplays {
  const why = vscode.l10n.t('LLVM executes the recorded kernel to replay it. That needs a trusted workspace.');
  const jobs = createTrustedJobs(context, (line) => log.info(`engine: ${line}`), why);
  // Of the workspace; without one, of the user.
  const times = createLaunchTimes(path.join((context.storageUri ?? context.globalStorageUri).fsPath, 'launches.jsonl'));
  const earlierThan = (measurement: LlvmMeasurement): Promise<readonly EarlierLaunches[]> =>
    times.earlier(measurement).catch((error: unknown) => {
      log.warn(`The times are not kept: ${String(error)}`);
      return [];
    });

  const ended = (state: EngineState<Job>, found: LlvmFound | undefined): LlvmReplayEnd => {
    switch (state.state) {
      case 'done':
        return found === undefined ? { state: 'cancelled' } : { state: 'done', ...found };
      case 'refused':
        return { state: 'refused', message: state.problems[0]?.message ?? why };
      case 'failed':
        return { state: 'failed', message: state.problem.message };
      case 'crashed':
        return { state: 'failed', message: vscode.l10n.t('The process that compared memory was terminated by {0}.', state.crash.signal) };
      case 'cancelled':
      case 'idle':
      case 'running':
        return { state: 'cancelled' };
    }
  };

  return {
    async replay(capture, asked, report, signal) {
      const hear = (state: EngineState<Job>): void => {
        if (state.state === 'idle' && state.waitsFor !== undefined) report(state.waitsFor);
        if (state.state === 'running') report(progressWords(state.progress));
      };
      const end = async (): Promise<LlvmReplayEnd> => {
        switch (asked.job) {
          case 'verify': {
            const state = await jobs.start('llvmVerify', optionsOf(capture, asked), hear, signal);
            return ended(state, state.state === 'done' ? { job: 'verify', result: state.result } : undefined);
          }
          case 'benchmark': {
            const state = await jobs.start('llvmBenchmark', optionsOf(capture, asked), hear, signal);
            if (state.state !== 'done') return ended(state, undefined);
            return ended(state, { job: 'benchmark', result: state.result, earlier: await earlierThan(state.result) });
          }
          case 'sweep': {
            const state = await jobs.start('llvmSweep', sweepOptionsOf(capture, asked), hear, signal);
            return ended(state, state.state === 'done' ? { job: 'sweep', result: state.result } : undefined);
          }
        }
      };
      const found = await end();
      const said = found.state === 'done' ? found.result.sentence : 'message' in found ? found.message : '';
      log.info(`${path.basename(capture)}: ${asked.job} by LLVM: ${found.state}${said === '' ? '' : `: ${said}`}`);
      return found;
    },
    commandLine(capture, asked) {
      switch (asked.job) {
        case 'verify':
          return commandLine(llvmVerify, optionsOf(capture, asked));
        case 'benchmark':
          return commandLine(llvmBenchmark, optionsOf(capture, asked));
        case 'sweep':
          return commandLine(llvmSweep, sweepOptionsOf(capture, asked));
      }
    },
    dispose: () => jobs.dispose(),
  };
}

/** What each job is told, with the tool that the settings name. */
function optionsOf(capture: string, { type, tolerance }: LlvmCompared): LlvmVerifyOptions {
  const tool = chosenLlvm();
  return {
    ...{ capture },
    ...(tool === undefined ? {} : { tool }),
    ...(type === undefined ? {} : { type }),
    ...(tolerance === undefined ? {} : { tolerance }),
  };
}

function sweepOptionsOf(capture: string, asked: LlvmAsked & { readonly job: 'sweep' }): LlvmSweepOptions {
  const { teams, threads } = asked;
  return {
    ...optionsOf(capture, asked),
    ...(teams === undefined ? {} : { teams }),
    ...(threads === undefined ? {} : { threads }),
  };
}
