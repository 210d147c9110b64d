/** What torch ops prints for people: counts, the operations, what of them is not known, and which have no description. */
import type { TorchOps, TorchUndescribed, TorchUnknown } from '../../protocol/torch/description';
import { counted, grouped } from '../../protocol/words/countWords';
import { callWords, UNDESCRIBED_WORDS, UNKNOWN_WORDS } from '../../protocol/words/torchOperationWords';
import { table } from './table';

function callLines(operations: TorchOps['operations']): readonly string[] {
  const described = operations.flatMap((each) => (each.description === undefined ? [] : [{ ...each, description: each.description }]));
  const rows = table(
    described.map(({ number, count }) => [`#${number}`, grouped(count)]),
    2,
  );
  return described.map(({ description }, index) => {
    const { ambiguous = [] } = description;
    return `${rows[index] ?? ''}  ${callWords(description)}${ambiguous.length === 0 ? '' : `, or ${ambiguous.join(', or ')}`}`;
  });
}

function unknownLines(operations: TorchOps['operations']): readonly string[] {
  const found = new Map<TorchUnknown, number>();
  for (const { description } of operations)
    for (const { unknown } of description?.arguments ?? []) if (unknown !== undefined) found.set(unknown, (found.get(unknown) ?? 0) + 1);
  if (found.size === 0) return [];
  return [
    '',
    'not known (?):',
    ...Array.from(found, ([unknown, count]) => `  of ${counted(count, 'argument')}: ${UNKNOWN_WORDS[unknown]}`),
  ];
}

function undescribedLines(operations: TorchOps['operations']): readonly string[] {
  const found = new Map<TorchUndescribed['reason'], string[]>();
  for (const { name, undescribed } of operations)
    if (undescribed !== undefined) {
      const { reason, message } = undescribed;
      found.set(reason, [...(found.get(reason) ?? []), reason === 'arguments' || reason === 'record' ? message : name]);
    }
  return Array.from(found, ([reason, names]) => ['', `without a description, ${UNDESCRIBED_WORDS[reason]}:`, ...unique(names)]).flat();
}

function unique(names: readonly string[]): readonly string[] {
  return Array.from(new Set(names), (name) => {
    const times = names.filter((each) => each === name).length;
    return `  ${name}${times === 1 ? '' : `, ${grouped(times)} times`}`;
  });
}

/** Ends with a line break. */
export function torchOpsText({ operations, described, aten, withoutShapes, problems }: TorchOps, output: string | undefined): string {
  return [
    ...problems.map(({ message, offset }) => `error: byte ${grouped(offset)}: ${message}`),
    `${counted(operations.length, 'different operation')}, ${grouped(described)} described; of aten ${grouped(aten.described)} of ${grouped(aten.operations)}`,
    ...(withoutShapes === 0
      ? []
      : [`${counted(withoutShapes, 'call')} without shapes: of what takes no tensors, or recorded without record_shapes=True`]),
    ...(output === undefined ? [] : [`${grouped(described)} in ${output}`]),
    ...(output === undefined && described > 0 ? ['', 'numbers, and calls of each:', ...callLines(operations)] : []),
    ...unknownLines(operations),
    ...undescribedLines(operations),
    '',
  ].join('\n');
}
