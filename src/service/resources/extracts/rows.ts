import { finderOf, type RowOf } from '../common/rows.ts';

export type ExtractionRow = RowOf<'extractions'>;

/** The account's extraction job. @throws 404 */
export const findExtraction = finderOf('extractions', 'extraction job');
