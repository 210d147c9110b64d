/** ireereplay --help: all commands. */
import { COMMANDS } from '../../protocol/jobs/all';
import { helpOf } from '../options/help';

/** The text, which ends its last line. */
export function overview(): string {
  const schema = { name: 'schema', summary: 'print JSON Schemas of what a command is told and what it returns' };
  return helpOf([...COMMANDS, schema], 'Reads and replays what IREE recorded.', 'COMMAND [flags] CAPTURE');
}
