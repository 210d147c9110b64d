export const bundle: string;
export function sentences(): Promise<string>;
