/** What llvm export prints for people. */
import type { LlvmExported } from '../../protocol/jobs/llvmExport';
import { count } from './units';

export const llvmExportText = ({ file, type, elements, offset, moment }: LlvmExported): string =>
  `${file}: ${count(elements, 'element')} of ${type}, from byte ${offset.toLocaleString('en')} of memory ${moment} the launch on\n`;
