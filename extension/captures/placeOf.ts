/** Keys of the record tree as places in the capture. */

/** The record that a node of the tree stands for, and the submission that executes it there. */
export function placeOf(key: string | undefined): { readonly record: number; readonly via?: number } | undefined {
  const [, record, via] = /^(\d+)(?:@(\d+))?$/.exec(key ?? '') ?? [];
  if (record === undefined) return undefined;
  return { record: Number(record), ...(via === undefined ? {} : { via: Number(via) }) };
}
