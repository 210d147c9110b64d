import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { looksLikeTrace } from './looksLikeTrace';

const traces = path.resolve(__dirname, '..', '..', 'test', 'fixtures', 'neighbours', 'pytorch');

test('a trace is known by how it begins, compressed or not', async () => {
  const files = readdirSync(traces).filter((name) => name.endsWith('.json.gz'));
  assert.ok(files.length > 5);
  for (const file of files) assert.ok(await looksLikeTrace(path.join(traces, file)), file);
});

test('other JSON, text and what is not there is none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ireereplay-head-'));
  const file = async (text: string): Promise<boolean> => {
    writeFileSync(path.join(folder, 'file.json'), text);
    return looksLikeTrace(path.join(folder, 'file.json'));
  };
  assert.ok(await file('{"schemaVersion": 1, "traceEvents": ['));
  assert.ok(await file('[{"name": "aten::mm", "args": {"a": 1}, "ph": "X"'));
  for (const text of ['', '{}', '[]', '{"name": "traceEvents"}', 'traceEvents', '[{"ArgOffsets": [0], "Name": "k"}]', '\u001f\u008bno']) {
    assert.ok(!(await file(text)), text);
  }
  assert.ok(!(await looksLikeTrace(path.join(folder, 'nothing'))));
  assert.ok(!(await looksLikeTrace(folder)));
});
