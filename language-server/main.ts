/** Starts the language server on whatever it is told to speak over: `--stdio`, or the channel of Node's that VS Code gives it. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from './server';

serve(createConnection(ProposedFeatures.all));
