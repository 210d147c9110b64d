/** Samples for speedscope: of each worker, one behind the other, by dispatch and then by function, with files and lines. */
import { basename } from 'node:path';
import type { Output } from './output';
import { dispatchAround, periodOf, type Sample, type SampledFrame, type SampleWriter, type Sampling } from './samples';

interface Worker {
  readonly samples: (readonly number[])[];
  readonly weights: number[];
}

/** speedscope's frames are shared by all workers. */
export class SpeedscopeSamples implements SampleWriter {
  count = 0;
  private readonly frames = new Map<string, number>();
  private readonly workers = new Map<number, Worker>();
  private how: Sampling = { notes: [] };

  sampling(sampling: Sampling): void {
    this.how = sampling;
  }

  executable(): void {
    // speedscope has no place for it.
  }

  sample(sample: Sample): void {
    const { worker, samples, sites } = sample;
    this.count++;
    const of = this.workers.get(worker) ?? { samples: [], weights: [] };
    this.workers.set(worker, of);
    const inner = sites.flatMap(({ frames }) => frames).toReversed();
    const around = dispatchAround(sample);
    of.samples.push([...(around === undefined ? [] : [around]), ...inner].map((frame) => this.frame(frame)));
    of.weights.push(samples * (periodOf(this.how) ?? 1));
  }

  private frame({ function: name, path: file, line }: SampledFrame): number {
    const key = JSON.stringify({ name, ...(file === undefined ? {} : { file, line }) });
    const known = this.frames.get(key) ?? this.frames.size;
    this.frames.set(key, known);
    return known;
  }

  write(output: Output): void {
    const unit = periodOf(this.how) === undefined ? 'none' : 'nanoseconds';
    const name = basename(this.how.capture ?? 'samples');
    output.write('{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"ireereplay","profiles":[');
    [...this.workers].forEach(([worker, { samples, weights }], at) => {
      const endValue = weights.reduce((sum, weight) => sum + weight, 0);
      const profile = { type: 'sampled', name: `${name}, worker ${String(worker)}`, unit, startValue: 0, endValue, samples, weights };
      output.write(`${at === 0 ? '' : ',\n'}${JSON.stringify(profile)}`);
    });
    output.write(`],"shared":{"frames":[${[...this.frames.keys()].join(',')}]}}\n`);
    output.flush();
  }
}
