/** In place of the editor's host, of a page that stands alone in a file: it has what is shown, and nothing that can be asked to act. */
import type { ResultsHost, ResultsWebview, ShownRun } from '../../protocol/results/results';
import { serve, type RpcHost, type RpcMessage } from '../../protocol/base/rpc';
import { offerFile } from '../report/readerFiles';

const inert = (): void => undefined;

/** Answers the page with `shown`; its answers go out through `post`. */
export function reportHost(shown: ShownRun, post: (message: RpcMessage) => void): RpcHost<ResultsWebview> {
  return serve<ResultsHost, ResultsWebview>(post, {
    start: () => shown,
    save: offerFile,
    copyText: ({ text }) => navigator.clipboard.writeText(text),
    roof: () => ({ given: {} }),
    focused: inert,
    measureRoof: inert,
    giveOperations: inert,
    openRecord: inert,
    extractDispatch: inert,
    bisect: inert,
    openSource: inert,
    repeat: inert,
    cancel: inert,
    openProfile: inert,
    compare: inert,
    compareRuns: inert,
    chooseCandidate: inert,
    changeComparison: inert,
    tryWorkgroupCount: inert,
    breakDown: inert,
    toggleOnSave: inert,
    pickCompiler: inert,
    openCompilerSetting: inert,
    exportReport: inert,
    showOutput: inert,
  });
}
