export function workbenchEnvironment(version: string, vsix: string, folder: string): Record<string, string>;
