/** The files that examples name, made when one does. */
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { writeNpy } from '../../engine/comparing/npy';
import { writeWithChangedConstant } from '../changedConstant';
import { recordingFor } from '../llvmImages';
import { fixture, ireereplay } from '../programs';
import { ireeProgram, mustIree } from './ireeTools';

const model = (name: string): string => path.join(__dirname, 'models', name);

type Maker = (file: string) => void;

const copied =
  (from: string): Maker =>
  (file) => {
    copyFileSync(fixture(from), file);
  };

const compiled =
  (from: string): Maker =>
  (file) => {
    const flags = [
      '--iree-hal-target-device=local',
      '--iree-hal-local-target-device-backends=llvm-cpu',
      '--iree-llvmcpu-target-cpu=generic',
    ];
    mustIree('iree-compile', [...flags, beside(file, from), '-o', file]);
  };

/** A profile of the matrix product, with samples; with another kernel if one is named. */
const profiled =
  (...flags: readonly string[]): Maker =>
  (file) => {
    const families = '--device_profiling_mode=queue-events,host-execution,memory-events,executable-metadata';
    const { status, stderr } = ireereplay(
      ...['run', '--sample', '--sample_seconds=1', families, `--device_profiling_output=${file}`, ...flags],
      fixture('models/mm256/mm256.sync.ireereplay'),
    );
    assert.equal(status, 0, stderr);
  };

/** The product of two matrices of 256 rows and columns, for the kernel of model.ireereplay. */
const MATMUL = `
static int matmul(const void *environment, const DispatchState *dispatch, const WorkgroupState *workgroup) {
  const float *lhs = dispatch->binding_ptrs[0];
  const float *rhs = dispatch->binding_ptrs[1];
  float *out = dispatch->binding_ptrs[2];
  const uint32_t rows = 256 / dispatch->workgroup_count_x;
  for (uint32_t i = workgroup->workgroup_id_x * rows; i < (workgroup->workgroup_id_x + 1) * rows; ++i) {
    for (uint32_t j = 0; j < 256; ++j) {
      float sum = 0;
      for (uint32_t k = 0; k < 256; ++k) sum += lhs[i * 256 + k] * rhs[k * 256 + j];
      out[i * 256 + j] = SCALE * sum;
    }
  }
  return 0;
}

`;

const written =
  (scale: number): Maker =>
  (file) => {
    const library = readFileSync(fixture('kernels/elementwise.c'), 'utf8');
    const kernels = library.indexOf('// out[i] = lhs[i] OP rhs[i]');
    const rest = library.slice(library.indexOf('static const Header header'));
    const exported = rest.replace('{elementwise, spin}', '{matmul}').replace('FIRST, "spin"', '"matmul_dispatch_0_matmul_256x256x256_f32"');
    const source = library.slice(0, kernels) + MATMUL.replace('SCALE', scale.toFixed(1)) + exported;
    writeFileSync(file, source.replace('#define EXPORTS 2', '#define EXPORTS 1').replace('workgroup_size_x = 4', 'workgroup_size_x = 1'));
  };

const installation: Maker = (file) => {
  symlinkSync(path.dirname(ireeProgram('iree-compile')), file);
};

/** A launch that LLVM 16 recorded, under a shorter name. */
const saxpy: Maker = (file) => {
  const recorded = fixture('neighbours/llvm/llvm16-saxpy/__omp_offloading_fe00_984963_main_l7');
  for (const suffix of ['.json', '.memory', '.original.output']) copyFileSync(recorded + suffix, file.replace(/\.json$/, suffix));
};

const MAKERS: Readonly<Record<string, Maker>> = {
  'matmul.mlir': (file) => {
    copyFileSync(model('matmul.mlir'), file);
  },
  'model.mlir': (file) => {
    writeFileSync(file, readFileSync(model('matmul.mlir'), 'utf8').replace('@matmul', '@main'));
  },
  'model.vmfb': compiled('model.mlir'),
  'mlp.mlir': copied('models/mlp/mlp.mlir'),
  'mlp.vmfb': compiled('mlp.mlir'),
  'weights.irpa': copied('models/mlp/weights.irpa'),
  'image.npy': (file) => {
    writeFileSync(file, writeNpy('f32', [33, 70], new Uint8Array(33 * 70 * 4)));
  },
  'matmul.ireereplay': copied('models/mm256/mm256.sync.ireereplay'),
  'model.ireereplay': copied('models/mm256/mm256.sync.ireereplay'),
  'before.ireereplay': copied('models/block/block.sync.ireereplay'),
  'after.ireereplay': (file) => {
    writeWithChangedConstant(beside(file, 'before.ireereplay'), file);
  },
  results: (folder) => {
    const { status, stderr } = ireereplay('run', `--outputs=${folder}`, fixture('models/mm256/mm256.sync.ireereplay'));
    assert.equal(status, 0, stderr);
  },
  'torn.ireereplay': (file) => {
    writeFileSync(file, readFileSync(fixture('small.ireereplay')).subarray(0, 20_000));
  },
  'failing.ireereplay': copied('host-call.ireereplay'),
  'compare.py': (file) => {
    writeFileSync(file, ['import sys', "if b'execute' in open(sys.argv[1], 'rb').read(): sys.exit('not close')", ''].join('\n'));
  },
  ...Object.fromEntries(['scalar.so', 'wrong.so', 'tile.so'].map((name) => [name, copied(`models/mm256/kernels/${name}`)])),
  'trace.json.gz': copied('neighbours/pytorch/bert-small-h100.json.gz'),
  venv: (folder) => {
    mkdirSync(path.join(folder, 'bin'), { recursive: true });
    symlinkSync(process.env['TORCH_PYTHON'] ?? '/usr/bin/python3', path.join(folder, 'bin', 'python'));
  },
  'new.so': copied('models/mm256/kernels/tile.so'),
  'monday.so': copied('models/mm256/kernels/tile.so'),
  'tuesday.so': copied('models/mm256/kernels/tile.so'),
  'wednesday.so': copied('models/mm256/kernels/scalar.so'),
  'kernel.c': written(1),
  'v1.c': written(1),
  'v2.c': written(1),
  'v3.c': written(2),
  'v4.c': written(2),
  ...Object.fromEntries(['iree-3.10', 'iree-3.11', 'iree-3.12', 'iree-3.13'].map((name) => [name, installation])),
  'saxpy.json': saxpy,
  'scale.json': (file) => {
    recordingFor('x86-64', path.dirname(file));
  },
  recordings: (folder) => {
    cpSync(fixture('neighbours/llvm/made-second'), folder, { recursive: true });
  },
  'printed.txt': copied('neighbours/llvm/made-second/report.txt'),
  'run.ireeprof': profiled(),
  'vector.ireeprof': profiled(),
  'scalar.ireeprof': profiled(`--replay_executable_substitution=4=${fixture('models/mm256/kernels/scalar.so')}`),
  'gpu.ireeprof': copied('profiles/every-kind.ireeprof'),
  'before.ireeprof': copied('profiles/compared/1.ireeprof'),
  'after.ireeprof': copied('profiles/compared/3.ireeprof'),
  ...Object.fromEntries(['1', '2', '3'].map((name) => [`${name}.ireeprof`, copied(`profiles/compared/${name}.ireeprof`)])),
};

/** Makes a file that another is made of, unless it is there. */
function beside(file: string, name: string): string {
  const other = path.join(path.dirname(file), name);
  MAKERS[name]?.(other);
  return other;
}

/** Puts what the commands name into their folder. */
export function putFiles(folder: string, commands: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const words = new Set(commands.flatMap((command) => command.split(/[\s='"|@:]+/)));
  for (const [name, make] of Object.entries(MAKERS)) if (words.has(name)) make(path.join(folder, name));
}
