/** Where installed tools are kept between runs. */
export const cache: string;
/** Folder of IREE's published programs (iree-compile, iree-dump-replay, ...). Throws when they may not be installed. */
export function ireeTools(): string;
/** Installs the named kinds of programs where it may; throws with what is missing where it may not. */
export function needSystem(...names: readonly string[]): void;
export function wantSystem(...names: readonly string[]): void;
/** The newest VS Code that the tests run in. */
export const newestVscode: string;
export const vscodes: readonly string[];
/** A browser that runs without a display; undefined where there is none. */
export function chromium(): string | undefined;
/** Of a browser without a display, and without services that ask the network. */
export const chromiumFlags: readonly string[];
