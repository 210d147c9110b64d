/** Replays of LLVM's recordings by the installed LLVM, in trusted workspaces. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LlvmVerifyOptions } from '../../protocol/neighbour/llvm';
import type { LlvmReplayEnd } from '../../protocol/neighbour/llvmPages';
import { createTrustedJobs } from './trustedJobs';

/** Where LLVM's tool is: a setting of this name. */
export const LLVM_PATH = 'ireeReplay.llvm.path';

export interface LlvmReplays {
  /** Does it after those before it. Never rejects. */
  verify(options: Omit<LlvmVerifyOptions, 'tool'>, signal: AbortSignal): Promise<LlvmReplayEnd>;
  dispose(): void;
}

export function createLlvmReplays(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): LlvmReplays {
  const why = vscode.l10n.t('LLVM executes the recorded kernel to replay it. That needs a trusted workspace.');
  const jobs = createTrustedJobs(context, (line) => log.info(`engine: ${line}`), why);
  return {
    async verify(options, signal) {
      const tool = vscode.workspace.getConfiguration().get<string>(LLVM_PATH, '').trim();
      const name = path.basename(options.capture);
      const end = await jobs.start('llvmVerify', { ...options, ...(tool === '' ? {} : { tool }) }, () => undefined, signal);
      log.info(`${name}: replay by LLVM: ${end.state}`);
      switch (end.state) {
        case 'done':
          log.info(`${name}: ${end.result.sentence}`);
          return { state: 'done', result: end.result };
        case 'refused':
          return { state: 'refused', message: end.problems[0]?.message ?? why };
        case 'failed':
          return { state: 'failed', message: end.problem.message };
        case 'crashed':
          return { state: 'failed', message: vscode.l10n.t('The process that compared memory was ended by {0}.', end.crash.signal) };
        case 'cancelled':
        case 'idle':
        case 'running':
          return { state: 'cancelled' };
      }
    },
    dispose: () => jobs.dispose(),
  };
}
