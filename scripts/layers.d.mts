export const layers: Readonly<Record<string, readonly string[]>>;
export function violations(file: string, text: string): readonly string[];
export function layerProblems(root: string, files: readonly string[]): readonly string[];
