/** Where installed tools are kept between runs. */
export const cache: string;
/** Folder of IREE's published programs (iree-compile, iree-dump-replay, ...). Throws when they may not be installed. */
export function ireeTools(): string;
