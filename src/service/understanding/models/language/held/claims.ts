/**
 * Holds what a language model says to what was said: the one decision for answers, moments, titles and extracted values.
 *
 * A statement holds if every particular in it stands in the lines that it rests on, however it is written there: numbers,
 * dates, times of day, weekdays, amounts with their units, names, quotes, and whether something is affirmed or denied. Words
 * in between are the model's own: it may rephrase. Nothing is added up, converted into another currency, or taken from the
 * question: a name that only the question has is not a fact.
 *
 * Digits, dates in digits, units and names are checked in every language; numbers in words in English and German; denials,
 * opposites and the words of a statement in English (German denials too).
 */

import { clockAt, daypartOf } from './figures/clocks.ts';
import { countsAt } from './figures/counts.ts';
import { dateAt } from './figures/dates.ts';
import type { Clock, Figure, Found } from './figures/figure.ts';
import { figureHolds, isNumberOf, isTurned } from './figures/figures-held.ts';
import { unitOf } from './figures/units.ts';
import type { Lexicon } from './lexicon.ts';
import { type SaidNames, saidNames, unsaidName } from './names.ts';
import { reversal, type SaidClauses, saidClauses } from './polarity.ts';
import { placeIn, quotedIn, quoteIn } from './quote.ts';
import { type Token, tokensOf } from './tokens.ts';
import { type SaidLine, wrongSpeaker } from './who.ts';
import { contentOf, isEnglish, lemmaOf, wordsOf } from './word-forms.ts';

const WEEKDAYS = [
  'monday mondays montag montags',
  'tuesday tuesdays tues dienstag dienstags',
  'wednesday wednesdays mittwoch mittwochs',
  'thursday thursdays thurs donnerstag donnerstags',
  'friday fridays freitag freitags',
  'saturday saturdays samstag samstags sonnabend',
  'sunday sundays sonntag sonntags',
];
/** Words that place something in time, each in the ways it is said. */
const DAYS = [
  ...WEEKDAYS,
  ...['tomorrow morgen', 'yesterday gestern', 'weekend weekends wochenende'],
  ...['christmas xmas weihnachten', 'easter ostern', 'halloween', 'thanksgiving', 'ramadan'],
  ...['summer summers sommer', 'winter winters', 'autumn herbst', 'springtime fruhling'],
].map((names) => new Set(names.split(' ')));

const PERIOD =
  /\b(next|last|previous|coming|following|past)\s+(week|month|year|quarter|weekend|season|spring|summer|autumn|winter|decade|century|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)\b/g;
const LATER = /^(?:next|coming|following)$/;

/** The first word of a statement that places it in a time that no line says; undefined if there is none. */
function unsaidTime(
  forms: readonly string[],
  said: { readonly forms: ReadonlySet<string>; readonly figures: readonly Figure[]; readonly text: string },
): string | undefined {
  for (const form of forms) {
    const names = DAYS.find((one) => one.has(form));
    if (names && ![...names].some((name) => said.forms.has(name))) return form;
    if (/^(?:morning|afternoon|evening|night|tonight)$/.test(form) && !daypartIsSaid(form, said)) return form;
    if (
      form === 'today' &&
      !said.forms.has('today') &&
      (said.forms.has('tomorrow') || said.forms.has('yesterday'))
    )
      return form;
  }
  return unsaidPeriod(forms.join(' '), said.text);
}

function daypartIsSaid(
  form: string,
  { forms, figures }: { readonly forms: ReadonlySet<string>; readonly figures: readonly Figure[] },
): boolean {
  if (forms.has(form)) return true;
  const half = daypartOf(form);
  const evening = /^(?:evening|night|tonight)$/.test(form);
  if (evening && ['evening', 'night', 'tonight'].some((one) => forms.has(one))) return true;
  return figures.some((one) => one.kind === 'clock' && one.half === half && isDuring(form, one));
}

function isDuring(form: string, { minutes }: Clock): boolean {
  if (form === 'afternoon') return minutes < 360;
  return form === 'morning' || minutes >= 300;
}

/** "Next month" where the lines say "last month" or "next week". */
function unsaidPeriod(text: string, lines: string): string | undefined {
  const said = [...lines.matchAll(PERIOD)].map(
    ([, which = '', period = '']) => `${LATER.test(which)} ${period}`,
  );
  const own = [...text.matchAll(PERIOD)];
  return own.find(([, which = '', period = '']) => !said.includes(`${LATER.test(which)} ${period}`))?.[0];
}

/** All dates, times of day and numbers in a text, in digits or in words, in their order; in this order they are looked for. */
function figuresIn(text: string): Figure[] {
  const tokens = tokensOf(text);
  const taken = new Set<number>();
  const found: Found[] = [];
  for (const read of [dateAt, clockAt, countsAt])
    for (let at = 0; at < tokens.length; at += 1) {
      if (taken.has(at)) continue;
      for (const one of foundBy(read, tokens, at)) {
        found.push(one);
        for (let place = one.from; place < one.to; place += 1) taken.add(place);
      }
    }
  const ordered = found.toSorted((one, other) => one.from - other.from);
  return ordered.map(({ figure, from }, at) => {
    const denied = /^(?:not|nicht)$/.test(tokens[from - 1]?.form ?? '');
    const after = tokens[from - 1]?.form;
    return {
      ...withScaleOf(figure, neighboursOf(tokens, ordered, at)),
      ...(denied && { denied }),
      ...(after !== undefined && { after }),
    };
  });
}

type Reader = (tokens: readonly Token[], at: number) => Found | readonly Found[] | undefined;

function foundBy(read: Reader, tokens: readonly Token[], at: number): readonly Found[] {
  return [read(tokens, at) ?? []].flat();
}

/** Words between numbers that share what they count: "two or three thousand", "forty grand left there, maybe forty-five". */
const SHARING = /^(?:or|to|and)$/;
const ALTERNATIVE = /^(?:or|to|maybe|perhaps|possibly|even)$/;
const MOST_BETWEEN = 6;

/** The counts before and after one that share what they count with it. */
function neighboursOf(tokens: readonly Token[], found: readonly Found[], at: number): Figure[] {
  const shares = (one: Found | undefined, next: Found | undefined) => {
    if (!one || !next || next.from - one.to > MOST_BETWEEN) return false;
    const between = tokens.slice(one.to, next.from).map(({ form }) => form);
    return ALTERNATIVE.test(between.at(-1) ?? '') || between.every((form) => SHARING.test(form));
  };
  const [before, own, after] = [found[at - 1], found[at], found[at + 1]];
  return [
    ...(before && shares(before, own) ? [before.figure] : []),
    ...(after && shares(own, after) ? [after.figure] : []),
  ];
}

/** A number below a thousand counts thousands too, if its neighbour does. */
function withScaleOf(figure: Figure, neighbours: readonly Figure[]): Figure {
  if (figure.kind !== 'count' || figure.unit || figure.values.some((value) => value >= 1000)) return figure;
  const scales = neighbours.flatMap((one) =>
    one.kind === 'count' && /[a-z]/i.test(one.text)
      ? [1e3, 1e6, 1e9].filter((scale) => one.values.some((value) => value >= scale && value < scale * 1000))
      : [],
  );
  const scaled = scales.flatMap((scale) => figure.values.map((value) => value * scale));
  return scaled.length === 0 ? figure : { ...figure, values: [...figure.values, ...scaled] };
}

/** An address of a mailbox or a page. */
function isAddress(text: string): boolean {
  return /^\S+@\S+$|^(?:https?:\/\/|www\.)\S+$|^[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}(?:\/\S*)?$/iu.test(text);
}

const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\s+at\s+/g, '@'],
  [/\s+(?:dot|punkt|point)\s+/g, '.'],
  [/\s+(?:dash|hyphen|minus)\s+/g, '-'],
  [/\s+underscore\s+/g, '_'],
  [/\s+slash\s+/g, '/'],
];

/** An address as it is written, of one that is spelled in a line: "bob at example dot com". */
function spelledOut(text: string): string {
  const plain = SPELLED.reduce((line, [said, mark]) => line.replace(said, mark), text.toLowerCase());
  return plain.replace(/^https?:\/\/|\/$/g, '');
}

const LEAST_DIGITS = 6;

function isPhone(text: string): boolean {
  return (
    !/^\d{4}-\d\d-\d\d/.test(text) &&
    /^\+?[\d\s()./-]+$/.test(text) &&
    text.replace(/\D/g, '').length > LEAST_DIGITS
  );
}

/** Whether a line has the digits of a number, also spelled; the country may be written before them. */
function isDialled(phone: string, line: string): boolean {
  const wanted = phone.replace(/\D/g, '');
  const written = line.replace(/(?<=\d)[\s()./-]+(?=\d)/g, '').match(/\d+/g) ?? [];
  const spoken = figuresIn(line).flatMap((one) => (one.kind === 'count' ? [String(one.values[0])] : []));
  return [...written, spoken.join('')].some(
    (digits) => digits.length > LEAST_DIGITS && wanted.endsWith(digits) && wanted.length - digits.length <= 3,
  );
}

/** Why a statement does not hold: what in it was not said. */
export interface Unsaid {
  readonly kind: 'quote' | 'figure' | 'time' | 'name' | 'speaker' | 'polarity' | 'subject';
  /** The words of the statement, or what is wrong with them. */
  readonly what: string;
}

/** Words in a statement about nothing that the lines are about, from which on it does not hold. */
const LEAST_SUBJECT = 3;

/** Some lines, read once for all statements that rest on them. */
export class Said {
  readonly lines: readonly SaidLine[];
  readonly #texts: readonly string[];
  readonly #figures: readonly Figure[];
  readonly #names: SaidNames;
  readonly #clauses: SaidClauses;
  readonly #lower: string;

  constructor(lines: readonly SaidLine[], lexicon: Lexicon) {
    this.lines = lines;
    const own = lines.map(({ text }) => text);
    const labels = lines.flatMap(({ speaker, filename }) => [
      speaker,
      filename?.replace(/\.\w+$/, '').replace(/[_-]+/g, ' '),
    ]);
    this.#texts = [...own, ...new Set(labels.filter((label) => label !== undefined))];
    this.#figures = this.#texts.flatMap((text) => figuresIn(text));
    this.#names = saidNames(this.#texts, lexicon);
    this.#clauses = saidClauses(own);
    this.#lower = this.#texts
      .map((text) =>
        wordsOf(text)
          .map(({ form }) => form)
          .join(' '),
      )
      .join(' . ');
  }

  /**
   * The first thing in a statement that the lines do not say; undefined if it holds.
   * @param about further words that a statement may be about: a rubric, which is not a fact
   */
  unsaidIn(text: string, about = ''): Unsaid | undefined {
    const quote = quotedIn(text).find((one) => this.#texts.every((line) => quoteIn(line, one) === undefined));
    if (quote !== undefined) return { kind: 'quote', what: quote };
    return this.unsaidParticular(text) ?? this.#unsaidMeaning(text, about);
  }

  /** The first number, time or name that the lines do not say. */
  unsaidParticular(text: string): Unsaid | undefined {
    const said = { figures: this.#figures, forms: this.#names.forms, text: this.#lower };
    const figures = figuresIn(text);
    const figure = figures.find((one) => !figureHolds(one, said));
    if (figure) return { kind: 'figure', what: figure.text };
    if (isTurned(figures, this.#figures)) return { kind: 'figure', what: 'a change turned around' };
    const forms = wordsOf(text).map(({ form }) => form);
    const time = unsaidTime(forms, said);
    if (time !== undefined) return { kind: 'time', what: time };
    const name = unsaidName(text, this.#names);
    return name === undefined ? undefined : { kind: 'name', what: name };
  }

  /** Whether a number was said, in digits or words, whatever it counts. */
  saysNumber(value: number): boolean {
    return this.#figures.some((figure) => isNumberOf(value, figure));
  }

  #unsaidMeaning(text: string, about: string): Unsaid | undefined {
    const speaker = wrongSpeaker(text, this.lines);
    if (speaker !== undefined) return { kind: 'speaker', what: speaker };
    const reversed = reversal(text, this.#clauses);
    if (reversed !== undefined) return { kind: 'polarity', what: reversed };
    if (!isEnglish(text) || !isEnglish(this.#lower)) return undefined;
    const content = contentOf(text);
    const known = new Set([...this.#names.lemmas, ...wordsOf(about).map(({ form }) => lemmaOf(form))]);
    const foreign = content.length >= LEAST_SUBJECT && content.every((lemma) => !known.has(lemma));
    return foreign ? { kind: 'subject', what: text } : undefined;
  }

  /**
   * Whether a text that was taken out of the lines was said: verbatim, as an address or telephone number that was spelled, as
   * a number or date in another form, or else in its words: all of one or two, more than half of more.
   */
  saysValue(text: string): boolean {
    if (this.#texts.some((line) => placeIn(line, text) >= 0)) return true;
    if (isAddress(text)) return this.#texts.some((line) => spelledOut(line).includes(spelledOut(text)));
    if (isPhone(text)) return this.#texts.some((line) => isDialled(text, line));
    const plain = text.replace(/(?<=\d)T(?=\d\d:)/, ' ');
    if (this.unsaidIn(plain)) return false;
    const content = contentOf(plain).filter((lemma) => !unitOf(lemma));
    if (content.length === 0) return figuresIn(plain).length > 0;
    const share = content.filter((lemma) => this.#names.lemmas.has(lemma)).length / content.length;
    return content.length < LEAST_SUBJECT ? share === 1 : share > 0.5;
  }

  /** Whether the lines have all people and places that a choice names, such as one of an enum. */
  saysNamesOf(choice: string): boolean {
    return wordsOf(choice.replaceAll('_', ' ')).every(
      ({ form }) => this.#names.lexicon.knownAs(form) !== 'name' || this.#names.lemmas.has(lemmaOf(form)),
    );
  }
}
