/** Which operations of a trace are meant. */
import { callWords } from '../../protocol/words/torchOperationWords';
import type { TorchDescription } from '../../protocol/torch/description';
import type { TorchNotDescribed } from '../../protocol/torch/replay';
import type { TracedOperation } from './tracedOperations';

/** What a job is told of it. */
export interface SelectionAsked {
  readonly filters: readonly string[];
  /** From 1. */
  readonly operations: readonly number[];
  readonly limit?: number;
}

/** An operation that can be replayed. */
export interface ChosenOperation extends TracedOperation {
  readonly description: TorchDescription;
}

/** Those that are meant: with a description, and without one. */
export interface Selection {
  readonly described: readonly ChosenOperation[];
  readonly undescribed: readonly TorchNotDescribed[];
}

/** Throws a sentence where nothing is meant. */
export function chosenOperations(all: readonly TracedOperation[], { filters, operations, limit }: SelectionAsked): Selection {
  const beyond = operations.find((number) => number > all.length);
  if (beyond !== undefined) throw new Error(`there is no operation ${beyond}: ${all.length} are in it`);
  const meant = all.filter(
    ({ name, number }) =>
      (filters.length === 0 || filters.some((filter) => name.includes(filter))) && (operations.length === 0 || operations.includes(number)),
  );
  const chosen = meant.slice(0, limit);
  if (chosen.length === 0) {
    throw new Error(
      all.length === 0
        ? 'it has no operations with shapes: record with record_shapes=True'
        : `none of its ${all.length} operations is meant: ireereplay torch ops lists them`,
    );
  }
  return {
    described: chosen.flatMap((each) => (each.description === undefined ? [] : [{ ...each, description: each.description }])),
    undescribed: chosen.flatMap(({ number, name, count, undescribed }) =>
      undescribed === undefined ? [] : [{ number, name, count, reason: undescribed.reason, message: undescribed.message }],
    ),
  };
}

/** How many are listed where one is to be chosen. */
const LISTED = 5;

/** The only one that is meant. Throws a sentence where none of them can be replayed, or several can: these with their numbers. */
export function chosenOperation(all: readonly TracedOperation[], asked: SelectionAsked): ChosenOperation {
  const { described, undescribed } = chosenOperations(all, asked);
  const [only, ...others] = described;
  if (only === undefined) throw new Error(undescribed.map(({ message }) => message).join('; '));
  if (others.length === 0) return only;
  const left = described.length - LISTED;
  throw new Error(
    [
      `${described.length} operations are meant: choose one by --operation=N`,
      ...described.slice(0, LISTED).map(({ number, description }) => `  #${number}  ${callWords(description)}`),
      ...(left > 0 ? [`  and ${left} more`] : []),
    ].join('\n'),
  );
}

/** What a result says of an operation. */
export const toldOperation = ({ number, name, count, description }: ChosenOperation) => ({
  ...{ number, name, count },
  call: callWords(description),
});
