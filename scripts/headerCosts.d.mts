export function headerProblems(texts: ReadonlyMap<string, string>, own?: Readonly<Record<string, number>>): readonly string[];
