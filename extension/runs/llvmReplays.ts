/** Replays of LLVM's recordings by the installed LLVM, in trusted workspaces. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LlvmAsked, LlvmFound, LlvmReplayEnd } from '../../protocol/neighbour/llvmPages';
import type { EngineState } from '../../protocol/processes/engine';
import { progressWords } from '../../protocol/words/llvmWords';
import { createTrustedJobs } from './trustedJobs';

/** Where LLVM's tool is: a setting of this name. */
export const LLVM_PATH = 'ireeReplay.llvm.path';

export interface LlvmReplays {
  /** Does it after those before it. `report` hears how far it is. Never rejects. */
  replay(capture: string, asked: LlvmAsked, report: (words: string) => void, signal: AbortSignal): Promise<LlvmReplayEnd>;
  dispose(): void;
}

type Job = 'llvmVerify' | 'llvmBenchmark' | 'llvmSweep';

export function createLlvmReplays(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): LlvmReplays {
  const why = vscode.l10n.t('LLVM executes the recorded kernel to replay it. That needs a trusted workspace.');
  const jobs = createTrustedJobs(context, (line) => log.info(`engine: ${line}`), why);

  const ended = (state: EngineState<Job>, found: LlvmFound | undefined): LlvmReplayEnd => {
    switch (state.state) {
      case 'done':
        return found === undefined ? { state: 'cancelled' } : { state: 'done', ...found };
      case 'refused':
        return { state: 'refused', message: state.problems[0]?.message ?? why };
      case 'failed':
        return { state: 'failed', message: state.problem.message };
      case 'crashed':
        return { state: 'failed', message: vscode.l10n.t('The process that compared memory was ended by {0}.', state.crash.signal) };
      case 'cancelled':
      case 'idle':
      case 'running':
        return { state: 'cancelled' };
    }
  };

  return {
    async replay(capture, asked, report, signal) {
      const chosen = vscode.workspace.getConfiguration().get<string>(LLVM_PATH, '').trim();
      const { type, tolerance } = asked;
      const options = {
        ...{ capture },
        ...(chosen === '' ? {} : { tool: chosen }),
        ...(type === undefined ? {} : { type }),
        ...(tolerance === undefined ? {} : { tolerance }),
      };
      const hear = (state: EngineState<Job>): void => {
        if (state.state === 'idle' && state.waitsFor !== undefined) report(state.waitsFor);
        if (state.state === 'running') report(progressWords(state.progress));
      };
      const end = async (): Promise<LlvmReplayEnd> => {
        switch (asked.job) {
          case 'verify': {
            const state = await jobs.start('llvmVerify', options, hear, signal);
            return ended(state, state.state === 'done' ? { job: 'verify', result: state.result } : undefined);
          }
          case 'benchmark': {
            const state = await jobs.start('llvmBenchmark', options, hear, signal);
            return ended(state, state.state === 'done' ? { job: 'benchmark', result: state.result } : undefined);
          }
          case 'sweep': {
            const { teams, threads } = asked;
            const grid = { ...(teams === undefined ? {} : { teams }), ...(threads === undefined ? {} : { threads }) };
            const state = await jobs.start('llvmSweep', { ...options, ...grid }, hear, signal);
            return ended(state, state.state === 'done' ? { job: 'sweep', result: state.result } : undefined);
          }
        }
      };
      const found = await end();
      const said = found.state === 'done' ? found.result.sentence : 'message' in found ? found.message : '';
      log.info(`${path.basename(capture)}: ${asked.job} by LLVM: ${found.state}${said === '' ? '' : `: ${said}`}`);
      return found;
    },
    dispose: () => jobs.dispose(),
  };
}
