/** `vscode.l10n.t` in English. */
type Argument = string | number | boolean;

/** The sentence with what is meant by {0} or {name} in its place. */
export function sentence(
  message: string | { readonly message: string; readonly args?: readonly Argument[] | Readonly<Record<string, Argument>> },
  ...rest: readonly (Argument | Readonly<Record<string, Argument>>)[]
): string {
  const text = typeof message === 'string' ? message : message.message;
  const [first] = rest;
  const named = typeof message === 'string' ? (typeof first === 'object' ? first : rest) : (message.args ?? []);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (named as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : whole;
  });
}
