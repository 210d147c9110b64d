/** Answers what a recording's page asks of the code of its image, and of the sources that it comes from. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { bitcodeText, functionCode } from '../../../engine/llvm/recordedCode';
import type { Handlers } from '../../../protocol/base/rpc';
import type { LlvmCode, LlvmRecording } from '../../../protocol/neighbour/llvm';
import type { LlvmCodeChoice, LlvmCodeHost } from '../../../protocol/neighbour/llvmPages';
import { kernelWords } from '../../../protocol/words/llvmWords';
import { atLine } from '../../source/captureTexts';
import { chosenDisassemblers } from '../../source/disassemblers';
import { copyLines, copyListing } from '../code/copyListing';
import { fileLines } from '../code/fileLines';
import { createKept } from '../code/kept';
import { linesInText } from '../code/linesInText';
import { listingOf, LONGEST, textListing, type Listing } from '../code/listing';
import { pageOf } from '../code/pageOf';
import type { LlvmDocument } from './recordingDocument';
import { sourceHere } from './sourceHere';

export function recordedCodeHost(document: LlvmDocument): Handlers<LlvmCodeHost> {
  let current: { readonly of: LlvmRecording; readonly listings: ReturnType<typeof createKept<Listing>> } | undefined;
  const listing = async ({ code }: LlvmCodeChoice, signal: AbortSignal): Promise<Listing> => {
    const recording = await document.recording();
    // A program that is missing may be installed meanwhile.
    if (current?.of !== recording) current = { of: recording, listings: createKept(({ head }) => head.problem === undefined) };
    const disassemblers = chosenDisassemblers();
    return current.listings(JSON.stringify([code, disassemblers ?? null]), async () => {
      if (code === 'bitcode') {
        const found = await bitcodeText(document.path, recording, disassemblers, signal);
        if (found === undefined) throw new Error('The recording has no bitcode.');
        return listed(found);
      }
      const of = recording.image?.functions[code];
      if (of === undefined) throw new Error('That function is no longer there.');
      return listed(await functionCode(document.path, recording, of, disassemblers, signal));
    });
  };
  const fileOf = async (compiled: string): Promise<string> => {
    const found = await sourceHere(compiled, path.dirname(document.path));
    if ('missing' in found) throw new Error(found.missing);
    return found.file;
  };

  return {
    listing: async (choice, signal) => (await listing(choice, signal)).head,
    listingRows: async ({ start, count, ...choice }, signal) => pageOf((await listing(choice, signal)).rows, start, count),
    copyCode: async ({ first, last, ...choice }, signal) => copyListing(await listing(choice, signal), first, last),
    source: ({ path: compiled }) => sourceHere(compiled, path.dirname(document.path)),
    sourceRows: async ({ path: compiled, start, count }) => {
      const page = pageOf(await fileLines(await fileOf(compiled)), start, count);
      return { ...page, rows: page.rows.map((text) => text.slice(0, LONGEST)) };
    },
    copySource: async ({ path: compiled, first, last }) => copyLines((await fileLines(await fileOf(compiled))).slice(first, last + 1)),
    openSource: async ({ path: compiled, line }) => {
      const text = await vscode.workspace.openTextDocument(vscode.Uri.file(await fileOf(compiled)));
      await vscode.window.showTextDocument(text, { preview: false, selection: atLine(line) });
    },
  };
}

function listed({ function: of, kind, listing, disassembly = {} }: LlvmCode): Listing {
  if (of === undefined) return textListing(kind, disassembly, (texts) => linesInText('LLVM IR', texts));
  const name = kernelWords(of);
  if (listing !== undefined) {
    const { head, rows } = listingOf(listing);
    return { head: { ...head, name }, rows };
  }
  // As llvm-objdump has lines, or as nvdisasm has them.
  const printed = kind === 'cubin for NVIDIA' ? 'PTX' : 'HSACO';
  return textListing(name, disassembly, (texts) => linesInText(printed, texts));
}
