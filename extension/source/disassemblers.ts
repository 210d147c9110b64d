/** The user's programs that disassemble code for GPUs: by the settings, else those on the PATH. */
import * as vscode from 'vscode';
import type { DisassemblerName, Disassemblers } from '../../protocol/code/code';

const SECTION = 'ireeReplay.disassemblers';

/** The flags of `ireereplay source` that name them. */
const FLAGS = { spirvDis: 'spirv_dis', nvdisasm: 'nvdisasm', llvmObjdump: 'llvm_objdump' } as const satisfies Record<
  DisassemblerName,
  string
>;
const NAMES = Object.keys(FLAGS) as readonly DisassemblerName[];

/** Undefined where none may be started: in a workspace that is not trusted. */
export function chosenDisassemblers(): Disassemblers | undefined {
  if (!vscode.workspace.isTrusted) return undefined;
  const settings = vscode.workspace.getConfiguration(SECTION);
  const chosen: Partial<Record<DisassemblerName, string>> = {};
  for (const name of NAMES) {
    const file = settings.get<string>(name, '').trim();
    if (file !== '') chosen[name] = file;
  }
  return chosen;
}

/** What tells `ireereplay source` of them. */
export function disassemblerFlags(): readonly string[] {
  const chosen = chosenDisassemblers();
  if (chosen === undefined) return ['--no_programs'];
  return NAMES.flatMap((name) => (chosen[name] === undefined ? [] : [`--${FLAGS[name]}=${chosen[name]}`]));
}

/** Others may be started now. */
export function onDisassemblersChange(act: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(act),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SECTION)) act();
    }),
  );
}
