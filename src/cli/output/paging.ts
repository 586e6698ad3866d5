/** What surrounds the rows of a page, and how to get the next page. */
import { isRecord } from '../../contract/record.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';

/** The page of a list: its fields, beside the rows. */
export interface Page {
  readonly total?: number;
  readonly offset?: number;
  readonly next_cursor?: string;
}

/** Fields that a page has beside its rows. */
const around = new Set(['object', 'total', 'limit', 'offset', 'next_cursor']);

/** The value as the page of a list; undefined if it has more to say than its rows at `path`. */
export function pageOf(value: unknown, path: string): Page | undefined {
  if (at(value, 'object') === 'list') return value as Page;
  if (!isRecord(value) || at(value, 'total') === undefined) return undefined;
  return Object.keys(value).every((name) => name === path || around.has(name)) ? value : undefined;
}

/** Notes on standard error that there are more pages. @param shown number of rows of this one */
export function noteMore(
  session: Session,
  { total, offset = 0, next_cursor: cursor }: Page,
  shown: number,
): void {
  if (cursor !== undefined) {
    const of = total === undefined ? '' : ` of ${total}`;
    session.note(`${shown}${of}. Next page: --cursor ${cursor}; all: --all`);
    return;
  }
  const next = offset + shown;
  if (total !== undefined && shown > 0 && next < total)
    session.note(`${offset + 1} to ${next} of ${total}. Next page: --offset ${next}; all: --all`);
}
