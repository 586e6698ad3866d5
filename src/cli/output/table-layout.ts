/** Fits the columns of a table into the width of a terminal. */
import { kindOfField } from '../../contract/values/names.ts';
import { type Column, exactName } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';
import { textWidth } from '../terminal/text-width.ts';
import { shortId } from './format.ts';
import { areLinks, candidate } from './table-columns.ts';
import { asTheyAre, columnsThatFit, excess, type Fit } from './table-fit.ts';

/** The columns to show, by their index, with headers and widths. */
export interface Layout {
  readonly kept: readonly number[];
  readonly headers: readonly string[];
  readonly widths: readonly number[];
  /** True for a column whose texts are wrapped, not cut. */
  readonly wrapped: readonly boolean[];
  /** True for a column whose ids are shortened. */
  readonly shortened: readonly boolean[];
  /** True for a column of addresses, which are never cut. */
  readonly links: readonly boolean[];
  /** Columns of addresses that go on lines of their own below each row. */
  readonly below: readonly { readonly index: number; readonly header: string }[];
  /** Headers of the columns for which there is no room. */
  readonly hidden: readonly string[];
}

/** The columns of a table and the texts of its first rows, in full. */
export interface Content {
  readonly columns: readonly Column[];
  readonly cells: readonly (readonly string[])[];
  /** True if the user named the columns: an empty one is shown too. */
  readonly asked?: boolean;
}

/**
 * The layout for a terminal: first ids become short, those that can be pasted back; then wide columns shrink; then
 * addresses go below their rows; then the last columns are dropped, those that say what it is, how it stands and what to
 * type at last, reasons of errors never.
 * @param width undefined for a pipe: everything in full
 */
export function layOut({ columns, cells, asked = false }: Content, width: number | undefined): Layout {
  const headers = columns.map(({ header }) => clean(header).replaceAll('_', ' ').toUpperCase());
  const natural = (index: number, shorten: boolean, most: number) =>
    cells.reduce(
      (widest, row) => {
        const cell = row[index] ?? '';
        return Math.max(widest, widthUpTo(shorten ? shortId(cell) : cell, most));
      },
      widthUpTo(headers[index] ?? '', most),
    );
  if (width === undefined) return uncut(headers, (index) => natural(index, false, widestColumn));
  const candidates = (shorten: boolean) =>
    columns.map((column, index) => {
      const texts = cells.map((row) => row[index] ?? '');
      const isLink = areLinks(texts);
      const shortened = shorten && isFoundByShortId(column);
      const facts = {
        ...{ index, header: headers[index] ?? '', shortened, isLink },
        natural: natural(index, shortened, isLink ? widestColumn : width),
        isEmpty: texts.every((text) => text === ''),
      };
      return candidate(column, facts, texts);
    });
  const whole = candidates(false);
  // A column that is empty in every row is hidden on a terminal, unless the user named it; programs rely on it.
  const used = new Set(whole.filter(({ isEmpty }) => asked || !isEmpty).map(({ index }) => index));
  const full = asTheyAre(whole.filter(({ index }) => used.has(index)));
  if (excess(full.widths, width) <= 0) return layoutOf(full);
  return layoutOf(
    columnsThatFit(
      candidates(true).filter(({ index }) => used.has(index)),
      width,
    ),
  );
}

/** Every column in full. Nothing has to be known of them, which keeps commands in pipes quick. */
function uncut(headers: readonly string[], widthOf: (index: number) => number): Layout {
  const kept = headers.map((_, index) => index);
  const no = headers.map(() => false);
  return {
    kept,
    headers,
    widths: kept.map(widthOf),
    wrapped: no,
    shortened: no,
    links: no,
    below: [],
    hidden: [],
  };
}

/** Where nothing is cut, one very long cell must not pad every other row: wider cells overflow. */
const widestColumn = 200;

/** A short id of these kinds is found again. */
const isFoundByShortId = (column: Column | undefined): boolean =>
  column !== undefined && (column.format === 'id' || kindOfField(exactName(column)) !== undefined);

const layoutOf = ({ kept, widths, below, hidden }: Fit): Layout => ({
  kept: kept.map(({ index }) => index),
  headers: kept.map(({ header }) => header),
  widths,
  wrapped: kept.map(({ wrapped }) => wrapped),
  shortened: kept.map(({ shortened }) => shortened),
  links: kept.map(({ isLink }) => isLink),
  below: below.map(({ index, header }) => ({ index, header })),
  hidden: hidden.map(({ header }) => header),
});

/** The width of a text on a terminal, at most `most`: a very long text is not measured to its end. */
export const widthUpTo = (text: string, most: number): number =>
  Math.min(most, textWidth(text.slice(0, 4 * most)));
