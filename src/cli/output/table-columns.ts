/** What a column of a table needs while widths are chosen. */
import { type Column, exactName } from '../model/columns.ts';

/** A column while widths are chosen. */
export interface Candidate {
  readonly index: number;
  readonly header: string;
  /** The width that cuts nothing, ids shortened. */
  readonly natural: number;
  /** The width below which others go first. */
  readonly least: number;
  /** The width below which it is useless. */
  readonly loose: number;
  /** The lowest goes first. */
  readonly rank: number;
  /** True for addresses: one that is cut is of no use. */
  readonly isLink: boolean;
  /** True if no row has a value. */
  readonly isEmpty: boolean;
  readonly wrapped: boolean;
  readonly shortened: boolean;
}

/** Width of a text column below which its column is dropped instead. */
const leastText = 10;
/** The same for names: they begin alike, and the end says which. */
const leastName = 16;
/** The same for a column of reasons, which is wrapped. */
const leastReason = 20;

/** What is known of a column's cells. */
export type Facts = Pick<Candidate, 'index' | 'header' | 'natural' | 'shortened' | 'isLink' | 'isEmpty'>;

/** @param column undefined for values without names */
export function candidate(column: Column | undefined, facts: Facts): Candidate {
  const { natural, isLink, isEmpty, index } = facts;
  const name = column ? exactName(column) : '';
  const wrapped = /(^|[._])(error|reason)$/.test(name);
  // An id or a command that is cut is of no use.
  const isWhole = isLink || /(^|[._])(id|command)$/.test(name);
  const isName = /(^|[._])(file)?name$/.test(name);
  const loose = isWhole ? natural : Math.min(natural, wrapped ? leastReason : leastText);
  const least = isName ? Math.min(natural, leastName) : loose;
  return { ...facts, least, loose, rank: isEmpty ? 0 : rankOf(name, index), wrapped };
}

/** From this rank on, a shorter name is better than a column less. */
export const NEEDED = 3;

/** Which columns stay: reasons, then what a row is and how it stands, then how long it is, then the rest. */
function rankOf(name: string, index: number): number {
  if (/(^|[._])(error|reason)$/.test(name)) return NEEDED + 1;
  if (index === 0 || /(^|[._])(status|name|filename|title|label|value|command)$/.test(name)) return NEEDED;
  return /(^|[._])duration_seconds$/.test(name) ? 2 : 1;
}

/** Whether all cells that are not empty are web addresses. */
export function areLinks(cells: readonly string[]): boolean {
  const used = cells.filter((cell) => cell !== '');
  return used.length > 0 && used.every((cell) => /^https?:\/\/\S+$/.test(cell));
}
