/** What a measurement is made on, and what may disturb it. Linux tells the most; elsewhere fields are absent. */
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, hostname, loadavg } from 'node:os';
import { promisify } from 'node:util';
import { version } from '../../package.json';
import type { BenchmarkEnvironment } from '../../protocol/measurement/benchmark';

const CPU = '/sys/devices/system/cpu';

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function readNumber(file: string): number | undefined {
  const text = readText(file);
  return text === undefined || !/^-?\d+$/.test(text) ? undefined : Number(text);
}

function list(folder: string, pattern: RegExp): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => pattern.test(name));
  } catch {
    return [];
  }
}

const allowedProcessors = (): string | undefined => /^Cpus_allowed_list:\s*(\S+)$/m.exec(readText('/proc/self/status') ?? '')?.[1];

function boost(): boolean | undefined {
  const on = readNumber(`${CPU}/cpufreq/boost`);
  if (on !== undefined) return on === 1;
  const off = readNumber(`${CPU}/intel_pstate/no_turbo`);
  return off === undefined ? undefined : off === 0;
}

function megahertz(): number | undefined {
  const scaled = readNumber(`${CPU}/cpu0/cpufreq/scaling_cur_freq`);
  if (scaled !== undefined) return scaled / 1000;
  const said = /^cpu MHz\s*:\s*([\d.]+)$/m.exec(readText('/proc/cpuinfo') ?? '')?.[1];
  return said === undefined ? undefined : Number(said);
}

function celsius(): number | undefined {
  const zones = list('/sys/class/thermal', /^thermal_zone\d+$/).flatMap((zone) => readNumber(`/sys/class/thermal/${zone}/temp`) ?? []);
  return zones.length === 0 ? undefined : Math.max(...zones) / 1000;
}

function throttles(): number | undefined {
  const counts = list(CPU, /^cpu\d+$/).flatMap((cpu) => readNumber(`${CPU}/${cpu}/thermal_throttle/core_throttle_count`) ?? []);
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** Binds every thread of this process to processors such as "0-3,6". Rejects where there is no taskset. */
export async function pinProcess(processors: string): Promise<void> {
  if (!/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(processors)) throw new Error(`--pin=${processors} is not a list of processors such as 0-3,6`);
  try {
    await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(process.pid)]);
  } catch (error) {
    throw new Error(
      `the process cannot be bound to the processors ${processors}: ${error instanceof Error ? error.message.trim() : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Clock ticks that all processors have worked and have had, since they were started. */
function ticks(): { readonly busy: number; readonly all: number } | undefined {
  // user nice system idle iowait irq softirq steal: proc_stat(5)
  const fields = /^cpu\s+([\d ]+)$/m
    .exec(readText('/proc/stat') ?? '')?.[1]
    ?.split(' ')
    .slice(0, 8)
    .map(Number);
  if (fields === undefined || fields.length < 8) return undefined;
  const all = fields.reduce((sum, value) => sum + value, 0);
  return { all, busy: all - (fields[3] ?? 0) - (fields[4] ?? 0) };
}

/** What of the processors' time others had since; undefined where the time is too short to say. */
function otherWorkSince(before: ReturnType<typeof ticks>, cpuBefore: NodeJS.CpuUsage): number | undefined {
  const now = ticks();
  // Twenty ticks of all processors: a fifth of a second on one.
  if (before === undefined || now === undefined || now.all - before.all < 20) return undefined;
  const { user, system } = process.cpuUsage(cpuBefore);
  // A tick is a hundredth of a second wherever Linux shows it to programs.
  const own = (user + system) / 1e4;
  return Math.max(0, now.busy - before.busy - own) / (now.all - before.all);
}

const defined = <T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Looks before a measurement; what it gives looks after it and puts both together. */
export function observeEnvironment(engine: 'native' | 'iree'): (devices: readonly string[], workers: number) => BenchmarkEnvironment {
  const date = new Date().toISOString();
  const loadBefore = loadavg()[0] ?? 0;
  const mhzBefore = megahertz();
  const throttledBefore = throttles();
  const ticksBefore = ticks();
  const cpuBefore = process.cpuUsage();
  return (devices, workers) => {
    const governor = readText(`${CPU}/cpu0/cpufreq/scaling_governor`);
    const throttledAfter = throttles();
    const throttled = throttledBefore === undefined || throttledAfter === undefined ? undefined : throttledAfter - throttledBefore;
    const processors = availableParallelism();
    const otherWork = engine === 'native' ? otherWorkSince(ticksBefore, cpuBefore) : undefined;
    const notes = [
      ...(governor !== undefined && governor !== 'performance' ? [`The frequency governor is ${governor}: clocks follow the load.`] : []),
      ...(boost() === true ? ['Boost is on: clocks depend on temperature and on what else runs.'] : []),
      ...(otherWork !== undefined && otherWork > 0.1
        ? [`Other work had ${(100 * otherWork).toFixed(0)} % of the processors meanwhile.`]
        : []),
      ...(otherWork === undefined && loadBefore > processors / 2
        ? [`Other work was running: the load was ${loadBefore.toFixed(2)} on ${String(processors)} processors.`]
        : []),
      ...(workers > processors ? [`${String(workers)} threads share ${String(processors)} processors.`] : []),
      ...(throttled !== undefined && throttled > 0 ? [`Processors were throttled ${String(throttled)} times: they were too hot.`] : []),
    ];
    return {
      date,
      host: hostname(),
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      processors,
      affinity: allowedProcessors() ?? `0-${String(processors - 1)}`,
      engine,
      version,
      devices,
      workers,
      loadBefore,
      loadAfter: loadavg()[0] ?? 0,
      ...defined({ governor, boost: boost(), mhzBefore, mhzAfter: megahertz(), celsiusAfter: celsius(), throttled, otherWork }),
      notes,
    };
  };
}
