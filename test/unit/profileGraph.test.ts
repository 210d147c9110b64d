/** ireereplay profile graph: the graph of a replay that recorded itself, and its critical path. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { askProfile } from '../profiles';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();

type Row = Readonly<Record<string, unknown>>;

interface Node {
  readonly node: number;
  readonly kind: string;
  readonly record?: number;
  readonly op?: string;
  readonly start_host_time_ns?: number;
  readonly end_host_time_ns?: number;
  readonly saves_ns?: number;
}

interface Part {
  readonly node: number;
  readonly worker: number;
  readonly start_host_time_ns: number;
  readonly end_host_time_ns: number;
  readonly busy_ns: number;
  /** First and how many. */
  readonly tiles?: readonly (readonly [number, number])[];
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly worker?: number;
}

interface Step {
  readonly node: number;
  readonly ns: number;
  readonly idle_before_ns: number;
  readonly saves_ns: number;
}

/** The rows of an answer of one type, as the test knows them. */
const ofType = (rows: readonly Row[], type: string): readonly unknown[] => rows.filter((row) => row['type'] === type);

async function rowsOf(file: string, ...question: readonly string[]): Promise<readonly Row[]> {
  const lines = (await askProfile([...question, '--format=jsonl'], file, folder)).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

interface Recorded {
  readonly file: string;
  readonly dispatches: string;
}

function record(name: string, device: string, ...flags: readonly string[]): Recorded {
  const file = path.join(folder, name);
  const { status, stdout, stderr } = ireereplay(
    ...['run', '--format=json', `--device=${device}`, '--device_profiling_mode=queue-events,host-execution'],
    ...[`--device_profiling_output=${file}`, ...flags, fixture('models/block/block.sync.ireereplay')],
  );
  assert.equal(status, 0, stderr);
  const { dispatches } = JSON.parse(stdout.toString()) as { readonly dispatches: string };
  return { file, dispatches };
}

/** The longest way through a graph, without the time of one node: by looking at each way's end, whatever leads there. */
function longestWay(nodes: readonly Node[], parts: readonly Part[], edges: readonly Edge[], without?: number): number {
  const key = (node: number, worker: number): string => `${String(node)}.${String(worker)}`;
  const of = new Map(parts.map((part) => [key(part.node, part.worker), part]));
  const known = new Map<string, number>();
  const upTo = (node: number, worker: number | undefined): number => {
    const place = key(node, worker ?? -1);
    const found = known.get(place);
    if (found !== undefined) return found;
    const part = worker === undefined ? undefined : of.get(key(node, worker));
    const came = edges
      .filter(({ to }) => to === node)
      .flatMap((edge) => {
        if (edge.kind !== 'thread') return [after(edge.from)];
        return edge.worker === worker && worker !== undefined ? [upTo(edge.from, worker)] : [];
      });
    const length = Math.max(0, ...came) + (part === undefined || node === without ? 0 : part.busy_ns);
    known.set(place, length);
    return length;
  };
  const after = (node: number): number =>
    Math.max(upTo(node, undefined), ...parts.filter((part) => part.node === node).map(({ worker }) => upTo(node, worker)));
  return Math.max(...nodes.map(({ node }) => after(node)));
}

for (const [device, ...flags] of [['local-sync'], ['local-task', '--task_topology_group_count=3']] as const) {
  test(`knows the critical path of a transformer block on ${device}`, async () => {
    const { file, dispatches } = record(`${device}.ireeprof`, device, ...flags);
    const rows = await rowsOf(file, 'graph');
    const [summary] = rows;
    assert.ok(summary !== undefined);
    const nodes = ofType(rows, 'graph_node') as readonly Node[];
    const parts = ofType(rows, 'graph_part') as readonly Part[];
    const edges = ofType(rows, 'graph_edge') as readonly Edge[];
    const executions = nodes.filter(({ kind }) => kind === 'execution');

    // Every dispatch is an execution once, and has its record.
    const dispatched = executions.filter(({ op }) => op === 'dispatch');
    assert.equal(String(dispatched.length), dispatches);
    assert.equal(new Set(dispatched.map((node) => node.record)).size, dispatched.length);
    assert.equal(summary['executions'], executions.length);

    // What threads did of a dispatch adds up to it.
    const events = (await rowsOf(file, 'queue')).filter((row) => row['type'] === 'host_execution_event');
    const times = new Map(events.map((row) => [`${String(row['start_host_time_ns'])}.${String(row['op'])}`, row]));
    for (const node of executions) {
      const own = parts.filter((part) => part.node === node.node);
      const event = times.get(`${String(node.start_host_time_ns)}.${String(node.op)}`);
      assert.equal(
        own.reduce((sum, { busy_ns: busy }) => sum + busy, 0),
        event?.['tile_duration_sum_ns'],
      );
      // Threads that shared it name their tiles, each tile once.
      const tiles = own.flatMap((part) => part.tiles ?? []).sort(([a], [b]) => a - b);
      const next = tiles.reduce((from, [first, count]) => (first === from ? from + count : Number.NaN), 0);
      assert.equal(next, own.length > 1 ? event?.['tile_count'] : 0, `node ${String(node.node)}`);
      assert.equal(Math.min(...own.map((part) => part.start_host_time_ns)), node.start_host_time_ns);
      assert.equal(Math.max(...own.map((part) => part.end_host_time_ns)), node.end_host_time_ns);
    }

    // The critical path is as long as the run, less what is idle on it; there is no longer way.
    const steps = ofType(rows, 'graph_step') as readonly Step[];
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    const span =
      Math.max(...executions.map((node) => node.end_host_time_ns ?? 0)) -
      Math.min(...executions.map((node) => node.start_host_time_ns ?? 0));
    assert.equal(summary['span_ns'], span);
    assert.equal(sum(steps.map(({ ns }) => ns)), summary['critical_path_ns']);
    assert.equal(sum(steps.map(({ idle_before_ns: idle }) => idle)), summary['critical_path_idle_ns']);
    assert.equal(Number(summary['critical_path_ns']) + Number(summary['critical_path_idle_ns']), span);
    assert.equal(longestWay(nodes, parts, edges), summary['critical_path_ns']);
    for (const node of executions) {
      const saved: number = Number(summary['critical_path_ns']) - longestWay(nodes, parts, edges, node.node);
      assert.equal(node.saves_ns, saved, `node ${String(node.node)}`);
    }

    // In words, too.
    const text = (await askProfile(['graph'], file, folder)).toString();
    assert.match(text, new RegExp(`^critical_path: steps=${String(steps.length)} length_ns=${String(summary['critical_path_ns'])} `, 'm'));
    assert.match(text, /saves_ns=\d+ path_ns=\d+ .* block\$async_dispatch_9_softmax/);
    const softmax = (await askProfile(['graph', '--filter=*softmax*'], file, folder)).toString();
    assert.match(softmax, /^steps: 1 of 1, /m);
  });
}

test('says of a profile without dependencies what is not known', async () => {
  for (const name of readdirSync(fixture('profiles')).filter((file) => file.endsWith('.ireeprof'))) {
    const [summary] = await rowsOf(fixture(`profiles/${name}`), 'graph');
    assert.equal(summary?.['critical_path_available'], false, name);
    assert.match(String(summary['not_known']), summary['executions'] === 0 ? /has no host executions/ : /not what waited for what/);
  }
  // A profile that was filtered lacks steps of the path.
  const { file } = record('filtered.ireeprof', 'local-sync', '--device_profiling_filter_function=*softmax*');
  const [summary] = await rowsOf(file, 'graph');
  assert.equal(summary?.['executions'], 1);
  assert.equal(summary['critical_path_available'], false);
});
