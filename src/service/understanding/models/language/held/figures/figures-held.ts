/**
 * Whether figures of a statement were said: numbers, dates and times of day are read from the tokens of both, in words
 * or digits (counts.ts, dates.ts, clocks.ts), and compared by value and unit.
 */

import { lemmaOf } from '../word-forms.ts';
import type { CalendarDate, Clock, Count, Figure, Standing } from './figure.ts';
import { factorsOf, unitOf } from './units.ts';

/** The numbers, dates and times of some lines. */
export interface SaidFigures {
  readonly figures: readonly Figure[];
  /** Words of the lines, as `formOf` gives them. */
  readonly forms: ReadonlySet<string>;
}

/** Whether a number, date or time of a statement was said: the same value, of the same thing. */
export function figureHolds(figure: Figure, { forms, ...given }: SaidFigures): boolean {
  const figures = given.figures.filter(({ denied }) => figure.denied || !denied);
  const said = { figures, forms };
  switch (figure.kind) {
    case 'date':
      return dateHolds(figure, said);
    case 'clock':
      return clockHolds(figure, said);
    case 'magnitude':
      return said.figures.some(
        (one) =>
          (one.kind === 'magnitude' && one.least === figure.least) ||
          (one.kind === 'count' &&
            one.values.some((value) => value >= figure.least && value < figure.least * 1000)),
      );
    default:
      return countHolds(figure, said);
  }
}

function dateHolds({ month, day, year }: CalendarDate, { figures }: SaidFigures): boolean {
  const dates = figures.filter((one) => one.kind === 'date');
  const alone = (wanted: number) =>
    figures.some((one) => one.kind === 'count' && one.values.includes(wanted)) ||
    dates.some((one) => one.year === wanted);
  return dates.some(
    (one) =>
      one.month === month &&
      (day === undefined || one.day === day) &&
      (year === undefined || one.year === year || (one.year === undefined && alone(year))),
  );
}

function clockHolds({ minutes, half }: Clock, { figures, forms }: SaidFigures): boolean {
  return figures.some((one) => {
    if (one.kind === 'clock') {
      if (one.minutes !== minutes) return false;
      return half === undefined || one.half === half || (one.half === undefined && halfIsSaid(half, forms));
    }
    if (one.kind !== 'count' || one.unit || !(half === undefined || halfIsSaid(half, forms))) return false;
    const [hour, minute] = one.pair ?? [one.values[0] ?? -1, 0];
    return hour >= 0 && hour <= 24 && (hour % 12) * 60 + minute === minutes;
  });
}

const HALVES = { am: ['morning', 'am'], pm: ['afternoon', 'evening', 'night', 'tonight', 'pm'] } as const;

function halfIsSaid(half: 'am' | 'pm', forms: ReadonlySet<string>): boolean {
  return HALVES[half].some((form) => forms.has(form));
}

function countHolds(count: Count, said: SaidFigures): boolean {
  const counts = said.figures.filter((one) => one.kind === 'count');
  const same = counts.filter((one) => isSame(count, one, said));
  if (count.weak) return same.length > 0 || isFree(count, counts);
  if (same.length > 0) return same.some((one) => countsSame(count, one, counts));
  return (
    isYearOfDate(count, said.figures) ||
    (!count.unit &&
      said.figures.some(
        (one) =>
          (one.kind === 'clock' &&
            count.values.some((value) => (value % 12) * 60 === one.minutes && value <= 24)) ||
          (one.kind === 'clock' &&
            count.pair !== undefined &&
            (count.pair[0] % 12) * 60 + count.pair[1] === one.minutes),
      )) ||
    (!count.unit && said.figures.some((one) => one.kind === 'date' && count.values.includes(one.day ?? -1)))
  );
}

/** "One boat" where no other number of anything was said; "an hour" where nothing was said to last another time. */
function isFree(count: Count, counts: readonly Count[]): boolean {
  const rivals = counts.filter(
    (one) =>
      (count.unit ? one.unit?.kind === count.unit.kind : !one.unit) &&
      (count.of.length === 0 || one.of.length === 0 || one.of.some((lemma) => count.of.includes(lemma))),
  );
  return rivals.length === 0 && count.unit === undefined;
}

/** Whether two numbers have the same value, in the same or a convertible unit; one may leave its unit to other words. */
function isSame(count: Count, said: Count, lines: SaidFigures): boolean {
  const priced = count.of.length === 0 || isMoney(count.unit?.kind);
  const values = said.price !== undefined && priced ? [...said.values, said.price] : said.values;
  if (!isCountedAlike(count, said)) return false;
  if (!count.unit || !said.unit) {
    if (count.unit && (said.of.length > 0 || !isUnitOfAll(count.unit.kind, lines))) return false;
    return count.values.some((value) => values.some((other) => isAlike(value, other)));
  }
  if (count.unit.kind !== said.unit.kind) return false;
  const [own, other] = [count.unit.factor, said.unit.factor];
  return count.values.some((value) => values.some((one) => isAlike(value * own, one * other)));
}

/** "Twenty-two pallets" are not "the twenty second"; "chapter seven" is the seventh chapter. */
function isCountedAlike(count: Count & Standing, said: Count & Standing): boolean {
  if (count.ordinal === said.ordinal) return true;
  const [ordinal, cardinal] = count.ordinal ? [count, said] : [said, count];
  const named =
    ordinal.of[0] !== undefined && cardinal.after !== undefined && lemmaOf(cardinal.after) === ordinal.of[0];
  return named || (cardinal.of.length === 0 && !cardinal.unit);
}

/** Whether a statement turns a change around: "from 44 to 31" of what went from 31 to 44. */
export function isTurned(own: readonly Figure[], said: readonly Figure[]): boolean {
  const lines = changesIn(said);
  return changesIn(own).some(
    ([from, to]) =>
      lines.some(([first, last]) => first === to && last === from) &&
      !lines.some(([first, last]) => first === from && last === to),
  );
}

function changesIn(figures: readonly Figure[]): (readonly [number, number])[] {
  return figures.flatMap((one, at) => {
    const next = figures[at + 1];
    if (one.kind !== 'count' || next?.kind !== 'count' || one.after !== 'from' || next.after !== 'to')
      return [];
    return [[one.values[0] ?? 0, next.values[0] ?? 0] as const];
  });
}

const isMoney = (kind: string | undefined) =>
  /^(?:dollar|euro|pound|yen|franc|rupee|peso|krona|zloty|rouble|yuan)$/.test(kind ?? '');

/** Whether a number without a unit can only have this one: the lines say no other. */
function isUnitOfAll(kind: string, { figures, forms }: SaidFigures): boolean {
  const attached = figures.flatMap((one) =>
    one.kind === 'count' && one.unit && !one.weak ? [one.unit.kind] : [],
  );
  const said = [...forms].flatMap((form) => unitOf(form)?.kind ?? []);
  return said.includes(kind) && attached.every((one) => one === kind);
}

/** Not if the lines count what the statement counts by another number, and by this number something else. */
function countsSame(count: Count, said: Count, counts: readonly Count[]): boolean {
  if (count.of.length === 0 || said.of.length === 0 || said.of.some((lemma) => count.of.includes(lemma)))
    return true;
  const [thing = ''] = count.of;
  return !counts.some((one) => one !== said && one.of[0] === thing);
}

function isYearOfDate({ values, unit }: Count, figures: readonly Figure[]): boolean {
  return !unit && figures.some((one) => one.kind === 'date' && values.includes(one.year ?? -1));
}

/** Whether a bare number is that of a figure: its amount in any of its units, its share, hour, day, month or year. */
export function isNumberOf(value: number, figure: Figure): boolean {
  switch (figure.kind) {
    case 'date':
      return [figure.day, figure.month, figure.year].includes(value);
    case 'clock':
      return value % 12 === Math.floor(figure.minutes / 60) && value >= 0 && value <= 24;
    case 'magnitude':
      return false;
    default: {
      const { values, unit } = figure;
      const factors = unit ? [unit.factor, ...factorsOf(unit.kind).map((one) => unit.factor / one)] : [];
      return values.some((said) => [1, ...factors].some((factor) => isAlike(said * factor, value)));
    }
  }
}

/** Apart from what a computer's fractions lose. */
function isAlike(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.abs(other) * 1e-6;
}
