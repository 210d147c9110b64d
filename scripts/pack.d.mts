export function pack(file: string): void;
