export function pack(file: string, options?: { readonly folder?: string; readonly target?: string }): string;
