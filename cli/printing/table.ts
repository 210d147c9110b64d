/** Columns as wide as their widest cell; the last `numbers` of them are aligned to the right. */
export function table(rows: readonly (readonly string[])[], numbers: number): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => rows.reduce((most, row) => Math.max(most, (row[column] ?? '').length), 0));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < row.length - numbers ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
