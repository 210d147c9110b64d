/** The operations of a trace of PyTorch's profiler, described by the schemas of their operators. */
import { writeFile } from 'node:fs/promises';
import type { TorchOpsTold } from '../../protocol/jobs/torchOps';
import type { DescribedTorchOperation, TorchOps } from '../../protocol/torch/description';
import { replaceFile } from '../programs/wholeFile';
import { descriptionsText } from '../torch/descriptionFile';
import { readSchemaTable } from '../torch/schemaTable';
import { tracedOperations } from '../torch/tracedOperations';

/**
 * Describes the operations of a trace, or reads those of a file of descriptions, and writes them where it is told to. `folder` has the
 * table of schemas. Of a torn trace it is those that could be read. Rejects with a sentence where the file is neither, or the output cannot
 * be written; with the signal's reason once it is aborted.
 */
export async function torchOps({ capture, filters, output }: TorchOpsTold, folder: string, signal: AbortSignal): Promise<TorchOps> {
  const table = await readSchemaTable(folder);
  const { operations: all, withoutShapes, problems } = await tracedOperations(capture, table, signal);
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
