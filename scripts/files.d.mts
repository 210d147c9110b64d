export function filesBelow(folders: readonly string[], suffix: string): readonly string[];
