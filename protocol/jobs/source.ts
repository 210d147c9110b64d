/** source: where the kernels of a capture come from, and their machine code. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option } from './option';

/** A disassembler of the user's. */
export const program = (flag: string, name: string, what: string) =>
  v.exactOptional(option(v.string(), { flag, placeholder: 'PATH', description: `Disassembles ${what}; by default ${name} on the PATH.` }));

export const source = job({
  name: 'source',
  summary: "show where a capture's kernels come from, and their machine code",
  description:
    'Shows what the executables of a capture say about their functions: sources and lines, by stage of the compiler where\n' +
    'they say it, and the sources that they embed; of one function its lines, and its instructions with the lines and\n' +
    'inlined calls that they come from. Executes nothing.',
  examples: [
    'model.ireereplay',
    '--function=matmul_dispatch_0_matmul_256x256x256_f32 --disassembly model.ireereplay',
    "--disassembly --format=json model.ireereplay | jq '.executables[].listings[].instructions[].mnemonic'",
  ],
  options: v.object({
    capture: v.string(),
    executable: v.exactOptional(
      option(v.string(), {
        flag: 'executable',
        placeholder: 'ID',
        description: 'Only the executable with this id; all of the capture by default.',
      }),
    ),
    function: v.exactOptional(
      option(v.string(), {
        flag: 'function',
        placeholder: 'NAME',
        description: 'Lists the lines of this function: a name, or the ordinal of an export.',
      }),
    ),
    disassembly: v.exactOptional(
      option(v.boolean(), {
        flag: 'disassembly',
        description:
          'Lists the instructions too; of all exports unless --function names one. Those of GPUs are disassembled by spirv-dis, nvdisasm or llvm-objdump, where installed.',
      }),
      false,
    ),
    spirvDis: program('spirv_dis', 'spirv-dis', 'SPIR-V'),
    nvdisasm: program('nvdisasm', 'nvdisasm', 'code for CUDA that is not PTX'),
    llvmObjdump: program('llvm_objdump', 'llvm-objdump', 'code for AMD GPUs'),
    noPrograms: v.exactOptional(
      option(v.boolean(), {
        flag: 'no_programs',
        description: 'Starts none of these programs: code for GPUs is then not disassembled.',
      }),
      false,
    ),
  }),
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: async () => (await import('./sourceResult')).sourceResult,
});
