import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clangInstallCommand } from './installCommand';

test("the command is the distribution's own, or that of the one it is like", () => {
  assert.equal(clangInstallCommand('PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'), 'sudo apt-get install clang lld');
  assert.equal(clangInstallCommand('NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n'), 'sudo apt-get install clang lld');
  assert.equal(clangInstallCommand('ID="rocky"\nID_LIKE="rhel centos fedora"\n'), 'sudo dnf install clang lld');
  assert.equal(clangInstallCommand('ID="opensuse-leap"\nID_LIKE="suse opensuse"\n'), 'sudo zypper install clang lld');
});

test('none is invented for a system that is not known', () => {
  assert.equal(clangInstallCommand('ID=nixos\n'), undefined);
  assert.equal(clangInstallCommand(''), undefined);
});
