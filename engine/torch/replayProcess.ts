/** The script that calls operators of PyTorch, run through the user's Python. */
import * as path from 'node:path';
import type { TorchInstallation, TorchReplayReason } from '../../protocol/torch/replay';
import { runProgram } from '../programs/program';

/** What the script prints of an operation. */
export interface ReplayedLine {
  /** In the file of descriptions, from 0. */
  readonly index: number;
  readonly state: 'replayed' | 'not-replayed';
  readonly assumed?: readonly string[];
  /** Of a call that was timed. */
  readonly times?: { readonly samples_ns: readonly number[] };
  /** Of one that was not replayed. */
  readonly reason?: TorchReplayReason;
  readonly message?: string;
}

interface Summary {
  readonly pytorch: string;
  readonly device: string;
  readonly name?: string;
}

export interface ReplayProcess<Line> {
  readonly python: string;
  /** Has the scripts. */
  readonly folder: string;
  /** Of descriptions. */
  readonly file: string;
  readonly flags: readonly string[];
  /** Told each line as it comes. */
  readonly report: (line: Line) => void;
}

/** Replays, and resolves with what PyTorch did it. Rejects with the script's own words where it cannot, and with the signal's reason. */
export async function runReplay<Line extends ReplayedLine>(
  { python, folder, file, flags, report }: ReplayProcess<Line>,
  signal: AbortSignal,
): Promise<TorchInstallation> {
  let begun = '';
  let summary: Summary | undefined;
  const hear = (text: string, name: 'stdout' | 'stderr'): void => {
    if (name === 'stderr') return;
    const lines = `${begun}${text}`.split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) {
      const said = JSON.parse(line) as Line | Summary;
      if ('index' in said) report(said);
      else summary = said;
    }
  };
  const script = path.join(folder, 'replay.py');
  // The package's folder stays as it is.
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const { stderr, status } = await runProgram(python, [script, '--format=jsonl', ...flags, file], { env, signal, print: hear });
  if (summary === undefined) {
    const why = stderr.trim().split('\n').slice(-3).join(' ').trim();
    throw new Error(`Operations were not replayed by ${python}: ${why === '' ? `it ended with status ${String(status)}` : why}`);
  }
  const { pytorch, device, name } = summary;
  return { python, version: pytorch, device, ...(name === undefined ? {} : { deviceName: name }) };
}

/** Flags for data and limits, as jobs are told them. */
export const callFlags = ({
  device,
  seed,
  memory,
  timeoutMs,
}: {
  readonly device: string;
  readonly seed: number;
  readonly memory: number;
  readonly timeoutMs: number;
}): readonly string[] => [`--device=${device}`, `--seed=${seed}`, `--memory=${memory}`, `--timeout=${timeoutMs / 1000}`];
