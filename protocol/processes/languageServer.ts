/** What the language server and its client say beyond the Language Server Protocol. */
import type { OfferedRemedy } from '../replay/remedy';
import type { RunOptions } from '../replay/run';

/** The language of dumps, text or JSONL, as package.json contributes it. */
export const DUMP_LANGUAGE = 'ireereplay-dump';

/** The language of machine code, as `ireereplay source --disassembly` prints it. */
export const LISTING_LANGUAGE = 'ireereplay-disassembly';

/** The scheme of documents that are made from a capture when they are opened. A dump's has its path, and behind that the format's suffix. */
export const DUMP_SCHEME = 'ireereplay';

/** What ends the name of a dump, behind that of its capture. */
export const DUMP_SUFFIXES = { text: '.txt', jsonl: '.jsonl' } as const;

export type DumpSuffix = keyof typeof DUMP_SUFFIXES;

/** Path of the capture that the dump of this path is of; undefined for another file. */
export function captureOfDump(path: string): string | undefined {
  return /^(.+\.ireereplay)\.(?:txt|jsonl)$/.exec(path)?.[1];
}

/** In LSP's initializationOptions. Without them nothing is kept, and nothing that runs code is offered. */
export interface LanguageServerOptions {
  /** Folder that is the server's own: what it knows of captures is kept there. */
  readonly storage?: string;
  /** Replaying executes code from captures, so only a trusted workspace offers it. */
  readonly trusted?: boolean;
  /** Folders as compilers saw them, and where they are here. */
  readonly pathPrefixes?: Readonly<Record<string, string>>;
  /** Folders with what iree-compile has left of executables, besides those beside captures. */
  readonly intermediates?: readonly string[];
}

/** Notification to the server: these of its options are others now. */
export const OPTIONS_CHANGED = 'ireeReplay/optionsChanged';

/** What a lens, a hover or an action stands for: the command `IN_CAPTURE` with this as its argument. */
export interface InCapture {
  readonly capture: string;
  readonly act: CaptureAct;
  /** That it is about: of a scope its first begin record. */
  readonly record: number;
}

/** Named as the extension's commands are, without the prefix. */
export type CaptureAct = (typeof CAPTURE_ACTS)[number];

export const CAPTURE_ACTS = [
  'showInCapture',
  'replayScope',
  'benchmark',
  'profileScope',
  'profileDispatch',
  'sampleHotspots',
  'substituteExecutable',
] as const;

/** Opens a capture at a record, and does something with it. */
export const IN_CAPTURE = 'ireeReplay.inCapture';

/** Request from the server, with ReplayQuestion: how the capture would be replayed now, as ReplayAnswer. A client need not know. */
export const REPLAY_OF = 'ireeReplay/replayOf';

export interface ReplayQuestion {
  readonly capture: string;
  /** That it was recorded on. */
  readonly devices: number;
}

/** Without a replay it is left to IREE's tools, which say when they run what stands against it. */
export interface ReplayAnswer {
  readonly replay?: RunOptions;
}

/** Notification to the server: what REPLAY_OF answers, or what preflight finds, may be otherwise by now. */
export const REPLAY_CHANGED = 'ireeReplay/replayChanged';

/** Replays a capture otherwise from now on: the command of a remedy, with a RemedyInCapture as its argument. */
export const APPLY_REMEDY = 'ireeReplay.applyRemedy';

export interface RemedyInCapture {
  readonly capture: string;
  readonly change: OfferedRemedy['change'];
}

/** A function of an executable of a capture. */
export interface KernelOfCapture {
  readonly capture: string;
  readonly executable: string;
  readonly ordinal: number;
  readonly name: string;
}

/** Shows the machine code of the KernelOfCapture that is its argument. */
export const SHOW_DISASSEMBLY = 'ireeReplay.showDisassembly';

/** Request to the server, with a KernelOfCapture: where its source is, as SourceOfKernel. */
export const SOURCE_OF_KERNEL = 'ireeReplay/sourceOfKernel';

export interface SourceOfKernel {
  /** What iree-compile has left of it beside the capture, in the order of its stages; absent where there is nothing. */
  readonly stages?: readonly KernelStage[];
  /** As the compiler named it; absent where the executable does not say. */
  readonly compiled?: { readonly path: string; readonly line: number };
  /** The file here; absent where there is none. */
  readonly found?: {
    readonly file: string;
    /** From 1. */
    readonly line: number;
    /** Why it may not be what the kernel was compiled from. */
    readonly doubt?: string;
  };
}

/** A kernel as a stage of the compiler had it. */
export interface KernelStage {
  /** "configured". */
  readonly stage: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Why it may be of another executable. */
  readonly doubt?: string;
}

/** Request to the server, with `{ uri }`: the kernels that a document defines, as an array of KernelLine. */
export const KERNELS_IN = 'ireeReplay/kernelsIn';

/** A kernel where it is written. */
export interface KernelLine extends KernelOfCapture {
  /** From 0, where it is by now. */
  readonly line: number;
  /** When the capture was written, in milliseconds since 1970. */
  readonly modified: number;
  /** How often a replay executes it; absent when it never does. */
  readonly launches?: string;
  /** The dispatch that executes it first; absent when none does. */
  readonly record?: number;
  /** Another function of the capture that is executed has its name. */
  readonly namesake?: true;
  /** Why the document may not be what the kernel was compiled from: in two words, and in a sentence. */
  readonly doubt?: { readonly words: string; readonly sentence: string };
  /** The document was changed after the capture was recorded. */
  readonly changed?: true;
  /** What can be done with a kernel that shares its line with others: lenses for each would run out of the window, so that it has none. */
  readonly acts?: readonly KernelAct[];
}

/** A command of the extension. */
export interface KernelAct {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** Request to the server, with a LinesQuestion: which of the lines are in the document, as an array of PlacedLine. */
export const LINES_IN = 'ireeReplay/linesIn';

/** Lines that compilers have named, in kernels of a capture. */
export interface LinesQuestion {
  readonly uri: string;
  readonly capture: string;
  /** When what is told of the lines was measured, in milliseconds since 1970: of a capture that was written later it says nothing. */
  readonly measured: number;
  readonly places: readonly CompiledLine[];
}

export interface CompiledLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

export interface PlacedLine {
  /** Of the places that were asked for, from 0. */
  readonly place: number;
  /** From 0, where it is by now. */
  readonly line: number;
  /** Why the document may not be what was compiled: in two words, and in a sentence; and that it was changed after the recording. */
  readonly doubt?: { readonly words: string; readonly sentence: string; readonly changed: boolean };
}

/** Request to the server, with `{ uri }`: the scopes that begin in a document, as an array of ScopeLine. */
export const SCOPES_IN = 'ireeReplay/scopesIn';

/** Where a scope begins: in a source that records it, or in a dump. */
export interface ScopeLine {
  /** From 0. */
  readonly line: number;
  readonly name: string;
  /** The capture that it is replayed from, and the record that begins it there first. */
  readonly capture: string;
  readonly record: number;
  /** When the capture was written, in milliseconds since 1970. */
  readonly modified: number;
}

/** Request to the server, with `{ uri, position }`: the kernels that are defined or named there, as an array of KernelLine. */
export const KERNELS_AT = 'ireeReplay/kernelsAt';

/** Notification from the server: what KERNELS_IN answers may be otherwise by now. */
export const KERNELS_CHANGED = 'ireeReplay/kernelsChanged';
