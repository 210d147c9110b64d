/** The processes that read a timeline and draw it, each alone for its memory, and what they print. */
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { chromium } from '../scripts/tools.mjs';

/** What readTimeline.ts prints: milliseconds from the opening, and MiB of the process. */
export interface TimelineReading {
  readonly events: number;
  readonly firstAnswer: number;
  readonly complete: number;
  /** When it had started, and at most. */
  readonly before: number;
  readonly peak: number;
  readonly windows: readonly number[];
  /** By query. */
  readonly names: Readonly<Record<string, readonly number[]>>;
  readonly durations: Readonly<Record<string, readonly number[]>>;
}

/** What window/timelinePage.ts prints. */
export interface TimelinePage {
  /** Milliseconds from the page's own start to its first slices: of a profile that is opened for it, and of one that has been read. */
  readonly firstPaints: readonly number[];
  readonly laterPaints: readonly number[];
  /** Milliseconds of each frame. */
  readonly work: readonly number[];
  readonly blank: { readonly milliseconds: number; readonly frames: number };
  /** MiB that its process held at most. */
  readonly peak: number;
}

/** What a script of this folder prints, which is JSON. */
function printed(script: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): unknown {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: '', ...environment };
  const output = execFileSync(process.execPath, ['--import', 'tsx', path.join(__dirname, script), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  return JSON.parse(output);
}

export const readTimeline = (profile: string): TimelineReading => printed('readTimeline.ts', [profile]) as TimelineReading;

/** `dist` is the folder of the built page. */
export const drawTimeline = (profile: string, dist: string): TimelinePage =>
  printed(path.join('window', 'timelinePage.ts'), [profile, dist], { IR_CHROMIUM: chromium() ?? '' }) as TimelinePage;
