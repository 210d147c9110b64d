/** The description of a job: its options, its result, and its command-line help. Data only: the work is in engine/jobs. */
import type * as v from 'valibot';
import { flagsOf, type Options, type PlacedFlag } from './option';

/** What every description has, whatever the job's own types. */
export interface Job<Told extends Options = Options, Output extends Options = Options, Asked extends Options = Options> {
  readonly name: string;
  /** What the path is of: a capture, if nothing else. Of `none` there is no path. */
  readonly file: 'capture' | 'profile' | 'module' | 'recording' | 'trace' | 'none';
  /** One line for the list of commands. */
  readonly summary: string;
  /** What comes first in its help. */
  readonly description: string;
  /** What follows the command's name in each. */
  readonly examples: readonly string[];
  /** The options of the work. */
  readonly options: Told;
  /** How a command line prints the result: the work knows nothing of this. */
  readonly output: Output;
  /** The result's schema: made on request, since a command line that prints a result does not need it. */
  result(): Promise<v.GenericSchema>;
  /** What a command line says, if that differs from the options. */
  readonly asked: Asked;
  told(asked: v.InferOutput<Asked>): v.InferInput<Told>;
  askedOf(options: v.InferOutput<Told>): v.InferInput<Asked>;
  /** Flags of shared options that this command does not take. */
  readonly without: readonly string[];
  /** Why a command line makes no sense although no flag alone is wrong, in a sentence. */
  contradiction(asked: v.InferOutput<Asked>): string | undefined;
}

type Plain<Told extends Options, Output extends Options> = Omit<
  Job<Told, Output, Told>,
  'asked' | 'told' | 'askedOf' | 'file' | 'without' | 'contradiction'
> &
  Partial<Pick<Job<Told, Output, Told>, 'file' | 'without' | 'contradiction'>>;

/** A job whose command line gives its options as they are. */
export function job<Told extends Options, Output extends Options>(described: Plain<Told, Output>): Job<Told, Output, Told> {
  return {
    file: 'capture',
    without: [],
    contradiction: () => undefined,
    ...described,
    asked: described.options,
    told: (asked) => asked,
    askedOf: (options) => options,
  };
}

const takes =
  ({ without }: Job) =>
  ({ flag }: PlacedFlag): boolean =>
    !without.includes(flag);

/** The flags for what the work is told. */
export const flagsOfWork = (described: Job): readonly PlacedFlag[] => flagsOf(described.asked).filter(takes(described));

/** The flags for how the result is printed. */
export const flagsOfOutput = (described: Job): readonly PlacedFlag[] => flagsOf(described.output).filter(takes(described));

/** Where options have the path: in themselves, or in the replay in them. Not of a job without one. */
export const capturePath = ({ entries }: Options): readonly string[] =>
  'module' in entries ? ['module'] : 'capture' in entries ? ['capture'] : ['run', 'capture'];

/** The capture's path in what a command line asks. */
export function captureOf(asked: Readonly<Record<string, unknown>>): string {
  const { module, capture, run } = asked as {
    readonly module?: string;
    readonly capture?: string;
    readonly run?: { readonly capture: string };
  };
  return module ?? capture ?? run?.capture ?? '';
}
