/** The last part of a path, of whichever system. */
export const fileName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';
