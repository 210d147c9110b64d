/** llvm export: the memory that an argument of a recorded OpenMP kernel leads to, as a file that numpy reads. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import { format } from './format';
import { job } from './job';
import { option, type ResultOf, type ToldOf } from './option';
import { outputOption } from './outputOption';
import { count } from './problem';
import { wholeNumber } from './texts';

const MOMENTS = ['before', 'after'] as const;

const options = v.object({
  capture: v.string(),
  argument: option(wholeNumber(0, 0xffffffff), {
    flag: 'argument',
    placeholder: 'N',
    description: 'Which argument, from 0. It has to be a pointer into the recorded memory.',
  }),
  type: option(v.picklist(ELEMENT_TYPES), {
    flag: 'type',
    placeholder: 'f32|f64|i32|...',
    description: `What its elements are, which is not recorded: ${ELEMENT_TYPES.join(' ')}.`,
  }),
  moment: v.exactOptional(
    option(v.picklist(MOMENTS), {
      flag: 'moment',
      placeholder: 'before|after',
      description: 'Memory before the launch, or after it (the default).',
    }),
    'after',
  ),
  elements: v.exactOptional(
    option(wholeNumber(1, Number.MAX_SAFE_INTEGER), {
      flag: 'elements',
      placeholder: 'N',
      description: 'How many; by default all up to where the next argument leads, or to the end of the memory.',
    }),
  ),
  output: outputOption('FILE.npy', 'the array, of one dimension. An existing file is replaced once everything is written.'),
});

/** What was written. */
const llvmExportResult = v.object({
  file: v.string(),
  type: v.picklist(ELEMENT_TYPES),
  elements: count,
  /** Where the first element is in the memory. */
  offset: count,
  moment: v.picklist(MOMENTS),
});

export const llvmExport = job({
  name: 'llvm export',
  file: 'recording',
  summary: 'write what an argument of a recorded OpenMP kernel leads to as an array for numpy',
  description:
    'Writes the memory that a pointer among the arguments leads to, before the recorded launch or after it, as an .npy file of one dimension. With\n' +
    'it a kernel of OpenMP is compared with one of IREE: verify --expect and Compare With… beside the buffers of a capture take such files.\n' +
    'Nothing is executed.',
  examples: ['--argument=1 --type=f32 -o y.npy saxpy.json', '--argument=3 --type=f32 --moment=before --elements=1000 -o x.npy saxpy.json'],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: () => Promise.resolve(llvmExportResult),
});

export type LlvmExportTold = ToldOf<typeof options>;
export type LlvmExported = ResultOf<typeof llvmExportResult>;
