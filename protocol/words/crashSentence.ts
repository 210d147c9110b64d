/** What is known of a crash, in words. */
import type { RunCrash } from '../replay/run';
import { onOtherInputs } from './otherInputsWords';
import { withBuffersElsewhere } from './otherPlacesWords';

/** How the engine reports code that does not return within --timeout. */
export const TIMEOUT = 'TIMEOUT';

/** How it reports code that does not return once its replay is cancelled. */
export const CANCELLED = 'CANCELLED';

/** What of it is no signal. */
function endingOf(signal: string): string {
  if (signal === TIMEOUT) return 'did not return in time and was stopped';
  if (signal === CANCELLED) return 'was cancelled';
  return /^(EXIT|exit )/.test(signal) ? 'ended its process' : '';
}

/** "died of SIGSEGV at address 0x7f10 in record #17, executed by #35: function mul of executable 4, workgroup [8,0,0]". */
export function crashSentence(crash: RunCrash): string {
  const {
    signal,
    faultAddress,
    record,
    via,
    executable,
    function: name,
    workgroup,
    codeAddress,
    source,
    instructionSet,
    perturbation,
    placement,
  } = crash;
  const ending = endingOf(signal);
  const place = [
    ...(name === undefined ? [] : [`function ${name} of executable ${executable ?? 'unknown'}`]),
    ...(workgroup === undefined ? [] : [`workgroup [${workgroup.join(',')}]`]),
    ...(codeAddress === undefined ? [] : [`at ${codeAddress} of its file`]),
    ...(source === undefined ? [] : [`source ${source}`]),
  ];
  return [
    ending === '' ? `died of ${signal}` : ending,
    faultAddress === undefined ? '' : ` at address ${faultAddress}`,
    crash.loading === true ? ` while executable ${executable ?? 'unknown'} was loaded` : '',
    record === undefined ? '' : ` in record #${String(record)}`,
    via === undefined ? '' : `, executed by #${String(via)}`,
    place.length === 0 ? '' : `: ${place.join(', ')}`,
    perturbation === undefined ? '' : `, ${onOtherInputs(perturbation)}`,
    placement === undefined ? '' : `, ${withBuffersElsewhere(placement)}`,
    instructionSet === undefined ? '' : `; it is compiled for a processor with ${instructionSet}, which this one lacks`,
    signal === 'SIGSYS' ? '; a kernel may make no system call' : '',
  ].join('');
}
