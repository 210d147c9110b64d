/** Opens the named capture in the VS Code and with the extension that the environment names, and prints what was seen. */
import { open } from '../opening';

async function main(): Promise<void> {
  const [capture] = process.argv.slice(2);
  if (capture === undefined) throw new Error('name a capture');
  console.log(JSON.stringify(await open(capture)));
}

void main();
