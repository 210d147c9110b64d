/** The descriptions of an operation of a trace, as torch ops writes them. */
import { jsonText } from '../../../protocol/base/jsonText';
import type { TorchOperationChoice } from '../../../protocol/neighbour/torchPages';
import type { TorchOperation } from '../../../protocol/torch/operation';
import type { TorchTrace } from '../../../engine/addon/torch';
import { describedOperation } from '../../../engine/torch/describe';
import { descriptionsText } from '../../../engine/torch/descriptionFile';
import { readSchemaTable } from '../../../engine/torch/schemaTable';

const same = (a: unknown, b: unknown): boolean => jsonText(a ?? null) === jsonText(b ?? null);

function isChosen(choice: TorchOperationChoice, { name, inputDims, inputTypes, inputStrides, concreteInputs }: TorchOperation): boolean {
  if (name !== choice.name) return false;
  if (choice.inputTypes === undefined) return true;
  return (
    same(inputDims, choice.inputDims) &&
    same(inputTypes, choice.inputTypes) &&
    same(inputStrides, choice.inputStrides) &&
    same(concreteInputs, choice.concreteInputs)
  );
}

/** The text of all that have a description, how many those are, and why there is none where there is none. `folder` has the table of schemas. */
export async function describeOperation(
  trace: TorchTrace,
  choice: TorchOperationChoice,
  folder: string,
): Promise<{ readonly text: string; readonly copied: number; readonly problem?: string }> {
  const table = await readSchemaTable(folder);
  const { operations } = await trace.operations();
  const chosen = operations.filter((operation) => isChosen(choice, operation)).map((operation) => describedOperation(operation, table));
  const whole = chosen.filter(({ description }) => description !== undefined);
  const [undescribed] = chosen.flatMap(({ undescribed: why }) => why ?? []);
  const without = `The trace has no inputs of ${choice.name}. Record with record_shapes=True.`;
  return {
    text: descriptionsText(whole),
    copied: whole.length,
    ...(whole.length > 0 ? {} : { problem: undescribed === undefined ? without : undescribed.message }),
  };
}
