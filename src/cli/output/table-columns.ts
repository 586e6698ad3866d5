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
/** Up to this width, names keep so much that they differ: if they do not by then, other columns say more. */
const mostName = 40;
/** The same for what was asked and answered: a few words of it. */
const leastProse = 20;
/** The same for a column of reasons, which is wrapped. */
const leastReason = 20;

/** What is known of a column's cells. */
export type Facts = Pick<Candidate, 'index' | 'header' | 'natural' | 'shortened' | 'isLink' | 'isEmpty'>;

/** @param column undefined for values without names @param texts the texts of the first rows */
export function candidate(column: Column | undefined, facts: Facts, texts: readonly string[]): Candidate {
  const { natural, isLink, isEmpty, index } = facts;
  const name = column ? exactName(column) : '';
  const wrapped = /(^|[._])(error|reason)$/.test(name);
  // An id, a command or a number that is cut is of no use.
  const isNumber = column?.format !== undefined && !/^(text|id)$/.test(column.format);
  const isWhole = isLink || isNumber || /(^|[._])(id|command)$/.test(name);
  const isName = /(^|[._])(file|(file)?name)$/.test(name);
  const loose = isWhole
    ? natural
    : Math.min(natural, wrapped ? leastReason : isProse(name) ? leastProse : leastText);
  const least = isName ? Math.min(natural, Math.max(leastName, tellingWidth(texts))) : loose;
  return { ...facts, least, loose, rank: isEmpty ? 0 : rankOf(name, index), wrapped };
}

/** The width in which texts still differ once they are cut; 0 if that is more than `mostName`. */
function tellingWidth(texts: readonly string[]): number {
  const sorted = [...new Set(texts)].sort();
  const alike = sorted.map((text, index) => {
    const before = sorted[index - 1] ?? '';
    let same = 0;
    while (same < mostName && same < text.length && text[same] === before[same]) same += 1;
    return same;
  });
  const width = Math.max(0, ...alike) + 2;
  return width > mostName ? 0 : width;
}

/** True for what was asked and answered. */
const isProse = (name: string): boolean => /^(question|answer|query|prompt)$|[._](query|prompt)$/.test(name);

/** From this rank on, a shorter name is better than a column less. */
export const NEEDED = 3;

/** Which columns stay: reasons, then what a row is and how it stands, then how long it is or what it says, then the rest. */
function rankOf(name: string, index: number): number {
  if (/(^|[._])(error|reason)$/.test(name)) return NEEDED + 1;
  if (index === 0 || /(^|[._])(status|name|filename|title|label|value|command)$/.test(name)) return NEEDED;
  return isProse(name) || /(^|[._])duration_seconds$/.test(name) ? 2 : 1;
}

/** Whether all cells that are not empty are web addresses. */
export function areLinks(cells: readonly string[]): boolean {
  const used = cells.filter((cell) => cell !== '');
  return used.length > 0 && used.every((cell) => /^https?:\/\/\S+$/.test(cell));
}
