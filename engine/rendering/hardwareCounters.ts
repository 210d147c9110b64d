/** What hardware counted: sets of counters, and the tracks that samples of them are drawn on. */
import type { Exported } from './exported';
import type { Track } from './timeline';

interface Counter {
  readonly ordinal: number;
  readonly name: string;
  /** Its values among a sample's, one for each unit that counts. */
  readonly offset: number;
  readonly count: number;
}

interface CounterSet {
  readonly name: string;
  /** In a sample. */
  readonly valueCount: number;
  readonly counters: Counter[];
}

/** A counter's value in a sample: the sum of its units'. */
export interface Counted {
  readonly track: Track;
  readonly value: bigint;
}

/** Ranks among the tracks of a device. */
const RANKS = { dispatches: 800_000, ranges: 800_001 } as const;
const LAST_RANK = 999_999;

export class HardwareCounters {
  private readonly sets = new Map<bigint, CounterSet>();
  private readonly tracks = new Map<string, Track>();

  /** `make` makes a track. */
  constructor(private readonly make: (name: string, parent: Track, kind: Track['kind'], rank: number) => Track) {}

  addSet(record: Exported): void {
    const id = idOf(record);
    const name = record.text('name') ?? '';
    const valueCount = Number(record.whole('sample_value_count') ?? 0n);
    this.sets.set(id, { name: name === '' ? `counter set ${String(id)}` : name, valueCount, counters: [] });
  }

  addCounter(record: Exported): void {
    const number = (field: string): number => Number(record.whole(field) ?? 0n);
    const [ordinal, block, name] = [number('counter_ordinal'), record.text('block') ?? '', record.text('name') ?? ''];
    const own = name === '' ? `counter[${String(ordinal)}]` : name;
    this.sets.get(idOf(record))?.counters.push({
      ordinal,
      name: block === '' || own.startsWith(`${block}_`) ? own : `${block}.${own}`,
      offset: number('sample_value_offset'),
      count: number('sample_value_count'),
    });
  }

  /** What a sample of the device counted: nothing where it has more or fewer values than its set. */
  countedIn(sample: Exported, device: Track): readonly Counted[] {
    const [id, values] = [idOf(sample), sample.wholes('values')];
    const set = this.sets.get(id);
    if (set?.valueCount !== values.length) return [];
    const ofDispatches = ['dispatch-scoped counters', RANKS.dispatches] as const;
    const [name, rank] = sample.text('scope') === 'device_time_range' ? (['range counters', RANKS.ranges] as const) : ofDispatches;
    const group = this.trackOf(device, name, name, 'group', rank);
    const ofSet = this.trackOf(group, String(id), set.name, 'group', Number(id));
    return set.counters
      .filter(({ offset, count }) => count > 0 && offset + count <= values.length)
      .map(({ ordinal, name, offset, count }) => {
        const value = values.slice(offset, offset + count).reduce((sum, one) => sum + one, 0n);
        return { track: this.trackOf(ofSet, String(ordinal), name, 'counter', ordinal), value };
      });
  }

  /** The track below another that the key tells from its siblings. */
  private trackOf(parent: Track, key: string, name: string, kind: Track['kind'], rank: number): Track {
    const place = `${String(parent.id)}.${key}`;
    const track = this.tracks.get(place) ?? this.make(name, parent, kind, Math.min(rank, LAST_RANK));
    this.tracks.set(place, track);
    return track;
  }
}

const idOf = (record: Exported): bigint => record.whole('counter_set_id') ?? 0n;
