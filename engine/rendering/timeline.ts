/** A profile as what is drawn along time: tracks, slices on them, instants, counters, and the flows that connect them. */

/** A row of a timeline; those of a device lie below it, and so on. */
export interface Track {
  /** From 1, unique. */
  readonly id: number;
  readonly name: string;
  readonly parent: Track | undefined;
  readonly kind: 'group' | 'events' | 'counter';
  /** Where it comes among its siblings. */
  readonly rank: number;
}

/** What is known of an event beside its name. 64-bit numbers are exact. */
export type Details = Readonly<Record<string, string | bigint>>;

export interface Slice {
  readonly track: Track;
  readonly name: string;
  /** Nanoseconds of the host's clock; the end comes after the start. */
  readonly start: bigint;
  readonly end: bigint;
  /** What it comes from: events with the same number are connected. */
  readonly flow: bigint | undefined;
  readonly details: Details;
  /** What happened in it is in slices on other tracks, too. */
  readonly isRepeated: boolean;
}

export interface Instant {
  readonly track: Track;
  readonly name: string;
  readonly at: bigint;
  readonly flow: bigint | undefined;
  readonly details: Details;
}

/**
 * Takes a timeline as it is read. A track comes before what is on it; the slices of a track neither overlap nor go back in time; tracks
 * among each other are in no order.
 */
export interface Rendering {
  track(track: Track): void;
  slice(slice: Slice): void;
  instant(instant: Instant): void;
  counter(track: Track, at: bigint, value: bigint | number): void;
  end(): void;
}
