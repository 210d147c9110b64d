/** MLIR has colours in a plain VS Code: what stands in sources of kernels is told apart. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { INITIAL, parseRawGrammar, Registry, type IGrammar } from 'vscode-textmate';
import { fixture } from '../programs';

const file = path.join(__dirname, '..', '..', 'media', 'mlir.tmLanguage.json');

async function grammar(): Promise<IGrammar> {
  await loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: () => Promise.resolve(parseRawGrammar(readFileSync(file, 'utf8'), file)),
  });
  const loaded = await registry.loadGrammar('source.mlir');
  assert.ok(loaded !== null);
  return loaded;
}

test('operations, values, symbols, types, attributes and comments are told apart', async () => {
  const loaded = await grammar();
  /** The innermost scope of the first token that is the word, without the language. */
  const scopeOf = (line: string, word: string): string | undefined => {
    const tokens = loaded.tokenizeLine(line, INITIAL).tokens;
    const token = tokens.find(({ startIndex, endIndex }) => line.slice(startIndex, endIndex) === word);
    return token?.scopes.at(-1)?.replace(/\.mlir$/, '');
  };
  const line =
    '  %0 = linalg.generic {torch.axis = -1 : si64} ins(%arg0 : tensor<4x128xf32>) -> !torch.vtensor<[4],f32> loc(#loc1) // sums';
  const expected = {
    '%0': 'variable.other',
    'linalg.generic': 'support.function',
    'torch.axis': 'entity.other.attribute-name',
    '-1': 'constant.numeric',
    si64: 'storage.type',
    ins: 'keyword.other',
    tensor: 'storage.type',
    '!torch.vtensor': 'entity.name.type',
    loc: 'support.type',
    '#loc1': 'entity.other.attribute-name',
    '// sums': 'comment.line.double-slash',
  };
  for (const [word, scope] of Object.entries(expected)) assert.equal(scopeOf(line, word), scope, word);
  assert.equal(scopeOf('func.func @add(%arg0: f32) {', '@add'), 'entity.name.function');
  assert.equal(scopeOf('^bb1(%x: i32):', '^bb1'), 'entity.name.label');
  assert.equal(scopeOf('%1 = "onnx.Add"(%0)', 'onnx.Add'), 'string.quoted.double');
});

test('no line of a real source is without a colour, and a string ends where it ends', async () => {
  const loaded = await grammar();
  let state = INITIAL;
  for (const line of readFileSync(fixture('models/block/block.mlir'), 'utf8').split('\n')) {
    const { tokens, ruleStack } = loaded.tokenizeLine(line, state);
    state = ruleStack;
    if (/[\w%]/.test(line))
      assert.ok(
        tokens.some(({ scopes }) => scopes.length > 1),
        line,
      );
  }
  assert.equal(state.depth, 1);
});
