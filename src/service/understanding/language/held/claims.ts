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

import { isAddress, isDialled, isPhone, spelledOut } from './addresses.ts';
import { unsaidTime } from './calendar.ts';
import type { Figure } from './figure.ts';
import { figuresIn } from './figures.ts';
import { figureHolds, isNumberOf, isTurned } from './figures-held.ts';
import type { Lexicon } from './lexicon.ts';
import { saidNames, unsaidName } from './names.ts';
import { reversal, saidClauses } from './polarity.ts';
import { placeIn, quotedIn, quoteIn } from './quote.ts';
import { unitOf } from './units.ts';
import { type SaidLine, wrongSpeaker } from './who.ts';
import { contentOf, isEnglish, lemmaOf, wordsOf } from './words.ts';

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
  readonly #names: ReturnType<typeof saidNames>;
  readonly #clauses: ReturnType<typeof saidClauses>;
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
