/** Flags and columns of moments, in a collection and in a run. */
import { limits } from '../../../contract/limits.ts';
import { within } from '../../model/bounds.ts';
import { at, column } from '../../model/columns.ts';
import { integer, text } from '../../model/values.ts';

/** --limit and --cursor. */
export const cursorFlags = {
  limit: integer(`Maximum number of items to return, ${within({ min: 1, max: limits.pageMaximum })}`),
  cursor: text('next_cursor of the previous page'),
} as const;

/** Columns of moments: when, how good, and what was said. */
export const momentColumns = [
  column('start_time', 'seconds', 'start'),
  column('end_time', 'seconds', 'end'),
  column('criterion_score.value', 'score', 'score'),
  column('rank_score', 'score', 'rank'),
  column('title'),
  { header: 'speakers', value: (row: unknown) => listed(at(row, 'speakers')) },
  column('judged_by', 'text', 'found by'),
];

const listed = (names: unknown): unknown => (Array.isArray(names) ? names.join(', ') : names);
