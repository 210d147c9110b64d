/**
 * Samples for pprof (github.com/google/pprof, proto/profile.proto): a location an address, with a line for each function inlined there. What
 * was dispatched is the outermost frame, and with record, worker and workgroup a label, for -tagfocus and -tagroot.
 */
import { gzipSync } from 'node:zlib';
import { Function as Named, Label, Line, Location, Mapping, Profile, Sample as Sampled, StringTable, ValueType } from 'pprof-format';
import type { Output } from './output';
import {
  dispatchAround,
  periodOf,
  type Sample,
  type SampledExecutable,
  type SampledFrame,
  type SampledSite,
  type SampleWriter,
  type Sampling,
} from './samples';

/** Addresses in files begin at zero in each: their files lie one behind the other, this far apart. */
const APART = 2 ** 40;

/** Values that are the same are kept once. */
class Once<Value> {
  readonly all: Value[] = [];
  private readonly ids = new Map<string, number>();

  /** The id of what `key` stands for: from 1. */
  id(key: string, make: (id: number) => Value): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.all.length + 1;
    this.ids.set(key, id);
    this.all.push(make(id));
    return id;
  }
}

/** pprof's strings and locations stand behind what refers to them. */
export class PprofWriter implements SampleWriter {
  private readonly strings = new StringTable();
  private readonly functions = new Once<Named>();
  private readonly locations = new Once<Location>();
  private readonly mappings = new Map<number, Mapping>();
  private readonly samples: Sampled[] = [];
  private how: Sampling = { notes: [] };
  private first?: bigint;
  private last = 0n;

  get count(): number {
    return this.samples.length;
  }

  sampling(sampling: Sampling): void {
    this.how = sampling;
  }

  executable({ executable, bytes = 0, buildId, digest }: SampledExecutable): void {
    const id = this.mappings.size + 1;
    const memoryStart = id * APART;
    const name = `executable ${String(executable)}${this.how.capture === undefined ? '' : ` of ${this.how.capture}`}`;
    this.mappings.set(
      executable,
      new Mapping({
        id,
        memoryStart,
        memoryLimit: memoryStart + Math.max(bytes, 1),
        filename: this.strings.dedup(name),
        buildId: this.strings.dedup(buildId ?? digest ?? ''),
        hasFunctions: true,
        hasFilenames: true,
        hasLineNumbers: true,
        hasInlineFrames: true,
      }),
    );
  }

  sample(sample: Sample): void {
    const { samples, time, executable } = sample;
    this.first ??= time;
    this.last = time > this.last ? time : this.last;
    const period = periodOf(this.how);
    const sites = sample.sites.map((site) => this.location(site, executable));
    const around = dispatchAround(sample);
    const root = around === undefined ? [] : [this.location({ address: 0, frames: [around] }, undefined)];
    this.samples.push(
      new Sampled({
        locationId: [...sites, ...root],
        value: period === undefined ? [samples] : [samples, samples * period],
        label: this.labels(sample),
      }),
    );
  }

  private labels({ worker, kernel, record, via, tile }: Sample): Label[] {
    const numbers = { worker, record, execute_record: via, workgroup: tile };
    return [
      ...(kernel === undefined ? [] : [new Label({ key: this.strings.dedup('dispatch'), str: this.strings.dedup(kernel) })]),
      ...Object.entries(numbers).flatMap(([key, num]) => (num === undefined ? [] : [new Label({ key: this.strings.dedup(key), num })])),
    ];
  }

  private location({ address, frames }: SampledSite, executable: number | undefined): number {
    const mapping = executable === undefined ? undefined : this.mappings.get(executable);
    // Of one whose function is not known, the address remains.
    const named = frames.length > 0 ? frames : [{ function: `0x${address.toString(16)}` }];
    const key = `${String(mapping?.id ?? 0)} ${String(address)} ${mapping === undefined ? (named[0]?.function ?? '') : ''}`;
    return this.locations.id(
      key,
      (id) =>
        new Location({
          id,
          mappingId: mapping?.id ?? 0,
          address: mapping === undefined ? 0 : Number(mapping.memoryStart) + address,
          line: named.map((frame) => new Line({ functionId: this.named(frame), line: frame.line ?? 0 })),
        }),
    );
  }

  private named({ function: name, path = '' }: SampledFrame): number {
    const [shown, filename] = [this.strings.dedup(name), this.strings.dedup(path)];
    return this.functions.id(`${String(shown)} ${String(filename)}`, (id) => new Named({ id, name: shown, systemName: shown, filename }));
  }

  /** Writes all of it, compressed as pprof reads it. */
  write(output: Output): void {
    const type = (name: string, unit: string): ValueType =>
      new ValueType({ type: this.strings.dedup(name), unit: this.strings.dedup(unit) });
    const period = periodOf(this.how);
    const event = this.how.event ?? 'samples';
    const profile = new Profile({
      sampleType: [type('samples', 'count'), ...(period === undefined ? [] : [type('cpu', 'nanoseconds')])],
      sample: this.samples,
      mapping: [...this.mappings.values()],
      location: this.locations.all,
      function: this.functions.all,
      durationNanos: this.last - (this.first ?? this.last),
      ...(period === undefined ? { periodType: type(event, 'count') } : { periodType: type('cpu', 'nanoseconds'), period }),
      comment: this.how.notes.map((note) => this.strings.dedup(note)),
      stringTable: this.strings,
    });
    output.write(gzipSync(profile.encode()));
    output.flush();
  }
}
