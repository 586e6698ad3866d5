import { tokens } from '../../text/split-words.ts';
import { contentWords } from './likeness.ts';
import { textsShown } from './quotes.ts';
import { placeOfLargest, type Ranked, rank } from './rank.ts';
import { spokenSentences } from './sentences.ts';
import { isTitle } from './title-card.ts';
import type { Quotable, TextVectors } from './types.ts';

/** Letters of a title. */
const MOST_LETTERS = 80;
/** A sentence is cut after a clause if at least this many letters are left. */
const LEAST_LETTERS = 40;

/** How much more the first sentence counts than a late one: speakers say early what it is about. */
const EARLY = 1;
/** The first of this many parts of the sentences is early, but no more than `EARLY_SENTENCES`. */
const EARLY_PARTS = 4;
const EARLY_SENTENCES = 10;

/** The spoken sentence that says best what some lines are about, cut if it is long; undefined without speech. */
export function titleSentence(lines: readonly Quotable[], vectors?: TextVectors): string | undefined {
  const best = mostTelling(rank(spokenSentences(lines), vectors));
  return best && shorten(best.text);
}

/** A title in the words of some lines: the first meaningful on-screen text, else a sentence. Undefined if there is neither. */
export function quotedTitle(lines: readonly Quotable[]): string | undefined {
  const shown = textsShown(lines);
  return shown.find(isTitle) ?? titleSentence(lines) ?? shown[0];
}

/** What a sentence loses that greets or asks something of the listeners. */
const ADDRESS = 0.4;
const ADDRESSES =
  /\b(?:please|thank you|thanks|welcome|everyone|everybody|good (?:morning|evening|afternoon|to see))\b/i;

function mostTelling({ sentences, scores }: Ranked<Quotable>): Quotable | undefined {
  const early = Math.min(EARLY_SENTENCES, sentences.length / EARLY_PARTS);
  const values = scores.map((score, at) => {
    const address = ADDRESSES.test(sentences[at]?.text ?? '') ? ADDRESS : 0;
    return score + EARLY * Math.exp(-at / early) - address;
  });
  return sentences[placeOfLargest(values)];
}

/** Words that open a sentence and say nothing. */
const OPENING =
  /^(?:okay|ok|well|so|right|now|um|uh|oh|yes|no|and|but|then|hmm|ha|look|listen)\b[\s,.!…–-]*/iu;

/**
 * A sentence as a title: without opening words and the final full stop, and cut after a clause, or else a word, if it has
 * more than 80 letters. An ellipsis marks the cut.
 */
export function shorten(sentence: string): string {
  let text = sentence.replace(/\s+/g, ' ').trim();
  for (let rest = text; OPENING.test(rest); ) {
    rest = rest.replace(OPENING, '');
    if (contentWords(rest).length > 0) text = rest;
  }
  text = text.replace(/(?<![.…])\.$/u, '');
  return capitalised(text.length <= MOST_LETTERS ? text : `${cut(text)}…`);
}

function cut(text: string): string {
  const clauses = [...text.slice(0, MOST_LETTERS).matchAll(/[,;:–]\s/gu)].map(({ index }) => index);
  const clause = clauses.at(-1) ?? 0;
  if (clause >= LEAST_LETTERS) return text.slice(0, clause);
  const word = tokens(text).findLast(({ to }) => to < MOST_LETTERS)?.to ?? MOST_LETTERS;
  return text.slice(0, word);
}

function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
