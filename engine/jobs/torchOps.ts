/** The operations of a trace of PyTorch's profiler, described by the schemas of their operators. */
import { open, stat, writeFile } from 'node:fs/promises';
import type { TorchOpsTold } from '../../protocol/jobs/torchOps';
import type { DescribedTorchOperation, TorchOps } from '../../protocol/torch/description';
import { readTorchTrace } from '../addon/torch';
import { replaceFile } from '../programs/wholeFile';
import { describe } from '../torch/describe';
import { descriptionsText, readDescriptions } from '../torch/descriptionFile';
import { readText } from '../torch/packedText';
import { readSchemaTable, type SchemaTable } from '../torch/schemaTable';

/**
 * Describes the operations of a trace, or reads those of a file of descriptions, and writes them where it is told to. `folder` has the
 * table of schemas. Of a torn trace it is those that could be read. Rejects with a sentence where the file is neither, or the output cannot
 * be written; with the signal's reason once it is aborted.
 */
export async function torchOps({ capture, filters, output }: TorchOpsTold, folder: string, signal: AbortSignal): Promise<TorchOps> {
  const table = await readSchemaTable(folder);
  const { operations: all, withoutShapes, problems } = await operationsOf(capture, table, signal);
  const operations = filters.length === 0 ? all : all.filter(({ name }) => filters.some((filter) => name.includes(filter)));
  if (output !== undefined) await replaceFile(output, (beside) => writeFile(beside, descriptionsText(operations)));
  const described = operations.filter(({ description }) => description !== undefined);
  const isAten = ({ name }: DescribedTorchOperation): boolean => name.startsWith('aten::');
  return {
    operations: [...operations],
    described: described.length,
    aten: { operations: operations.filter(isAten).length, described: described.filter(isAten).length },
    withoutShapes,
    problems,
  };
}

interface Operations {
  readonly operations: readonly DescribedTorchOperation[];
  readonly withoutShapes: number;
  readonly problems: TorchOps['problems'];
}

async function operationsOf(file: string, table: SchemaTable, signal: AbortSignal): Promise<Operations> {
  if (await hasDescriptions(file)) {
    try {
      return { operations: readDescriptions(await readText(file), table), withoutShapes: 0, problems: [] };
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  const trace = await readTorchTrace(file, signal);
  const { operations, withoutShapes, problems } = await trace.operations();
  return {
    withoutShapes,
    problems: [...problems],
    operations: operations.map((operation) => {
      const { name, count, externalId } = operation;
      return { name, count, ...(externalId === undefined ? {} : { externalId }), ...describe(operation, table) };
    }),
  };
}

/** Whether a file begins as one of descriptions does. */
async function hasDescriptions(file: string): Promise<boolean> {
  // What is read twice cannot be a pipe.
  if (!(await stat(file)).isFile()) throw new Error(`${file} is no file`);
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(4096), 0, 4096, 0);
    return /^\s*(?:\[\s*\]\s*$|\[\s*\{\s*"op_name"\s*:)/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await opened.close();
  }
}
