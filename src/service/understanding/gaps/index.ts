/**
 * What was not heard, read or seen in files, and why: the one place that knows. A provider says it with its result
 * (`held-gaps.ts`), it is stored typed with the file, and every answer shows it from here, with the command that changes it.
 */

export { gapsOfFile, gapsOfFiles, gapsOfJob } from './of-files.ts';
export { gapsByModality } from './of-result.ts';
export { type GapContext, gapsIn } from './sum.ts';
export { gapLine, gapsInWords } from './words.ts';
