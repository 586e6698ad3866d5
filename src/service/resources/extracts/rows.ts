import { finderOf, type RowOf } from '../common/rows.ts';

export type ExtractionRow = RowOf<'extractions'>;

/** Finds the account's extraction job. @throws 404 */
export const findExtraction = finderOf('extractions', 'extraction job');
