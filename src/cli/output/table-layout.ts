/** Fits the columns of a table into the width of a terminal. */
import { kindOfField } from '../../contract/values/names.ts';
import { type Column, exactName } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';
import { textWidth } from '../terminal/text-width.ts';
import { shortId } from './format.ts';

// What a column of a table needs while widths are chosen.

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
type Facts = Pick<Candidate, 'index' | 'header' | 'natural' | 'shortened' | 'isLink' | 'isEmpty'>;

/** @param column undefined for values without names @param texts the texts of the first rows */
function candidate(column: Column | undefined, facts: Facts, texts: readonly string[]): Candidate {
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
const NEEDED = 3;

/** Which columns stay: reasons, then what a row is and how it stands, then how long it is or what it says, then the rest. */
function rankOf(name: string, index: number): number {
  if (/(^|[._])(error|reason)$/.test(name)) return NEEDED + 1;
  if (index === 0 || /(^|[._])(status|name|filename|title|label|value|command)$/.test(name)) return NEEDED;
  return isProse(name) || /(^|[._])duration_seconds$/.test(name) ? 2 : 1;
}

/** Whether all cells that are not empty are web addresses. */
function areLinks(cells: readonly string[]): boolean {
  const used = cells.filter((cell) => cell !== '');
  return used.length > 0 && used.every((cell) => /^https?:\/\/\S+$/.test(cell));
}

// Chooses which columns of a table stay, and how wide they are.

/** The columns that fit a width. */
interface Fit {
  readonly kept: readonly Candidate[];
  /** Widths of those kept. */
  readonly widths: readonly number[];
  /** Addresses that are too long for a column: they go below their row. */
  readonly below: readonly Candidate[];
  /** Those for which there is no room, in their order. */
  readonly hidden: readonly Candidate[];
}

/** All columns at the width that cuts nothing. */
const asTheyAre = (all: readonly Candidate[]): Fit => ({
  kept: all,
  widths: all.map(({ natural }) => natural),
  below: [],
  hidden: [],
});

/** How much wider than `width` columns of these widths are. */
const excess = (widths: readonly number[], width: number): number =>
  widths.reduce((sum, one) => sum + one + 2, -2) - width;

const tooWide = (kept: readonly Candidate[], width: number): boolean =>
  excess(
    kept.map(({ least }) => least),
    width,
  ) > 0;

/** Addresses leave the row first, then columns are dropped: those of the lowest rank, the last one first. */
function columnsThatFit(all: readonly Candidate[], width: number): Fit {
  const isFull = tooWide(all, width);
  const head = all.find(({ isLink }) => !isLink) ?? all[0];
  const below = isFull ? all.filter((one) => one.isLink && one !== head && !isPicture(one)) : [];
  let kept = all.filter((one) => !below.includes(one));
  const dropped: Candidate[] = [];
  let shortNames = false;
  while (kept.length > 1 && tooWide(kept, width)) {
    const lowest = Math.min(...kept.slice(1).map(({ rank }) => rank));
    if (lowest >= NEEDED && kept.some(({ least, loose }) => least > loose)) {
      shortNames = true;
      kept = kept.map((one) => ({ ...one, least: one.loose }));
      continue;
    }
    const last = kept.findLastIndex(({ rank }, index) => index > 0 && rank === lowest);
    dropped.unshift(...kept.splice(last, 1));
  }
  if (!shortNames) kept = filled(kept, dropped, width);
  const hidden = dropped.filter((one) => !kept.includes(one)).sort((a, b) => a.index - b.index);
  return { kept, widths: shrunk(kept, width), below, hidden };
}

/** Nobody opens the thumbnails of a list one by one. */
const isPicture = ({ header }: Candidate): boolean => /THUMBNAIL|PREVIEW/.test(header);

/** With those that fit into the room that a wider column has left, the first ones first. */
function filled(kept: readonly Candidate[], dropped: readonly Candidate[], width: number): Candidate[] {
  let now = [...kept];
  for (const one of [...dropped].sort((a, b) => b.rank - a.rank || a.index - b.index)) {
    const more = [...now, one].sort((a, b) => a.index - b.index);
    if (!tooWide(more, width)) now = more;
  }
  return now;
}

/** Widths in which the widest column that may shrink does so, one character at a time. */
function shrunk(kept: readonly Candidate[], width: number): number[] {
  const widths = kept.map(({ natural }) => natural);
  const [only, ...others] = kept;
  if (only && others.length === 0 && !only.isLink) return [Math.min(only.natural, width)];
  for (let left = excess(widths, width); left > 0; left -= 1) {
    const loose = widths.map((one, index) => (one > (kept[index]?.least ?? 0) ? one : 0));
    const widest = Math.max(...loose);
    if (widest === 0) return widths;
    widths[loose.indexOf(widest)] = widest - 1;
  }
  return widths;
}

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
        index,
        header: headers[index] ?? '',
        shortened,
        isLink,
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
