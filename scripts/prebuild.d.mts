export function newestGlibc(library: string): { readonly version: string; readonly names: readonly string[] };
export function needNoNewer(library: string, glibc: string): void;
