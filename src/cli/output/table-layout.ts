/** Fits the columns of a table into the width of a terminal. */
import { kindOfField } from '../../contract/names.ts';
import { type Column, exactName } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';
import { textWidth } from '../terminal/text-width.ts';
import { shortId } from './format.ts';

/** The columns to show, by their index, with headers and widths. */
export interface Layout {
  readonly kept: readonly number[];
  readonly headers: readonly string[];
  readonly widths: readonly number[];
  /** True for a column whose texts are wrapped, not cut. */
  readonly wrapped: readonly boolean[];
  /** True for a column whose ids are shortened. */
  readonly shortened: readonly boolean[];
  /** Headers of the columns for which there is no room. */
  readonly hidden: readonly string[];
}

/** A column while widths are chosen. */
interface Candidate {
  readonly index: number;
  readonly header: string;
  /** The width that cuts nothing, ids shortened. */
  readonly natural: number;
  /** The width below which others go first. */
  readonly least: number;
  /** The width below which it is useless. */
  readonly loose: number;
  readonly rank: number;
  readonly wrapped: boolean;
  readonly shortened: boolean;
}

/** Width of a text column below which its column is dropped instead. */
const leastText = 10;
/** The same for names: they begin alike, and the end says which. */
const leastName = 16;
/** The same for a column of reasons, which is wrapped. */
const leastReason = 20;

/**
 * The layout for a terminal: first ids become short, those that can be pasted back; then wide columns shrink; then the
 * last columns are dropped, those that say what it is, how it stands and what to type at last, reasons of errors never.
 * @param cells the texts of the first rows, in full @param width undefined for a pipe: everything in full
 */
export function layOut(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  width: number | undefined,
): Layout {
  const headers = columns.map(({ header }) => clean(header).replaceAll('_', ' ').toUpperCase());
  const all = columns.map((_, index) => index);
  const natural = (index: number, shorten: boolean, most: number) =>
    cells.reduce(
      (widest, row) => {
        const cell = row[index] ?? '';
        return Math.max(widest, widthUpTo(shorten ? shortId(cell) : cell, most));
      },
      widthUpTo(headers[index] ?? '', most),
    );
  if (width === undefined)
    return layoutOf(
      all.map((index) => candidate(columns, headers, index, natural(index, false, widestColumn), false)),
    );
  // A column that is empty in every row is hidden on a terminal; programs rely on it.
  const used = all.filter((index) => cells.some((row) => row[index] !== ''));
  const candidates = (shorten: boolean) =>
    used.map((index) => {
      const short = shorten && isFoundByShortId(columns[index]);
      return candidate(columns, headers, index, natural(index, short, width), short);
    });
  const full = candidates(false);
  if (
    excess(
      full.map((one) => one.natural),
      width,
    ) <= 0
  )
    return layoutOf(full);
  return fitted(candidates(true), width);
}

/** Where nothing is cut, one very long cell must not pad every other row: wider cells overflow. */
const widestColumn = 200;

function candidate(
  columns: readonly Column[],
  headers: readonly string[],
  index: number,
  natural: number,
  shortened: boolean,
): Candidate {
  const column = columns[index];
  const name = column ? exactName(column) : '';
  const wrapped = /(^|[._])(error|reason)$/.test(name);
  // An id or a command that is cut is of no use.
  const isWhole = /(^|[._])(id|command)$/.test(name);
  const isName = /(^|[._])(file)?name$/.test(name);
  const loose = isWhole ? natural : Math.min(natural, wrapped ? leastReason : leastText);
  const least = isName ? Math.min(natural, leastName) : loose;
  return {
    index,
    header: headers[index] ?? '',
    natural,
    least,
    loose,
    rank: rankOf(name, index),
    wrapped,
    shortened,
  };
}

/** Which columns stay: reasons, then what a row is and how it stands, then the rest. */
function rankOf(name: string, index: number): number {
  if (/(^|[._])(error|reason)$/.test(name)) return 3;
  return index === 0 || /(^|[._])(status|name|filename|title|label|value|command)$/.test(name) ? 2 : 1;
}

/** A short id of these kinds is found again. */
const isFoundByShortId = (column: Column | undefined): boolean =>
  column !== undefined && (column.format === 'id' || kindOfField(exactName(column)) !== undefined);

const excess = (widths: readonly number[], width: number): number =>
  widths.reduce((sum, one) => sum + one + 2, -2) - width;

function fitted(all: readonly Candidate[], width: number): Layout {
  let kept = [...all];
  const hidden: string[] = [];
  const tooWide = () =>
    excess(
      kept.map(({ least }) => least),
      width,
    ) > 0;
  while (kept.length > 1 && tooWide()) {
    const lowest = Math.min(...kept.slice(1).map(({ rank }) => rank));
    const long = kept.some(({ least, loose }) => least > loose);
    if (lowest > 1 && long) {
      // A short name is better than none.
      kept = kept.map((one) => ({ ...one, least: one.loose }));
      continue;
    }
    const last = kept.findLastIndex(({ rank }, index) => index > 0 && rank === lowest);
    hidden.unshift(...kept.splice(last, 1).map(({ header }) => header));
  }
  return layoutOf(kept, shrunk(kept, width), hidden);
}

/** Widths in which the widest column that may shrink does so, one character at a time. */
function shrunk(kept: readonly Candidate[], width: number): number[] {
  const widths = kept.map(({ natural }) => natural);
  if (widths.length === 1) return [Math.min(widths[0] ?? 0, width)];
  for (let left = excess(widths, width); left > 0; left -= 1) {
    const loose = widths.map((one, index) => (one > (kept[index]?.least ?? 0) ? one : 0));
    const widest = Math.max(...loose);
    if (widest === 0) return widths;
    widths[loose.indexOf(widest)] = widest - 1;
  }
  return widths;
}

const layoutOf = (
  kept: readonly Candidate[],
  widths: readonly number[] = kept.map(({ natural }) => natural),
  hidden: readonly string[] = [],
): Layout => ({
  kept: kept.map(({ index }) => index),
  headers: kept.map(({ header }) => header),
  widths,
  wrapped: kept.map(({ wrapped }) => wrapped),
  shortened: kept.map(({ shortened }) => shortened),
  hidden,
});

/** The width of a text on a terminal, at most `most`: a very long text is not measured to its end. */
export const widthUpTo = (text: string, most: number): number =>
  Math.min(most, textWidth(text.slice(0, 4 * most)));
