/** A value as JSON, with its times as lists of numbers: what the schemas of results describe. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_, one: unknown) => (one instanceof Float64Array ? Array.from(one) : one), indent);
}
