/** The operations of a trace of PyTorch's profiler, described by the schemas of their operators. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { TorchOpsTold } from '../../protocol/jobs/torchOps';
import type { DescribedTorchOperation, TorchOps } from '../../protocol/torch/description';
import { describe } from '../torch/describe';
import { descriptionsText, readDescriptions } from '../torch/descriptionFile';
import { readSchemaTable, type SchemaTable } from '../torch/schemaTable';
import { readText, uniqueOperations } from '../torch/traceOperations';

/**
 * Describes the operations of a trace, or reads those of a file of descriptions, and writes them where it is told to. `folder` has the
 * table of schemas. Rejects with a sentence where the file is neither, or the output cannot be written.
 */
export async function torchOps({ capture, filters, output }: TorchOpsTold, folder: string): Promise<TorchOps> {
  const table = await readSchemaTable(folder);
  const { operations: all, withoutShapes } = await operationsOf(capture, table);
  const operations = filters.length === 0 ? all : all.filter(({ name }) => filters.some((filter) => name.includes(filter)));
  if (output !== undefined) await writeWhole(output, descriptionsText(operations));
  const described = operations.filter(({ description }) => description !== undefined);
  const isAten = ({ name }: DescribedTorchOperation): boolean => name.startsWith('aten::');
  return {
    operations: [...operations],
    described: described.length,
    aten: { operations: operations.filter(isAten).length, described: described.filter(isAten).length },
    withoutShapes,
  };
}

interface Operations {
  readonly operations: readonly DescribedTorchOperation[];
  readonly withoutShapes: number;
}

async function operationsOf(file: string, table: SchemaTable): Promise<Operations> {
  if (await hasDescriptions(file)) {
    try {
      return { operations: readDescriptions(await readText(file), table), withoutShapes: 0 };
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  const { operations, withoutShapes } = await uniqueOperations(file);
  return {
    withoutShapes,
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

/** The file is there as a whole, or not at all. */
async function writeWhole(file: string, text: string): Promise<void> {
  const next = `${file}.${randomUUID()}`;
  try {
    await writeFile(next, text);
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
