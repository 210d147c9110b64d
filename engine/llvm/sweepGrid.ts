/** Which configurations of teams and threads a sweep tries. */
import type { LlvmRecording } from '../../protocol/neighbour/llvm';

export interface Configuration {
  readonly teams: number;
  readonly threads: number;
}

type Launch = Pick<LlvmRecording['launch'], 'teams' | 'threads' | 'teamsLimits' | 'threadsLimits'>;

interface Range {
  readonly least: number;
  readonly most: number;
}

/** Threads of a team that GPUs execute together, and that one has at most. */
const [WARP, MOST_THREADS] = [32, 1024];
/** Teams where neither the program nor a limit says how many. */
const OPEN_TEAMS = [16, 64, 256, 1024, 4096] as const;
/** Of the recorded number of teams. */
const PARTS_OF_TEAMS = [0.25, 0.5, 1, 2, 4] as const;

/** Of the program: a limit of 0 is none. */
function rangeOf(limits: Launch['teamsLimits'], most: number): Range {
  const [from, to] = [Number(limits?.least ?? 0), Number(limits?.most ?? 0)];
  return { least: Math.max(1, from), most: to > 0 ? to : most };
}

const distinct = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].toSorted((a, b) => a - b);
const within = (numbers: readonly number[], { least, most }: Range): readonly number[] =>
  distinct(numbers).filter((number) => number >= least && number <= most);

function threadsOf({ threads = '0', threadsLimits }: Launch): readonly number[] {
  const range = rangeOf(threadsLimits, MOST_THREADS);
  const powers = Array.from({ length: 6 }, (_, i) => WARP << i);
  const recorded = Number(threads);
  const found = within([...powers, ...(recorded > 0 ? [recorded] : [])], range);
  // Limits may leave no power of two.
  return found.length > 0 ? found : distinct([range.least, range.most]);
}

function teamsOf({ teams = '0', teamsLimits }: Launch): readonly number[] {
  const range = rangeOf(teamsLimits, Number.MAX_SAFE_INTEGER);
  const recorded = Number(teams);
  const wanted = recorded > 0 ? PARTS_OF_TEAMS.map((part) => Math.round(part * recorded)) : OPEN_TEAMS;
  const found = within(wanted, range);
  return found.length > 0 ? found : distinct([range.least, ...(range.most < Number.MAX_SAFE_INTEGER ? [range.most] : [])]);
}

/**
 * Each number of teams with each of threads, in order, but the recorded configuration: what is given, or what is about the recorded numbers
 * and within the limits of the program. Throws a sentence for a number that the program does not allow.
 */
export function sweepGrid(launch: Launch, teams: readonly number[], threads: readonly number[]): readonly Configuration[] {
  const allowed = (what: string, numbers: readonly number[], { least, most }: Range): readonly number[] => {
    const wrong = numbers.find((number) => number < least || number > most);
    if (wrong === undefined) return distinct(numbers);
    throw new Error(`${String(wrong)} ${what} are outside of the limits of the program: ${String(least)} to ${String(most)}`);
  };
  const none = Number.MAX_SAFE_INTEGER;
  const someTeams = teams.length === 0 ? teamsOf(launch) : allowed('teams', teams, rangeOf(launch.teamsLimits, none));
  const someThreads = threads.length === 0 ? threadsOf(launch) : allowed('threads', threads, rangeOf(launch.threadsLimits, none));
  const isRecorded = (one: Configuration): boolean => one.teams === Number(launch.teams) && one.threads === Number(launch.threads);
  return someTeams.flatMap((count) => someThreads.map((each) => ({ teams: count, threads: each }))).filter((one) => !isRecorded(one));
}
