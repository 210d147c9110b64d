import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { isVersion, versionFile } from '../../extension/captures/versionFile';
import { versions } from './versions';

describe('a version of a file', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
  const file = vscode.Uri.joinPath(folder, 'small.ireereplay');

  it('is the file itself when it is on disk', async () => {
    const version = versionFile(file);
    await version.bring();
    assert.equal(version.path, file.fsPath);
    assert.ok(!isVersion(version.path));
    await version.remove();
    assert.ok(existsSync(file.fsPath));
  });

  it('has the bytes of its own version, and not those of the file under its path', async () => {
    const provider = versions('iree-test-version', ({ query }) => Buffer.from(`bytes of ${query}`));
    const one = versionFile(file.with({ scheme: 'iree-test-version', query: 'one' }));
    const two = versionFile(file.with({ scheme: 'iree-test-version', query: 'two' }));
    await Promise.all([one.bring(), two.bring()]);
    assert.equal(readFileSync(one.path, 'utf8'), 'bytes of one');
    assert.equal(readFileSync(two.path, 'utf8'), 'bytes of two');
    // What is recorded of it must not lie beside it.
    assert.ok(isVersion(one.path) && isVersion(two.path));
    await Promise.all([one.remove(), two.remove()]);
    assert.ok(!existsSync(one.path) && !existsSync(two.path));
    provider.dispose();
  });

  it('that is too large, or is not to be had, is said', async () => {
    const provider = versions('iree-test-large', () => new Uint8Array(), 2 ** 33);
    await assert.rejects(versionFile(file.with({ scheme: 'iree-test-large' })).bring(), /has 8589934592 bytes; at most/);
    await assert.rejects(versionFile(file.with({ scheme: 'iree-test-nobody' })).bring());
    provider.dispose();
  });
});
