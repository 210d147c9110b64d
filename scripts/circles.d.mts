export function circles(texts: ReadonlyMap<string, string>): readonly string[];
