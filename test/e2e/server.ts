/** A VS Code server: the real workbench for a browser, and the real extension host. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { processesBelow, type Process } from './processes';

export interface ServerOptions {
  /** The program that runs the server, and the server's script. */
  readonly node: string;
  readonly main: string;
  /** Folder for settings, state and logs: made, and removed when the server is stopped. */
  readonly dataDir: string;
  /** Folder that extensions were installed into. */
  readonly extensionsDir: string;
  /** Default false: of VS Code's own extensions those alone that run nothing. */
  readonly whole?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
}

export interface Server {
  /** Opens a file in the latest of the windows, as VS Code's own `code FILE` does in a terminal; throws while there is no window. */
  openFile(file: string): Promise<void>;
  /** How many windows have come to take such requests until now; one that is loaded again counts again. */
  windows(): number;
  readonly port: number;
  /** What the server has started, the extension host among it. */
  processes(): readonly Process[];
  /** Replaces the user's settings, beside those that keep the workbench quiet; VS Code applies them at once. */
  setSettings(settings: Readonly<Record<string, unknown>>): void;
  /** Text of all logs whose path holds `name`, such as an output channel's. */
  logs(name: string): string;
  stop(): Promise<void>;
}

const quiet = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'chat.disableAIFeatures': true,
  'files.simpleDialog.enable': true,
};

/** Names relative to the folder; none while it does not exist. */
function filesBelow(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.on('error', reject);
    server.on('exit', (code, signal) => {
      reject(new Error(`the VS Code server ended with ${signal ?? String(code)} before it listened:\n${output}`));
    });
  });
}

/** Below `folder`, VS Code's own languages and themes: what it has for git, TypeScript or JSON would start with each window. */
function builtinExtensions(main: string, folder: string): string {
  const all = path.resolve(path.dirname(main), '..', 'extensions');
  mkdirSync(folder);
  for (const name of readdirSync(all)) {
    const manifest = path.join(all, name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { main, browser } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly main?: string; readonly browser?: string };
    if (main === undefined && browser === undefined) symlinkSync(path.join(all, name), path.join(folder, name));
  }
  return folder;
}

function windowSockets(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith('vscode-ipc-') && name.endsWith('.sock'))
    .map((name) => path.join(dataDir, name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
}

function askToOpen(socketPath: string, fileUri: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A connection of its own: one that was kept may just have been ended by the other side.
    const place = { socketPath, path: '/', agent: false } as const;
    const asking = request({ ...place, method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
      answer.resume().on('end', resolve);
    });
    asking.on('error', reject);
    asking.end(JSON.stringify({ type: 'open', fileURIs: [fileUri], folderURIs: [], forceReuseWindow: true }));
  });
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDir } = options;
  const setSettings = (settings: Readonly<Record<string, unknown>>): void => {
    // Settings about the machine, such as paths of programs, are read from the second.
    for (const kind of ['User', 'Machine'])
      writeFileSync(path.join(dataDir, 'data', kind, 'settings.json'), JSON.stringify({ ...quiet, ...settings }, undefined, 2));
  };
  for (const kind of ['User', 'Machine']) mkdirSync(path.join(dataDir, 'data', kind), { recursive: true });
  setSettings(options.settings ?? {});
  // The server keeps state beside the extensions: each has its own copy.
  const extensionsDir = path.join(dataDir, 'extensions');
  cpSync(options.extensionsDir, extensionsDir, { recursive: true });

  const child = spawn(
    options.node,
    [
      ...[options.main, '--accept-server-license-terms', '--server-data-dir', dataDir, '--extensions-dir', extensionsDir],
      ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--disable-telemetry', '--telemetry-level', 'off'],
      ...(options.whole === true
        ? []
        : ['--builtin-extensions-dir', builtinExtensions(options.main, path.join(dataDir, 'builtin-extensions'))]),
      // On one machine it only takes time.
      '--disable-websocket-compression',
      ...(options.flags ?? []),
    ],
    // An empty gallery: nothing is looked up outside. Its sockets lie among its data. A group of its own: stopping it ends what it started.
    {
      env: { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', XDG_RUNTIME_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  // Also when the tests end without stopping it.
  process.once('exit', end);
  const port = await portOf(child);
  return {
    port,
    windows: () => windowSockets(dataDir).length,
    processes: () => (child.pid === undefined ? [] : processesBelow(child.pid)),
    openFile: async (file) => {
      const socket = windowSockets(dataDir).at(-1);
      if (socket === undefined) throw new Error('no window takes requests yet');
      await askToOpen(socket, `vscode-remote://127.0.0.1:${port}${pathToFileURL(file).pathname}`);
    },
    setSettings,
    logs: (name) =>
      filesBelow(path.join(dataDir, 'data', 'logs'))
        .filter((file) => file.includes(name) && file.endsWith('.log'))
        .sort()
        .map((file) => readFileSync(path.join(dataDir, 'data', 'logs', file), 'utf8'))
        .join(''),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const running = child.exitCode === null && child.signalCode === null;
      end();
      if (running) await ended;
      process.off('exit', end);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
