/** The command that says whether a capture still fails. */
import { commandWords } from '../../protocol/words/shellWords';
import { runProgram } from '../programs/program';

/** What stands for the capture in the command; without it, the capture is its last word. */
const CAPTURE = '${capture}';
/** More than this a check has no reason to print. */
const MOST_CHARACTERS = 1 << 24;

/** How the command ended with a capture. */
export interface CheckEnd {
  /** `exit status 1`, or `SIGSEGV`; what is compared. */
  readonly end: string;
  readonly failed: boolean;
  readonly output: string;
  /** The last line of what it printed. */
  readonly said: string;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

/** Runs it on a capture. Rejects where it cannot be started, and with the signal's reason. */
export async function check(
  command: string,
  capture: string,
  { cwd, timeoutMs, signal }: { cwd?: string | undefined; timeoutMs?: number; signal: AbortSignal },
): Promise<CheckEnd> {
  const words = commandWords(command);
  if (words === undefined) throw new Error(`The check has an unclosed quote: ${command}`);
  const [program = '', ...args] = words.map((word) => word.replaceAll(CAPTURE, () => capture));
  const all = command.includes(CAPTURE) ? args : [...args, capture];
  const limits = {
    mostCharacters: MOST_CHARACTERS,
    signal,
    ...(cwd === undefined ? {} : { cwd }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  const start = Date.now();
  const {
    status,
    signal: ended,
    stdout,
    stderr,
    cut,
  } = await runProgram(program, all, limits).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Error(`The check cannot be run: ${error instanceof Error ? error.message : String(error)}`);
  });
  const isLate = timeoutMs !== undefined && status === undefined && Date.now() - start >= timeoutMs;
  const end = cut === true ? 'too much output' : isLate ? 'no end in time' : (ended ?? `exit status ${String(status ?? '?')}`);
  const said = (lastLine(stderr) || lastLine(stdout)).replaceAll(capture, () => CAPTURE);
  return { end, failed: status !== 0 && cut !== true && !isLate, output: `${stdout}\n${stderr}`, said };
}
