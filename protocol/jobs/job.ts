/** A job, described: what it is told, what it gives, and what a command line says of it. Data alone: the work is in engine/jobs. */
import type * as v from 'valibot';
import { flagsOf, type Options, type PlacedFlag } from './option';

/** What every description has, whatever the job's own types are. */
export interface Job<Told extends Options = Options, Output extends Options = Options, Asked extends Options = Options> {
  readonly name: string;
  /** What the path is of: a capture, if nothing else. */
  readonly file: 'capture' | 'profile';
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands on top of its help. */
  readonly description: string;
  /** What follows the command's name in each. */
  readonly examples: readonly string[];
  /** What the work is told. */
  readonly options: Told;
  /** How a command line gives the result: of this the work knows nothing. */
  readonly output: Output;
  /** What the work gives: made when it is asked for, since a command line that prints a result needs no schema of it. */
  result(): Promise<v.GenericSchema>;
  /** What a command line says, where that is not the options as they are. */
  readonly asked: Asked;
  told(asked: v.InferOutput<Asked>): v.InferInput<Told>;
  askedOf(options: v.InferOutput<Told>): v.InferInput<Asked>;
  /** Flags of shared options that this command does not take. */
  readonly without: readonly string[];
  /** Why a command line cannot be meant, in a sentence, where no flag alone is wrong. */
  contradiction(asked: v.InferOutput<Asked>): string | undefined;
}

type Plain<Told extends Options, Output extends Options> = Omit<
  Job<Told, Output, Told>,
  'asked' | 'told' | 'askedOf' | 'file' | 'without' | 'contradiction'
> &
  Partial<Pick<Job<Told, Output, Told>, 'file' | 'without' | 'contradiction'>>;

/** A job whose command line says its options as they are. */
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

/** The flags that say what the work is told. */
export const flagsOfWork = (described: Job): readonly PlacedFlag[] => flagsOf(described.asked).filter(takes(described));

/** The flags that say how the result is given. */
export const flagsOfOutput = (described: Job): readonly PlacedFlag[] => flagsOf(described.output).filter(takes(described));

/** Where options have the path of the capture: of themselves, or of the replay in them. */
export const capturePath = ({ entries }: Options): readonly string[] => ('capture' in entries ? ['capture'] : ['run', 'capture']);

/** The path of the capture in what a command line asks. */
export function captureOf(asked: Readonly<Record<string, unknown>>): string {
  const { capture, run } = asked as { readonly capture?: string; readonly run?: { readonly capture: string } };
  return capture ?? run?.capture ?? '';
}
