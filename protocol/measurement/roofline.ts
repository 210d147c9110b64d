/** What dispatches are drawn from against the roof of this machine, in a profile and in a benchmark. */
import type { HotLoop, OperationType } from '../jobs/profileRoof';
import type { Roof } from './roof';

export type { HotLoop, OperationType } from '../jobs/profileRoof';

/** What the user says that each dispatch of a function computes. */
export interface GivenOperations {
  readonly operations: number;
  readonly type: OperationType;
}

/** By the function's name. */
export type GivenByFunction = Readonly<Record<string, GivenOperations>>;

/** What is known of this machine and of a capture's functions, without measuring anything. */
export interface KnownRoof {
  /** Absent until it has been measured. */
  readonly roof?: Roof;
  readonly given: GivenByFunction;
}

/** Dispatches of a function with as much bound to each, as a profile tells of them. */
export interface Launches {
  readonly function: string;
  /** Those whose times are known. */
  readonly dispatches: number;
  readonly untimed: number;
  /** Nanoseconds, of all of them. */
  readonly totalNs: number;
  /** Absent without times. */
  readonly medianNs?: number;
  /** Absent where the profile does not say what is bound. */
  readonly bindings?: number;
  readonly bytes?: number;
  /** Of profiles with samples. */
  readonly loop?: HotLoop;
}

export interface ProfileLaunches {
  /** By total time, the longest first. */
  readonly launches: readonly Launches[];
  /** Threads that replayed; absent where the profile does not say. */
  readonly workers?: number;
  /** The processor that it was recorded on, where the profile says so. */
  readonly processor?: string;
  /** Dispatches that a device timed itself: nothing is said of those. */
  readonly onDevices: number;
}

/** What a page asks about the roof of this machine. */
export interface RoofHost {
  /** What is known; nothing is measured. */
  roof(params: undefined): KnownRoof;
  /** Measures it, with all processors: a few seconds. Resolves when it has been measured or was cancelled. */
  measureRoof(params: undefined): void;
  /** Asks how many operations each dispatch of one of these functions has. */
  giveOperations(params: { readonly functions: readonly string[] }): void;
}

/** What the host tells such a page. */
export interface RoofWebview {
  /** Something else is known of this machine's roof, or of what functions compute. */
  roofChanged(params: undefined): void;
}
