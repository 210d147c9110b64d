export function besideBusyLoops<T>(count: number, work: () => Promise<T>): Promise<T>;
