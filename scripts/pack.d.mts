export function pack(file: string): string;
