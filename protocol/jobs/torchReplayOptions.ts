/** What every job that calls operators of PyTorch is told: which operations, through which PyTorch, and on what data. */
import * as v from 'valibot';
import { option } from './option';
import { aboveZero, millisecondsText, notSeconds, seedNumber, wholeNumber } from './texts';

const text = v.pipe(v.string(), v.nonEmpty());

/** A file, and operations of it by their names. */
export const torchFilters = {
  capture: v.string(),
  filters: v.exactOptional(
    option(v.array(text), {
      flag: 'filter',
      placeholder: 'TEXT',
      description: 'Only operations with this text in their names: aten::mm, conv. Repeat it for those that have any of several.',
    }),
    [],
  ),
} as const;

/** Which operations of a file are meant. */
export const torchSelection = {
  ...torchFilters,
  operations: v.exactOptional(
    option(v.array(wholeNumber(1)), {
      flag: 'operation',
      placeholder: 'N,N,...',
      separated: true,
      description: 'Only these, by their numbers from 1 in the order in which torch ops lists them.',
    }),
    [],
  ),
  limit: v.exactOptional(
    option(wholeNumber(1), { flag: 'limit', placeholder: 'N', description: 'Only the first N of those that are left.' }),
  ),
} as const;

/** A Python that has PyTorch. */
export const torchPython = {
  python: v.exactOptional(
    option(text, {
      flag: 'python',
      placeholder: 'PATH',
      description:
        'A Python with PyTorch, or its environment; by default $VIRTUAL_ENV, then python3 and python of PATH: the first that has PyTorch.',
    }),
  ),
  /** Environments, or the folders of their interpreters, where `python` is not given: searched before PATH. */
  environments: v.exactOptional(v.array(v.string()), []),
} as const;

/** The same, and a device that its PyTorch has. */
export const torchPlace = {
  ...torchPython,
  device: v.exactOptional(
    option(v.pipe(text, v.regex(/^[a-z]+(?::\d+)?$/)), {
      flag: 'device',
      placeholder: 'cpu|cuda|rocm|cuda:N|...',
      description: 'Where operators are called: a device by its name in PyTorch, or rocm; cpu by default.',
    }),
    'cpu',
  ),
} as const;

/** What data is made from. */
export const torchSeed = {
  seed: v.exactOptional(
    option(seedNumber, {
      flag: 'seed',
      placeholder: 'N',
      description: 'Another seed gives tensors other data; 1 by default. The same one gives the same data on every device.',
    }),
    1,
  ),
} as const;

/** Data and limits of calls. */
export const torchCalls = {
  ...torchSeed,
  memory: v.exactOptional(
    option(aboveZero, {
      flag: 'memory',
      placeholder: 'GIB',
      description: 'Operations whose tensors need more than this are not replayed; 4 by default.',
    }),
    4,
  ),
  /** Milliseconds. */
  timeoutMs: v.exactOptional(
    option(aboveZero, {
      flag: 'timeout',
      placeholder: 'SECONDS',
      description: 'Ends an operation that takes longer than this altogether, and goes on with the next; 120 by default.',
      ...millisecondsText,
      wrong: notSeconds('timeout'),
    }),
    120_000,
  ),
} as const;

/** How calls are timed. */
export const torchTiming = {
  warmUp: v.exactOptional(
    option(wholeNumber(0, 1_000_000), {
      flag: 'warm_up',
      placeholder: 'N',
      description: 'Calls of each operation before those that are timed; 2 by default.',
    }),
    2,
  ),
  repetitions: v.exactOptional(
    option(wholeNumber(1, 1_000_000), {
      flag: 'repetitions',
      placeholder: 'N',
      description: 'Calls of each operation that are timed, at most; 20 by default.',
    }),
    20,
  ),
  seconds: v.exactOptional(
    option(aboveZero, {
      flag: 'seconds',
      placeholder: 'S',
      description: 'No further call of an operation is begun after so long; 0.5 by default.',
    }),
    0.5,
  ),
} as const;

/** An argument's data. */
export const torchInput = v.object({
  argument: v.pipe(v.string(), v.nonEmpty(), v.regex(/^[^=]+$/)),
  file: v.pipe(v.string(), v.nonEmpty()),
});

/** Data for arguments of a single operation. */
export const torchInputs = v.exactOptional(
  option(v.array(torchInput), {
    flag: 'input',
    placeholder: 'NAME=FILE',
    description:
      "The data of a tensor, by the name of its argument: self=x.npy; tensors.0=x.npy for the first of a list; indices=nid_3_tid_1.dat as PyTorch's execution trace observer saves integers. It has to be of its shape and type. Only for one operation. Repeat it for others.",
    parse: (said) => {
      const at = said.indexOf('=');
      return at < 1 || at === said.length - 1 ? said : { argument: said.slice(0, at), file: said.slice(at + 1) };
    },
    print: ({ argument, file }) => `${argument}=${file}`,
    wrong: (said) => `--input=${said} is not NAME=FILE`,
  }),
  [],
);
