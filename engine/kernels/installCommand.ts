/** What installs a compiler on a system, to be copied: nothing is installed by itself. */
import { promises as fs } from 'node:fs';

/** By the package manager of a distribution: its packages of clang and lld. */
const BY_DISTRIBUTION: Readonly<Record<string, string>> = {
  debian: 'sudo apt-get install clang lld',
  ubuntu: 'sudo apt-get install clang lld',
  fedora: 'sudo dnf install clang lld',
  rhel: 'sudo dnf install clang lld',
  arch: 'sudo pacman -S clang lld',
  suse: 'sudo zypper install clang lld',
  opensuse: 'sudo zypper install clang lld',
  alpine: 'sudo apk add clang lld',
};

/** What installs clang and lld on the Linux that `release`, the text of an os-release(5), describes; undefined where it is not known. */
export function clangInstallCommand(release: string): string | undefined {
  const value = (name: string): string =>
    new RegExp(`^${name}=(.*)$`, 'm')
      .exec(release)?.[1]
      ?.replaceAll(/^["']|["']$/g, '')
      .toLowerCase() ?? '';
  return [value('ID'), ...value('ID_LIKE').split(/\s+/)].map((id) => BY_DISTRIBUTION[id]).find((command) => command !== undefined);
}

/** The same for this machine. */
export async function clangInstallCommandHere(): Promise<string | undefined> {
  return clangInstallCommand(await fs.readFile('/etc/os-release', 'utf8').catch(() => ''));
}

/** iree-compile is in a package of PyPI, on every system. */
export const IREE_INSTALL_COMMAND = 'python3 -m pip install iree-base-compiler';
