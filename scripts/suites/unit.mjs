// Tests beside the TypeScript sources, with Node's own runner.
import { nodeTestCounts } from '../counts.mjs';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';

const folders = ['protocol', 'native', 'extension', 'webview', 'language-server', 'cli', 'bench', 'scripts', 'test/unit'];

export async function unit(filter) {
  const files = filesBelow(folders, '.test.ts').filter((file) => filter.length === 0 || filter.some((word) => file.includes(word)));
  return nodeTestCounts(await runTests(files));
}
