import * as path from 'node:path';
import { ratioText } from '../native/jobs/verdict';
import type { Candidate, CandidateResult, SubstituteOptions, SubstituteResult, Verdict } from '../protocol/substitution';
import { choice, seconds, wholeNumber } from './arguments';
import { failure, inEngine } from './engine';
import { historyFlag, keepRun } from './history';
import { reported } from './reported';
import { runFlags, runOptions, substitutionFlags } from './runFlags';
import { duration } from './units';
import { UsageError, type Arguments, type Command } from './usage';
import { comparison, comparisonFlags, comparedLines } from './verify';

/** Verdicts that no candidate may have for exit status 0. */
const WRONG: readonly Verdict[] = ['results-differ', 'crashed', 'timed-out'];

/** The substitutions together, or each for itself. */
function candidates(args: Arguments): readonly Candidate[] {
  const substitutions = args.values('replay_executable_substitution');
  const workgroupCounts = args.values('replay_workgroup_count');
  if (substitutions.length === 0) throw new UsageError('substitute needs --replay_executable_substitution');
  const nameOf = (value: string): string => path.basename(value.slice(value.indexOf('=') + 1));
  if (!args.has('each')) return [{ name: substitutions.map(nameOf).join(' + '), substitutions, workgroupCounts }];
  return substitutions.map((value) => ({ name: nameOf(value), substitutions: [value], workgroupCounts }));
}

function candidateText({ sentence, verification, hints = [], rows }: CandidateResult): string {
  const width = Math.max(0, ...rows.map(({ label }) => label.length));
  return [
    sentence,
    ...rows.map((row) => {
      const { label, originalStatistics: original, candidateStatistics: candidate } = row;
      return `  ${label.padEnd(width)}  ${duration(original.median.toFixed(0))} -> ${duration(candidate.median.toFixed(0))}  ${ratioText(row)}`;
    }),
    ...hints.map(({ message }) => message),
    ...(verification?.agrees === false ? comparedLines(verification) : []),
  ].join('\n');
}

function resultText({ candidates: all, noise, environment, seed }: SubstituteResult): string {
  return [
    ...all.map(candidateText),
    ...(noise === undefined ? [] : [`noise: the original against itself differs by ${(100 * noise).toFixed(2)} %; seed ${String(seed)}`]),
    ...environment.notes,
  ].join('\n');
}

/** ireereplay substitute: whether a kernel is right, and whether it is faster. */
export const substitute: Command = {
  name: 'substitute',
  summary: 'verify a substitute, and measure it against the original, interleaved',
  description:
    'Puts executables in place of captured ones, compares the outputs, and where they agree measures original and candidate\n' +
    'in turn, in random order, in one process. The verdict is results-differ, crashed, timed-out (past --timeout), faster,\n' +
    'slower or no-difference; of several candidates each has its own. Exit status 1 when one of the first three is there.',
  flags: {
    ...runFlags,
    ...substitutionFlags,
    ...comparisonFlags,
    each: { type: 'boolean', help: 'Takes every substitution as a candidate for itself, not all together as one.' },
    pairs: { type: 'string', value: 'N', help: 'Pairs to measure; 30 by default.' },
    seconds: { type: 'string', value: 'SECONDS', help: 'Ends earlier after so long, but not before 10 pairs; 30 by default.' },
    replay_scope: { type: 'string', multiple: true, value: 'NAME', help: 'Compares these scopes; every one by default.' },
    replay_dispatch: {
      type: 'string',
      multiple: true,
      value: 'RECORD|FUNCTION',
      help: 'Compares these dispatches; those substituted by default.',
    },
    seed: { type: 'string', value: 'N', help: 'Of the order.' },
    ...historyFlag,
    format: { type: 'string', value: 'text|json', help: 'Form of the result on stdout.' },
  },
  examples: [
    '--replay_executable_substitution=4=new.so model.ireereplay',
    "--replay_executable_substitution='fn:*matmul*=kernel.c' --format=json model.ireereplay",
  ],
  run: async (args) => {
    const format = choice(args, 'format', ['text', 'json']);
    const pairs = wholeNumber(args, 'pairs', 10, 10_000);
    const budget = seconds(args, 'seconds');
    const seed = wholeNumber(args, 'seed', 0, 0xffffffff);
    const options: SubstituteOptions = {
      run: { ...runOptions(args), substitutions: [], workgroupCounts: [] },
      candidates: candidates(args),
      verify: comparison(args),
      ...(pairs === undefined ? {} : { pairs }),
      ...(budget === undefined ? {} : { seconds: budget }),
      ...(seed === undefined ? {} : { seed }),
      ...(args.has('replay_scope') ? { scopes: args.values('replay_scope') } : {}),
      ...(args.has('replay_dispatch') ? { dispatches: args.values('replay_dispatch') } : {}),
    };
    return reported(async (signal) => {
      const state = await inEngine('substitute', options, () => undefined, signal);
      const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
      if (result === undefined) throw failure(state);
      console.log(format === 'json' ? JSON.stringify(result, null, 2) : resultText(result));
      await keepRun(args, { job: 'substitute', subject: options.candidates.map(({ name }) => name).join(', '), options, state });
      return result.candidates.some(({ verdict }) => WRONG.includes(verdict)) || signal.aborted ? 1 : 0;
    });
  },
};
