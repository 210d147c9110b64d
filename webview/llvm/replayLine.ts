/** What the command line is told to do what the page has asked for. */
import type { LlvmAsked } from '../../protocol/neighbour/llvmPages';
import { shellWord } from '../../protocol/words/shellWords';

export function replayLine(file: string, asked: LlvmAsked): string {
  const { job, type, tolerance } = asked;
  const { absolute = 0, ulp = 0 } = tolerance ?? {};
  const list = (flag: string, numbers: readonly number[] = []): readonly string[] =>
    numbers.length === 0 ? [] : [`--${flag}=${numbers.join(',')}`];
  const flags = [
    ...(asked.job === 'sweep' ? [...list('num_teams', asked.teams), ...list('num_threads', asked.threads)] : []),
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(absolute > 0 ? [`--absolute=${String(absolute)}`] : []),
    ...(ulp > 0 ? [`--ulp=${String(ulp)}`] : []),
  ];
  return [`ireereplay llvm ${job}`, ...flags, shellWord(file)].join(' ');
}
