/** The user's programs that disassemble code for GPUs: by the settings, else those on the PATH. */
import * as vscode from 'vscode';
import type { DisassemblerName, Disassemblers } from '../../protocol/code/code';

/** The settings that name them. */
export const DISASSEMBLERS_SECTION = 'ireeReplay.disassemblers';

const NAMES: readonly DisassemblerName[] = ['spirvDis', 'nvdisasm', 'llvmObjdump', 'llvmDis'];

/** The flags of `ireereplay source` that name them; bitcode is in no capture. */
const FLAGS: Readonly<Partial<Record<DisassemblerName, string>>> = {
  spirvDis: 'spirv_dis',
  nvdisasm: 'nvdisasm',
  llvmObjdump: 'llvm_objdump',
};

/** Undefined where none may be started: in a workspace that is not trusted. */
export function chosenDisassemblers(): Disassemblers | undefined {
  if (!vscode.workspace.isTrusted) return undefined;
  const settings = vscode.workspace.getConfiguration(DISASSEMBLERS_SECTION);
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
  return NAMES.flatMap((name) => (chosen[name] === undefined || FLAGS[name] === undefined ? [] : [`--${FLAGS[name]}=${chosen[name]}`]));
}

/** Others may be started now. */
export function onDisassemblersChange(act: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(act),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(DISASSEMBLERS_SECTION)) act();
    }),
  );
}
