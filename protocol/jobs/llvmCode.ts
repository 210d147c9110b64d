/** llvm code: the machine code of a recorded OpenMP kernel. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type ToldOf } from './option';
import { program } from './source';

const options = v.object({
  capture: v.string(),
  function: v.exactOptional(
    option(v.string(), {
      flag: 'function',
      placeholder: 'NAME',
      description: 'Lists this function of the image, named as llvm info or the image names it; by default the recorded kernel.',
    }),
  ),
  bitcode: v.exactOptional(
    option(v.boolean(), { flag: 'bitcode', description: "Prints the recording's LLVM bitcode (.bc) as text instead." }),
    false,
  ),
  llvmObjdump: program('llvm_objdump', 'llvm-objdump', 'code for AMD GPUs and for processors other than x86-64'),
  nvdisasm: program('nvdisasm', 'nvdisasm', 'code for NVIDIA GPUs'),
  llvmDis: program('llvm_dis', 'llvm-dis', 'LLVM bitcode'),
});

export const llvmCode = job({
  name: 'llvm code',
  file: 'recording',
  summary: 'show the machine code of a recorded OpenMP kernel',
  description:
    "Lists the instructions of a function in a recording's device image, with the source lines and inlined calls that they come from where the\n" +
    'image has debugging information: those for x86-64 by itself, those for GPUs and other processors by llvm-objdump or nvdisasm, where\n' +
    'installed. Nothing of the image is executed. The exit status is 1 where there is no code to show, which is then explained.',
  examples: [
    'scale.json',
    "--function='scaled(double, double)' scale.json",
    "--format=json scale.json | jq -r '.listing.instructions[].mnemonic'",
  ],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./llvmCodeResult')).llvmCodeResult,
});

export type LlvmCodeTold = ToldOf<typeof options>;
