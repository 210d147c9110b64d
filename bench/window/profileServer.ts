/**
 * The page of the profile editor outside VS Code, on an address of this machine: the built script and style, and the conversation that the
 * editor has with it, answered from a real profile.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { buildSync } from 'esbuild';
import { profiledFunctionCode } from '../../engine/addon/profiledCode';
import type { ProfileDocument } from '../../engine/addon/profileDocument';
import { hotspotsOf } from '../../engine/rendering/hotspots';
import { launchesOf } from '../../engine/rendering/launches';
import { questionRows } from '../../engine/rendering/questionRows';
import { instructionRow, listingOf } from '../../extension/editors/code/listing';
import { pageOf } from '../../extension/editors/code/pageOf';
import type { ProfileHost, ProfileWebview } from '../../protocol/profile/profile';
import { serve, type Handlers, type RpcMessage } from '../../protocol/base/rpc';
import { encodedMessage } from './wire';

/** Of VS Code's dark theme, what the page is drawn with. */
const THEME = `
  --vscode-font-family: sans-serif; --vscode-font-size: 13px;
  --vscode-editor-font-family: monospace; --vscode-editor-font-size: 13px;
  --vscode-foreground: #cccccc; --vscode-descriptionForeground: #9d9d9d; --vscode-focusBorder: #0078d4;
  --vscode-editor-background: #1f1f1f; --vscode-editor-foreground: #cccccc; --vscode-panel-background: #181818;
  --vscode-panel-border: #2b2b2b; --vscode-charts-foreground: #cccccc; --vscode-charts-lines: #cccccc80;
  --vscode-charts-blue: #3794ff; --vscode-charts-yellow: #cca700; --vscode-charts-green: #89d185;
  --vscode-charts-purple: #b180d7; --vscode-charts-orange: #d18616; --vscode-charts-red: #f14c4c;
  --vscode-terminal-ansiCyan: #11a8cd; --vscode-terminal-ansiMagenta: #bc3fbc; --vscode-editorWarning-foreground: #cca700;
  --vscode-button-foreground: #ffffff; --vscode-button-background: #0078d4;`;

/** A page that is answered, from its first question on: as in VS Code the profile is opened when it asks, and read while it is drawn. */
export interface ProfileServer {
  readonly address: string;
  close(): void;
}

/** `dist` is the folder of the built page; `open` gives the profile, which is read unless it has been. */
export async function serveProfile(file: string, dist: string, open: () => Promise<ProfileDocument>): Promise<ProfileServer> {
  const built = (suffix: string): string => readFileSync(path.join(dist, 'webview', `profile.${suffix}`), 'utf8');
  const before = buildSync({ entryPoints: [path.join(__dirname, 'page.ts')], bundle: true, write: false, format: 'iife' }).outputFiles[0]
    ?.text;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>body {${THEME} height: 100vh; margin: 0; color: var(--vscode-foreground); background: var(--vscode-editor-background); }</style>
<style>${built('css')}</style></head><body class="vscode-dark"><div id="app"></div><script>${before ?? ''}</script><script>${built('js')}</script></body></html>`;
  let page: ServerResponse | undefined;
  /** What is said before the page listens. */
  let early: RpcMessage[] = [];
  const post = (message: RpcMessage): void => {
    if (page === undefined) early.push(message);
    else page.write(encodedMessage(message));
  };
  let profile: ProfileDocument | undefined;
  const opened = (): ProfileDocument => {
    if (profile === undefined) throw new Error('The profile is not open.');
    return profile;
  };
  const read = async (now: ProfileDocument): Promise<Parameters<ProfileWebview['changed']>[0]> => {
    const [summary, tracks, names] = await Promise.all([now.summary(), now.tracks(), now.names()]);
    return { summary, tracks, names };
  };
  /** Tells the page of what there is, as captures/profileDocument.ts does. */
  const load = async (now: ProfileDocument): Promise<void> => {
    let taking: Promise<void> | undefined;
    await now.load(({ changed }) => {
      if (!changed) return;
      taking ??= read(now)
        .then((there) => rpc.tell.changed(there))
        // It is closed while it is read.
        .catch(() => undefined)
        .finally(() => (taking = undefined));
    });
    await taking;
    rpc.tell.changed(await read(now));
  };
  const handlers: Handlers<ProfileHost> = {
    async start() {
      const now = (profile = await open());
      const there = await read(now);
      if (!there.summary.complete) void load(now).catch(() => undefined);
      const base = { state: null, editor: '1', fileName: path.basename(file), trusted: true, changedOnDisk: false };
      return { ...base, ...there };
    },
    windows: (params, signal) => opened().windows(params, signal),
    details: (params, signal) => opened().details(params, signal),
    flows: (params, signal) => opened().flows(params, signal),
    criticalPath: (params, signal) => opened().criticalPath(params, signal),
    neighbour: (params, signal) => opened().neighbour(params, signal),
    sliceAt: (params, signal) => opened().sliceAt(params, signal),
    slicesOfRecord: (params, signal) => opened().slicesOfRecord(params, signal),
    eventPlace: (params, signal) => opened().eventPlace(params, signal),
    statistics: (params, signal) => opened().statistics(params, signal),
    flame: (params, signal) => opened().flame(params, signal),
    explain: (params, signal) => opened().explain(params, signal),
    table: ({ question }, signal) => questionRows(file, question, signal),
    hotspots: (_, signal) => hotspotsOf(file, signal),
    listing: async (choice, signal) => listingOf(await profiledFunctionCode(file, choice, signal)).head,
    listingRows: async ({ start, count, ...choice }, signal) =>
      pageOf(listingOf(await profiledFunctionCode(file, choice, signal)).rows, start, count),
    instructionRow: async ({ instruction, ...choice }, signal) =>
      instructionRow(listingOf(await profiledFunctionCode(file, choice, signal)), instruction),
    copyCode: () => undefined,
    launches: (_, signal) => launchesOf(file, signal),
    roof: () => ({ given: {} }),
    measureRoof: () => undefined,
    giveOperations: () => undefined,
    stages: () => [],
    search: (params, signal) => opened().search(params, signal),
    nextMatch: (params, signal) => opened().nextMatch(params, signal),
    saveState: () => undefined,
    focused: () => undefined,
    selected: () => undefined,
    run: () => undefined,
  };
  const rpc = serve<ProfileHost, ProfileWebview>(post, handlers);

  const server = createServer((request, response) => {
    if (request.url === '/said') {
      void textOf(request).then((text) => {
        response.end();
        rpc.receive(JSON.parse(text));
      });
    } else if (request.url === '/told') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      page = response;
      const waiting = early;
      early = [];
      response.flushHeaders();
      for (const message of waiting) post(message);
      response.on('close', () => {
        if (page === response) page = undefined;
      });
    } else if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(html);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}/`,
    close() {
      rpc.dispose();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
